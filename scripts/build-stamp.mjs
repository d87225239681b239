import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const stampFile = join(root, 'apps/server/dist/build-stamp');
const outputs = [
  'apps/server/dist/main.js',
  'apps/server/dist/command-line.js',
  'apps/server/dist/worker.js',
  'apps/server/dist/migrations',
  'apps/web/dist/index.html',
];

/** Every file and folder that a build reads. */
const inputs = [
  'package-lock.json',
  'tsconfig.json',
  'scripts/build.mjs',
  'packages/exam/src',
  'packages/contract/src',
  'packages/exchange/src',
  'apps/server/src',
  'apps/web/src',
  'apps/web/public',
  'apps/web/index.html',
];
/** Workspaces whose build settings are plain `.ts` files in their folder. */
const workspaces = ['apps/server', 'apps/web'];

const isTest = (name) => /\.test\.tsx?$/.test(name);

/** All files in or below a folder, in an order that does not depend on the file system. */
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

/** Whether the last build was made from the present sources. */
export function isBuilt() {
  if (!existsSync(stampFile) || !outputs.every((output) => existsSync(join(root, output)))) return false;
  return readFileSync(stampFile, 'utf8') === hashOfInputs();
}

/** Takes a stamp before a build and writes it afterwards, so that a source that changed meanwhile is built again. */
export function takeStamp() {
  const hash = hashOfInputs();
  return () => writeFileSync(stampFile, hash);
}
