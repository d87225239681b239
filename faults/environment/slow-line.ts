import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './waiting.ts';

const tickMs = 50;

/** A slow network to one server: all connections share a limit of bytes per second upwards, and from time to time all of them are cut. */
export class SlowLine {
  readonly address: string;
  /** Bytes sent upwards so far. */
  bytes = 0;
  cuts = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #timers: NodeJS.Timeout[];
  /** Bytes that may still be sent upwards in this tick. */
  #allowed = 0;

  private constructor(target: URL, port: number, bytesPerSecond: number, cutEveryMs: number) {
    this.address = `http://127.0.0.1:${port}`;
    this.#server = createServer((near) => this.#pass(near, target));
    this.#timers = [
      setInterval(() => {
        this.#allowed = (bytesPerSecond * tickMs) / 1000;
        for (const socket of this.#sockets) this.#move(socket);
      }, tickMs),
      setInterval(() => {
        this.cuts += 1;
        for (const socket of this.#sockets) socket.resetAndDestroy();
      }, cutEveryMs),
    ];
  }

  static async start(address: string, bytesPerSecond: number, cutEveryMs: number): Promise<SlowLine> {
    const port = await freePort();
    const line = new SlowLine(new URL(address), port, bytesPerSecond, cutEveryMs);
    await new Promise<void>((resolve) => line.#server.listen(port, '127.0.0.1', resolve));
    return line;
  }

  readonly #far = new WeakMap<Socket, Socket>();

  #pass(near: Socket, target: URL): void {
    const far = connect(Number(target.port), target.hostname);
    this.#far.set(near, far);
    this.#sockets.add(near);
    far.pipe(near);
    near.on('readable', () => this.#move(near));
    near.once('end', () => far.end());
    near.once('close', () => {
      this.#sockets.delete(near);
      far.destroy();
    });
    for (const socket of [near, far]) socket.on('error', () => socket.destroy());
    far.once('close', () => near.destroy());
  }

  #move(near: Socket): void {
    while (this.#allowed > 0 && near.readableLength > 0) {
      const chunk = near.read(Math.min(near.readableLength, Math.floor(this.#allowed) || 1)) as Buffer | null;
      if (!chunk) return;
      this.#allowed -= chunk.length;
      this.bytes += chunk.length;
      this.#far.get(near)?.write(chunk);
    }
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
