import papaparse from 'papaparse';

type Cell = string | number | null;

/**
 * A table as CSV for a spreadsheet. A text that begins with = + - @, narrow or wide, a tab or a line break gets an apostrophe in front,
 * because a spreadsheet would take the text for a formula; invisible characters before these change nothing. Numbers stay numbers.
 */
export const csvOf = (fields: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  papaparse.unparse({ fields: [...fields], data: rows.map((row) => [...row]) }, { escapeFormulae: /^\p{Cf}*[=+\-@＝＋－＠\t\r\n]/u });
