/** A line of a document: the readers of Word and of text files give their own. Places count characters of `text`. */
export interface Line {
  /** The text, in which a picture, formula or table is one character, U+FFFC. */
  readonly text: string;
  /** The line without the characters before `from` and from `to` on. */
  slice(from: number, to?: number): Line;
  /** The plain text with formulas as TeX, for answers. */
  plain(): string;
  /** Whether the author marked the line: by colour, highlighting, bold or underlined letters throughout. */
  readonly isMarked: boolean;
  /** The cells of a table; undefined for other lines. */
  readonly rows?: readonly (readonly Line[][])[];
  readonly isHeading?: boolean;
}

/** A character that stands for something other than text. */
export const objectSign = '\uFFFC';
