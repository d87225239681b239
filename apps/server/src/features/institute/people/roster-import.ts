import { setImmediate as nextTurn } from 'node:timers/promises';
import { plainName } from '@abhyas/contract/institute/identity';
import type { rosterOutcomes } from '@abhyas/contract/institute/people';
import { beginningOf } from '@abhyas/exam/institute/cut-text';
import type { StaffCallContext, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import { inviteAll, mostOfPhone } from './people.ts';
import * as store from './people.store.ts';
import { type RosterFile, rowsOfFile } from './roster-aside.ts';
import { courseOf, namesByPhone, othersOf, personKey, type RosterRow, type rowsOf } from './roster.ts';

type Outcome = (typeof rosterOutcomes)[number];

const rowsPerTurn = 500;

interface Judged {
  row: RosterRow;
  outcome: Outcome;
  detail: string;
  known: store.KnownStudent | null;
  /** The new roll number and classroom; null where the row changes none. */
  givenId: string | null;
  classroom: string | null;
}

/** How many more people each phone number may have, because an institute limits the people and invitations per number. */
function placesOf(people: readonly { phone: string | null; name: string | null }[]) {
  const taken = new Map<string, Set<string>>();
  const ofPhone = (phone: string) => {
    const names = taken.get(phone) ?? new Set<string>();
    taken.set(phone, names);
    return names;
  };
  for (const { phone, name } of people) if (phone !== null) ofPhone(phone).add(plainName(name));
  return {
    /** False if no place is left for this person. */
    take(phone: string, name: string): boolean {
      const names = ofPhone(phone);
      if (names.size >= mostOfPhone && !names.has(plainName(name))) return false;
      names.add(plainName(name));
      return true;
    },
  };
}

/** The outcome of each row, from the institute's students: a student is matched by roll number, else by phone and name. */
async function judge(context: StaffContext, rows: readonly RosterRow[]): Promise<Judged[]> {
  const students = await store.findStudents(context);
  const byId = new Map(students.flatMap((student) => (student.given_id ? [[student.given_id, student] as const] : [])));
  const byPerson = new Map(
    students.flatMap((student) => (student.phone ? [[personKey(student.phone, student.name), student] as const] : [])),
  );
  const phones = rows.map(({ phone }) => phone);
  const own = new Set(students.map(({ user_id }) => user_id));
  const strangers = new Set((await store.findAccounts(context, phones)).flatMap(({ id, phone }) => (own.has(id) ? [] : [phone])));
  const namesOfPhone = namesByPhone([...rows.filter(({ refusal }) => refusal === null), ...students]);
  const places = placesOf([...students, ...(await store.findInvited(context, phones))]);
  const seats = new Map<number, Set<string>>();
  for (const { user_id, name } of await store.findSeats(context)) seats.set(user_id, (seats.get(user_id) ?? new Set()).add(name));

  const judgeRow = (row: RosterRow): Judged => {
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
    if (!places.take(row.phone, row.name))
      return { ...none, outcome: 'refused', detail: `At most ${mostOfPhone} people can share a phone number.` };
    const classroom = row.classroom === '' ? null : row.classroom;
    // Nobody is added to another person's number, whatever the name: its holder is invited.
    if (strangers.has(row.phone))
      return { ...none, classroom, outcome: 'invited', detail: 'The number has an account: joins once the invitation is accepted.' };
    const others = othersOf(namesOfPhone.get(row.phone), row.name);
    const details = [others && `shares a phone with ${others}`, classroom && `joins ${classroom}`];
    return { ...none, classroom, outcome: 'new', detail: details.filter(Boolean).join(', ') };
  };
  const judged: Judged[] = [];
  for (let at = 0; at < rows.length; at += rowsPerTurn) {
    judged.push(...rows.slice(at, at + rowsPerTurn).map(judgeRow));
    // Other callers would wait for a whole roster.
    await nextTurn();
  }
  return judged;
}

function answerOf(judged: readonly Judged[], columns: ReturnType<typeof rowsOf>['columns']) {
  const count = (outcome: Outcome) => judged.filter((each) => each.outcome === outcome).length;
  return {
    success: true as const,
    counts: { new: count('new'), invited: count('invited'), changed: count('changed'), same: count('same'), refused: count('refused') },
    columns,
    rows: judged.map(({ row: { line, name, phone, given_id, classroom }, outcome, detail }) => ({
      line,
      name,
      phone,
      given_id: beginningOf(given_id, 60),
      classroom: beginningOf(classroom, 100),
      outcome,
      detail,
    })),
  };
}

/** The outcome of each row, without a change. */
export async function previewRoster(context: StaffContext, file: RosterFile) {
  const { rows, columns } = await rowsOfFile(file);
  return answerOf(await judge(context, rows), columns);
}

/** Imports the rows that are not refused, in one transaction. Returns the outcome of each row. */
export async function importRoster(context: StaffCallContext, file: RosterFile) {
  const { rows, columns } = await rowsOfFile(file);
  return inTransaction(context, async (within) => {
    // Otherwise two rosters imported at once could together exceed the limit per number.
    await store.lockRosters(within);
    const judged = await judge(within, rows);
    const classrooms = await store.findOrInsertClassrooms(within, [...new Set(judged.flatMap(({ classroom }) => classroom ?? []))]);
    const roomOf = (classroom: string | null) => (classroom === null ? null : (classrooms.get(classroom) ?? null));
    const of = (outcome: Outcome) => judged.filter((each) => each.outcome === outcome);

    const made = await store.insertStudents(
      within,
      of('new').map(({ row }) => ({
        name: row.name,
        phone: row.phone,
        course: courseOf(row.course),
        given_id: row.given_id === '' ? null : row.given_id,
      })),
    );
    const userByPerson = new Map(made.map(({ user_id, phone, name }) => [personKey(phone, name), user_id]));
    for (const { known, givenId } of of('changed')) if (known && givenId) await store.updateStudent(within, known, { given_id: givenId });
    await store.addToClassrooms(
      within,
      judged.flatMap(({ row, known, classroom, outcome }) => {
        const [user_id, classroom_id] = [known?.user_id ?? userByPerson.get(personKey(row.phone, row.name)), roomOf(classroom)];
        return outcome !== 'invited' && user_id !== undefined && classroom_id !== null ? [{ user_id, classroom_id }] : [];
      }),
    );
    await inviteAll(
      within,
      of('invited').map(({ row, classroom }) => ({
        phone: row.phone,
        name: row.name,
        role: 'student' as const,
        given_id: row.given_id === '' ? null : row.given_id,
        classroom_id: roomOf(classroom),
      })),
    );
    const answer = answerOf(
      judged.map((each) =>
        each.outcome !== 'new' || userByPerson.has(personKey(each.row.phone, each.row.name))
          ? each
          : { ...each, outcome: 'refused' as const, detail: 'Somebody already has this phone number and name.' },
      ),
      columns,
    );
    await writeAudit(within, {
      what: 'roster.import',
      object_type: 'institute',
      object_id: within.actor.institute_id,
      after: answer.counts,
    });
    return answer;
  });
}
