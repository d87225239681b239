// Packs a release: `npm run release` writes release/abhyas-VERSION.tar.gz with its checksum and its notes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runChild, runNode } from './child.mjs';
import { productionPackages } from './release-packages.mjs';
import { root } from './root.mjs';

const place = join(root, 'release');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const own = readJson(join(root, 'package.json'));
const name = `abhyas-${own.version}`;
const staged = join(place, name);
const mostNotes = 100;

/**
 * The files that a production installation reads, besides the packages. The demo's own institute stays behind, and so do sources, tests and
 * pictures.
 */
const parts = [
  'apps/server/dist',
  'apps/web/dist',
  'brand',
  'content/bank',
  'content/figures',
  'content/papers',
  'content/cheat-sheets',
  'content/README.md',
  'deploy',
  'docs/operating.md',
  'docs/payments.md',
  'docs/security.md',
  'LICENSE',
];

const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();

/** The titles of the changes since the last tag, newest first. */
function notes() {
  const tag = git('tag', '--sort=-creatordate', '--merged').split('\n')[0];
  const titles = git('log', '--no-merges', '--format=%s', ...(tag ? [`${tag}..HEAD`] : [])).split('\n');
  const changed = git('status', '--porcelain') === '' ? '' : ', with changes that are not committed';
  const earlier = titles.length > mostNotes ? `\nand ${titles.length - mostNotes} earlier changes.\n` : '';
  const lines = titles.slice(0, mostNotes).map((title) => `- ${title}`);
  return `# Abhyas ${own.version}\n\nMade from ${git('rev-parse', '--short', 'HEAD')}${changed}. Install it as docs/operating.md describes.\n\n## Changes${tag ? ` since ${tag}` : ''}\n\n${lines.join('\n')}\n${earlier}`;
}

/** Installs the packages of the server alone. Throws if one that the lock file names for it is missing. */
async function installPackages() {
  const { workspaces } = own;
  for (const file of ['package.json', 'package-lock.json', ...workspaces.map((folder) => `${folder}/package.json`)]) {
    mkdirSync(dirname(join(staged, file)), { recursive: true });
    cpSync(join(root, file), join(staged, file));
  }
  const args = ['ci', '--omit=dev', '--workspace', 'apps/server', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', staged];
  const { code, written } = await runChild('npm', args, { output: 'kept' });
  if (code !== 0) throw new Error(`npm could not install the packages of the server:\n${written}`);
  const record = join(staged, 'node_modules/.package-lock.json');
  const came = Object.entries(readJson(record).packages).filter(([path, { link }]) => !link && path.includes('node_modules/'));
  const wanted = new Set(productionPackages('apps/server'));
  // npm installs what a workspace needs for development too, if the site needs the same package in production.
  const installed = came.filter(([path]) => wanted.has(path));
  for (const [path] of came) if (!wanted.has(path)) rmSync(join(staged, path), { recursive: true });
  const { packages } = readJson(join(root, 'package-lock.json'));
  const missing = [...wanted].filter((path) => !packages[path].optional && !existsSync(join(staged, path)));
  if (missing.length > 0) throw new Error(`npm did not install these packages of the server: ${missing.join(', ')}`);
  // The build of the server holds the code of the workspaces.
  for (const folder of new Set(workspaces.map((path) => path.split('/')[0]))) rmSync(join(staged, folder), { recursive: true });
  rmSync(join(staged, 'node_modules/@abhyas'), { recursive: true });
  rmSync(join(staged, 'node_modules/.bin'), { recursive: true, force: true });
  rmSync(record);
  rmSync(join(staged, 'package-lock.json'));
  return installed;
}

/** Name, version and licence of each package, a line each. */
function manifestOf(installed) {
  const lines = installed.map(([path, { version, license }]) => {
    const licence = license ?? readJson(join(staged, path, 'package.json')).license ?? 'see the package';
    return `${path.replace(/^.*node_modules\//, '')} ${version} ${licence}`;
  });
  return `${lines.sort().join('\n')}\n`;
}

function copyParts() {
  for (const part of parts) cpSync(join(root, part), join(staged, part), { recursive: true });
  cpSync(join(root, 'deploy/bin'), join(staged, 'bin'), { recursive: true });
  rmSync(join(staged, 'deploy/bin'), { recursive: true });
  for (const file of readdirSync(join(staged, 'bin'))) chmodSync(join(staged, 'bin', file), 0o755);
}

/** The package file of a release: the same commands as in a checkout, without the packages and workspaces of a checkout. */
function writePackageFile() {
  const commands = Object.entries(own.scripts).filter(([, script]) => script.startsWith('node scripts/command.mjs '));
  const scripts = { start: 'bin/abhyas start', ...Object.fromEntries(commands.map(([command]) => [command, `bin/abhyas ${command}`])) };
  const { version, license, type, engines } = own;
  writeFileSync(
    join(staged, 'package.json'),
    `${JSON.stringify({ name: 'abhyas', version, private: true, license, type, engines, scripts }, null, 2)}\n`,
  );
}

function bytesBelow(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

async function release() {
  const { code } = await runNode([join(root, 'scripts/build.mjs')]);
  if (code !== 0) throw new Error('The build failed.');
  rmSync(place, { recursive: true, force: true });
  const installed = await installPackages();
  copyParts();
  writePackageFile();
  writeFileSync(join(staged, 'PACKAGES'), manifestOf(installed));
  writeFileSync(join(staged, 'NOTES.md'), notes());
  const tarball = `${name}.tar.gz`;
  const options = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=go-w',
    `--mtime=${git('log', '-1', '--format=%cI')}`,
  ];
  execFileSync('tar', [...options, '-czf', tarball, name], { cwd: place });
  const sum = createHash('sha256')
    .update(readFileSync(join(place, tarball)))
    .digest('hex');
  writeFileSync(join(place, `${tarball}.sha256`), `${sum}  ${tarball}\n`);
  cpSync(join(staged, 'NOTES.md'), join(place, `${name}-notes.md`));
  const megabytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
  const size = megabytes(statSync(join(place, tarball)).size);
  console.log(`release/${tarball}: ${size}, unpacked ${megabytes(bytesBelow(staged))}, ${installed.length} packages.`);
  rmSync(staged, { recursive: true });
}

try {
  if (!existsSync(join(root, '.git'))) throw new Error('A release is packed in a checkout, whose history gives its notes.');
  await release();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
