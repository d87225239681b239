import { expect, test } from 'vitest';
import { contrastOf, darkAccentOf, readableAccent } from './colours.ts';

test('contrast is computed as WCAG defines it', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});

test('an unreadable accent becomes the nearest darker readable colour, a readable one stays', () => {
  for (const good of ['#3b4ec8', '#7a1f3d', '#0b6b4f', '#000000']) expect(readableAccent(good)).toBe(good);
  for (const light of ['#ffffff', '#ffd400', '#3fb6ff', '#ff7a59']) {
    const darker = readableAccent(light);
    expect(darker).not.toBe(light);
    expect(contrastOf(darker, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(readableAccent(darker)).toBe(darker);
  }
});

test('in the dark scheme an accent is lightened until it is readable on every background', () => {
  for (const accent of ['#3b4ec8', '#7a1f3d', '#0b6b4f', '#000000'])
    for (const ground of ['#14161c', '#1c1f27']) expect(contrastOf(darkAccentOf(accent), ground)).toBeGreaterThanOrEqual(4.5);
});
