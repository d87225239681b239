import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is a file, which may arrive for longer than a minute. */
    takesFile?: boolean;
  }
}

export interface BodyTime {
  /** Milliseconds in which a body must arrive that is not a file. */
  bodyMs: number;
  /** Bytes of a file that each such period must bring: 60 kbit/s, less than the slowest mobile network. */
  leastBytes: number;
}

export const bodyTime: BodyTime = { bodyMs: 60_000, leastBytes: 450_000 };

/**
 * Closes connections whose body arrives too slowly, a byte at a time for example. Node has one time limit for all requests, which is that of
 * the largest files.
 */
export function limitBodyTime(app: FastifyInstance, { bodyMs, leastBytes }: BodyTime): void {
  app.addHook('onRequest', ({ raw, routeOptions: { config } }, reply, done) => {
    done();
    if (raw.headers['transfer-encoding'] === undefined && Number(raw.headers['content-length'] ?? 0) === 0) return;
    const { socket } = raw;
    let before = socket.bytesRead;
    const watch = setInterval(() => {
      const arrived = socket.bytesRead - before;
      before = socket.bytesRead;
      if (raw.complete) clearInterval(watch);
      else if (config.takesFile !== true || arrived < leastBytes)
        app.server.emit('clientError', Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    }, bodyMs).unref();
    reply.raw.once('close', () => clearInterval(watch));
  });
}
