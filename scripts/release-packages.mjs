// The packages that the server needs in production, by the lock file: `node scripts/release-packages.mjs` prints their places.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/** The place of a package as Node finds it from another one: in the nearest node_modules upwards. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (place in packages) return place;
    if (folder === '') return undefined;
  }
}

/** The places of all packages that a workspace needs without its packages for development. Optional ones count. */
export function productionPackages(workspace) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const reached = new Set();
  const follow = (place) => {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = packages[place];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = placeOf(packages, place, name);
      const target = found && (packages[found].link ? packages[found].resolved : found);
      if (!target || reached.has(target)) continue;
      reached.add(target);
      follow(target);
    }
  };
  follow(workspace);
  return [...reached].filter((place) => place.includes('node_modules/'));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(productionPackages('apps/server').join('\n'));
