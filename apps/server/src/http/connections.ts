// Contents: the limits of a process · recognising a proxy · counting connections, and requests in turn · closing them
import { createServer, type RequestListener, type ServerOptions } from 'node:http';
import { BlockList, isIP, isIPv4, type Socket } from 'node:net';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance, FastifyServerFactory } from 'fastify';
import { holderOfAddress } from '../budgets/budgets.ts';

export interface ConnectionLimits {
  /** The most open files and sockets of the process; null if unknown. */
  descriptors: number | null;
  /** The most connections at the same time. */
  most: number;
  /** The most connections of one address. */
  ofAddress: number;
}

/** Enough for an institute of 2,000 students behind one address, each with a connection for calls and a live socket. */
export const connectionsOfHall = 4000;
/** Above this number, memory runs out before file descriptors. */
const mostConnections = 20_000;
const minuteMs = 60_000;
/** The most unanswered requests of one connection. No browser sends a second request before the first is answered. */
const mostUnanswered = 4;
/** Time for an answered request to end, in which its sender reads the answer. */
const restOfRefusedMs = 3000;

/** The system's limit of open files for this process. */
export function readDescriptorLimit(): number | null {
  // Otherwise the report would look up names of connected hosts in the network.
  Object.assign(process.report, { excludeNetwork: true });
  const { stackTraceLimit } = Error;
  // For the report's stack Node would read the source maps of the whole server, and keep them.
  Error.stackTraceLimit = 0;
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  Error.stackTraceLimit = stackTraceLimit;
  const limit = Number(userLimits?.open_files?.soft);
  return Number.isSafeInteger(limit) ? limit : null;
}

/**
 * A call may have a file open beside its connection, so connections may use half of the limit. One address may use at most three quarters
 * of these.
 */
export function connectionLimits(descriptors: number | null): ConnectionLimits {
  const most = Math.min(mostConnections, descriptors === null ? mostConnections : Math.floor(descriptors / 2));
  return { descriptors, most, ofAddress: Math.min(connectionsOfHall, Math.floor((most * 3) / 4)) };
}

/** Whether a connection comes from a trusted proxy, by the number or addresses in `TRUST_PROXY`. */
export function proxiesOf(trusted: number | readonly string[] | false): (address: string) => boolean {
  if (trusted === false || typeof trusted === 'number') return () => trusted !== false;
  const proxies = new BlockList();
  for (const one of trusted) {
    const [address = '', bits] = one.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    proxies.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return (zoned) => {
    const [address = ''] = zoned.split('%');
    return isIP(address) > 0 && proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
  };
}

/** The amount that each holder uses now, such as the open connections of an address or the bytes that a person is sending. */
export class HeldAmounts {
  readonly #held = new Map<string, number>();
  readonly #most: number;
  constructor(most: number) {
    this.#most = most;
  }

  /** False if the holder would have more than the limit. */
  take(holder: string, amount = 1): boolean {
    const held = (this.#held.get(holder) ?? 0) + amount;
    if (held > this.#most) return false;
    this.#held.set(holder, held);
    return true;
  }

  release(holder: string, amount = 1): void {
    const held = (this.#held.get(holder) ?? 0) - amount;
    if (held <= 0) this.#held.delete(holder);
    else this.#held.set(holder, held);
  }
}

/** The settings that Fastify passes to the server factory. */
interface ServerSettings {
  http: ServerOptions;
  keepAliveTimeout: number;
  requestTimeout: number;
  connectionTimeout: number;
}

export interface Connections {
  serverFactory: FastifyServerFactory;
  /** Counts connections of a proxy by the address that the proxy names, and closes connections whose upgrade was refused. */
  addHooks(app: FastifyInstance): void;
}

/**
 * Closes connections above the limits before a byte of them is read. Connections of a proxy count by address only from their first call,
 * because only a call names the address. `warn` gets the number of closed connections, at most once a minute.
 */
export function limitConnections(
  { most, ofAddress }: ConnectionLimits,
  isProxy: (address: string) => boolean,
  warn: (details: object, words: string) => void,
): Connections {
  const held = new HeldAmounts(ofAddress);
  let open = 0;
  let refused = 0;
  let notedAt = Number.NEGATIVE_INFINITY;
  const refuse = (socket: Socket) => {
    socket.destroy();
    refused += 1;
    const now = performance.now();
    if (now - notedAt < minuteMs) return;
    notedAt = now;
    warn({ refused, most, ofAddress }, 'connections refused');
    refused = 0;
  };
  const admit = (socket: Socket) => {
    // A closed connection has no address.
    const address = socket.remoteAddress ?? '';
    const holder = isProxy(address) ? null : holderOfAddress(address);
    if (open >= most || (holder !== null && !held.take(holder))) return refuse(socket);
    open += 1;
    socket.once('close', () => {
      open -= 1;
      if (holder !== null) held.release(holder);
    });
  };
  const unansweredOf = new WeakMap<Socket, number>();
  /** Limits requests in turn, because Node accepts every request, and unread responses would fill the memory. */
  const onlyInTurn =
    (handle: RequestListener): RequestListener =>
    (request, response) => {
      const { socket } = request;
      const unanswered = unansweredOf.get(socket) ?? 0;
      if (unanswered >= mostUnanswered) {
        socket.destroy();
        return;
      }
      unansweredOf.set(socket, unanswered + 1);
      response.once('close', () => {
        unansweredOf.set(socket, (unansweredOf.get(socket) ?? 1) - 1);
        if (request.complete) return;
        // The next request follows the rest of the refused body, which is therefore read. The connection is closed after three seconds,
        // because a body that arrives a byte at a time would keep it for minutes.
        request.unpipe().resume();
        setTimeout(() => request.complete || socket.destroy(), restOfRefusedMs).unref();
      });
      handle(request, response);
    };
  return {
    serverFactory: (handler, options) => {
      const { http, keepAliveTimeout, requestTimeout, connectionTimeout } = options as unknown as ServerSettings;
      const server = createServer(http, onlyInTurn(handler));
      Object.assign(server, { keepAliveTimeout, requestTimeout });
      server.setTimeout(connectionTimeout);
      // An error on accepting costs only that connection; without a listener it would end the process.
      server.on('error', (error) => warn({ err: error }, 'connections'));
      server.on('connection', admit);
      return server;
    },
    addHooks: (app) => {
      app.addHook('onRequest', (request, reply, done) => {
        if (!isProxy(request.socket.remoteAddress ?? '')) return done();
        const holder = holderOfAddress(request.ip);
        if (!held.take(holder)) return done(new Problem('too_many_requests'));
        reply.raw.once('close', () => held.release(holder));
        return done();
      });
      // Node applies none of its timeouts to a connection that requested an upgrade.
      app.addHook('onResponse', (request, _reply, done) => {
        if ((request.raw as { upgrade?: boolean }).upgrade) request.socket.destroySoon();
        done();
      });
    },
  };
}
