import { expect, test } from 'vitest';
import { faultsOf } from '../../scripts/licences.mjs';

const lockWith = (entry: object) => ({
  packages: { '': {}, 'node_modules/a': { version: '1.0.0', license: 'MIT' }, 'node_modules/b': entry },
});

test.each([
  ['of a list', { version: '2.0.0', license: 'ISC' }],
  ['of a choice with an allowed one', { version: '2.0.0', license: '(MPL-2.0 OR Apache-2.0)' }],
  ['of several that are all allowed', { version: '2.0.0', license: 'MIT AND ISC AND BSD-3-Clause' }],
  ['of a package that only development needs', { version: '2.0.0', license: 'GPL-3.0', dev: true }],
])('a licence %s is allowed', (_what, entry) => {
  expect(faultsOf(lockWith(entry))).toEqual([]);
});

test.each([
  ['another licence', { version: '2.0.0', license: 'MPL-2.0' }, 'MPL-2.0'],
  ['no licence', { version: '2.0.0' }, 'none'],
  ['several, one of them not allowed', { version: '2.0.0', license: '(MIT AND GPL-3.0)' }, '(MIT AND GPL-3.0)'],
  ['a nested expression', { version: '2.0.0', license: 'MIT AND (ISC OR GPL-3.0)' }, 'MIT AND (ISC OR GPL-3.0)'],
])('a package of production with %s is reported', (_what, entry, licence) => {
  expect(faultsOf(lockWith(entry))).toEqual([`b 2.0.0 has the licence ${licence}, which scripts/licences.mjs does not allow.`]);
});
