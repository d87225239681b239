// `npm run check`: format, lint, types, unused code, licences and import boundaries, all at once; shows each tool's output on the faults. `npm run
// check -- --changed` formats and lints only the files that differ from the last commit, without types: it takes a second.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
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
  // Lints the description, and type-checks a client made from it.
  'api description': [bin('tsx/dist/cli.mjs'), join(root, 'packages/api-client/check.ts')],
  'unused code': [bin('knip/bin/knip.js'), '--no-progress'],
  licences: [join(root, 'scripts/licences.mjs')],
};
const readableByTools = /\.(?:[cm]?[jt]s|tsx|jsonc?|css)$/;

/** The files that differ from the last commit, including new ones. */
const changedFiles = () =>
  execFileSync('git', ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=all'], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .map((line) => line.slice(3))
    .filter((file) => readableByTools.test(file) && existsSync(join(root, file)));

const checksOf = (files) => ({
  format: [bin('@biomejs/biome/bin/biome'), 'format', '--no-errors-on-unmatched', ...files],
  lint: [bin('oxlint/bin/oxlint'), '--deny-warnings', ...files],
});

const boundaries = { boundaries: [bin('vitest/vitest.mjs'), 'run', '--project', 'boundaries'] };

/** Runs the checks side by side. Returns the names of the failed ones. */
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
  const files = process.argv.includes('--changed') ? changedFiles() : undefined;
  const wanted = files ? (files.length > 0 ? checksOf(files) : {}) : { ...checks, ...boundaries };
  const failed = isReady ? await check(wanted) : ['packages'];
  process.exitCode = failed.length === 0 ? 0 : 1;
}
