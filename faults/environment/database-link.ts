import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from './waiting.ts';

/**
 * The network between one server and the database. While it is silent it passes nothing and reports no error, as when a firewall forgets a
 * connection; connections that were open then stay dead for ever.
 */
export class DatabaseLink {
  readonly url: string;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(databaseUrl: string): Promise<DatabaseLink> {
    const target = new URL(databaseUrl);
    const own = new URL(databaseUrl);
    own.port = String(await freePort());
    const server = createServer((near) => link.#pass(near, target));
    const link = new DatabaseLink(server, own.href);
    await new Promise<void>((resolve) => server.listen(Number(own.port), own.hostname, resolve));
    return link;
  }

  #pass(near: Socket, target: URL): void {
    this.#keep(near);
    if (this.#isSilent) return;
    const far = this.#keep(connect(Number(target.port), target.hostname));
    near.pipe(far);
    far.pipe(near);
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
  }

  #keep(socket: Socket): Socket {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  }

  /** Silences the open connections for ever, and new connections until `restore`. */
  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets)
      socket
        .unpipe()
        .pause()
        .removeAllListeners('close')
        .once('close', () => this.#sockets.delete(socket));
  }

  /** Lets new connections pass again. */
  restore(): void {
    this.#isSilent = false;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
