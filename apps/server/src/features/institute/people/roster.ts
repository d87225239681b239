import { plainName } from '@abhyas/contract/institute/identity';
import { Problem } from '@abhyas/contract/problem';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import type { RosterLine } from './roster-file.ts';

/** A row with its cells as text. */
export interface RosterRow {
  line: number;
  name: string;
  phone: string;
  given_id: string;
  classroom: string;
  course: string;
  /** The reason for a refusal; null if the row can be taken. */
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

/** The key of a person in a roster: several children may share a phone. */
export const personKey = (phone: string, name: string | null) => `${phone} ${plainName(name)}`;

/**
 * The ten digits of a phone number, which may have +91, a leading zero, spaces or dashes, or a spreadsheet's form. Null for any other text.
 */
export function phoneOf(text: string): string | null {
  const digits = text
    .trim()
    .replace(/\.0+$/, '')
    .replaceAll(/[\s()-]/g, '');
  return /^(?:\+?91|0)?([6-9]\d{9})$/.exec(digits)?.[1] ?? null;
}

function refusalOf({ name, phone, given_id, classroom, course }: Omit<RosterRow, 'refusal'>, formula: string | null): string | null {
  if (formula) return `Cell ${formula} contains a formula: paste its value.`;
  if (name === '') return 'The name is missing.';
  if (name.length > 80) return 'The name is longer than 80 characters.';
  if (/\p{Cc}/u.test(name)) return 'The name contains a control character: type it again.';
  if (phone === '') return 'The phone number is missing.';
  if (phoneOf(phone) === null) return 'A phone number has ten digits and begins with 6 to 9.';
  if (given_id.length > 40) return 'The roll number is longer than 40 characters.';
  if (classroom.length > 80) return 'The name of the batch is longer than 80 characters.';
  return course !== '' && courseOf(course) === null ? 'The course must be JEE, NEET or both.' : null;
}

/** The field of each column, from the names in the first line. */
export function columnsOf(head: readonly string[]) {
  const taken = new Set<Field>();
  return head.map((name) => {
    const field = fields.find((each) => !taken.has(each) && (names[each] as readonly string[]).includes(plain(name)));
    if (field) taken.add(field);
    return { name: beginningOf(name.trim(), 80), read_as: field ?? null };
  });
}

/** The rows of a roster, each with its refusal. All but the first of repeated rows are refused. Throws `not_possible`. */
export function rowsOf([head, ...lines]: readonly RosterLine[]): { rows: RosterRow[]; columns: ReturnType<typeof columnsOf> } {
  if (!head) throw new Problem('not_possible', 'The roster has no rows.');
  const columns = columnsOf(head.cells);
  for (const field of ['name', 'phone'] as const)
    if (!columns.some(({ read_as }) => read_as === field))
      throw new Problem(
        'not_possible',
        `The first line has no column ${field === 'name' ? 'Name' : 'Phone'}. Its columns: ${beginningOf(head.cells.join(', '), 200)}.`,
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
      name: beginningOf(row.name, 120),
      phone: phoneOf(row.phone) ?? beginningOf(row.phone, 40),
      given_id: beginningOf(row.given_id, 60),
      classroom: beginningOf(row.classroom, 100),
      course: beginningOf(row.course, 40),
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

/**
 * Adds names by phone and plain name, of the institute's own students and of the rows, to `names`. Students of other institutes stay
 * unnamed.
 */
export function namesByPhone(
  people: readonly { phone: string | null; name: string | null }[],
  names = new Map<string, Map<string, string>>(),
): Map<string, Map<string, string>> {
  for (const { phone, name } of people) {
    if (phone === null || name === null) continue;
    const ofPhone = names.get(phone) ?? new Map<string, string>();
    names.set(phone, ofPhone.set(plainName(name), name));
  }
  return names;
}

/**
 * The names of up to two other people of a phone, and the number of further ones; an empty text if there are none. A roster may give all its
 * rows one number, so only the first three names are looked at.
 */
export function othersOf(names: ReadonlyMap<string, string> = new Map(), own: string): string {
  const others: string[] = [];
  for (const [plain, name] of names) {
    if (others.length === 2) break;
    if (plain !== plainName(own)) others.push(name);
  }
  const more = names.size - (names.has(plainName(own)) ? 1 : 0) - others.length;
  return more > 0 ? `${others.join(', ')} and ${more} more` : others.join(' and ');
}
