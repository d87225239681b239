import type { rosterOutcomes } from '@abhyas/contract/people';
import { Problem } from '@abhyas/contract/problem';
import type { StaffContext } from '../../context.ts';
import { inTransaction } from '../../database/transaction.ts';
import { writeAudit } from '../audit/audit.ts';
import { inviteAll } from './people.ts';
import * as store from './people.store.ts';
import { linesOfSpreadsheet, linesOfText, type RosterLine } from './roster-file.ts';
import { courseOf, type RosterRow, rowsOf } from './roster.ts';

type Outcome = (typeof rosterOutcomes)[number];

interface Judged {
  row: RosterRow;
  outcome: Outcome;
  detail: string;
  known: store.KnownStudent | null;
  /** Roll number and classroom that are another now. */
  givenId: string | null;
  classroom: string | null;
}

const plainName = (name: string | null) => (name ?? '').toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** What a row comes to, held against the students there are: matched by the roll number, else by phone and name. */
async function judge(context: StaffContext, rows: readonly RosterRow[]): Promise<Judged[]> {
  const students = await store.findStudents(context);
  const byId = new Map(students.flatMap((student) => (student.given_id ? [[student.given_id, student] as const] : [])));
  const byPhone = new Map(students.flatMap((student) => (student.phone ? [[student.phone, student] as const] : [])));
  const accounts = await store.findAccounts(
    context,
    rows.map(({ phone }) => phone),
  );
  const seats = new Map<number, Set<string>>();
  for (const { user_id, name } of await store.findSeats(context)) seats.set(user_id, (seats.get(user_id) ?? new Set()).add(name));

  return rows.map((row): Judged => {
    const none = { row, known: null, givenId: null, classroom: null };
    if (row.refusal) return { ...none, outcome: 'refused', detail: row.refusal };
    const ofPhone = byPhone.get(row.phone);
    const known =
      (row.given_id !== '' ? byId.get(row.given_id) : undefined) ??
      (ofPhone && plainName(ofPhone.name) === plainName(row.name) ? ofPhone : undefined);
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
    if (ofPhone)
      return { ...none, outcome: 'refused', detail: `The phone number belongs to the student ${ofPhone.name ?? 'without a name'}.` };
    const classroom = row.classroom === '' ? null : row.classroom;
    if (accounts.has(row.phone))
      return { ...none, classroom, outcome: 'invited', detail: 'Has an account: joins once the invitation is accepted.' };
    return { ...none, classroom, outcome: 'new', detail: classroom ? `joins ${classroom}` : '' };
  });
}

export interface RosterFile {
  text?: string | undefined;
  xlsx?: string | undefined;
}

async function linesOf({ text, xlsx }: RosterFile): Promise<readonly RosterLine[]> {
  if (xlsx !== undefined) return linesOfSpreadsheet(xlsx);
  if (text !== undefined && text.trim() !== '') return linesOfText(text);
  throw new Problem('not_possible', 'Paste rows or choose a file.');
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
      given_id: given_id.slice(0, 60),
      classroom: classroom.slice(0, 100),
      outcome,
      detail,
    })),
  };
}

/** What each row would come to. */
export async function previewRoster(context: StaffContext, file: RosterFile) {
  const { rows, columns } = rowsOf(await linesOf(file));
  return answerOf(await judge(context, rows), columns);
}

/** Takes the rows that are not refused, all in one transaction. Returns what each came to. */
export async function importRoster(context: StaffContext, file: RosterFile) {
  const { rows, columns } = rowsOf(await linesOf(file));
  return inTransaction(context, async (within) => {
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
    const userByPhone = new Map(made.map(({ user_id, phone }) => [phone, user_id]));
    for (const { known, givenId } of of('changed')) if (known && givenId) await store.updateStudent(within, known, { given_id: givenId });
    await store.addToClassrooms(
      within,
      judged.flatMap(({ row, known, classroom, outcome }) => {
        const [user_id, classroom_id] = [known?.user_id ?? userByPhone.get(row.phone), roomOf(classroom)];
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
    const answer = answerOf(judged, columns);
    await writeAudit(within, {
      what: 'roster.import',
      object_type: 'institute',
      object_id: within.actor.institute_id,
      after: answer.counts,
    });
    return answer;
  });
}
