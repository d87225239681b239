import { plainName } from '@abhyas/contract/institute/identity';
import { rosterOutcomes } from '@abhyas/contract/institute/people';
import type { StaffContext } from '../../../context.ts';
import { mostOfPhone } from './people.ts';
import * as store from './people.store.ts';
import { namesByPhone, othersOf, personKey, type RosterRow } from './roster.ts';

export type Outcome = (typeof rosterOutcomes)[number];

export interface Judged {
  row: RosterRow;
  outcome: Outcome;
  detail: string;
  known: store.KnownStudent | null;
  /** The new roll number and classroom; null where the row changes none. */
  givenId: string | null;
  classroom: string | null;
}

export type RosterCounts = Record<Outcome, number>;

export function countsOf(judged: readonly Pick<Judged, 'outcome'>[]): RosterCounts {
  const counts = Object.fromEntries(rosterOutcomes.map((outcome) => [outcome, 0])) as RosterCounts;
  for (const { outcome } of judged) counts[outcome] += 1;
  return counts;
}

/** Facts that rows of one roster share, whichever part they are in. */
export interface RosterMemory {
  /** Plain names of the people who have or get a place on a number, because an institute limits the people and invitations per number. */
  taken: Map<string, Set<string>>;
  /** Names by phone and plain name, of rows and of the institute's students. */
  names: Map<string, Map<string, string>>;
}

/** The memory of a roster, with the names of these of its rows. */
export const memoryOf = (rows: readonly RosterRow[]): RosterMemory => ({
  taken: new Map(),
  names: namesByPhone(rows.filter(({ refusal }) => refusal === null)),
});

function namesOn({ taken }: RosterMemory, phone: string): Set<string> {
  const names = taken.get(phone) ?? new Set<string>();
  taken.set(phone, names);
  return names;
}

/** False if the number has no place left for this person. */
function takePlace(memory: RosterMemory, phone: string, name: string): boolean {
  const names = namesOn(memory, phone);
  if (names.size >= mostOfPhone && !names.has(plainName(name))) return false;
  names.add(plainName(name));
  return true;
}

/** The outcome of each row of a part, from the institute's students: a student is matched by roll number, else by phone and name. */
export async function judge(context: StaffContext, rows: readonly RosterRow[], memory: RosterMemory): Promise<Judged[]> {
  const phones = rows.map(({ phone }) => phone);
  const students = await store.findStudents(
    context,
    phones,
    rows.map(({ given_id }) => given_id),
  );
  const byId = new Map(students.flatMap((student) => (student.given_id ? [[student.given_id, student] as const] : [])));
  const byPerson = new Map(
    students.flatMap((student) => (student.phone ? [[personKey(student.phone, student.name), student] as const] : [])),
  );
  const own = new Set(students.map(({ user_id }) => user_id));
  const strangers = new Set((await store.findAccounts(context, phones)).flatMap(({ id, phone }) => (own.has(id) ? [] : [phone])));
  for (const { phone, name } of [...students, ...(await store.findInvited(context, phones))])
    if (phone !== null) namesOn(memory, phone).add(plainName(name));
  namesByPhone(students, memory.names);
  const seats = new Map<number, Set<string>>();
  for (const { user_id, name } of await store.findSeats(context, [...own])) seats.set(user_id, (seats.get(user_id) ?? new Set()).add(name));

  return rows.map((row): Judged => {
    const none = { row, known: null, givenId: null, classroom: null };
    if (row.refusal) return { ...none, outcome: 'refused', detail: row.refusal };
    const person = personKey(row.phone, row.name);
    const nobody = personKey(row.phone, null);
    const known = (row.given_id !== '' ? byId.get(row.given_id) : undefined) ?? byPerson.get(person);
    if (known) {
      if (known.phone !== row.phone)
        return {
          ...none,
          outcome: 'refused',
          detail: 'The roll number belongs to a student with another phone number; students change their number themselves.',
        };
      const givenId = row.given_id !== '' && row.given_id !== known.given_id ? row.given_id : null;
      const classroom = row.classroom !== '' && !seats.get(known.user_id)?.has(row.classroom) ? row.classroom : null;
      const changes = [givenId && `roll number ${known.given_id ?? 'none'} to ${givenId}`, classroom && `joins ${classroom}`].filter(
        Boolean,
      );
      return { row, known, givenId, classroom, outcome: changes.length > 0 ? 'changed' : 'same', detail: changes.join(', ') };
    }
    if (byPerson.has(nobody)) return { ...none, outcome: 'refused', detail: 'The phone number belongs to a student without a name.' };
    if (!takePlace(memory, row.phone, row.name))
      return { ...none, outcome: 'refused', detail: `At most ${mostOfPhone} people can share a phone number.` };
    const classroom = row.classroom === '' ? null : row.classroom;
    // Nobody is added to another person's number, whatever the name: its holder is invited.
    if (strangers.has(row.phone))
      return { ...none, classroom, outcome: 'invited', detail: 'This number has an account, which joins once the invitation is accepted.' };
    const others = othersOf(memory.names.get(row.phone), row.name);
    const details = [others && `shares a phone with ${others}`, classroom && `joins ${classroom}`];
    return { ...none, classroom, outcome: 'new', detail: details.filter(Boolean).join(', ') };
  });
}
