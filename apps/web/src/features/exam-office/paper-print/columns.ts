/** A block of a printed part: a heading, a passage, a question, a row of a key. Lengths are in px. */
export interface Block {
  height: number;
  /** Whether the block must not end a column, like a heading before its question. */
  keepsNext: boolean;
  /** Whether the block is cut only if it is taller than a column. */
  isWhole: boolean;
  /** Distances from the top of the block at which it may be cut between two lines, ascending. */
  cuts: readonly number[];
}

/** A block, or a part of one, in a column. */
export interface Piece {
  block: number;
  /** The part of the block that is shown, from its top. */
  from: number;
  to: number;
  /** Number of the column over all pages, from 0. */
  column: number;
  top: number;
}

/** The least height of a part of a block that is cut. */
const leastPart = 48;

interface Room {
  /** Height of a column. Later columns are at least as high as earlier ones. */
  heightOf: (column: number) => number;
  gap: number;
}

/**
 * Fills columns with blocks, in order. Nothing is lost: a block taller than a column is cut between two lines, or anywhere if it has no
 * such place.
 */
export function fillColumns(blocks: readonly Block[], { heightOf, gap }: Room): Piece[] {
  const pieces: Piece[] = [];
  let [column, top] = [0, 0];
  const left = () => heightOf(column) - top;
  const next = () => {
    column += 1;
    top = 0;
  };
  const put = (block: number, from: number, to: number) => {
    pieces.push({ block, from, to, column, top });
    top += to - from + gap;
  };
  /** Puts a block with as few cuts as possible. */
  const place = (at: number, { height, isWhole, cuts }: Block) => {
    for (let from = 0; ; ) {
      if (height - from <= left()) return put(at, from, height);
      const isKept = isWhole && height <= heightOf(column + 1);
      const room = isKept ? [] : cuts.filter((cut) => cut - from >= leastPart && cut - from <= left() && height - cut >= leastPart);
      const cut = room.at(-1) ?? (top === 0 ? from + Math.max(1, left()) : null);
      if (cut !== null && !(isKept && top > 0)) {
        put(at, from, cut);
        from = cut;
      }
      next();
    }
  };
  for (let at = 0; at < blocks.length; ) {
    let end = at;
    while (blocks[end]?.keepsNext && end + 1 < blocks.length) end += 1;
    const group = blocks.slice(at, end + 1);
    const height = heightOfGroup(group, gap);
    const full = heightOf(column + 1);
    // A group that may be cut needs room for its headings and its first lines only.
    const needed = group.at(-1)?.isWhole && height <= full ? height : heightOfBeginning(group, gap);
    if (top > 0 && needed > left()) next();
    for (const [offset, block] of group.entries()) place(at + offset, block);
    at = end + 1;
  }
  return pieces;
}

const heightOfGroup = (group: readonly Block[], gap: number) =>
  group.reduce((sum, { height }) => sum + height + gap, 0) - (group.length > 0 ? gap : 0);

/** The height of a group up to the first place where it may be cut. */
function heightOfBeginning(group: readonly Block[], gap: number): number {
  let height = 0;
  for (const { height: own, cuts } of group) {
    const first = cuts.find((cut) => cut >= leastPart && own - cut >= leastPart);
    if (first !== undefined) return height + first;
    height += own + gap;
  }
  return height - gap;
}
