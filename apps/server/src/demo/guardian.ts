import { sql } from 'kysely';
import type { Context, StaffActor } from '../context.ts';
import { answersOf, sit } from './reports.ts';
import { copyPaper } from '../features/exam-office/institute-tests/institute-tests.ts';
import { presentContent } from '../features/tests/papers/papers.ts';

const dayMs = 86_400_000;
const guardianPhone = '9000000014';
const children = [
  { phone: '9000000007', relation: 'mother' as const, showsPractice: true, skills: [0.62, 0.81] },
  { phone: '9000000008', relation: 'other' as const, showsPractice: false, skills: [0.84, 0.7] },
];
/** Tests that are over, with published results: copies of papers of the institute. */
const tests = [
  { source: 'vidya-weekly-test-1', name: 'Revision test 1', daysAgo: 9 },
  { source: 'vidya-weekly-test-2', name: 'Revision test 2: Mechanics and calculus', daysAgo: 3 },
];
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

async function takeTest(
  context: Context,
  institute_id: number,
  { source, name, daysAgo }: (typeof tests)[number],
  own: readonly { id: number; skill: number }[],
): Promise<void> {
  const { db } = context;
  const model = await db
    .selectFrom('papers')
    .where('institute_id', '=', institute_id)
    .where('code', '=', source)
    .select('id')
    .executeTakeFirst();
  if (!model) return;
  const actor: StaffActor = { user_id: null, role: 'operator', institute_id, reason: 'The demo.' };
  const { id } = await copyPaper({ ...context, actor }, model.id, { name, is_assignment: false });
  const { rows: others } = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.institute_id = ${institute_id} and m.role = 'student' and m.ended_at is null and u.phone is null order by u.id limit ${classmates}`.execute(
    db,
  );
  const then = new Date(context.now.getTime() - daysAgo * dayMs);
  const opens_at = new Date(then.getTime() - dayMs / 8);
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
    sitting.map((student, at) => ({ student_id: student.id, answers: answersOf(content, at + 31 * daysAgo, student.skill) })),
  );
}
