import type { Piece } from '@abhyas/exam/exam-office/question-crops';

/** The place of a piece on its page, in percent. */
export const styleOf = ({ left, right, top, bottom }: Piece, height: number) => ({
  insetInlineStart: `${left * 100}%`,
  inlineSize: `${(right - left) * 100}%`,
  insetBlockStart: `${(top / height) * 100}%`,
  blockSize: `${((bottom - top) / height) * 100}%`,
});
