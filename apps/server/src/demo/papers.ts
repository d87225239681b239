import { sql } from 'kysely';
import type { Context, StaffActor } from '../context.ts';
import { createDraft, fillDraft, makeTest, openDraft } from '../features/exam-office/paper-drafts/paper-drafts.ts';
import { presentContent } from '../features/tests/papers/papers.ts';
import { answersOf, drawn, sit } from './reports.ts';

const chapterCodes = ['phy-wave-optics', 'phy-ray-optics'] as const;
const hourMs = 3_600_000;
const heldHoursAgo = 220;
const sitters = 24;

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
  if (students.length > 0) {
    await db
      .insertInto('paper_assignments')
      .values(students.map((student) => ({ paper_id, student_id: student.id })))
      .execute();
    const within = { ...context, now: ended };
    const content = await presentContent(within, paper_id);
    const sittings = students.map((student, at) => ({
      student_id: student.id,
      answers: answersOf(content, 300 + at, 0.4 + drawn(at, 7) / 2),
    }));
    await sit(within, paper_id, sittings);
  }
}

/** Adds a composed test that students have taken and a draft on the same chapters. Adds neither if the chapters are not loaded. */
export async function addDemoPapers(context: Context, institute_id: number): Promise<void> {
  const { db, now } = context;
  const actor: StaffActor = { user_id: null, role: 'operator', institute_id, reason: 'The demo.' };
  const chapters = await db.selectFrom('chapters').where('code', 'in', chapterCodes).select(['id', 'code']).execute();
  const [waves, rays] = chapterCodes.map((code) => chapters.find((chapter) => chapter.code === code)?.id);
  if (waves === undefined || rays === undefined) return;
  const ended = new Date(now.getTime() - heldHoursAgo * hourMs);
  const compose = async (at: Date, name: string, questions: number, ids: number[]) => {
    const within = { ...context, now: at, actor };
    const plan = {
      exam: 'NEET' as const,
      preset: null,
      test_duration: questions * 120,
      shares: [10, 25, 40, 20, 5],
      sections: [section(questions, ids)],
    };
    const { id } = await createDraft(within, name, plan);
    const { version } = await fillDraft(within, id, { version: 1, name, plan, items: [] });
    return { id, version };
  };
  const { id, version } = await compose(new Date(ended.getTime() - 24 * hourMs), 'Chapter test: Wave optics', 20, [waves]);
  const { paper_id } = await makeTest({ ...context, now: ended, actor }, id, version);
  await holdDemoTest(context, institute_id, paper_id, ended);
  const draft = await compose(now, 'Unit test: Optics', 40, [waves, rays]);
  const { items } = await openDraft({ ...context, actor }, draft.id);
  await db
    .updateTable('paper_drafts')
    .set({ items: JSON.stringify(items.map((item, at) => ({ ...item, is_locked: at < 3 }))) })
    .where('id', '=', draft.id)
    .execute();
}
