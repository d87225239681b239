import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refuseRootBeside } from './folder-owner.ts';

test('root is refused in the data folder of another user, and that user is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'abhyas-owner-'));
  // Root gives the folder away; any other user owns it already.
  if (process.getuid?.() === 0) chownSync(folder, 12_345, 12_345);
  expect(() => refuseRootBeside(folder, 0)).toThrow(/^Run the command as the user of the servers, who owns /);
  expect(() => refuseRootBeside(folder, 12_345)).not.toThrow();
  expect(() => refuseRootBeside(join(folder, 'none'), 0)).not.toThrow();
  rmSync(folder, { recursive: true });
});
