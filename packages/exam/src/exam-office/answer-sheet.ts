// Contents: measures · what a sheet has · columns of numbers · placing rows · pages · the code of a page
import { setNames, type SetName } from './paper-sets.ts';

/** All lengths are in mm, from the upper left corner of an A4 page. */
export const sheetSize = { width: 210, height: 297 } as const;
export const BUBBLE_RADIUS = 2;
export const ROLL_DIGITS = 8;
/** Version of the geometry, which the code of each page names. A change of any measure below needs a new one. */
const SHEET_VERSION = 1;

const cornerSize = 6;
const cornerAt = { near: 6, right: sheetSize.width - 6 - cornerSize, foot: sheetSize.height - 6 - cornerSize };
const codeBox = { x: 171, y: 14, size: 24 };
const roll = { x: 122, pitch: 5.4, boxes: 21, first: 32, row: 4.7 };
/** The part of a page with the bubbles of the questions: columns of rows. */
const grid = { left: 15, top: 84, columns: 5, width: 36, rows: 37, row: 5.35 };
const optionsAt = { first: 12.5, pitch: 5.9 };
const numbersAt = { first: 4.2, pitch: 4.6, point: 1.2 };
/** Rows of a numerical question: its number with boxes to write in, ten digits, and a gap. */
const numericalRows = 12;

/** A section of the paper. Its questions have consecutive numbers, and four options each unless they are numerical. */
export interface SheetSection {
  name: string;
  question_count: number;
  is_numerical: boolean;
  /** Whether answers are whole numbers. */
  integer: boolean;
}

export interface Bubble {
  /** The number of the question in the printed set, from 1; null for the roll number. */
  question: number | null;
  /** The column of a roll number or of a numerical answer, from 0; 0 for options. */
  column: number;
  /** `1` to `4` for an option, a digit, or `-`. */
  value: string;
  x: number;
  y: number;
}

export interface SheetPage {
  /** From 1. */
  page: number;
  /** Filled squares: upper left, upper right, lower left, lower right. */
  corners: { x: number; y: number; size: number }[];
  /** The square of the code, with its quiet zone. */
  code: { x: number; y: number; size: number };
  bubbles: Bubble[];
  /** Boxes to write a digit in. */
  boxes: { x: number; y: number; width: number; height: number }[];
  /** Decimal points of numerical answers. */
  points: { x: number; y: number }[];
  /** Numbers of questions, whose text ends at x, and names of sections, whose text begins at x. */
  labels: { kind: 'number' | 'section'; text: string; x: number; y: number }[];
}

/** Columns of a numerical answer after the column of the minus: digits before and after the decimal point. */
export const numberColumns = (integer: boolean) => (integer ? { whole: 5, decimals: 0 } : { whole: 4, decimals: 2 });

/** Whether a decimal text can be entered in the columns of a numerical question. */
export function fitsColumns(text: string, integer: boolean): boolean {
  const [, whole = '', decimals = ''] = /^-?0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const columns = numberColumns(integer);
  return whole.length <= columns.whole && decimals.length <= columns.decimals;
}

const byPlace = <T>(count: number, of: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));

function emptyPage(page: number): SheetPage {
  const { near, right, foot } = cornerAt;
  const columnX = (column: number) => roll.x + column * roll.pitch;
  return {
    page,
    corners: [near, foot].flatMap((y) => [near, right].map((x) => ({ x, y, size: cornerSize }))),
    code: { ...codeBox },
    bubbles: byPlace(ROLL_DIGITS, (column) =>
      byPlace(10, (digit) => ({
        question: null,
        column,
        value: String(digit),
        x: columnX(column),
        y: roll.first + digit * roll.row,
      })),
    ).flat(),
    boxes: byPlace(ROLL_DIGITS, (column) => ({ x: columnX(column) - roll.pitch / 2, y: roll.boxes, width: roll.pitch, height: 7 })),
    points: [],
    labels: [],
  };
}

/** The place of a row in the grid of a page. */
const placeOfRow = (column: number, row: number) => ({ x: grid.left + column * grid.width, y: grid.top + (row + 0.5) * grid.row });

function addOptions(page: SheetPage, question: number, { x, y }: { x: number; y: number }): void {
  page.labels.push({ kind: 'number', text: String(question), x: x + optionsAt.first - BUBBLE_RADIUS - 1.5, y });
  for (const option of [1, 2, 3, 4])
    page.bubbles.push({ question, column: 0, value: String(option), x: x + optionsAt.first + (option - 1) * optionsAt.pitch, y });
}

function addNumerical(page: SheetPage, question: number, integer: boolean, { x, y }: { x: number; y: number }): void {
  const { whole, decimals } = numberColumns(integer);
  const columnX = (column: number) => x + numbersAt.first + column * numbersAt.pitch + (column > whole ? numbersAt.point : 0);
  page.labels.push({ kind: 'number', text: String(question), x: x + numbersAt.first + BUBBLE_RADIUS, y });
  page.bubbles.push({ question, column: 0, value: '-', x: columnX(0), y: y + grid.row });
  for (let column = 1; column <= whole + decimals; column += 1) {
    page.boxes.push({ x: columnX(column) - numbersAt.pitch / 2, y: y - 2.3, width: numbersAt.pitch, height: 4.6 });
    for (let digit = 0; digit < 10; digit += 1)
      page.bubbles.push({ question, column, value: String(digit), x: columnX(column), y: y + (digit + 1) * grid.row });
  }
  if (decimals > 0) page.points.push({ x: (columnX(whole) + columnX(whole + 1)) / 2, y: y + 1.4 });
}

/**
 * The pages of an answer sheet. They depend on the forms and numbers of the questions only, so a reader that knows the paper computes the
 * same places. A question stays in one column, and the name of a section in the column of its first question.
 */
export function sheetPages(sections: readonly SheetSection[]): SheetPage[] {
  const pages = [emptyPage(1)];
  let [column, row, question] = [0, 0, 0];
  /** Moves to the next column unless the present one has `rows` rows left; returns the page. */
  const reserve = (rows: number): SheetPage => {
    if (row + rows > grid.rows) [column, row] = [column + 1, 0];
    if (column >= grid.columns) {
      pages.push(emptyPage(pages.length + 1));
      [column, row] = [0, 0];
    }
    return pages.at(-1) as SheetPage;
  };
  for (const { name, question_count, is_numerical, integer } of sections) {
    if (question_count === 0) continue;
    const rows = is_numerical ? numericalRows : 1;
    const { labels } = reserve(rows + 1);
    const { x, y } = placeOfRow(column, row);
    labels.push({ kind: 'section', text: name, x: x + 1, y });
    row += 1;
    for (let left = question_count; left > 0; left -= 1) {
      const page = reserve(rows);
      question += 1;
      if (is_numerical) addNumerical(page, question, integer, placeOfRow(column, row));
      else addOptions(page, question, placeOfRow(column, row));
      row += rows;
    }
  }
  return pages;
}

/**
 * Why a person must look at an answer: a mark is too faint to be sure, a second mark may have been erased, there are two marks where one is
 * allowed, or digits are missing between others.
 */
export const sheetDoubts = ['faint', 'erased', 'two_marks', 'gap'] as const;
export type Doubt = (typeof sheetDoubts)[number];

/** The content of the code of a page. */
export interface SheetCode {
  /** Whether `id` names a draft or a test. */
  kind: 'draft' | 'test';
  id: number;
  set: SetName;
  /** From 1. */
  page: number;
}

const letters = { draft: 'D', test: 'T' } as const;

const checkBase = 36;
/** The largest prime below the numbers that two digits of base 36 can write. */
const checkPrime = 1291;

/** Two digits that change with any other digit or letter of a code, and when two of them are exchanged. */
function checkOf(text: string): string {
  let sum = 0;
  for (const sign of text) sum = (sum * checkBase + sign.charCodeAt(0)) % checkPrime;
  return sum.toString(checkBase).toUpperCase().padStart(2, '0');
}

/** The text of a page's code, in characters that a QR code stores compactly. */
export function sheetCode({ kind, id, set, page }: SheetCode): string {
  const text = `S${SHEET_VERSION}:${letters[kind]}:${id}:${set}:${page}`;
  return `${text}:${checkOf(text)}`;
}

/** The parts of a page's code. Sheets that were printed before codes had a check have none. */
const codeParts = /^(S(\d+):([DT]):([1-9]\d{0,14}):([A-D]):([1-9]\d?))(?::([0-9A-Z]{2}))?$/;

/** Whether the text is that of a page's code in which a character was misread. */
export function isMisreadCode(text: string): boolean {
  const [, checked = '', , , , , , check] = codeParts.exec(text) ?? [];
  return check !== undefined && check !== checkOf(checked);
}

/** Reads the text of a page's code; null for any other text, a misread one, and a sheet with another geometry. */
export function readSheetCode(text: string): SheetCode | null {
  const [, , version, letter, id, set, page] = codeParts.exec(text) ?? [];
  const name = setNames.find((one) => one === set);
  if (Number(version) !== SHEET_VERSION || !name || isMisreadCode(text)) return null;
  return { kind: letter === letters.draft ? 'draft' : 'test', id: Number(id), set: name, page: Number(page) };
}
