import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Crop, MOST_PIECES, type PageText, type PaperPage, proposeCrops } from './question-crops.ts';

const lineHeight = 0.02;
interface Placed {
  text: string;
  left?: number;
  width?: number;
}

/** Lines of print from above; an empty text is an empty line. */
const printed = (lines: readonly (string | Placed)[], from = 0.12, at: { left: number; width: number } = { left: 0.1, width: 0.8 }) =>
  lines.flatMap((line, row): PageText[] => {
    const { text, left = at.left, width = at.width }: Placed = typeof line === 'string' ? { text: line } : line;
    const top = from + row * lineHeight;
    return text === '' ? [] : [{ text, left, right: left + width, top, bottom: top + 0.015 }];
  });
const page = (...texts: PageText[][]): PaperPage => ({ height: 1.414, texts: texts.flat() });
const option = (text: string): Placed => ({ text, left: 0.14, width: 0.3 });
const question = (number: string, sign = '(1)') => [
  `${number} What is the mass?`,
  ...[1, 2, 3, 4].map((at) => option(sign.replace('1', String(at)))),
];
const left = { left: 0.06, width: 0.4 };
const right = { left: 0.54, width: 0.4 };
const numbersOf = (pages: readonly PaperPage[]) => proposeCrops(pages).crops.map(({ number }) => number);
const textsOf = (pages: readonly PaperPage[]) => proposeCrops(pages).crops.map(({ text }) => text);

describe('questions are found', () => {
  it.each<[string, PaperPage[], (number | null)[]]>([
    ['by a number with a point', [page(printed([...question('1.'), ...question('2.'), ...question('3.')]))], [1, 2, 3]],
    ['by a number with a bracket', [page(printed([...question('1)', '(a)'), ...question('2)', '(a)')]))], [1, 2]],
    ['by Q and a number', [page(printed([...question('Q.1'), ...question('Q2:'), ...question('Question 3.')]))], [1, 2, 3]],
    ['by a number in Hindi words', [page(printed(['प्रश्न 1. द्रव्यमान क्या है?', 'प्रश्न 2. चाल क्या है?']))], [1, 2]],
    ['by a bare number before a capital', [page(printed(['1 What is it?', '2 Which is it?', '3 Find it.']))], [1, 2, 3]],
    [
      'where options are numbered alike',
      [page(printed([...question('1.', '1.'), ...question('2.', '1.'), ...question('3.', '1.')]))],
      [1, 2, 3],
    ],
    [
      'where options are numbered alike and stand as far left',
      [page(printed([1, 2, 3, 4, 5, 6].flatMap((at) => [`${at}. What is it?`, '1. this', '2. that', '3. both', '4. none'])))],
      [1, 2, 3, 4, 5, 6],
    ],
    [
      'from the number with which a part begins',
      [page(printed([...question('46.'), ...question('47.'), ...question('48.')]))],
      [46, 47, 48],
    ],
    [
      'in two columns',
      [
        page(
          printed([...question('1.'), ...question('2.')].map(textOf), 0.12, left),
          printed([...question('3.'), ...question('4.')].map(textOf), 0.12, right),
        ),
      ],
      [1, 2, 3, 4],
    ],
    [
      'where numbers begin again in the next part',
      [page(printed([1, 2, 3, 4, 5, 6].map((at) => `${at}. Find it.`))), page(printed([1, 2, 3, 4, 5, 6].map((at) => `${at}. Show it.`)))],
      [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6],
    ],
    [
      'without the answer key behind them',
      [
        page(printed([...question('1.'), ...question('2.'), ...question('3.')])),
        page(printed(['ANSWER KEY', '1. (A)', '2. (C)', '3. (D)'])),
      ],
      [1, 2, 3],
    ],
    ['without decimals and years', [page(printed(['1. A body of', '1.5 kg moves.', '2. In', '2019 it stood.']))], [1, 2]],
    ['not where nothing is numbered', [page(printed(['A text', 'of two lines']))], []],
    ['not on empty pages', [page(), page()], []],
  ])('%s', (_title, pages, numbers) => expect(numbersOf(pages)).toEqual(numbers));

  it('and a missing number is reported', () => {
    expect(proposeCrops([page(printed([...question('1.'), ...question('2.'), ...question('4.'), ...question('5.')]))]).missing).toEqual([
      3,
    ]);
  });
});

function textOf(line: string | Placed): string {
  return typeof line === 'string' ? line : line.text;
}

describe('a crop', () => {
  it('has the text of its question up to the next number', () => {
    expect(textsOf([page(printed(['1. One', '(1) a', '2. Two', '(1) b']))])).toEqual(['1. One\n(1) a', '2. Two\n(1) b']);
  });

  it('goes on in the next column and on the next page', () => {
    const first = page(
      printed(['1. One', '2. Two', 'begins', 'here', 'and', 'so'], 0.12, left),
      printed(['goes on', '3. Three', 'begins', 'a', 'b'], 0.12, right),
    );
    const second = page(printed(['goes on too', '4. Four', 'x'], 0.12, left));
    const { crops } = proposeCrops([first, second]);
    expect(crops.map(({ pieces }) => pieces.map((piece) => [piece.page, piece.left < 0.5]))).toEqual([
      [[0, true]],
      [
        [0, true],
        [0, false],
      ],
      [
        [0, false],
        [1, true],
      ],
      [[1, true]],
    ]);
    expect(crops[1]?.text).toContain('goes on');
  });

  it('ends before the heading of the next section', () => {
    const { crops } = proposeCrops([page(printed(['1. One', '(1) a', 'SECTION B', 'Answer all.', '2. Two', '3. Three']))]);
    expect(crops[0]?.text).toBe('1. One\n(1) a');
    expect(crops[0]?.pieces[0]?.bottom).toBeLessThan(0.12 + 2 * lineHeight + 0.001);
  });

  it('leaves out text at the edge of every page', () => {
    const edged = (at: number) => page(printed(['Academy, Test 7'], 0.03), printed([`${at}. One`, 'more']), printed([String(at)], 1.36));
    expect(textsOf([edged(1), edged(2), edged(3)])).toEqual(['1. One\nmore', '2. One\nmore', '3. One\nmore']);
  });

  it('follows a heading across both columns', () => {
    const texts = [
      printed(['1. One', 'a', 'b'], 0.12, left),
      printed(['2. Two', 'a', 'b'], 0.12, right),
      printed(['SECTION B'], 0.3, { left: 0.3, width: 0.4 }),
      printed(['3. Three', 'a', 'b'], 0.4, left),
      printed(['4. Four', 'a', 'b'], 0.4, right),
    ];
    expect(numbersOf([page(...texts)])).toEqual([1, 2, 3, 4]);
    expect(textsOf([page(...texts)])[1]).toBe('2. Two\na\nb');
  });
});

describe('any paper', () => {
  /** Papers with columns, question lengths and number styles of any kind. */
  const paper = fc.record({
    columns: fc.constantFrom(1, 2),
    style: fc.constantFrom('$.', '$)', 'Q$.', '[$]'),
    first: fc.integer({ min: 1, max: 60 }),
    lengths: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 4, maxLength: 40 }),
  });
  const perColumn = 40;
  const pagesOf = ({
    columns,
    style,
    first,
    lengths,
  }: {
    columns: number;
    style: string;
    first: number;
    lengths: number[];
  }): PaperPage[] => {
    const lines = lengths.flatMap((length, at) => [
      `${style.replace('$', String(first + at))} Which of these is right?`,
      ...Array.from({ length: length - 1 }, (_none, more) => `and a further line ${'abcdefghijklm'[more]}`),
    ]);
    const parts = Array.from({ length: Math.ceil(lines.length / perColumn) }, (_none, at) =>
      lines.slice(at * perColumn, (at + 1) * perColumn),
    );
    const places = columns === 1 ? [{ left: 0.1, width: 0.8 }] : [left, right];
    return Array.from({ length: Math.ceil(parts.length / columns) }, (_none, at) =>
      page(...places.map((place, column) => printed(parts[at * columns + column] ?? [], 0.15, place))),
    );
  };

  it('gives every question once, in order, with all its lines', () => {
    fc.assert(
      fc.property(paper, (made) => {
        const count = made.lengths.reduce((sum, length) => sum + length, 0);
        // A second column with one or two lines on the only page is taken for part of the first.
        fc.pre(made.columns === 1 || count <= perColumn || count > perColumn * 1.4);
        const { crops, missing } = proposeCrops(pagesOf(made));
        expect(crops.map(({ number }) => number)).toEqual(made.lengths.map((_length, at) => made.first + at));
        expect(missing).toEqual([]);
        for (const [at, crop] of crops.entries()) expect(crop.text.split('\n')).toHaveLength(made.lengths[at] ?? 0);
      }),
    );
  });

  it('gives pieces on its pages that do not overlap', () => {
    const text = fc.record({
      text: fc.constantFrom('1. One', '2. Two', '3) x', '(4) y', 'Q5', '6 Six', 'SECTION A', 'Answer key', 'words', '17'),
      left: fc.double({ min: 0, max: 0.9, noNaN: true }),
      width: fc.double({ min: 0.01, max: 0.9, noNaN: true }),
      top: fc.double({ min: 0, max: 1.38, noNaN: true }),
    });
    const anyPage = fc.array(text, { maxLength: 25 }).map((texts) =>
      page(
        texts.map(({ text: words, left: from, width, top }) => ({
          text: words,
          left: from,
          right: Math.min(1, from + width),
          top,
          bottom: top + 0.015,
        })),
      ),
    );
    fc.assert(
      fc.property(fc.array(anyPage, { maxLength: 4 }), (pages) => {
        const pieces = proposeCrops(pages).crops.flatMap((crop: Crop) => {
          expect(crop.pieces.length).toBeGreaterThan(0);
          expect(crop.pieces.length).toBeLessThanOrEqual(MOST_PIECES);
          return crop.pieces;
        });
        for (const { page: at, left: from, right: to, top, bottom } of pieces) {
          expect(pages[at]).toBeDefined();
          expect(from >= 0 && from < to && to <= 1).toBe(true);
          expect(top >= 0 && top < bottom && bottom <= (pages[at]?.height ?? 0)).toBe(true);
        }
      }),
    );
  });
});
