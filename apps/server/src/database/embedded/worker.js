// Runs PGlite off the main thread and answers batches of the PostgreSQL wire protocol. Plain JavaScript, so that it loads without a build.
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

const { folder, template } = workerData;

if (folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
}
/** Limits open files: each table and index is a file, and the default of a thousand would leave no descriptors for connections. */
const fewFiles = ['-c', 'max_files_per_process=64'];
const database = await PGlite.create({
  startParams: [...PGlite.defaultStartParams, ...fewFiles],
  extensions: { pg_trgm },
  ...(folder ? { dataDir: folder } : {}),
  ...(template ? { loadDataDir: new Blob([readFileSync(template)]) } : {}),
});

/** Restricts file modes: PGlite unpacks files that everybody may write, whatever the umask; later files belong to the owner only. */
if (folder)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);

/** execProtocolRaw() keeps every parsed message for ever. The streaming call does not, but reuses its chunks, so they are copied. */
async function answer(bytes) {
  const chunks = [];
  let size = 0;
  await database.execProtocolRawStream(bytes, {
    onRawData: (chunk) => {
      chunks.push(chunk.slice());
      size += chunk.length;
    },
  });
  const all = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

const work = {
  batch: async ({ bytes }) => answer(bytes),
  dump: async () => new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer()),
  close: async () => {
    await database.close();
    return new Uint8Array();
  },
};

let previous = Promise.resolve();
parentPort.on('message', (request) => {
  previous = previous.then(async () => {
    try {
      const bytes = await work[request.kind](request);
      parentPort.postMessage({ id: request.id, bytes }, [bytes.buffer]);
    } catch (error) {
      parentPort.postMessage({ id: request.id, error: String(error) });
    }
    if (request.kind === 'close') parentPort.close();
  });
});
parentPort.postMessage({ id: 0, bytes: new Uint8Array() });
