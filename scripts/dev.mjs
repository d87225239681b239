// `npm run dev`: the server on port 3000, restarted at every change, and the site on port 5173, which calls that server.
import { join } from 'node:path';
import { runNode } from './child.mjs';
import { requireNode } from './node-version.mjs';
import { installPackages } from './packages.mjs';
import { root } from './root.mjs';

requireNode();
if (!(await installPackages())) process.exit(1);

const bin = (path) => join(root, 'node_modules', path);
console.log('The site is on http://localhost:5173 when both are ready. Press Ctrl+C to stop.');
await Promise.all([
  runNode([bin('tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', join(root, 'apps/server/src/main.ts')], { env: { PORT: '3000' } }),
  runNode([
    bin('vite/bin/vite.js'),
    '--config',
    join(root, 'apps/web/vite.config.ts'),
    '--configLoader',
    'runner',
    '--clearScreen',
    'false',
  ]),
]);
