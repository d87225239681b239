import { expect, test } from 'vitest';
import { erased, heightOf, pathOf, withPoint } from './strokes.ts';

test('a line keeps the points that are seen apart, in whole thousandths of the width', () => {
  expect(withPoint(withPoint(withPoint([], 1.4, 2.6), 1.9, 2.9), 30.2, 40)).toEqual([1, 3, 30, 40]);
});

test('a line is drawn through its points, and a press without a move is a dot', () => {
  expect([pathOf([1, 2, 3, 4, 5, 6]), pathOf([7, 8])]).toEqual(['M1 2L3 4L5 6', 'M7 8h0.1']);
});

test('the eraser removes a whole line that it touches anywhere, and no other', () => {
  const [long, dot] = [
    [0, 0, 200, 0],
    [500, 500],
  ];
  const strokes = [long ?? [], dot ?? []];
  expect(erased(strokes, 100, 10)).toEqual([dot]);
  expect(erased(strokes, 505, 505)).toEqual([long]);
  expect(erased(strokes, 300, 0)).toBe(strokes);
});

test('the pad grows with the lowest line', () => {
  expect([heightOf([]), heightOf([[10, 700, 900, 20]])]).toEqual([120, 820]);
});
