// Contents: the list · one test and its steps · assigning it · copies · trying a test
import { TESTS_PER_PAGE } from '@abhyas/contract/exam-office/institute-tests';
import { Problem } from '@abhyas/contract/problem';
import type { StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { SplicedAnswer } from '../../../http/serve.ts';
import { assign } from '../assignments/assignments.ts';
import { removeLonePictures } from '../../bank/bank-questions/bank-questions.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { institutePaper } from '../../institute/scope/scope.ts';
import { contentOf, sectionsOf } from '../../tests/papers/papers.ts';
import { testInfo } from '../../tests/sessions/sessions.ts';
import * as store from './institute-tests.store.ts';

export { testsToday } from './today.ts';

type State = 'unset' | 'upcoming' | 'running' | 'over' | 'published';

function stateOf({ opens_at, closes_at, given, running, finished, results_published_at, is_assignment }: store.TestRow, now: Date): State {
  if (results_published_at !== null) return 'published';
  if (running > 0) return 'running';
  if (closes_at !== null && closes_at <= now) return 'over';
  if (given === 0 || (opens_at === null && closes_at === null && finished === 0 && !is_assignment)) return 'unset';
  return opens_at !== null && opens_at > now ? 'upcoming' : 'running';
}

const rowOf = (test: store.TestRow, now: Date) => ({
  id: test.id,
  name: test.name,
  is_assignment: test.is_assignment,
  opens_at: test.opens_at?.toISOString() ?? null,
  closes_at: test.closes_at?.toISOString() ?? null,
  test_duration: test.test_duration,
  question_count: test.question_count,
  state: stateOf(test, now),
  given: test.given,
  running: test.running,
  finished: test.finished,
});

export async function listTests(context: StaffContext, is_assignment: boolean, page: number) {
  const { tests, total } = await store.listTests(context, is_assignment, { offset: page * TESTS_PER_PAGE, limit: TESTS_PER_PAGE });
  return { tests: tests.map((test) => rowOf(test, context.now)), total };
}

async function requireTest(context: StaffContext, id: number): Promise<store.TestRow> {
  const test = await store.findTest(context, id);
  if (!test) throw new Problem('not_found');
  return test;
}

/** The steps before the day of a test, each computed from the stored data. */
function stepsOf(test: store.TestRow, declared: number, isTried: boolean) {
  const { question_count, opens_at, closes_at, given, should_request_otp, has_code, is_assignment } = test;
  const questions = question_count === declared ? `${question_count} questions` : `${question_count} of ${declared} questions`;
  const isWindowSet = is_assignment ? closes_at !== null : opens_at !== null && closes_at !== null;
  const steps = [
    { step: 'questions' as const, is_done: question_count > 0 && question_count === declared, detail: questions },
    { step: 'window' as const, is_done: isWindowSet, detail: isWindowSet ? 'Set' : is_assignment ? 'No end yet' : 'Not set' },
    { step: 'students' as const, is_done: given > 0, detail: given === 0 ? 'Given to nobody yet' : `Given to ${given}` },
  ];
  const code = { step: 'code' as const, is_done: has_code || !should_request_otp, detail: codeInWords(test) };
  const tried = {
    step: 'tried' as const,
    is_done: isTried,
    detail: isTried ? 'A member of staff tried it' : 'Nobody tried it yet',
  };
  return is_assignment ? [...steps, tried] : [...steps, code, tried];
}

const codeInWords = ({ should_request_otp, has_code }: store.TestRow) =>
  !should_request_otp ? 'Opens without a code' : has_code ? 'Made' : 'Needed, and not made yet';

/** One test as its page shows it. Throws `not_found`. */
export async function oneTest(context: StaffContext, id: number) {
  const test = await requireTest(context, id);
  const sections = await sectionsOf(context, id);
  const declared = sections.reduce((sum, { question_count }) => sum + question_count, 0);
  return {
    ...rowOf(test, context.now),
    exam: test.test_type,
    time_kind: test.time_kind,
    total_marks: sections.reduce((sum, { attempt_limit, question_count, correct }) => sum + (attempt_limit ?? question_count) * correct, 0),
    sections,
    should_request_otp: test.should_request_otp,
    has_code: test.has_code,
    can_lock_test: test.can_lock_test,
    is_exam_exact: test.is_exam_exact,
    allows_review: test.allows_review,
    results_published_at: test.results_published_at?.toISOString() ?? null,
    steps: stepsOf(test, declared, await store.wasTried(context, id)),
    classrooms: await store.listClassrooms(context, id),
    student_count: await store.countStudents(context),
  };
}

export async function studentsOfTest(context: StaffContext, id: number) {
  await requireTest(context, id);
  return { students: await store.findStudents(context, id) };
}

interface Whom {
  student_ids?: readonly number[] | undefined;
  classroom_ids?: readonly number[] | undefined;
  everybody?: boolean | undefined;
}

/**
 * Assigns a test to students, to the students of classrooms, or to everybody. Throws `not_found` for students or classrooms outside the
 * institute.
 */
export async function giveTest(context: StaffContext, id: number, { student_ids = [], classroom_ids = [], everybody }: Whom) {
  const test = await requireTest(context, id);
  const { known, students } = await store.findInClassrooms(context, classroom_ids);
  if (known < new Set(classroom_ids).size) throw new Problem('not_found');
  const ids = [...new Set([...student_ids, ...students])];
  if (!everybody && ids.length === 0) throw new Problem('not_possible', 'Choose students or a classroom with students in it.');
  await assign(context, test.id, everybody ? 'all' : { ids }, {});
  return oneTest(context, id);
}

export const sharedPapers = async (context: StaffContext) => ({ papers: await store.listShared(context) });

/** Creates a test of the institute from a paper, and returns its id. Throws `not_found`. */
export async function copyPaper(
  context: StaffContext,
  paper_id: number,
  { name, is_assignment }: { name: string; is_assignment: boolean },
) {
  return inTransaction(context, async (within) => {
    const id = await store.copyPaper(within, paper_id, { name: name.trim(), is_assignment });
    if (id === undefined) throw new Problem('not_found');
    await writeAudit(within, { what: 'paper.copy', object_type: 'paper', object_id: id, after: { name: name.trim(), from: paper_id } });
    return { success: true as const, id };
  });
}

/** Deletes a test that no student has or has begun. Throws `not_possible` for any other. */
export async function deleteTest(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    const { name } = await institutePaper(within, id);
    if (!(await store.deleteUngiven(within, id)))
      throw new Problem(
        'not_possible',
        'Students have this test. Take it back from all of them first; a test that a student has begun cannot be deleted.',
      );
    const pictures = await removeLonePictures(within);
    await writeAudit(within, {
      what: 'paper.delete',
      object_type: 'paper',
      object_id: id,
      before: { name, ...(pictures > 0 && { pictures }) },
    });
    return { success: true as const };
  });
}

/** The test as its students will see it if they begin now. Nothing is stored. */
export async function tryTest(context: StaffContext, id: number): Promise<SplicedAnswer> {
  const paper = await institutePaper(context, id);
  const { shown, questions } = await contentOf(context, paper);
  const deadline = paper.time_kind === 'wall_clock' ? new Date(context.now.getTime() + paper.test_duration * 1000).toISOString() : null;
  const own = {
    test_info: {
      ...testInfo(paper, undefined, questions.length, context.now),
      session_id: id,
      session_status: 'IN_PROGRESS',
      writer: 1,
      deadline,
      should_request_otp: false,
      // A try neither locks the test nor asks before the page is left, unlike the real screen.
      is_institute_test: false,
    },
    question_responses: [],
    bookmarked_question_ids: [],
    attending_count: 0,
    redirect_to_report: false,
    is_otp_required: false,
    locked_at: null,
    can_lock_test: false,
    seal_key: null,
  };
  return new SplicedAnswer(shown, own);
}

export async function noteTried(context: StaffContext, id: number) {
  await inTransaction(context, async (within) => {
    const test = await requireTest(within, id);
    await writeAudit(within, { what: 'paper.try', object_type: 'paper', object_id: test.id });
  });
  return oneTest(context, id);
}
