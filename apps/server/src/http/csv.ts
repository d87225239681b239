import papaparse from 'papaparse';

type Cell = string | number | null;

/**
 * A table as CSV for a spreadsheet. A text that begins with = + - @, a tab or a line break gets an apostrophe in front, because a
 * spreadsheet would take the text for a formula; numbers stay numbers.
 */
export const csvOf = (fields: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  papaparse.unparse({ fields: [...fields], data: rows.map((row) => [...row]) }, { escapeFormulae: /^[=+\-@\t\r\n]/ });
