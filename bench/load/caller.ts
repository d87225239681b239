import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Answer, Endpoint, Input } from '@abhyas/contract/endpoint';
import { Client } from 'undici';

interface Received {
  encoding: string | undefined;
  bytes: Buffer;
}

function readJson({ encoding, bytes }: Received): unknown {
  const text = encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes;
  return JSON.parse(text.toString());
}

/** One browser: its own connection, and the contract's calls over it. */
export class Caller {
  readonly #client: Client;
  #token: string | undefined;

  /** `from` is the IP address that the browser calls from. */
  constructor(address: string, { token, from }: { token?: string; from?: string }) {
    this.#client = new Client(address, from === undefined ? {} : { localAddress: from });
    this.#token = token;
  }

  signIn(token: string): void {
    this.#token = token;
  }

  /** Makes a call and returns the raw answer. Throws on a refusal. */
  async send<E extends Endpoint>({ path, method }: E, input: Input<E>): Promise<Received> {
    const { id, ...rest } = input as Record<string, unknown>;
    const hasId = path.includes('{id}');
    const fields = hasId || id === undefined ? rest : { ...rest, id };
    const query = method === 'GET' ? new URLSearchParams(fields as Record<string, string>).toString() : '';
    const { statusCode, headers, body } = await this.#client.request({
      method,
      path: `/api${path.replace('{id}', String(id))}${query && `?${query}`}`,
      headers: {
        'accept-encoding': 'gzip, deflate, br',
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      body: method === 'POST' ? JSON.stringify(fields) : null,
    });
    const received = { encoding: headers['content-encoding']?.toString(), bytes: Buffer.from(await body.arrayBuffer()) };
    if (statusCode !== 200) throw new Error(`${method} ${path} was answered with ${statusCode}: ${JSON.stringify(readJson(received))}`);
    return received;
  }

  /** Makes a call and returns the parsed answer. */
  async call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>> {
    return readJson(await this.send(endpoint, input)) as Answer<E>;
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
