import { type Line, objectSign } from '../conventions/line.ts';
import type { Element, Node } from '../markup/tree.ts';

/** A run of text with its tags, or an object: a picture, a formula, a table, a break. */
export type Piece = { text: string; tags: readonly string[]; isMarked: boolean } | { object: Element };

const lengthOf = (piece: Piece): number => ('object' in piece ? 1 : piece.text.length);

/** A line of a Word document. */
export class RichLine implements Line {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly rows?: readonly (readonly Line[][])[];
  readonly isHeading: boolean;

  constructor(pieces: readonly Piece[], { rows, isHeading = false }: { rows?: readonly (readonly Line[][])[]; isHeading?: boolean } = {}) {
    this.pieces = pieces;
    this.text = pieces.map((piece) => ('object' in piece ? (piece.object.name === 'br' ? '\n' : objectSign) : piece.text)).join('');
    if (rows) this.rows = rows;
    this.isHeading = isHeading;
  }

  slice(from: number, to = this.text.length): RichLine {
    const kept: Piece[] = [];
    let at = 0;
    for (const piece of this.pieces) {
      const [start, end] = [Math.max(from - at, 0), Math.min(to - at, lengthOf(piece))];
      if (start < end) kept.push('object' in piece ? piece : { ...piece, text: piece.text.slice(start, end) });
      at += lengthOf(piece);
    }
    return new RichLine(kept);
  }

  plain(): string {
    return this.pieces
      .map((piece) => {
        if (!('object' in piece)) return piece.text;
        return piece.object.name === 'tex' ? piece.object.children.join('') : ' ';
      })
      .join('');
  }

  get isMarked(): boolean {
    const texts = this.pieces.filter((piece) => !('object' in piece) && piece.text.trim() !== '');
    return texts.length > 0 && texts.every((piece) => !('object' in piece) && piece.isMarked);
  }

  /** The line as nodes of HTML; neighbouring runs with the same tags share them. */
  nodes(): Node[] {
    const nodes: Node[] = [];
    let run: { text: string; tags: readonly string[] } | null = null;
    const flush = () => {
      if (run) nodes.push(...run.tags.reduceRight<Node[]>((children, name) => [{ name, attributes: {}, children }], [run.text]));
      run = null;
    };
    // Bold letters throughout a line are the look of a heading or question, and no emphasis.
    const texts = this.pieces.filter((piece) => !('object' in piece) && piece.text.trim() !== '');
    const isBold = texts.every((piece) => 'object' in piece || piece.tags.includes('b'));
    for (const piece of this.pieces) {
      if ('object' in piece) {
        flush();
        nodes.push(piece.object);
        continue;
      }
      // A blank has no tags of its own, so that words with the same tags stay one.
      const tags: readonly string[] =
        piece.text.trim() === '' && run ? (run as { tags: readonly string[] }).tags : piece.tags.filter((tag) => !isBold || tag !== 'b');
      if (run && (run as { tags: readonly string[] }).tags.join() === tags.join()) (run as { text: string }).text += piece.text;
      else {
        flush();
        run = { text: piece.text, tags };
      }
    }
    flush();
    return nodes;
  }
}
