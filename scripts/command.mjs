// Runs commands such as `npm run institute -- …`: the built one, else from the sources, which needs the packages for development.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isBuilt } from './build-stamp.mjs';
import { runNode } from './child.mjs';
import { root } from './root.mjs';

const built = join(root, 'apps/server/dist/command-line.js');
const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
const canBeBuilt = existsSync(tsx);

async function run(words) {
  if (!canBeBuilt && !existsSync(built)) {
    console.error('The server is not built, and the packages that build it are not installed. Run npm ci and npm run build.');
    return 1;
  }
  const source = [tsx, join(root, 'apps/server/src/commands/command-line.ts')];
  const { code } = await runNode([...(canBeBuilt && !isBuilt() ? source : ['--enable-source-maps', built]), ...words]);
  return code;
}

process.exitCode = await run(process.argv.slice(2));
