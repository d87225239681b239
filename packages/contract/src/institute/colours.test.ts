import { expect, test } from 'vitest';
import { contrastOf, darkAccentOf, readableAccent } from './colours.ts';

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('an accent that cannot be read comes out as the nearest darker one that can, any other as it is', () => {
  for (const good of ['#3b4ec8', '#7a1f3d', '#0b6b4f', '#000000']) expect(readableAccent(good)).toBe(good);
  for (const light of ['#ffffff', '#ffd400', '#3fb6ff', '#ff7a59']) {
    const darker = readableAccent(light);
    expect(darker).not.toBe(light);
    expect(contrastOf(darker, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(readableAccent(darker)).toBe(darker);
  }
});

test('in the dark scheme an accent is lightened until it can be read on its grounds', () => {
  for (const accent of ['#3b4ec8', '#7a1f3d', '#0b6b4f', '#000000'])
    for (const ground of ['#14161c', '#1c1f27']) expect(contrastOf(darkAccentOf(accent), ground)).toBeGreaterThanOrEqual(4.5);
});
