import { describe, expect, it } from 'vitest';
import { cropsOfGaps, type GrayPage, trimmed } from './crops-of-gaps.ts';

interface Band {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A page with dark bands; `paper` is the brightness of the paper. */
function pageWith(bands: readonly Band[], paper = 255): GrayPage {
  const [width, height] = [400, 560];
  const gray = new Uint8Array(width * height).fill(paper);
  for (const { left, right, top, bottom } of bands)
    for (let y = top; y < bottom; y += 1)
      for (let x = left; x < right; x += 1) gray[y * width + x] = (x * 7 + y * 3) % 5 === 0 ? paper : Math.round(paper * 0.2);
  return { width, height, gray };
}

/** Lines of print of 6 pixels with 4 between them. */
const lines = (count: number, top: number, left = 40, right = 360): Band[] =>
  Array.from({ length: count }, (_none, at) => ({ left, right, top: top + at * 10, bottom: top + at * 10 + 6 }));
const tops = (pages: readonly GrayPage[]) =>
  cropsOfGaps(pages).map(({ pieces: [piece] }) => piece && [piece.page, piece.left < 0.3, Math.round(piece.top * 40) * 10]);

describe('crops of a page without text', () => {
  it.each<[string, GrayPage[], unknown[]]>([
    [
      'are the blocks between wide gaps',
      [pageWith([...lines(4, 60), ...lines(3, 130), ...lines(5, 200)])],
      [
        [0, true, 60],
        [0, true, 130],
        [0, true, 200],
      ],
    ],
    [
      'are found on darker paper',
      [pageWith([...lines(4, 60), ...lines(3, 130)], 150)],
      [
        [0, true, 60],
        [0, true, 130],
      ],
    ],
    [
      'are found column by column, beside a ruled line',
      [
        pageWith([
          ...lines(4, 60, 30, 185),
          ...lines(4, 140, 30, 185),
          ...lines(3, 60, 215, 370),
          { left: 199, right: 201, top: 50, bottom: 500 },
        ]),
      ],
      [
        [0, true, 60],
        [0, true, 140],
        [0, false, 60],
      ],
    ],
    [
      'leave out a page number',
      [pageWith([...lines(4, 60), ...lines(4, 130), { left: 190, right: 210, top: 545, bottom: 551 }])],
      [
        [0, true, 60],
        [0, true, 130],
      ],
    ],
    ['are none on an empty page', [pageWith([]), pageWith([])], []],
  ])('%s', (_title, pages, expected) => expect(tops(pages)).toEqual(expected));
});

describe('trimming', () => {
  const page = pageWith(lines(3, 100));
  it('removes the empty paper above and below the print', () => {
    const { top, bottom } = trimmed({ page: 0, left: 0.05, right: 0.95, top: 0.1, bottom: 1.2 }, page);
    expect(top * 400).toBeCloseTo(96.8, 0);
    expect(bottom * 400).toBeCloseTo(129.2, 0);
  });

  it('leaves an empty piece as it is', () => {
    const piece = { page: 0, left: 0.05, right: 0.95, top: 0.8, bottom: 1.2 };
    expect(trimmed(piece, page)).toEqual(piece);
  });
});
