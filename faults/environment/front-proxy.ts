import { Agent, createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from './waiting.ts';

/**
 * A proxy in front of one server, as in an installation: it forwards the caller's address, and responds with 502 and its own page while the
 * server is down.
 */
export class FrontProxy {
  readonly address: string;
  /** Requests that the proxy answered itself because the server was down. */
  failures = 0;
  readonly #target: URL;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #server: Server;

  private constructor(target: string, port: number) {
    this.address = `http://127.0.0.1:${port}`;
    this.#target = new URL(target);
    this.#server = createServer((asked, answer) => this.#pass(asked, answer));
  }

  static async start(target: string): Promise<FrontProxy> {
    const port = await freePort();
    const proxy = new FrontProxy(target, port);
    await new Promise<void>((resolve) => proxy.#server.listen(port, '127.0.0.1', resolve));
    return proxy;
  }

  #pass(asked: IncomingMessage, answer: ServerResponse): void {
    const headers = { ...asked.headers, 'x-forwarded-for': asked.socket.remoteAddress ?? '' };
    const { hostname, port } = this.#target;
    const passed = request({ hostname, port, path: asked.url, method: asked.method, headers, agent: this.#agent });
    passed.once('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
      response.once('error', () => answer.destroy());
    });
    passed.once('error', () => {
      if (answer.headersSent) return void answer.destroy();
      this.failures += 1;
      answer.writeHead(502, { 'content-type': 'text/html' }).end('<html><body><h1>502 Bad Gateway</h1></body></html>');
    });
    answer.once('close', () => passed.destroy());
    asked.pipe(passed);
  }

  async close(): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
