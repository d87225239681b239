// Contents: what is read · columns · one answer · the file
import type { Doubt } from '@abhyas/exam/exam-office/answer-sheet';
import { setNames } from '@abhyas/exam/exam-office/paper-sets';
import Papa from 'papaparse';
import type { ReadAnswer } from './marked-answers.ts';
import type { ReadSection } from './read-sheet.ts';

/** A student's row in the file of another reader. */
export interface AnswerRow {
  /** Line of the file, from 1. */
  line: number;
  roll_number: string;
  /** As the file has it; `A` without a column of sets. */
  set: string;
  answers: ReadAnswer[];
}

export interface ReadRows {
  rows: AnswerRow[];
  /** Rows that were not read, as sentences, in the order of the file. */
  faults: { line: number; message: string }[];
}

export const MOST_ROWS = 5000;

const rollNames = new Set(['roll', 'rollno', 'rollnumber', 'rollnum', 'id', 'studentid', 'admissionno', 'admissionnumber', 'regno']);
const setColumns = new Set(['set', 'booklet', 'series', 'code', 'bookletcode', 'setcode']);
const plainName = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

interface Columns {
  roll: number;
  set: number;
  /** The column of each question, by its number. */
  questions: ReadonlyMap<number, number>;
}

function columnsOf(head: readonly string[], count: number): Columns | string {
  const names = head.map(plainName);
  const roll = names.findIndex((name) => rollNames.has(name));
  if (roll < 0) return 'The first line names no column of roll numbers. Name it “Roll number”.';
  const questions = new Map<number, number>();
  for (const [at, name] of names.entries()) {
    const [, digits] = /^(?:q|que|ques|question|ans|answer)?0*([1-9]\d{0,2})$/.exec(name) ?? [];
    if (digits === undefined) continue;
    if (questions.has(Number(digits))) return `Two columns are of question ${digits}.`;
    questions.set(Number(digits), at);
  }
  if (questions.size === 0) return 'The first line names no questions. Name their columns 1, 2, 3 or Q1, Q2, Q3.';
  const beyond = [...questions.keys()].find((question) => question > count);
  if (beyond !== undefined) return `The file has a question ${beyond}, and the test has ${count}.`;
  const missing = Array.from({ length: count }, (_, at) => at + 1).find((question) => !questions.has(question));
  if (missing !== undefined) return `The file has no column of question ${missing}.`;
  return { roll, set: names.findIndex((name) => setColumns.has(name)), questions };
}

const nothing = /^(?:|-|–|\.|_|0|na|nil|blank|none)$/i;
/** Signs by which readers say that a student marked several options. */
const several = /^(?:\*+|#|mult(?:i|iple)?|multi mark)$/i;

/** The answer that a cell says; null if it says none that is possible. */
function answerOf(question: number, cell: string, section: ReadSection): ReadAnswer | null {
  const text = cell.trim();
  const answer = (options: number[], entered: string | null = null, doubt: Doubt | null = null) => ({
    question,
    options,
    text: entered,
    doubt,
  });
  if (section.is_numerical) {
    if (/^(?:|–|_|na|nil|blank|none)$/i.test(text)) return answer([]);
    const entered = text
      .replace('−', '-')
      .replace(/^\+/, '')
      .replace(/^(-?)\./, '$10.');
    return /^-?\d{1,8}(\.\d{1,6})?$/.test(entered) ? answer([], entered) : null;
  }
  if (nothing.test(text)) return answer([]);
  if (several.test(text)) return answer([], null, 'two_marks');
  const letters = text.toUpperCase().replaceAll(/[\s,;/&()]/g, '');
  if (!/^(?:[A-D]{1,4}|[1-4]{1,4})$/.test(letters)) return null;
  const options = [...new Set([...letters].map((letter) => (letter >= 'A' ? letter.charCodeAt(0) - 64 : Number(letter))))].toSorted(
    (a, b) => a - b,
  );
  return answer(options, null, options.length > 1 && !section.has_several ? 'two_marks' : null);
}

function readRow(cells: readonly string[], line: number, columns: Columns, sectionOf: readonly ReadSection[]): AnswerRow | string {
  const roll_number = (cells[columns.roll] ?? '').trim();
  if (roll_number === '') return 'The roll number is empty.';
  if (roll_number.length > 40) return 'The roll number is longer than 40 characters.';
  const set = columns.set < 0 ? 'A' : (cells[columns.set] ?? '').trim().toUpperCase() || 'A';
  if (!setNames.some((name) => name === set)) return `There is no set ${set.slice(0, 10)}. Sets are A, B, C and D.`;
  const answers: ReadAnswer[] = [];
  for (const [at, section] of sectionOf.entries()) {
    const cell = cells[columns.questions.get(at + 1) ?? -1] ?? '';
    const answer = answerOf(at + 1, cell, section);
    if (!answer)
      return `“${cell.trim().slice(0, 20)}” is no answer to question ${at + 1}, which ${section.is_numerical ? 'is a number' : 'has the options A to D'}.`;
    answers.push(answer);
  }
  return { line, roll_number, set, answers };
}

/**
 * Reads the file of another reader of answer sheets: a line of names, then a row for each student. A file that cannot be read as a whole is
 * one fault in its first line.
 */
export function readAnswerRows(text: string, sections: readonly ReadSection[]): ReadRows {
  const sectionOf = sections.flatMap((section) => Array.from({ length: section.question_count }, () => section));
  const parsed = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: 'greedy', preview: MOST_ROWS + 2 });
  const [head = [], ...lines] = parsed.data;
  if (lines.length > MOST_ROWS) return { rows: [], faults: [{ line: 1, message: `A file has ${MOST_ROWS} rows at most. Split it.` }] };
  const columns = columnsOf(head, sectionOf.length);
  if (typeof columns === 'string') return { rows: [], faults: [{ line: 1, message: columns }] };
  const rows: AnswerRow[] = [];
  const faults: ReadRows['faults'] = [];
  const lineOfRoll = new Map<string, number>();
  for (const [at, cells] of lines.entries()) {
    const line = at + 2;
    const row = readRow(cells, line, columns, sectionOf);
    const earlier = typeof row === 'string' ? undefined : lineOfRoll.get(row.roll_number);
    if (typeof row === 'string') faults.push({ line, message: row });
    else if (earlier !== undefined) faults.push({ line, message: `Line ${earlier} has the same roll number.` });
    else {
      lineOfRoll.set(row.roll_number, line);
      rows.push(row);
    }
  }
  return { rows, faults };
}
