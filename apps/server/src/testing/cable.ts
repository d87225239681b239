import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { WebSocket } from 'ws';

export type Frame = { type?: string; identifier?: string; message?: Record<string, unknown> };

/** A page's socket in a test, which stores every frame and can wait for a certain one. */
export class TestPage {
  readonly frames: Frame[] = [];
  readonly #socket: WebSocket;
  readonly #waiting: { is: (frame: Frame) => boolean; resolve: (frame: Frame) => void }[] = [];
  readonly closed: Promise<number>;
  constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => socket.on('close', resolve));
  }

  /** Opens a socket with a token. Rejects if the upgrade is refused. */
  static async open(app: FastifyInstance, token: string | undefined, headers: Record<string, string> = {}): Promise<TestPage> {
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const authorization = token ? { authorization: `Bearer ${token}` } : {};
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/cable`, 'actioncable-v1-json', { headers: { ...authorization, ...headers } });
    const page = new TestPage(socket);
    socket.on('message', (data: Buffer) => page.#hear(JSON.parse(data.toString()) as Frame));
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return page;
  }

  #hear(frame: Frame): void {
    this.frames.push(frame);
    for (const waiting of this.#waiting.filter(({ is }) => is(frame))) waiting.resolve(frame);
  }

  /** The first past or future frame that fulfils the condition. */
  find(is: (frame: Frame) => boolean): Promise<Frame> {
    const found = this.frames.find(is);
    return found ? Promise.resolve(found) : new Promise((resolve) => this.#waiting.push({ is, resolve }));
  }

  send(frame: object | string): void {
    this.#socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  /** Subscribes, and resolves with the response. */
  async subscribe(channel: string, parameters: object): Promise<string | undefined> {
    const identifier = JSON.stringify({ channel, ...parameters });
    this.send({ command: 'subscribe', identifier });
    return (await this.find((frame) => frame.identifier === identifier && frame.type !== undefined)).type;
  }

  /** The message with this number or a later one. */
  async message(number: number): Promise<Record<string, unknown>> {
    return (await this.find(({ message }) => Number(message?.['number']) >= number)).message ?? {};
  }

  close(): void {
    this.#socket.close();
  }
}
