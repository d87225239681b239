import { plainName } from '@abhyas/contract/institute/identity';
import { Problem } from '@abhyas/contract/problem';
import type { RosterLine } from './roster-file.ts';

/** A row as it is written, cell by cell. */
export interface RosterRow {
  line: number;
  name: string;
  phone: string;
  given_id: string;
  classroom: string;
  course: string;
  /** Why it cannot be taken; null where it can. */
  refusal: string | null;
}

const names = {
  name: ['name', 'student name', 'full name', 'student', 'naam'],
  phone: ['phone', 'mobile', 'phone number', 'mobile number', 'mobile no', 'phone no', 'contact'],
  given_id: ['id', 'roll number', 'roll no', 'roll', 'student id', 'admission number', 'admission no', 'enrolment number', 'institute id'],
  classroom: ['batch', 'classroom', 'class', 'section'],
  course: ['course', 'exam', 'stream'],
} as const;
type Field = keyof typeof names;
const fields = Object.keys(names) as Field[];

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, ' ')
    .trim();

const courses: Record<string, 'MED' | 'ENG' | 'MED_ENG'> = {
  med: 'MED',
  neet: 'MED',
  medical: 'MED',
  eng: 'ENG',
  jee: 'ENG',
  engineering: 'ENG',
  'med eng': 'MED_ENG',
  both: 'MED_ENG',
};
export const courseOf = (text: string) => courses[plain(text)] ?? null;

/** A person of a roster: several children may have one phone. */
export const personKey = (phone: string, name: string | null) => `${phone} ${plainName(name)}`;

/** Ten digits, also as +91, with a zero before them, blanks or dashes; as a spreadsheet writes a number. Null for anything else. */
export function phoneOf(text: string): string | null {
  const digits = text
    .trim()
    .replace(/\.0+$/, '')
    .replaceAll(/[\s()-]/g, '');
  return /^(?:\+?91|0)?([6-9]\d{9})$/.exec(digits)?.[1] ?? null;
}

function refusalOf({ name, phone, given_id, classroom, course }: Omit<RosterRow, 'refusal'>, formula: string | null): string | null {
  if (formula) return `A formula stands in ${formula}: paste its value.`;
  if (name === '') return 'The name is missing.';
  if (name.length > 80) return 'The name is longer than 80 characters.';
  if (phone === '') return 'The phone number is missing.';
  if (phoneOf(phone) === null) return 'The phone number has not ten digits, or begins with less than 6.';
  if (given_id.length > 40) return 'The roll number is longer than 40 characters.';
  if (classroom.length > 80) return 'The name of the batch is longer than 80 characters.';
  return course !== '' && courseOf(course) === null ? 'The course is none of JEE, NEET and both.' : null;
}

/** What the first line says of the columns. */
export function columnsOf(head: readonly string[]) {
  const taken = new Set<Field>();
  return head.map((name) => {
    const field = fields.find((each) => !taken.has(each) && (names[each] as readonly string[]).includes(plain(name)));
    if (field) taken.add(field);
    return { name: name.trim().slice(0, 80), read_as: field ?? null };
  });
}

/** The rows of a roster, each with why it is refused where it is; doubled rows are refused but for the first. Throws `not_possible`. */
export function rowsOf([head, ...lines]: readonly RosterLine[]): { rows: RosterRow[]; columns: ReturnType<typeof columnsOf> } {
  if (!head) throw new Problem('not_possible', 'There are no rows in it.');
  const columns = columnsOf(head.cells);
  for (const field of ['name', 'phone'] as const)
    if (!columns.some(({ read_as }) => read_as === field))
      throw new Problem(
        'not_possible',
        `The first line names no column ${field === 'name' ? 'Name' : 'Phone'}. Its columns: ${head.cells.join(', ').slice(0, 200)}.`,
      );
  const at = (field: Field) => columns.findIndex(({ read_as }) => read_as === field);
  const places = Object.fromEntries(fields.map((field) => [field, at(field)])) as Record<Field, number>;
  const seenPeople = new Map<string, number>();
  const seenIds = new Map<string, number>();
  const rows = lines.map(({ line, cells, formula }): RosterRow => {
    const cell = (field: Field) => (cells[places[field]] ?? '').trim().replaceAll(/\s+/g, ' ');
    const row = {
      line,
      name: cell('name'),
      phone: cell('phone'),
      given_id: cell('given_id').replace(/\.0+$/, ''),
      classroom: cell('classroom'),
      course: cell('course'),
    };
    const refusal = refusalOf(row, formula) ?? doubledWith(row, seenPeople, seenIds);
    return {
      line,
      name: row.name.slice(0, 120),
      phone: phoneOf(row.phone) ?? row.phone.slice(0, 40),
      given_id: row.given_id.slice(0, 60),
      classroom: row.classroom.slice(0, 100),
      course: row.course.slice(0, 40),
      refusal,
    };
  });
  return { rows, columns };
}

function doubledWith(
  { line, name, phone, given_id }: Omit<RosterRow, 'refusal'>,
  people: Map<string, number>,
  ids: Map<string, number>,
): string | null {
  const person = personKey(phoneOf(phone) ?? '', name);
  const before = people.get(person) ?? (given_id === '' ? undefined : ids.get(given_id));
  if (before !== undefined)
    return people.has(person) ? `Line ${before} has the same phone number and name.` : `Line ${before} has the same roll number.`;
  people.set(person, line);
  if (given_id !== '') ids.set(given_id, line);
  return null;
}
