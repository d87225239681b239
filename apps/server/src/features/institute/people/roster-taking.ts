import type { StaffContext } from '../../../context.ts';
import { inviteAll } from './people.ts';
import * as store from './people.store.ts';
import type { Judged, Outcome } from './roster-judging.ts';
import { courseOf, personKey } from './roster.ts';

/** Takes judged rows that are not refused, and returns the judgement with the rows that could not be taken after all. */
export async function takeRows(within: StaffContext, judged: readonly Judged[]): Promise<Judged[]> {
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
  await store.updateGivenIds(
    within,
    of('changed').flatMap(({ known, givenId }) => (known && givenId ? [{ id: known.id, given_id: givenId }] : [])),
  );
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
  return judged.map((each) =>
    each.outcome !== 'new' || userByPerson.has(personKey(each.row.phone, each.row.name))
      ? each
      : { ...each, outcome: 'refused' as const, detail: 'Somebody already has this phone number and name.' },
  );
}
