import { escapeHtml } from '../markup/authored.ts';
import { allNamed, childNamed, childrenNamed, type Element, elementsOf, firstNamed, textOf } from '../markup/tree.ts';
import { parseXml, pickElements } from '../markup/xml.ts';
import { itemOfFile } from '../notices.ts';
import { type Archive, most, type ReadItem } from '../reading.ts';
import { pathFrom } from '../paths.ts';
import { questionsOfRows, type Row } from './table-questions.ts';

const workbook = 'xl/workbook.xml';
export const isXlsx = (archive: Archive): boolean => archive.names.includes(workbook);

const mostColumns = 100;
const mostTexts = 200_000;
const mostCell = 60_000;
const prefixes: Readonly<Record<string, string>> = { 'http://schemas.openxmlformats.org/drawingml/2006/main': 'a' };

const decoder = new TextDecoder();
const textOfPart = async (archive: Archive, name: string): Promise<string> =>
  archive.names.includes(name) ? decoder.decode(await archive.read(name)) : '';

/** Targets of the relations of a part, by id. */
async function relationsOf(archive: Archive, part: string): Promise<Map<string, { target: string; type: string }>> {
  const [folder, file] = [part.slice(0, part.lastIndexOf('/')), part.slice(part.lastIndexOf('/') + 1)];
  const relations = parseXml(await textOfPart(archive, `${folder}/_rels/${file}.rels`));
  const found = (relations ? childrenNamed(relations, 'Relationship') : []).map(
    ({ attributes }) =>
      [attributes['Id'] ?? '', { target: pathFrom(part, attributes['Target'] ?? ''), type: attributes['Type'] ?? '' }] as const,
  );
  return new Map(found);
}

/** The text of a cell; raised, lowered, bold and slanted letters become tags. Phonetic guides are left out. */
function textOfRich(element: Element): string {
  const runs = childrenNamed(element, 'r');
  if (runs.length === 0) return childrenNamed(element, 't').map(textOf).join('');
  const parts = runs.map((run) => {
    const properties = childNamed(run, 'rPr');
    const vertical = childNamed(properties, 'vertAlign')?.attributes['val'];
    const tag =
      vertical === 'superscript'
        ? 'sup'
        : vertical === 'subscript'
          ? 'sub'
          : childNamed(properties, 'i')
            ? 'i'
            : childNamed(properties, 'b')
              ? 'b'
              : '';
    return { tag, text: childrenNamed(run, 't').map(textOf).join('') };
  });
  if (parts.every(({ tag }) => tag === '' || tag === 'b')) return parts.map(({ text }) => text).join('');
  return parts.map(({ tag, text }) => (tag === '' ? escapeHtml(text) : `<${tag}>${escapeHtml(text)}</${tag}>`)).join('');
}

/** The column, from 0, of a reference such as `AB12`. */
function columnOfReference(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Numbers are stored with the fault of binary fractions: 0.1 as 0.10000000000000001. */
const numberText = (text: string): string => (/^-?\d*\.\d{15,}$/.test(text) ? String(Number(Number(text).toPrecision(15))) : text);

function cellOf(cell: Element, shared: readonly string[]): string {
  const value = textOf(childNamed(cell, 'v') ?? '');
  const type = cell.attributes['t'] ?? 'n';
  if (type === 's') return shared[Number(value)] ?? '';
  if (type === 'inlineStr') return textOfRich(childNamed(cell, 'is') ?? cell);
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  return type === 'n' ? numberText(value) : value;
}

function rowOf(row: Element, before: number, shared: readonly string[]): Row {
  const cells: string[] = [];
  const notices: { code: string; sentence: string }[] = [];
  for (const [at, cell] of childrenNamed(row, 'c').entries()) {
    const { r: reference = '' } = cell.attributes;
    const column = reference === '' ? at : columnOfReference(reference);
    if (column < 0 || column >= mostColumns) continue;
    cells[column] = cellOf(cell, shared).slice(0, mostCell);
    if (cell.attributes['t'] === 'e')
      notices.push({ code: 'cell_error', sentence: `The cell ${reference} shows the error ${cells[column] ?? ''}.` });
    else if (childNamed(cell, 'f'))
      notices.push({ code: 'formula', sentence: `The cell ${reference} is a formula; its last value is taken.` });
  }
  const number = Number(row.attributes['r'] ?? before + 1);
  return { number: Number.isInteger(number) && number > 0 ? number : before + 1, cells: Array.from(cells, (cell) => cell ?? ''), notices };
}

type Lying = Map<number, Map<number, { name: string; bytes: Uint8Array }>>;

/** The pictures that lie on a sheet, by row from 1 and column from 0 of their upper left corner. */
async function picturesOf(archive: Archive, sheet: string): Promise<Lying> {
  const lying: Lying = new Map();
  for (const { target, type } of (await relationsOf(archive, sheet)).values()) {
    if (!type.endsWith('/drawing')) continue;
    const drawing = parseXml(await textOfPart(archive, target), { prefixes });
    const files = await relationsOf(archive, target);
    for (const anchor of drawing ? elementsOf(drawing) : []) {
      const from = childNamed(anchor, 'from');
      const blip = firstNamed(anchor, 'a:blip');
      const file = files.get(blip?.attributes['r:embed'] ?? blip?.attributes['embed'] ?? '')?.target;
      if (!from || !file || !archive.names.includes(file)) continue;
      const place = (name: string) => Number(textOf(childNamed(from, name) ?? '0'));
      const row = lying.get(place('row') + 1) ?? new Map<number, { name: string; bytes: Uint8Array }>();
      row.set(place('col'), { name: file.slice(file.lastIndexOf('/') + 1), bytes: await archive.read(file) });
      lying.set(place('row') + 1, row);
    }
  }
  return lying;
}

/** Reads the sheets of a workbook of Excel; hidden sheets are left out. */
export async function* readXlsx(archive: Archive): AsyncGenerator<ReadItem> {
  const book = parseXml(await textOfPart(archive, workbook));
  const relations = await relationsOf(archive, workbook);
  const shared: string[] = [];
  for (const text of pickElements(await textOfPart(archive, 'xl/sharedStrings.xml'), (name) => name === 'si')) {
    if (shared.length >= mostTexts) break;
    shared.push(textOfRich(text));
  }
  const sheets = book ? [...allNamed(book, 'sheet')] : [];
  for (const { attributes } of sheets.slice(0, 50)) {
    const [name, file] = [attributes['name'] ?? '', relations.get(attributes['r:id'] ?? attributes['id'] ?? '')?.target ?? ''];
    if (/^examples?$/i.test(name) && sheets.length > 1) continue;
    if (/^(?:hidden|veryHidden)$/.test(attributes['state'] ?? '')) {
      yield itemOfFile(`Sheet ${name}`, { kind: 'loss', code: 'hidden_sheet', sentence: `The hidden sheet ${name} was not read.` });
      continue;
    }
    const pictures = await picturesOf(archive, file);
    const rows: Row[] = [];
    for (const row of pickElements(await textOfPart(archive, file), (element) => element === 'row')) {
      const read = rowOf(row, rows.at(-1)?.number ?? 0, shared);
      const lying = pictures.get(read.number);
      rows.push(lying ? { ...read, pictures: lying } : read);
      if (rows.length > most.questions + 20) break;
    }
    yield* questionsOfRows(rows, name, archive);
  }
}
