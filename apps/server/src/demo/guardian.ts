import { indianDay, startOfIndianDay, weekStart } from '@abhyas/exam/institute/indian-day';
import { sql } from 'kysely';
import type { Context, StaffActor } from '../context.ts';
import { answersOf, sit } from './reports.ts';
import { copyPaper } from '../features/exam-office/institute-tests/institute-tests.ts';
import { presentContent } from '../features/tests/papers/papers.ts';

const hourMs = 3_600_000;
const daysOfWeek = 7;
const guardianPhone = '9000000014';
const children = [
  { phone: '9000000007', relation: 'mother' as const, showsPractice: true, skills: [0.62, 0.81] },
  { phone: '9000000008', relation: 'other' as const, showsPractice: false, skills: [0.84, 0.7] },
];
/** Tests that are over, with published results: copies of papers of the institute. The Monday letter compares their weeks. */
const tests = [
  { source: 'vidya-weekly-test-1', name: 'Revision test 1', weeksAgo: 2, seed: 279 },
  { source: 'vidya-weekly-test-2', name: 'Revision test 2: Mechanics and calculus', weeksAgo: 1, seed: 93 },
];
/** A test of two hours that the children have before them at every start. */
const coming = { source: 'vidya-weekly-test-1', name: 'Revision test 3', daysAhead: 2, hour: 10 };
/** The tests were on a Thursday, until this hour. */
const taken = { day: 3, hour: 18 };
const hourOf = (day: number, hour: number) => new Date(startOfIndianDay(day).getTime() + hour * hourMs);
const classmates = 14;

/** The demo's guardian: two children who have agreed, with two results each. Made once; left out without its people or papers. */
export async function placeDemoGuardian(context: Context, institute_id: number): Promise<void> {
  const { db, now } = context;
  const found = await db
    .selectFrom('users')
    .where('phone', 'in', [guardianPhone, ...children.map(({ phone }) => phone)])
    .select(['id', 'phone', 'name'])
    .execute();
  const idOf = (phone: string) => found.find((person) => person.phone === phone)?.id;
  const guardian = found.find(({ phone }) => phone === guardianPhone);
  const own = children.flatMap((child) => {
    const id = idOf(child.phone);
    return id === undefined ? [] : [{ ...child, id }];
  });
  if (!guardian || own.length !== children.length) return;
  await placeComing(
    context,
    institute_id,
    own.map(({ id }) => id),
  );
  if (await db.selectFrom('guardianships').where('guardian_id', '=', guardian.id).select('id').executeTakeFirst()) return;
  for (const [at, test] of tests.entries())
    await takeTest(
      context,
      institute_id,
      test,
      own.map(({ id, skills }) => ({ id, skill: skills[at] ?? 0 })),
    );
  const agreed = { created_at: now, expires_at: now, student_agreed_at: now, guardian_id: guardian.id, guardian_agreed_at: now };
  await db
    .insertInto('guardianships')
    .values(
      own.map(({ id, relation, showsPractice }) => ({
        ...agreed,
        institute_id,
        student_id: id,
        phone: guardianPhone,
        name: guardian.name ?? 'Guardian',
        relation,
        invited_by: null,
        is_named_by_student: true,
        shows_practice: showsPractice,
      })),
    )
    .execute();
}

/** A copy of a paper of the institute; undefined if the paper is not loaded. */
async function copyOf(context: Context, institute_id: number, { source, name }: { source: string; name: string }) {
  const model = await context.db
    .selectFrom('papers')
    .where('institute_id', '=', institute_id)
    .where('code', '=', source)
    .select('id')
    .executeTakeFirst();
  if (!model) return undefined;
  const actor: StaffActor = { user_id: null, role: 'operator', institute_id, reason: 'The demo.' };
  return (await copyPaper({ ...context, actor }, model.id, { name, is_assignment: false })).id;
}

/** Gives the children a test that opens in some days; a later start moves it on. */
async function placeComing(context: Context, institute_id: number, student_ids: readonly number[]): Promise<void> {
  const { db, now } = context;
  const known = await db
    .selectFrom('papers')
    .where('institute_id', '=', institute_id)
    .where('name', '=', coming.name)
    .select('id')
    .executeTakeFirst();
  const id = known?.id ?? (await copyOf(context, institute_id, coming));
  if (id === undefined) return;
  const opens_at = hourOf(indianDay(now) + coming.daysAhead, coming.hour);
  await db
    .updateTable('papers')
    .set({ opens_at, closes_at: new Date(opens_at.getTime() + 2 * hourMs) })
    .where('id', '=', id)
    .execute();
  if (known) return;
  await db
    .insertInto('paper_assignments')
    .values(student_ids.map((student_id) => ({ paper_id: id, student_id })))
    .execute();
}

async function takeTest(
  context: Context,
  institute_id: number,
  { source, name, weeksAgo, seed }: (typeof tests)[number],
  own: readonly { id: number; skill: number }[],
): Promise<void> {
  const { db } = context;
  const id = await copyOf(context, institute_id, { source, name });
  if (id === undefined) return;
  const { rows: others } = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.institute_id = ${institute_id} and m.role = 'student' and m.ended_at is null and u.phone is null order by u.id limit ${classmates}`.execute(
    db,
  );
  const then = hourOf(weekStart(indianDay(context.now)) - weeksAgo * daysOfWeek + taken.day, taken.hour);
  const opens_at = new Date(then.getTime() - 3 * hourMs);
  await db.updateTable('papers').set({ opens_at, closes_at: then, results_published_at: then }).where('id', '=', id).execute();
  const sitting = [...own, ...others.map((other, at) => ({ id: other.id, skill: 0.4 + at / 30 }))];
  await db
    .insertInto('paper_assignments')
    .values(sitting.map((student) => ({ paper_id: id, student_id: student.id })))
    .execute();
  const within = { ...context, now: then };
  const content = await presentContent(within, id);
  await sit(
    within,
    id,
    sitting.map((student, at) => ({ student_id: student.id, answers: answersOf(content, at + seed, student.skill) })),
  );
}
