import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, fillColumns } from './columns.ts';

const block = (height: number, more: Partial<Block> = {}): Block => ({ height, keepsNext: false, isWhole: true, cuts: [], ...more });
const heading = block(20, { keepsNext: true });
/** A text with this number of lines of 20 px, which may be cut between lines. */
const text = (lines: number, more: Partial<Block> = {}) =>
  block(lines * 20, { isWhole: false, cuts: Array.from({ length: lines - 1 }, (_, at) => (at + 1) * 20), ...more });
const fill = (blocks: Block[], height = 400, first = height) =>
  fillColumns(blocks, { heightOf: (column) => (column < 2 ? first : height), gap: 10 });
const placesOf = (blocks: Block[], height?: number) => fill(blocks, height).map(({ block: at, column, top }) => [at, column, top]);

describe('columns', () => {
  it('are filled from top to bottom, and a question that does not fit begins the next one', () => {
    expect(placesOf([block(200), block(150), block(100)])).toEqual([
      [0, 0, 0],
      [1, 0, 210],
      [2, 1, 0],
    ]);
  });

  it('keep a heading with its question, and a heading before a heading too', () => {
    expect(placesOf([block(330), heading, heading, block(100)])).toEqual([
      [0, 0, 0],
      [1, 1, 0],
      [2, 1, 30],
      [3, 1, 60],
    ]);
  });

  it('keep a passage with its first question if both fit in a column', () => {
    const passage = text(10, { keepsNext: true });
    expect(placesOf([block(150), passage, block(100)])[1]).toEqual([1, 1, 0]);
  });

  it('cut a solution between two lines where it meets the end of a column', () => {
    const [, first, second] = fill([block(300), text(10)]);
    expect(first).toEqual({ block: 1, from: 0, to: 80, column: 0, top: 310 });
    expect(second).toEqual({ block: 1, from: 80, to: 200, column: 1, top: 0 });
  });

  it('cut a question only if it is taller than a column', () => {
    const long = text(30, { isWhole: true });
    expect(fill([block(100), long]).map(({ from, to, column }) => [from, to, column])).toEqual([
      [0, 100, 0],
      [0, 280, 0],
      [280, 600, 1],
    ]);
  });

  it('never contain only one or two lines of a cut block', () => {
    expect(fill([block(350), text(10)]).map(({ column }) => column)).toEqual([0, 1]);
    expect(fill([block(210), text(10)]).map(({ from, to }) => to - from)).toEqual([210, 140, 60]);
  });

  it('are shorter on the first page', () => {
    expect(fill([block(250), block(250), block(250)], 400, 300).map(({ column }) => column)).toEqual([0, 1, 2]);
  });

  const anyBlock = fc
    .record({ lines: fc.integer({ min: 1, max: 60 }), keepsNext: fc.boolean(), isWhole: fc.boolean() })
    .map(({ lines, ...more }) => text(lines, more));

  it('show every part of every block once and in order, inside the column, without overlap', () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 40 }), fc.integer({ min: 200, max: 900 }), (blocks, height) => {
        const pieces = fill(blocks, height, height - 100);
        const shown = blocks.map((_, at) => pieces.filter((piece) => piece.block === at));
        for (const [at, parts] of shown.entries()) {
          expect(parts[0]?.from).toBe(0);
          expect(parts.at(-1)?.to).toBe(blocks[at]?.height);
          for (const [turn, part] of parts.entries()) if (turn > 0) expect(part.from).toBe(parts[turn - 1]?.to);
        }
        for (const [turn, { column, top, from, to, block: at }] of pieces.entries()) {
          expect(top + to - from).toBeLessThanOrEqual(column < 2 ? height - 100 : height);
          const before = pieces[turn - 1];
          if (before) expect(at * 1000 + column).toBeGreaterThanOrEqual(before.block * 1000 + before.column);
          if (before?.column === column) expect(top).toBeGreaterThanOrEqual(before.top + before.to - before.from);
        }
      }),
    );
  });

  it('never end with a heading', () => {
    fc.assert(
      // A group of more headings than a paper has would not fit into a column.
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.constantFrom(90, 250)), { maxLength: 20 }), (groups) => {
        const blocks = groups.flatMap(([headings, height]) => [...Array<Block>(headings).fill(heading), block(height)]);
        const pieces = fill([...blocks, block(50)]);
        for (const [turn, { block: at, column }] of pieces.entries())
          if (blocks[at]?.keepsNext) expect(pieces[turn + 1]?.column).toBe(column);
      }),
    );
  });
});
