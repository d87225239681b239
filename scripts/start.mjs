// `npm start`: every step from a fresh checkout to a running site. Uses only modules that come with Node.
import { join } from 'node:path';
import { isBuilt } from './build-stamp.mjs';
import { runNode } from './child.mjs';
import { requireNode } from './node-version.mjs';
import { installPackages } from './packages.mjs';
import { root } from './root.mjs';

requireNode();

async function start() {
  if (!(await installPackages())) return 1;
  if (!isBuilt()) {
    const { code } = await runNode([join(root, 'scripts/build.mjs')]);
    if (code !== 0) return code;
  }
  const { code } = await runNode(['--enable-source-maps', join(root, 'apps/server/dist/main.js')], { isApart: true });
  return code;
}

process.exitCode = await start();
