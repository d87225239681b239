import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './waiting.ts';

/**
 * One address for several servers: each connection goes to the next server that accepts it, and ends with that server. When no server
 * accepts it, the connection is closed.
 */
export class Balancer {
  readonly address: string;
  /** Connections that no server accepted. */
  failures = 0;
  readonly #targets: readonly URL[];
  readonly #server: Server;
  readonly #near = new Set<Socket>();
  #turn = 0;

  private constructor(targets: readonly string[], port: number) {
    this.address = `http://127.0.0.1:${port}`;
    this.#targets = targets.map((target) => new URL(target));
    this.#server = createServer((near) => {
      this.#near.add(near);
      near.once('close', () => this.#near.delete(near));
      near.on('error', () => near.destroy());
      this.#turn += 1;
      this.#pass(near, this.#turn, this.#targets.length);
    });
  }

  static async start(targets: readonly string[]): Promise<Balancer> {
    const port = await freePort();
    const balancer = new Balancer(targets, port);
    await new Promise<void>((resolve) => balancer.#server.listen(port, '127.0.0.1', resolve));
    return balancer;
  }

  #pass(near: Socket, turn: number, left: number): void {
    const target = this.#targets[turn % this.#targets.length];
    if (!target || left === 0) {
      this.failures += 1;
      near.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    let isTaken = false;
    far.once('connect', () => {
      isTaken = true;
      near.pipe(far);
      far.pipe(near);
    });
    far.on('error', () => far.destroy());
    far.once('close', () => {
      if (isTaken) near.destroy();
      else this.#pass(near, turn + 1, left - 1);
    });
    near.once('close', () => far.destroy());
  }

  async close(): Promise<void> {
    for (const socket of this.#near) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
