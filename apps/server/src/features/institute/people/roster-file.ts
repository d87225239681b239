import { ROSTER_ROWS } from '@abhyas/contract/institute/people';
import { Problem } from '@abhyas/contract/problem';
import Papa from 'papaparse';
import { SaxesParser } from 'saxes';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { beginningOf } from '@abhyas/exam/institute/cut-text';

/** A line of a roster: its number in the file, and its cells. */
export interface RosterLine {
  line: number;
  cells: string[];
  /** The cell of the line that contains a formula, whose value cannot be trusted; null if none does. */
  formula: string | null;
}

const mostCells = 60;
const mostCellLength = 1000;
/** Limits of a spreadsheet: unpacked bytes, nested elements, attributes of an element, cells, and shared texts. */
const mostUnpacked = 60_000_000;
const mostDepth = 20;
const mostAttributes = 50;
const mostCellsInAll = (ROSTER_ROWS + 1) * 20;
const mostTexts = 250_000;

const unreadable = (why: string) => new Problem('not_possible', `This file cannot be read: ${why}`);

function requireFew(lines: readonly unknown[]): void {
  if (lines.length > ROSTER_ROWS + 1) throw unreadable(`it has more than ${ROSTER_ROWS.toLocaleString('en')} rows. Split it.`);
}

/** The delimiter that occurs most often in the beginning of the first line. */
function delimiterOf(text: string): string {
  const head = /^\s*([^\r\n]{0,4000})/.exec(text)?.[1] ?? '';
  const [first = ','] = [',', '\t', ';', '|']
    .map((sign) => [sign, head.split(sign).length] as const)
    .toSorted(([, one], [, other]) => other - one)
    .map(([sign]) => sign);
  return first;
}

/** Lines of pasted text or a CSV file. Throws `not_possible` for a file in another encoding. */
export function linesOfText(text: string): readonly RosterLine[] {
  // U+FFFD is the trace of another encoding; no text contains NUL.
  if (text.includes('\uFFFD') || text.includes('\0')) throw unreadable('its letters are in another encoding. Save it as CSV UTF-8.');
  const rows = text.replace(/^\uFEFF/, '');
  const { data } = Papa.parse<string[]>(rows, { delimiter: delimiterOf(rows), preview: ROSTER_ROWS + 2 });
  const lines = data
    .map((cells, at) => ({
      line: at + 1,
      cells: cells.slice(0, mostCells).map((cell) => beginningOf(cell, mostCellLength)),
      formula: null,
    }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  requireFew(lines);
  return lines;
}

const openZip = (bytes: Buffer): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });

const streamOf = (zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream as AsyncIterable<Buffer>)));
  });

/** Feeds the entry to the parser in chunks, up to `left` bytes. Throws for an entry that is not XML. */
async function parseEntry(zip: ZipFile, entry: Entry, parser: SaxesParser, left: { bytes: number }): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of await streamOf(zip, entry)) {
    left.bytes -= chunk.length;
    if (left.bytes < 0) throw unreadable('it is too large unpacked.');
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  parser.close();
}

interface Handlers {
  open(name: string, attributes: Record<string, unknown>): void;
  text(text: string): void;
  close(name: string): void;
}

/** A parser that refuses deep nesting and many attributes, since it keeps both in memory until the element ends. */
function openParser({ open, text, close }: Handlers): SaxesParser {
  const parser = new SaxesParser();
  let [depth, attributes] = [0, 0];
  parser.on('opentagstart', () => {
    [depth, attributes] = [depth + 1, 0];
    if (depth > mostDepth) throw unreadable('it is nested too deeply.');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > mostAttributes) throw unreadable('it is not an .xlsx file.');
  });
  parser.on('opentag', ({ name, attributes }) => open(name, attributes));
  parser.on('text', text);
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    close(name);
  });
  return parser;
}

/** Reads the texts that cells refer to by number. */
function sharedTextParser(texts: string[]): SaxesParser {
  let text: string | null = null;
  let isText = false;
  return openParser({
    open(name) {
      if (name === 'si') text = '';
      isText = name === 't';
    },
    text(more) {
      if (isText && text !== null && text.length < mostCellLength) text += beginningOf(more, mostCellLength);
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'si' && texts.push(beginningOf(text ?? '', mostCellLength)) > mostTexts) throw unreadable('it has too many texts.');
    },
  });
}

/** The index of a column: 0 for A, 26 for AA. */
const columnOf = (reference: string) =>
  [...(/^[A-Z]+/.exec(reference)?.[0] ?? 'A')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function sheetParser(lines: RosterLine[], texts: readonly string[]): SaxesParser {
  let count = 0;
  let row: RosterLine | null = null;
  let cell = { column: 0, type: '', value: '', reference: '' };
  let isValue = false;
  return openParser({
    open(name, attributes) {
      if (name === 'row') {
        const number = String(attributes['r']);
        row = { line: /^\d{1,7}$/.test(number) ? Number(number) : lines.length + 1, cells: [], formula: null };
      }
      if (name === 'c') {
        count += 1;
        if (count > mostCellsInAll) throw unreadable('it has too many cells.');
        const reference = String(attributes['r'] ?? '').slice(0, 20);
        const column = reference ? columnOf(reference) : (row?.cells.length ?? 0);
        cell = { column, type: String(attributes['t'] ?? ''), value: '', reference };
      }
      if (name === 'f' && row) row.formula ??= cell.reference;
      isValue = name === 'v' || name === 't';
    },
    text(text) {
      if (isValue && cell.value.length < mostCellLength) cell.value += beginningOf(text, mostCellLength);
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      if (name === 'c' && row && cell.column < mostCells) {
        while (row.cells.length < cell.column) row.cells.push('');
        row.cells[cell.column] = cell.type === 's' ? (texts[Number(cell.value)] ?? '') : cell.value;
      }
      if (name === 'row' && row) {
        if (row.cells.some((value) => value.trim() !== '')) lines.push(row);
        row = null;
        requireFew(lines);
      }
    },
  });
}

/** Lines of the first sheet of a spreadsheet, read as a stream. Throws `not_possible` for a file that is not a spreadsheet. */
export async function linesOfSpreadsheet(base64: string): Promise<readonly RosterLine[]> {
  const zip = await openZip(Buffer.from(base64, 'base64')).catch(() => {
    throw unreadable('it is not an .xlsx file.');
  });
  const entries = new Map<string, Entry>();
  await new Promise<void>((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      if (entries.size < 1000) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    zip.on('end', resolve);
    zip.on('error', reject);
    zip.readEntry();
  }).catch(() => {
    throw unreadable('it is damaged.');
  });
  const sheet =
    entries.get('xl/worksheets/sheet1.xml') ?? [...entries.values()].find(({ fileName }) => /^xl\/worksheets\/[^/]+\.xml$/.test(fileName));
  if (!sheet) throw unreadable('it is not an .xlsx file.');
  const left = { bytes: mostUnpacked };
  const texts: string[] = [];
  const lines: RosterLine[] = [];
  try {
    const shared = entries.get('xl/sharedStrings.xml');
    if (shared) await parseEntry(zip, shared, sharedTextParser(texts), left);
    await parseEntry(zip, sheet, sheetParser(lines, texts), left);
  } catch (error) {
    throw error instanceof Problem ? error : unreadable('it is damaged.');
  }
  return lines;
}
