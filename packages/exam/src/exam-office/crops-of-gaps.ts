// Contents: ink of a page · columns · rows of ink · crops between wide gaps · trimming
import type { Crop, Piece } from './question-crops.ts';

/** A small picture of a page: brightness from 0 (black) to 255, row by row. */
export interface GrayPage {
  width: number;
  height: number;
  gray: Uint8Array;
}

interface Ink {
  width: number;
  height: number;
  isInk: Uint8Array;
}

/** The dark pixels. What counts as dark follows from the paper, because photos are darker than scans. */
function inkOf({ width, height, gray }: GrayPage): Ink {
  const counts = new Uint32Array(256);
  for (const value of gray) counts[value] = (counts[value] ?? 0) + 1;
  let [paper, seen] = [255, 0];
  for (; paper > 0 && seen < gray.length * 0.2; paper -= 1) seen += counts[paper] ?? 0;
  const isInk = gray.map((value) => (value < paper * 0.7 ? 1 : 0));
  return { width, height, isInk };
}

interface Run {
  from: number;
  /** The first place after the run. */
  to: number;
}

/** The runs of places for which `isIn` holds. */
function runsWhere(length: number, isIn: (at: number) => boolean): Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < length; at += 1) {
    if (!isIn(at)) continue;
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}

function countInColumn({ width, height, isInk }: Ink, x: number): number {
  let count = 0;
  for (let y = 0; y < height; y += 1) count += isInk[y * width + x] ?? 0;
  return count;
}

/** The columns of print, one or two. A ruled line between them is in neither. */
function columnsOf(ink: Ink): Run[] {
  const { width, height } = ink;
  const counts = Array.from({ length: width }, (_none, x) => countInColumn(ink, x));
  const isRule = (x: number) => (counts[x] ?? 0) > height * 0.5;
  const printed = runsWhere(width, (x) => (counts[x] ?? 0) > 0 && !isRule(x));
  const whole = { from: Math.max(0, (printed[0]?.from ?? 0) - 2), to: Math.min(width, (printed.at(-1)?.to ?? width) + 2) };
  const isEmpty = (x: number) => isRule(x) || (counts[x] ?? 0) <= height * 0.004;
  const gaps = runsWhere(width, isEmpty).filter(({ from, to }) => to - from >= width * 0.012 && from > width * 0.35 && to < width * 0.65);
  const [gutter] = gaps.toSorted((a, b) => b.to - b.from - (a.to - a.from));
  return gutter
    ? [
        { from: whole.from, to: gutter.from + 1 },
        { from: gutter.to - 1, to: whole.to },
      ]
    : [whole];
}

function rowsOf({ width, height, isInk }: Ink, { from, to }: Run): Run[] {
  const least = Math.max(1, (to - from) * 0.004);
  return runsWhere(height, (y) => {
    let count = 0;
    for (let x = from; x < to; x += 1) count += isInk[y * width + x] ?? 0;
    return count >= least;
  });
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The blocks of a column that wide gaps separate. Lone lines at the edges of the page are headers and page numbers. */
function blocksOf(rows: readonly Run[], height: number): Run[] {
  const printed = rows.filter(({ from, to }) => to - from >= 2);
  const lines = printed.map(({ from, to }) => to - from);
  const gaps = printed.slice(1).map(({ from }, at) => from - (printed[at]?.to ?? from));
  const least = Math.max(median(lines) * 0.9, median(gaps) * 1.8);
  const blocks: Run[] = [];
  for (const { from, to } of printed) {
    const last = blocks.at(-1);
    if (last && from - last.to < least) last.to = to;
    else blocks.push({ from, to });
  }
  const isLone = ({ from, to }: Run) => to - from <= median(lines) * 1.6;
  return blocks.filter((block) => !isLone(block) || (block.from > height * 0.07 && block.to < height * 0.93));
}

/** Proposes the crops of pages without text: the blocks of print between wide gaps, column by column. */
export function cropsOfGaps(pages: readonly GrayPage[]): Crop[] {
  return pages.flatMap((picture, page) => {
    const ink = inkOf(picture);
    const { width, height } = ink;
    return columnsOf(ink).flatMap((column) =>
      blocksOf(rowsOf(ink, column), height).map(({ from, to }): Crop => {
        const [top, bottom] = [Math.max(0, from - 3), Math.min(height, to + 3)];
        const piece = { page, left: column.from / width, right: column.to / width, top: top / width, bottom: bottom / width };
        return { number: null, pieces: [piece], text: '' };
      }),
    );
  });
}

/** The space that trimming leaves around print, in widths of the page. */
const kept = 0.008;

/** A piece without the empty paper above and below its print. An empty piece stays as it is. */
export function trimmed(piece: Piece, picture: GrayPage): Piece {
  const ink = inkOf(picture);
  const { width, height } = ink;
  const columns = { from: Math.floor(piece.left * width), to: Math.min(width, Math.ceil(piece.right * width)) };
  const [from, to] = [Math.floor(piece.top * width), Math.min(height, Math.ceil(piece.bottom * width))];
  const rows = rowsOf(ink, columns).filter((row) => row.to > from && row.from < to);
  const [first] = rows;
  const last = rows.at(-1);
  if (!first || !last) return piece;
  return {
    ...piece,
    top: Math.max(piece.top, first.from / width - kept),
    bottom: Math.min(piece.bottom, last.to / width + kept),
  };
}
