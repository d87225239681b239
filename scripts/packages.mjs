import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChild, runNode } from './child.mjs';
import { root } from './root.mjs';

const secondsBetweenWords = 15;
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** Whether node_modules agrees with the lock file. npm writes its own record last, so an interrupted install has none. */
export function areInstalled() {
  const record = 'node_modules/.package-lock.json';
  if (!existsSync(join(root, record))) return false;
  const wanted = readJson('package-lock.json').packages;
  const found = readJson(record).packages;
  const isWanted = ([place, { version }]) => !place.startsWith('node_modules/') || wanted[place]?.version === version;
  // Optional packages for other machines are not installed.
  const isFound = ([place, { optional }]) => !place.startsWith('node_modules/') || optional || place in found;
  return Object.entries(found).every(isWanted) && Object.entries(wanted).every(isFound);
}

function canWrite(folder) {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs the packages of the lock file unless they are installed. Returns whether they are installed at the end; otherwise prints the
 * reason.
 */
export async function installPackages() {
  if (areInstalled()) return true;
  if (!canWrite(root)) {
    console.error(
      `The packages cannot be installed: this user may not write to ${root}. Run it as the folder's owner, or in a copy of your own.`,
    );
    return false;
  }
  console.log('Installing the packages (once, a minute or two) …');
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const words = setInterval(() => console.log(`  still installing, ${seconds()} s …`), secondsBetweenWords * 1000);
  // No package here needs its install script.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  try {
    const { code, written } = npm?.endsWith('.js')
      ? await runNode([npm, ...args], { output: 'kept' })
      : await runChild('npm', args, { output: 'kept' });
    if (code === 0) {
      console.log(`Installed in ${seconds()} s.`);
      return true;
    }
    console.error(`${written.trim()}\nnpm could not install the packages (see above). Check the network and run: npm ci`);
  } catch (error) {
    console.error(`npm could not be started (${error.message}). It comes with Node: https://nodejs.org`);
  } finally {
    clearInterval(words);
  }
  return false;
}
