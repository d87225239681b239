import { beginningOf } from '@abhyas/exam/institute/cut-text';
import { numbersOfText, optionsOfText } from '../answer-text.ts';
import { itemOf, type PartOfItem, type Parts, type SourceAnswer } from '../draft.ts';
import { Pictures } from '../markup/pictures.ts';
import type { Rendering } from '../markup/render.ts';
import { readText } from '../markup/source-text.ts';
import { itemOfFile, Notices } from '../notices.ts';
import { pictureSource } from '../picture-source.ts';
import { precisionOf } from '../numerical.ts';
import { type Archive, type DraftPassage, most, type ReadItem } from '../reading.ts';
import { type Column, columnOf } from './columns.ts';

/** A row of a sheet: its number there, its cells, and notices about them. */
export interface Row {
  number: number;
  cells: readonly string[];
  notices?: readonly { code: string; sentence: string }[];
  /** Pictures that lie on cells, by column. */
  pictures?: ReadonlyMap<number, { name: string; bytes: Uint8Array }>;
}

interface Heading {
  columns: (Column | null)[];
  headings: readonly string[];
  /** How many rows stand before the first question. */
  rows: number;
}

const searched = 15;
const withoutHeading: Column[] = ['question', 'option_1', 'option_2', 'option_3', 'option_4', 'answer', 'solution'];

/** The row with the headings, or the usual order of columns if the first row is a question already. */
function headingOf(rows: readonly Row[]): Heading | null {
  for (const [at, { cells }] of rows.slice(0, searched).entries()) {
    const columns = cells.map(columnOf);
    if (columns.includes('question') && (columns.includes('answer') || columns.includes('option_1')))
      return { columns, headings: cells, rows: at + 1 };
  }
  const first = rows.find(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const isQuestion = first !== undefined && first.cells.length >= 6 && optionsOfText(first.cells[5] ?? '') !== null;
  return isQuestion ? { columns: withoutHeading, headings: withoutHeading, rows: 0 } : null;
}

const types: Readonly<Record<string, 'single' | 'several' | 'numerical'>> = {
  fouroptions: 'single',
  single: 'single',
  mcq: 'single',
  scq: 'single',
  singlecorrect: 'single',
  comprehension: 'single',
  multipleoption: 'several',
  multiple: 'several',
  msq: 'several',
  multiplecorrect: 'several',
  mcqmultiple: 'several',
  numerical: 'numerical',
  integer: 'numerical',
  nat: 'numerical',
  numeric: 'numerical',
  numericalvalue: 'numerical',
};

const difficulties: Readonly<Record<string, number>> = {
  easy: 2,
  e: 2,
  medium: 3,
  moderate: 3,
  m: 3,
  average: 3,
  hard: 4,
  difficult: 4,
  h: 4,
  d: 4,
};

class RowReader {
  readonly #cells: ReadonlyMap<Column, string>;
  readonly #row: Row;
  readonly #columns: readonly (Column | null)[];
  readonly #to: Rendering;
  readonly #notices: Notices;
  readonly #pictures: Pictures;

  constructor(row: Row, { columns }: Heading, to: Rendering, notices: Notices, pictures: Pictures) {
    this.#row = row;
    this.#columns = columns;
    [this.#to, this.#notices, this.#pictures] = [to, notices, pictures];
    const cells = new Map<Column, string>();
    for (const [at, column] of columns.entries()) if (column && !cells.get(column)?.trim()) cells.set(column, row.cells[at] ?? '');
    this.#cells = cells;
  }

  text(column: Column): string {
    return (this.#cells.get(column) ?? '').trim().replace(/^'(?=['\p{Cf}]*[=+\-@＝＋－＠\t\r\n])/u, '');
  }

  part(column: Column): PartOfItem {
    const { text, figures } = readText(this.text(column), 'mixed', this.#to);
    const named = this.text((column === 'question' ? 'figure' : `${column}_figure`) as Column);
    const index = named === '' ? null : this.#to.picture(named, '');
    const lying = this.#row.pictures?.get(this.#columns.indexOf(column));
    const added = lying ? this.#pictures.add(lying.name, lying.bytes, '') : null;
    return { text, figures: [...new Set([...figures, index, added].filter((figure) => figure !== null))] };
  }

  #number(column: Column, least: number, greatest: number): number | undefined {
    const text = this.text(column);
    if (text === '') return undefined;
    const number = Number(text);
    if (Number.isInteger(number) && number >= least && number <= greatest) return number;
    this.#notices.note(
      'value_ignored',
      `The ${column} “${beginningOf(text, 30)}” is not one of ${least} to ${greatest}; the usual value is taken.`,
    );
    return undefined;
  }

  #answer(): SourceAnswer {
    const options = (['option_1', 'option_2', 'option_3', 'option_4', 'option_5'] as const).map((column) => this.part(column));
    const isGiven = ({ text, figures }: PartOfItem) => text !== '' || figures.length > 0;
    const count = options.findLastIndex(isGiven) + 1;
    const written = this.text('answer');
    const type =
      types[
        this.text('type')
          .toLowerCase()
          .replaceAll(/[^a-z]/g, '')
      ];
    if (count === 0) {
      const texts = [written, this.text('also_accepted')].filter((text) => text !== '').join(' | ');
      const keys = texts === '' ? [] : numbersOfText(texts);
      if (keys === null)
        this.#notices.fault('not_a_number', `The answer “${beginningOf(texts, 40)}” is not a number, and there are no options.`);
      return { kind: 'numerical', keys: keys ?? [], precision: this.#number('precision', 0, 6) ?? precisionOf(keys ?? []) };
    }
    if (type === 'numerical')
      this.#notices.note('options_kept', 'The type is numerical, but there are options: it is read as a question with options.');
    const places = optionsOfText(written);
    const same = options.findIndex(({ text }) => text !== '' && text === readText(written, 'mixed', this.#to).text);
    if (places?.length === 1 && same >= 0 && !places.includes(same))
      this.#notices.note('answer_as_place', `The answer ${beginningOf(written, 10)} is read as the place of an option, not as its text.`);
    const correct = places ?? (same >= 0 ? [same] : []);
    if (correct.length === 0 && written !== '')
      this.#notices.note('answer_unread', `The answer “${beginningOf(written, 40)}” names no option.`);
    if (correct.some((place) => place >= count))
      this.#notices.note('answer_unread', `The answer ${beginningOf(written, 20)} names an option that is not there.`);
    return { kind: 'choice', options: options.slice(0, count), correct, several: type === 'several' || correct.length > 1 };
  }

  parts(passageNumber: (text: string) => number): Parts {
    const topic = [...new Set([this.text('subject'), this.text('chapter'), this.text('topic')].filter((name) => name !== ''))].join(' / ');
    const level = this.text('difficulty').toLowerCase();
    if (this.text('marks') !== '')
      this.#notices.loss(
        'marks',
        `Its marks (${beginningOf(this.text('marks'), 20)}) were left out: the section of a test gives the marks.`,
      );
    const written = this.part('passage');
    const passage: DraftPassage | null =
      written.text === '' && written.figures.length === 0
        ? null
        : { number: passageNumber(this.text('passage')), text: written.text, figure: written.figures[0] ?? null };
    const layout = this.#number('options_layout', 0, 2);
    const difficulty = difficulties[level] ?? this.#number('difficulty', 1, 5);
    const use = this.text('for').toLowerCase();
    return {
      text: this.part('question'),
      answer: this.#answer(),
      solution: this.part('solution'),
      topic,
      ...(difficulty === undefined ? {} : { difficulty }),
      notes: readText(this.text('notes'), 'mixed', this.#to).text,
      video: this.text('video'),
      ...(use === 'practice' || use === 'paper' ? { for: use } : {}),
      ...(layout === 0 || layout === 1 || layout === 2 ? { options_layout: layout } : {}),
      passage,
    };
  }
}

/** Reads the pictures that a row names before its texts are read. */
async function picturesOf(row: Row, { columns }: Heading, archive: Archive): Promise<(name: string) => Uint8Array | undefined> {
  const found = new Map<string, Uint8Array>();
  for (const [at, cell] of row.cells.entries()) {
    const named = columns[at]?.endsWith('figure')
      ? [cell.trim()]
      : [...cell.matchAll(/src\s?=\s?["']([^"']{1,200})["']/g)].map(([, name]) => name ?? '');
    for (const name of named.filter((one) => one !== '' && found.size < most.pictures)) {
      const file = archive.names.find((one) => one === name) ?? archive.names.find((one) => `/${one}`.endsWith(`/${name}`));
      if (file) found.set(name, await archive.read(file));
    }
  }
  return (name) => found.get(name);
}

/** The questions of a sheet. `sheet` is its name, empty for a file without sheets. */
export async function* questionsOfRows(rows: readonly Row[], sheet: string, archive: Archive): AsyncGenerator<ReadItem> {
  const heading = headingOf(rows);
  const where = sheet === '' ? 'File' : `Sheet ${sheet}`;
  if (!heading) {
    if (rows.some(({ cells }) => cells.some((cell) => cell.trim() !== '')))
      yield itemOfFile(where, {
        kind: 'fault',
        code: 'no_headings',
        sentence: 'No headings were found: a row needs the headings question, option_1 to option_4 and answer.',
      });
    return;
  }
  const unknown = heading.headings.filter((name, at) => name.trim() !== '' && heading.columns[at] === null);
  if (unknown.length > 0)
    yield itemOfFile(where, {
      kind: 'loss',
      code: 'columns',
      sentence: `These columns were not read: ${beginningOf(unknown.join(', '), 200)}.`,
    });
  const passages = new Map<string, number>();
  const passageNumber = (text: string) => {
    const number = passages.get(text) ?? passages.size + 1;
    passages.set(text, number);
    return number;
  };
  for (const row of rows.slice(heading.rows)) {
    if (row.cells.every((cell) => cell.trim() === '') || row.cells.map((cell) => cell.trim()).includes(helpOfQuestion)) continue;
    const notices = new Notices();
    for (const { code, sentence } of row.notices ?? []) notices.note(code, sentence);
    const pictures = new Pictures(notices);
    const find = await picturesOf(row, heading, archive);
    const to: Rendering = { notices, dollars: true, picture: pictureSource(find, pictures, notices) };
    const source = row.cells
      .flatMap((cell, at) => (cell.trim() === '' ? [] : [`${heading.headings[at] ?? at + 1}: ${beginningOf(cell, 1500)}`]))
      .join('\n');
    const place = `Row ${row.number}${sheet === '' ? '' : ` of ${sheet}`}`;
    yield itemOf(place, source, new RowReader(row, heading, to, notices, pictures).parts(passageNumber), pictures.list, notices);
  }
}

/** The help of the template below its heading: people leave that row in. */
export const helpOfQuestion = 'The text; formulas between \\( and \\) or dollars';
