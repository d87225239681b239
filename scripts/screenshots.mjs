// `npm run screenshots`: takes pictures of every screen, on phone and desktop, light and dark, into `screenshots/`; a few of them also into
// `docs/screenshots`.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './child.mjs';
import { requireChromium } from './chromium.mjs';
import { requireNode } from './node-version.mjs';
import { installPackages } from './packages.mjs';
import { root } from './root.mjs';

requireNode();

async function screenshots() {
  if (!(await installPackages())) return 1;
  const chromium = await requireChromium();
  if (!chromium) return 1;
  const built = await runNode([join(root, 'scripts/build.mjs')]);
  if (built.code !== 0) return built.code;
  rmSync(join(root, 'screenshots'), { recursive: true, force: true });
  const config = join(root, 'tests/browser/screenshots.config.ts');
  const args = [
    join(root, 'node_modules/@playwright/test/cli.js'),
    'test',
    '--config',
    config,
    '--reporter=list',
    ...process.argv.slice(2),
  ];
  const { code } = await runNode(args, { env: { CHROMIUM_PATH: chromium } });
  return code;
}

process.exitCode = await screenshots();
