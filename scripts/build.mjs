// Builds the site and the server: `npm run build`. Does nothing when both are up to date; `--force` builds them all the same.
import { readdirSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isBuilt, takeStamp } from './build-stamp.mjs';
import { root } from './root.mjs';

const web = join(root, 'apps/web');
const server = join(root, 'apps/server');
const worthCompressing = { ending: /\.(js|css|html|svg|json|webmanifest|woff2)$/, bytes: 1024, part: 0.95 };

/** Writes `.br` and `.gz` files beside each file of the site that compression makes smaller; the server sends those. */
async function compress(folder) {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = names
    .filter((entry) => entry.isFile() && worthCompressing.ending.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const write = async (file, bytes, packed) => packed.length < bytes.length * worthCompressing.part && (await writeFile(file, packed));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length <= worthCompressing.bytes) return;
      const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      await write(`${file}.br`, bytes, await promisify(brotliCompress)(bytes, { params: quality }));
      await write(`${file}.gz`, bytes, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

async function buildAll() {
  const began = Date.now();
  const { build } = await import('vite');
  const writeStamp = takeStamp();
  // An interrupted build leaves no main.js, so that the next start builds again.
  for (const folder of [web, server]) rmSync(join(folder, 'dist'), { recursive: true, force: true });
  console.log('Building the site …');
  await build({ root: web, configFile: join(web, 'vite.config.ts'), configLoader: 'runner', logLevel: 'warn' });
  await compress(join(web, 'dist'));
  console.log('Building the server …');
  await build({ root: server, configFile: join(server, 'vite.config.ts'), logLevel: 'warn' });
  writeStamp();
  console.log(`Built in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
}

try {
  if (!process.argv.includes('--force') && isBuilt()) console.log('Nothing changed since the last build.');
  else await buildAll();
} catch (error) {
  const words = error instanceof Error ? error.message : String(error);
  console.error(process.stderr.isTTY ? words : stripVTControlCharacters(words));
  process.exitCode = 1;
}
