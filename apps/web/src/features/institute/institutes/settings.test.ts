import { expect, test } from 'vitest';
import { readAccent } from './AccentField.tsx';
import { faultOfLogo, fitted } from './logo-png.ts';

test('a colour is read with or without its #; an empty text means no colour, and any other text is refused', () => {
  expect([readAccent('#7A1F3D'), readAccent(' 7a1f3d '), readAccent('')]).toEqual(['#7a1f3d', '#7a1f3d', null]);
  for (const typed of ['red', '#fff', '#7a1f3', '#gggggg']) expect(readAccent(typed), typed).toBe(undefined);
});

test('a logo is scaled down in proportion, but never enlarged', () => {
  expect(fitted(3000, 1000)).toEqual({ width: 384, height: 128 });
  expect(fitted(1000, 3000)).toEqual({ width: 48, height: 144 });
  expect(fitted(40, 20)).toEqual({ width: 40, height: 20 });
  expect(fitted(100_000, 10)).toEqual({ width: 384, height: 1 });
});

test('a drawing and a huge picture are refused as a logo', () => {
  expect(faultOfLogo({ type: 'image/png', size: 20_000 })).toBe(null);
  expect(faultOfLogo({ type: 'image/svg+xml', size: 20_000 })).toMatch(/SVG/);
  expect(faultOfLogo({ type: 'image/jpeg', size: 20_000_000 })).toMatch(/10 MB/);
});
