import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BUBBLE_RADIUS,
  fitsColumns,
  numberColumns,
  ROLL_DIGITS,
  readSheetCode,
  sheetCode,
  sheetPages,
  type SheetPage,
  type SheetSection,
  sheetSize,
} from './answer-sheet.ts';
import { presets } from '../tests/presets.ts';
import { setNames } from './paper-sets.ts';

const anySection = fc.record({
  name: fc.constantFrom('Physics A', 'Biology, Botany'),
  question_count: fc.integer({ min: 0, max: 100 }),
  is_numerical: fc.boolean(),
  integer: fc.boolean(),
});
const anyPaper = fc.array(anySection, { minLength: 1, maxLength: 8 });
const presetSections = Object.values(presets).map(({ name, sections }): [string, SheetSection[]] => [
  name,
  sections.map(({ question_type, ...section }) => ({ ...section, is_numerical: question_type === 1 })),
]);
const section = (question_count: number, is_numerical = false, integer = false): SheetSection => ({
  name: 'A',
  question_count,
  is_numerical,
  integer,
});

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}
const boxOf = (x: number, y: number, width: number, height = width): Box => ({ left: x, top: y, right: x + width, bottom: y + height });
const overlap = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The faults of a page: bubbles that leave the frame of the corner marks, touch each other, the code, a corner mark or a written box. */
function faultsOf({ corners, code, bubbles, boxes, labels }: SheetPage): string[] {
  const faults: string[] = [];
  const solid = [...corners.map(({ x, y, size }) => boxOf(x, y, size)), boxOf(code.x, code.y, code.size)];
  const written = boxes.map(({ x, y, width, height }) => boxOf(x, y, width, height));
  const xs = corners.map(({ x, size }) => x + size / 2);
  const ys = corners.map(({ y, size }) => y + size / 2);
  const cells = new Map<string, { x: number; y: number }[]>();
  for (const { x, y, question, value } of bubbles) {
    const at = `bubble ${value} of ${question} at ${x}, ${y}`;
    const own = boxOf(x - BUBBLE_RADIUS, y - BUBBLE_RADIUS, 2 * BUBBLE_RADIUS);
    if (own.left < Math.min(...xs) || own.right > Math.max(...xs) || own.top < Math.min(...ys) || own.bottom > Math.max(...ys))
      faults.push(`${at} leaves the frame`);
    if ([...solid, ...written].some((box) => overlap(own, box))) faults.push(`${at} covers a mark, the code or a box`);
    // Only neighbouring cells of 10 mm can hold a bubble that touches this one.
    const [column, row] = [Math.floor(x / 10), Math.floor(y / 10)];
    for (let dx = -1; dx <= 1; dx += 1)
      for (let dy = -1; dy <= 1; dy += 1)
        for (const other of cells.get(`${column + dx} ${row + dy}`) ?? [])
          if (Math.hypot(other.x - x, other.y - y) < 2 * BUBBLE_RADIUS + 0.5) faults.push(`${at} touches another`);
    const key = `${column} ${row}`;
    cells.set(key, [...(cells.get(key) ?? []), { x, y }]);
  }
  for (const { x, y, text } of labels)
    if (x < 0 || x > sheetSize.width || y > Math.max(...ys)) faults.push(`label ${text} leaves the page`);
  return faults;
}

/** How many bubbles each question of a paper needs, in order. */
const needed = (sections: readonly SheetSection[]) =>
  sections.flatMap(({ question_count, is_numerical, integer }) => {
    const { whole, decimals } = numberColumns(integer);
    return Array.from({ length: question_count }, () => (is_numerical ? 1 + 10 * (whole + decimals) : 4));
  });

describe('an answer sheet', () => {
  it('has every bubble inside the corner marks, and none on another, the code or a written box', () => {
    fc.assert(
      fc.property(anyPaper, (sections) => {
        expect(sheetPages(sections).flatMap(faultsOf)).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });

  it('has all bubbles of each question, in order, on one page', () => {
    fc.assert(
      fc.property(anyPaper, (sections) => {
        const pages = sheetPages(sections);
        const numbers = pages.flatMap(({ bubbles }) => [...new Set(bubbles.flatMap(({ question }) => question ?? []))]);
        const wanted = needed(sections);
        expect(numbers).toEqual(wanted.map((_, at) => at + 1));
        const count = new Map<number, number>();
        for (const { question } of pages.flatMap(({ bubbles }) => bubbles))
          if (question !== null) count.set(question, (count.get(question) ?? 0) + 1);
        expect([...count.values()]).toEqual(wanted);
      }),
    );
  });

  it('has the roll number, the corners and the code at the same place on every page', () => {
    const [first, second] = sheetPages([section(100), section(100), section(40)]);
    const rollOf = (page?: SheetPage) => page?.bubbles.filter(({ question }) => question === null);
    expect(rollOf(first)).toHaveLength(10 * ROLL_DIGITS);
    expect(rollOf(second)).toEqual(rollOf(first));
    expect([second?.corners, second?.code]).toEqual([first?.corners, first?.code]);
  });

  it.each(presetSections)('of %s has no overlap', (_name, sections) => {
    expect(sheetPages(sections).flatMap(faultsOf)).toEqual([]);
  });

  it.each([
    ['NEET 2025 onwards', 1],
    ['NEET 2022-24', 2],
    ['JEE Main 2025 onwards', 2],
  ])('of %s has this number of pages: %i', (name, pages) => {
    const sections = presetSections.find(([one]) => one === name)?.[1] ?? [];
    expect(sheetPages(sections)).toHaveLength(pages);
  });

  it('keeps the places of version 1, which a reader relies on', () => {
    const [page] = sheetPages([section(40), section(1, true)]);
    const at = (question: number | null, column: number, value: string) =>
      page?.bubbles.find((one) => one.question === question && one.column === column && one.value === value);
    expect(at(null, 0, '0')).toMatchObject({ x: 122, y: 32 });
    expect(at(1, 0, '1')).toMatchObject({ x: 27.5, y: expect.closeTo(92.025) });
    expect(at(37, 0, '4')).toMatchObject({ x: expect.closeTo(81.2), y: expect.closeTo(86.675) });
    expect(at(41, 0, '-')).toMatchObject({ x: expect.closeTo(55.2), y: expect.closeTo(118.775) });
    expect(page?.points).toHaveLength(1);
  });

  it('begins the name of a section in the column of its first question', () => {
    const [page] = sheetPages([section(36), section(1)]);
    expect(page?.labels.filter(({ kind }) => kind === 'section').map(({ x }) => x)).toEqual([16, 52]);
  });
});

describe('a number fits the columns', () => {
  it.each([
    ['12345', true, true],
    ['123456', true, false],
    ['-00007', true, true],
    ['1.5', true, false],
    ['4.00', true, true],
    ['1234.56', false, true],
    ['-0.25', false, true],
    ['12345', false, false],
    ['0.125', false, false],
    ['.5', false, true],
  ])('%s with whole numbers %s: %s', (text, integer, fits) => expect(fitsColumns(text, integer)).toBe(fits));
});

describe('the code of a page', () => {
  it('is read back as written', () => {
    const anyCode = fc.record({
      kind: fc.constantFrom('draft' as const, 'test' as const),
      id: fc.integer({ min: 1, max: 10 ** 14 }),
      set: fc.constantFrom(...setNames),
      page: fc.integer({ min: 1, max: 99 }),
    });
    fc.assert(
      fc.property(anyCode, (code) => {
        expect(readSheetCode(sheetCode(code))).toEqual(code);
      }),
    );
  });

  it('is read from a sheet that was printed before codes had a check', () =>
    expect(readSheetCode('S1:T:5:B:2')).toEqual({ kind: 'test', id: 5, set: 'B', page: 2 }));

  it('is refused when any one character is misread, or two neighbours are exchanged', () => {
    const code = sheetCode({ kind: 'test', id: 90_817, set: 'B', page: 12 });
    const exchanged = Array.from({ length: code.length - 1 }, (_, at) => code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2));
    const misread = [...code].flatMap((_, at) => [...'0123456789ABCDSTX'].map((sign) => code.slice(0, at) + sign + code.slice(at + 1)));
    for (const text of [...exchanged, ...misread]) if (text !== code) expect(readSheetCode(text)).toBeNull();
  });

  it.each(['', 'https://example.org', 'S1:T:5:E:1', 'S1:X:5:A:1', 'S2:T:5:A:1', 'S1:T:0:A:1', 'S1:T:5:A:0', ' S1:T:5:A:1'])(
    'is not read from other text: "%s"',
    (text) => expect(readSheetCode(text)).toBeNull(),
  );
});
