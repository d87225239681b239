import { expect, it } from 'vitest';
import { openPieces, pageCache } from './make-paper.ts';
import type { PaperSource } from './paper-source.ts';

const pieceOf = (page: number) => ({ page, left: 0, top: 0, right: 1, bottom: 1 });

/** A paper without pixels; a closed page has no width, as in a browser. */
function plainPaper() {
  const drawn: number[] = [];
  const draw = async (page: number) => {
    drawn.push(page);
    const picture = { width: 100, close: () => void (picture.width = 0) };
    return picture as unknown as ImageBitmap;
  };
  return { source: { draw } as unknown as PaperSource, drawn };
}

it('a page that was closed while others were drawn is drawn again', async () => {
  const { source, drawn } = plainPaper();
  const { page } = pageCache(source, 2);
  const opened = await Promise.all([0, 1, 2, 3].map((number) => openPieces([pieceOf(number)], page)));
  expect(opened.map(([one]) => one?.piece.page)).toEqual([0, 1, 2, 3]);
  expect(drawn.length).toBeGreaterThan(4);
});

it('the pieces of a question on two pages are open together, and more pages than the cache holds are refused', async () => {
  const { source } = plainPaper();
  const { page } = pageCache(source, 2);
  const both = await openPieces([pieceOf(0), pieceOf(1)], page);
  expect(both.map((one) => one.page.width)).toEqual([100, 100]);
  await expect(openPieces([pieceOf(0), pieceOf(1), pieceOf(2)], page)).rejects.toThrow('cannot be opened together');
});
