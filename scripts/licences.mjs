// Checks the licences of the packages that a production install gets, by the lock file; `npm run check` runs it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/** Licences under which the product may pass a package on without giving away its own sources. OFL is for fonts. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
]);

/** Whether an SPDX expression is allowed: one part of an `OR`, every part of an `AND`. A nested expression is for a person to judge. */
function isAllowed(licence) {
  const parts = licence.replace(/^\((.*)\)$/, '$1');
  if (parts.includes(' OR ')) return parts.split(' OR ').some((part) => allowed.has(part));
  return parts.split(' AND ').every((part) => allowed.has(part));
}

/** The packages of a production install, with their licences: every one that is not for development alone. */
const packagesOf = (lock) =>
  Object.entries(lock.packages)
    .filter(([place, { dev, link }]) => place.includes('node_modules/') && !dev && !link)
    .map(([place, { version, license = 'none' }]) => ({ name: `${place.replace(/^.*node_modules\//, '')} ${version}`, licence: license }));

/** A sentence for each package of a production install whose licence is not allowed. */
export const faultsOf = (lock) =>
  packagesOf(lock)
    .filter(({ licence }) => !isAllowed(licence))
    .map(({ name, licence }) => `${name} has the licence ${licence}, which scripts/licences.mjs does not allow.`);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const faults = faultsOf(lock);
  const counts = new Map();
  for (const { licence } of packagesOf(lock)) counts.set(licence, (counts.get(licence) ?? 0) + 1);
  const listed = [...counts].sort(([, one], [, other]) => other - one).map(([licence, count]) => `${licence} ${count}`);
  console.log(faults.length > 0 ? faults.join('\n') : listed.join(', '));
  process.exitCode = faults.length > 0 ? 1 : 0;
}
