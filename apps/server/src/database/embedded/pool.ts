import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { FolderFault, lockFolder } from './folder-lock.ts';

/** PGlite 0.5 is PostgreSQL 18; a folder of another version cannot be opened. */
const majorVersion = '18';

export interface EmbeddedOptions {
  /** Folder of the data; when absent, the data is in memory. */
  folder?: string;
  /** A dump with which a new folder begins. */
  template?: string;
}

export interface EmbeddedPool {
  pool: pg.Pool;
  /** The whole database as a tar file, with which another one can begin. */
  dump(): Promise<Uint8Array>;
  close(): Promise<void>;
}

type Request = { kind: 'batch'; bytes: Uint8Array } | { kind: 'dump' } | { kind: 'close' };

/** A worker thread with PGlite, which answers requests in order. */
async function startWorker(data: EmbeddedOptions) {
  const worker = new Worker(new URL('./worker.js', import.meta.url), { workerData: data });
  const waiting = new Map<number, { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }>();
  let last = 0;
  const failAll = (error: Error) => {
    for (const request of waiting.values()) request.reject(error);
    waiting.clear();
  };
  worker.on('message', ({ id, bytes, error }: { id: number; bytes?: Uint8Array; error?: string }) => {
    const request = waiting.get(id);
    waiting.delete(id);
    if (bytes) request?.resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    else request?.reject(new Error(error));
  });
  worker.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => failAll(new Error('The embedded database has stopped.')));
  const answerTo = (id: number) => new Promise<Buffer>((resolve, reject) => waiting.set(id, { resolve, reject }));
  await answerTo(0);
  return (request: Request) => {
    last += 1;
    const answer = answerTo(last);
    worker.postMessage({ id: last, ...request });
    return answer;
  };
}

const int32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};
const message = (type: string, body: Buffer) => Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
const simpleQuery = (text: string) => new Uint8Array(message('Q', Buffer.from(`${text}\0`)));
/** The messages of a server to a newly connected client. */
const welcome = Buffer.concat([
  message('R', int32(0)),
  message('S', Buffer.from('client_encoding\0UTF8\0')),
  message('K', Buffer.concat([int32(1), int32(1)])),
  message('Z', Buffer.from('I')),
]);
/** Messages after which a client waits for an answer: Sync, Query, CopyData, CopyDone, Flush. */
const askForAnswer = 'SQcfdH';
const terminate = Buffer.from([0x58, 0, 0, 0, 4]);

function lastMessageType(bytes: Buffer): string {
  let type = '';
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readInt32BE(at + 1)) type = String.fromCharCode(bytes[at] ?? 0);
  return type;
}

/** Replaces the socket of a pg client: sends the client's data to the worker, and returns the worker's responses. */
class WireStream extends Duplex {
  readonly #send: (bytes: Uint8Array) => Promise<Buffer>;
  #isWelcomed = false;
  #held: Buffer[] = [];
  constructor(send: (bytes: Uint8Array) => Promise<Buffer>) {
    super();
    this.#send = send;
  }
  connect() {
    process.nextTick(() => this.emit('connect'));
    return this;
  }
  setNoDelay() {
    return this;
  }
  setKeepAlive() {
    return this;
  }
  setTimeout() {
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  override _read() {}
  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this._writev([{ chunk, encoding }], done);
  }
  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void) {
    let bytes = Buffer.concat(chunks.map(({ chunk }) => chunk));
    if (!this.#isWelcomed) {
      this.#isWelcomed = true;
      // All clients share one backend, one after another, so each new client resets its state.
      this.#send(simpleQuery('rollback'))
        .then(() => this.#send(simpleQuery('discard all')))
        .then(() => {
          this.push(welcome);
          done();
        }, done);
      return;
    }
    if (bytes.subarray(-5).equals(terminate)) {
      bytes = bytes.subarray(0, -5);
      if (bytes.length === 0) {
        this.push(null);
        done();
        return;
      }
    }
    this.#held.push(bytes);
    if (!askForAnswer.includes(lastMessageType(bytes))) {
      done();
      return;
    }
    const batch = new Uint8Array(Buffer.concat(this.#held));
    this.#held = [];
    this.#send(batch).then((answer) => {
      if (answer.length > 0) this.push(answer);
      done();
    }, done);
  }
  override _final(done: () => void) {
    this.push(null);
    done();
  }
}

/** Opens PGlite in a worker thread behind an ordinary pool of one client. Throws when the folder is in use or of another version. */
export async function openEmbeddedPool({ folder, template }: EmbeddedOptions): Promise<EmbeddedPool> {
  const unlock = folder ? lockFolder(folder) : () => {};
  const versionFile = folder && join(folder, 'PG_VERSION');
  const isOld = versionFile !== undefined && existsSync(versionFile);
  const found = isOld ? readFileSync(versionFile, 'utf8').trim() : majorVersion;
  if (found !== majorVersion) {
    unlock();
    throw new FolderFault(`The database in ${folder} is of PostgreSQL ${found}; this version of Abhyas opens ${majorVersion}.`);
  }
  const ask = await startWorker({ ...(folder ? { folder } : {}), ...(template && !isOld ? { template } : {}) }).catch((error: unknown) => {
    unlock();
    throw error;
  });
  const stream = () => new WireStream((bytes) => ask({ kind: 'batch', bytes }));
  // A new connection would lose the settings of the previous one.
  const pool = new pg.Pool({ max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres', ssl: false, stream: stream as never });
  return {
    pool,
    dump: () => ask({ kind: 'dump' }),
    close: async () => {
      await pool.end();
      await ask({ kind: 'close' });
      unlock();
    },
  };
}
