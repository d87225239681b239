import type { Context, StaffActor } from '../context.ts';
import { answersOf, classmateCount, drawn, nameOfSimulated, sit } from './reports.ts';
import { copyPaper } from '../features/exam-office/institute-tests/institute-tests.ts';
import { presentContent } from '../features/tests/papers/papers.ts';
import { createShiftGroup } from '../features/exam-office/shift-groups/shift-groups.ts';

const source = 'vidya-weekly-test-2';
const hourMs = 3_600_000;
/** The afternoon's paper was harder. */
const shifts = [
  { name: 'Part test 1, morning', endedHoursAgo: 76, ease: 1 },
  { name: 'Part test 1, afternoon', endedHoursAgo: 71, ease: 0.85 },
];
/** Enough students for percentiles, which are shown from 20 in a shift. */
const studentsPerShift = 22;
/** The first number of a simulated student, for `nameOfSimulated`, that no shift uses. */
export const firstFreeName = classmateCount + shifts.length * studentsPerShift;

/** Adds a test of the institute in two shifts whose results can be published. Left out if its paper is not loaded. */
export async function addDemoShifts(context: Context, institute_id: number): Promise<void> {
  const { db, now } = context;
  const actor: StaffActor = { user_id: null, role: 'operator', institute_id, reason: 'The demo.' };
  const model = await db.selectFrom('papers').where('code', '=', source).select('id').executeTakeFirst();
  if (!model) return;
  const paper_ids: number[] = [];
  for (const [shift, { name, endedHoursAgo, ease }] of shifts.entries()) {
    const ended = new Date(now.getTime() - endedHoursAgo * hourMs);
    const within = { ...context, now: ended, actor };
    const { id: paper_id } = await copyPaper(within, model.id, { name, is_assignment: false });
    paper_ids.push(paper_id);
    const window = { opens_at: new Date(ended.getTime() - 3 * hourMs), closes_at: ended };
    await db.updateTable('papers').set(window).where('id', '=', paper_id).execute();
    const students = await addStudents(within, institute_id, shift * studentsPerShift);
    await db
      .insertInto('paper_assignments')
      .values(students.map((student_id) => ({ paper_id, student_id })))
      .execute();
    const content = await presentContent(within, paper_id);
    await sit(
      within,
      paper_id,
      students.map((student_id, at) => ({
        student_id,
        answers: answersOf(content, shift * 100 + at, ease * (0.4 + drawn(at, shift) / 2)),
      })),
    );
  }
  await createShiftGroup({ ...context, actor }, 'Part test 1', paper_ids);
}

/** Adds the simulated students of a shift. */
async function addStudents({ db, now }: Context, institute_id: number, from: number): Promise<number[]> {
  const names = Array.from({ length: studentsPerShift }, (_, at) => nameOfSimulated(classmateCount + from + at));
  const added = await db
    .insertInto('users')
    .values(names.map((name) => ({ phone: null, name, course: 'MED_ENG' as const })))
    .returning('id')
    .execute();
  const membership = { institute_id, role: 'student', is_institute_student: true, joined_at: now } as const;
  await db
    .insertInto('memberships')
    .values(added.map(({ id }, at) => ({ ...membership, user_id: id, institute_given_id: `VC-${140 + from + at}` })))
    .execute();
  return added.map(({ id }) => id);
}
