import { sql } from 'kysely';
import type { Context, StaffActor } from '../context.ts';
import { createDraft, fillDraft, makeTest, openDraft } from '../features/exam-office/paper-drafts/paper-drafts.ts';
import { presentContent } from '../features/tests/papers/papers.ts';
import { answersOf, drawn, sit } from './reports.ts';

const chapterCodes = ['phy-wave-optics', 'phy-ray-optics'] as const;
const hourMs = 3_600_000;
const heldHoursAgo = 220;
const sitters = 24;
/** A test that students take in a week of their choice. Its results are out, so reports leave out what would tell the others its keys. */
const openWeek = { name: 'Open week: Semiconductors', chapter: 'phy-semiconductors', questions: 15, daysOpen: 2, daysLeft: 5 };
const takers = { phones: ['9000000007', '9000000008'], classmates: 10 };
const dayMs = 24 * hourMs;

const section = (question_count: number, chapter_ids: readonly number[]) => ({
  name: 'A',
  subject_id: 2,
  question_type: 0 as const,
  question_count,
  integer: false,
  attempt_limit: null,
  limit_kind: null,
  correct: 4,
  incorrect: -1,
  partial: null,
  chapters: chapter_ids.map((chapter_id) => ({ chapter_id, weight: 1 })),
});

/** Lets students of the institute take a test that has ended, with results and review. */
export async function holdDemoTest(context: Context, institute_id: number, paper_id: number, ended: Date): Promise<void> {
  const { db } = context;
  const window = { opens_at: new Date(ended.getTime() - hourMs), closes_at: ended, results_published_at: ended, allows_review: true };
  await db.updateTable('papers').set(window).where('id', '=', paper_id).execute();
  const { rows: students } = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.institute_id = ${institute_id} and m.role = 'student' and m.ended_at is null and coalesce(u.phone, '') not like '90000000%'
    order by u.id limit ${sitters}`.execute(db);
  await giveAndSit({ ...context, now: ended }, paper_id, students, 300);
}

/** Gives the test to these students, who finish it at this moment. `seed` chooses their answers. */
async function giveAndSit(context: Context, paper_id: number, students: readonly { id: number }[], seed: number): Promise<void> {
  if (students.length === 0) return;
  await context.db
    .insertInto('paper_assignments')
    .values(students.map(({ id }) => ({ paper_id, student_id: id })))
    .execute();
  const content = await presentContent(context, paper_id);
  const sittings = students.map(({ id }, at) => ({ student_id: id, answers: answersOf(content, seed + at, 0.4 + drawn(at, 7) / 2) }));
  await sit(context, paper_id, sittings);
}

const actorOf = (institute_id: number): StaffActor => ({ user_id: null, role: 'operator', institute_id, reason: 'The demo.' });

/** A filled draft of a test on these chapters, made at this moment. */
async function compose(context: Context, institute_id: number, name: string, questions: number, chapter_ids: readonly number[]) {
  const within = { ...context, actor: actorOf(institute_id) };
  const plan = {
    exam: 'NEET' as const,
    preset: null,
    test_duration: questions * 120,
    shares: [10, 25, 40, 20, 5],
    sections: [section(questions, chapter_ids)],
  };
  const { id } = await createDraft(within, name, plan);
  const { version } = await fillDraft(within, id, { version: 1, name, plan, items: [] });
  return { id, version };
}

/** Keeps the week of the open test around the moment of each start. The first start makes the test, its takers and their attempts. */
export async function placeOpenWeek(context: Context, institute_id: number): Promise<void> {
  const { db, now } = context;
  const [opens_at, closes_at] = [new Date(now.getTime() - openWeek.daysOpen * dayMs), new Date(now.getTime() + openWeek.daysLeft * dayMs)];
  const moved = await db
    .updateTable('papers')
    .set({ opens_at, closes_at })
    .where('institute_id', '=', institute_id)
    .where('name', '=', openWeek.name)
    .returning('id')
    .executeTakeFirst();
  const chapter = await db.selectFrom('chapters').where('code', '=', openWeek.chapter).select('id').executeTakeFirst();
  if (moved || !chapter) return;
  const { id, version } = await compose({ ...context, now: opens_at }, institute_id, openWeek.name, openWeek.questions, [chapter.id]);
  const { paper_id } = await makeTest({ ...context, now: opens_at, actor: actorOf(institute_id) }, id, version);
  await db.updateTable('papers').set({ opens_at, closes_at, results_published_at: now }).where('id', '=', paper_id).execute();
  const { rows: students } = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.institute_id = ${institute_id} and m.role = 'student' and m.ended_at is null
      and (u.phone is null or u.phone = any(${takers.phones}::text[]))
    order by u.phone is null, u.id limit ${takers.phones.length + takers.classmates}`.execute(db);
  await giveAndSit({ ...context, now: new Date(now.getTime() - dayMs) }, paper_id, students, 500);
}

/** Adds a composed test that students have taken and a draft on the same chapters. Adds neither if the chapters are not loaded. */
export async function addDemoPapers(context: Context, institute_id: number): Promise<void> {
  const { db, now } = context;
  const actor = actorOf(institute_id);
  const chapters = await db.selectFrom('chapters').where('code', 'in', chapterCodes).select(['id', 'code']).execute();
  const [waves, rays] = chapterCodes.map((code) => chapters.find((chapter) => chapter.code === code)?.id);
  if (waves === undefined || rays === undefined) return;
  const ended = new Date(now.getTime() - heldHoursAgo * hourMs);
  const { id, version } = await compose(
    { ...context, now: new Date(ended.getTime() - dayMs) },
    institute_id,
    'Chapter test: Wave optics',
    20,
    [waves],
  );
  const { paper_id } = await makeTest({ ...context, now: ended, actor }, id, version);
  await holdDemoTest(context, institute_id, paper_id, ended);
  const draft = await compose(context, institute_id, 'Unit test: Optics', 40, [waves, rays]);
  const { items } = await openDraft({ ...context, actor }, draft.id);
  await db
    .updateTable('paper_drafts')
    .set({ items: JSON.stringify(items.map((item, at) => ({ ...item, is_locked: at < 3 }))) })
    .where('id', '=', draft.id)
    .execute();
}
