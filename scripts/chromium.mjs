import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { runChild } from './child.mjs';
import { root } from './root.mjs';

/** The headless shell is first, because it takes two thirds of the processor time of the whole browser. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const otherPlaces = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/**
 * Whether the browser prints its version. Ubuntu's chromium package is a stub that runs only under snap, so a path alone does not prove a
 * browser.
 */
async function answers(path) {
  if (!path || !existsSync(path)) return false;
  try {
    const { code } = await runChild(path, ['--version'], { output: 'kept' });
    return code === 0;
  } catch {
    return false;
  }
}

/** The path of the browser that Playwright downloads itself, present or not. */
const playwrightsOwn = () => createRequire(join(root, 'tests/package.json'))('@playwright/test').chromium.executablePath();

/** The path of a working Chromium: CHROMIUM_PATH, one on the PATH, or Playwright's own; undefined when there is none. */
export async function findChromium() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) return (await answers(chosen)) ? chosen : undefined;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const places = [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...otherPlaces, playwrightsOwn()];
  for (const place of places) if (await answers(place)) return place;
  return undefined;
}

const isDebian = () => existsSync('/etc/os-release') && /^(ID|ID_LIKE)=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
const isRoot = () => process.getuid?.() === 0;

function remedy() {
  if (process.env.CHROMIUM_PATH)
    return `CHROMIUM_PATH is "${process.env.CHROMIUM_PATH}", which is not a working browser: unset CHROMIUM_PATH, or give the path of one.`;
  const command = isDebian() ? `${isRoot() ? '' : 'sudo '}apt-get install chromium` : 'npx playwright install --with-deps chromium';
  return `The browser tests need Chromium, and none was found: install it with \`${command}\`, or give its path in CHROMIUM_PATH.`;
}

/** The path of a working Chromium; undefined, after a sentence with the command that installs one, when there is none. */
export async function requireChromium() {
  const found = await findChromium();
  if (!found) console.error(remedy());
  return found;
}
