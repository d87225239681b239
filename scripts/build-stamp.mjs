import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const stampFile = join(root, 'apps/server/dist/build-stamp');
const outputs = ['apps/server/dist/main.js', 'apps/server/dist/worker.js', 'apps/server/dist/migrations', 'apps/web/dist/index.html'];

/** Everything that a build reads. */
const inputs = [
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.mjs',
  'packages/exam/src',
  'packages/contract/src',
  'apps/server/src',
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
];
/** What says how they are built stands in them, as plain `.ts` files. */
const workspaces = ['apps/server', 'apps/web'];

const isTest = (name) => /\.test\.tsx?$/.test(name);

/** All files at or below a place, in an order that no file system changes. */
function filesBelow(place) {
  const path = join(root, place);
  if (!existsSync(path)) return [];
  const entries = readdirSync(path, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && !isTest(entry.name)).map((entry) => join(entry.parentPath, entry.name));
  return files.sort();
}

function hashOfInputs() {
  const hash = createHash('sha256').update(`node ${process.versions.node.split('.')[0]}`);
  const settings = workspaces.flatMap((place) =>
    readdirSync(join(root, place))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${place}/${name}`),
  );
  for (const place of [...inputs, ...settings]) {
    const files = /\.\w+$/.test(place) ? [join(root, place)] : filesBelow(place);
    for (const file of files) hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Whether what was built last is what the sources say now. */
export function isBuilt() {
  if (!existsSync(stampFile) || !outputs.every((output) => existsSync(join(root, output)))) return false;
  return readFileSync(stampFile, 'utf8') === hashOfInputs();
}

/** Taken before a build and written after it, so that a source changed meanwhile is built again. */
export function takeStamp() {
  const hash = hashOfInputs();
  return () => writeFileSync(stampFile, hash);
}
