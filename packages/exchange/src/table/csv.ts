import Papa from 'papaparse';
import { decode } from '../markup/decode.ts';
import { itemOfFile } from '../notices.ts';
import { type Archive, most, type ReadItem } from '../reading.ts';
import { columnOf } from './columns.ts';
import { questionsOfRows } from './table-questions.ts';

const mostCells = 100;
const mostCell = 60_000;

/** The delimiter that occurs most often in the beginning of the first line. */
function delimiterOf(text: string): string {
  const head = /^\s*([^\r\n]{0,4000})/.exec(text)?.[1] ?? '';
  const [first = ','] = [',', '\t', ';', '|']
    .map((sign) => [sign, head.split(sign).length] as const)
    .toSorted(([, one], [, other]) => other - one)
    .map(([sign]) => sign);
  return first;
}

function rowsOf(text: string, limit: number): string[][] {
  const { data } = Papa.parse<string[]>(text, { delimiter: delimiterOf(text), preview: limit });
  return data.map((cells) => cells.slice(0, mostCells).map((cell) => cell.slice(0, mostCell)));
}

/** Whether a text is a table of questions: one of its first rows has headings of ours, or every row has six cells, the last one a letter. */
export function isCsv(text: string): boolean {
  const rows = rowsOf(text.slice(0, 20_000), 15);
  const isHeading = (cells: readonly string[]) => {
    const columns = cells.map(columnOf);
    return columns.includes('question') && (columns.includes('answer') || columns.includes('option_1'));
  };
  const first = rows[0];
  return rows.some(isHeading) || (first !== undefined && first.length >= 6 && /^[A-Da-d1-4]$/.test(first[5]?.trim() ?? ''));
}

export async function* readCsv(bytes: Uint8Array, archive: Archive): AsyncGenerator<ReadItem> {
  const { text, notice } = decode(bytes);
  if (notice) yield itemOfFile('File', notice);
  const rows = rowsOf(text, most.questions + 20).map((cells, at) => ({ number: at + 1, cells }));
  yield* questionsOfRows(rows, '', archive);
}
