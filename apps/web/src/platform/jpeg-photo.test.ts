import { expect, test } from 'vitest';
import { scaledSize } from './jpeg-photo.ts';

test('a photo is scaled down to at most 1,800 pixels, but never enlarged', () => {
  expect(scaledSize(4000, 3000)).toEqual({ width: 1800, height: 1350 });
  expect(scaledSize(600, 800)).toEqual({ width: 600, height: 800 });
  expect(scaledSize(10_000, 1)).toEqual({ width: 1800, height: 1 });
});
