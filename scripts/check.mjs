// `npm run check`: format, lint, types, unused code and import boundaries, all at once; shows what each one says against the code.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runNode } from './child.mjs';
import { installPackages } from './packages.mjs';
import { root } from './root.mjs';

const bin = (path) => join(root, 'node_modules', path);

const checks = {
  format: [bin('@biomejs/biome/bin/biome'), 'format', '.'],
  lint: [bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '--report-unused-disable-directives'],
  types: [bin('typescript/bin/tsc'), '-p', root],
  // Its linter, and a client typed from it.
  'api description': [bin('tsx/dist/cli.mjs'), join(root, 'packages/api-client/check.ts')],
  'unused code': [bin('knip/bin/knip.js'), '--no-progress'],
};
const boundaries = { boundaries: [bin('vitest/vitest.mjs'), 'run', '--project', 'boundaries'] };

/** Runs the checks side by side. Returns the names of those that found something. */
export async function check(wanted = checks) {
  const outcomes = await Promise.all(
    Object.entries(wanted).map(async ([name, args]) => {
      const { code, written } = await runNode(args, {
        output: 'kept',
        env: process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' },
      });
      if (code !== 0) console.log(`${written.trim()}\n`);
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
      return { name, isGreen: code === 0 };
    }),
  );
  return outcomes.filter(({ isGreen }) => !isGreen).map(({ name }) => name);
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href;
if (isCommand) {
  const isReady = await installPackages();
  const failed = isReady ? await check({ ...checks, ...boundaries }) : ['packages'];
  process.exitCode = failed.length === 0 ? 0 : 1;
}
