import { Problem } from '@abhyas/contract/problem';
import { canBeTyped } from '@abhyas/exam/numeric-entry';
import { type AcceptedAnswer, questionTypes } from '@abhyas/exam/question';
import type { ActorContext, Context, StaffContext, Student } from '../../context.ts';
import { writeAudit } from '../audit/audit.ts';
import { inTransaction } from '../../database/transaction.ts';
import { notify } from '../notifications/notifications.ts';
import { offeredPaper } from '../papers/papers.ts';
import { acceptLateAnswers, holdMarks, markAgain } from '../sessions/sessions.ts';
import { checkOtp, makeOtp } from '../test-codes/test-codes.ts';
import * as store from './institute.store.ts';

async function institutePaper(context: StaffContext, code: string) {
  const paper = await store.findPaperByCode(context, code);
  if (!paper) throw new Problem('not_found', `There is no paper ${code}.`);
  return paper;
}

async function studentsOf(context: StaffContext, phones: readonly string[] | null) {
  const students = await store.findStudents(context, phones);
  const missing = phones?.filter((phone) => !students.some((student) => student.phone === phone)) ?? [];
  if (missing.length > 0) throw new Problem('not_possible', `No students of this institute: ${missing.join(', ')}.`);
  return students;
}

/** What the change replaces. */
const pick = <T extends object>(row: T, change: object) => Object.fromEntries(Object.entries(row).filter(([column]) => column in change));

/** Gives a paper to students of its institute, all or those with the given numbers, and sets its window. Returns how many it went to. */
export async function assign(
  context: StaffContext,
  code: string,
  phones: readonly string[] | null,
  window: store.PaperWindow,
): Promise<number> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, code);
    const [opens_at, closes_at] = [window.opens_at ?? paper.opens_at, window.closes_at ?? paper.closes_at];
    if (opens_at && closes_at && closes_at <= opens_at) throw new Problem('not_possible', 'The test would close before it opens.');
    const students = await studentsOf(within, phones);
    const isNew = await store.insertAssignments(
      within,
      paper.id,
      students.map(({ id }) => id),
    );
    await store.updatePaper(within, paper.id, window);
    await notify(within, isNew, {
      type: 'TestAssignedNotification',
      title: paper.is_assignment ? 'A new assignment' : 'A new test',
      message: `${paper.name}: ${windowInWords(opens_at, closes_at)}.`,
      url: `/test_instruction/${paper.id}`,
    });
    await writeAudit(within, {
      what: 'paper.assign',
      object_type: 'paper',
      object_id: paper.id,
      before: pick(paper, window),
      after: { ...window, students: students.length },
    });
    return students.length;
  });
}

const zone = { timeZone: 'Asia/Kolkata' } as const;
const timeOf = (moment: Date) => moment.toLocaleTimeString('en-IN', { ...zone, hour: 'numeric', minute: '2-digit' });
const dayOf = (moment: Date) => moment.toLocaleDateString('en-IN', { ...zone, day: 'numeric', month: 'short' });

/** When a test can be taken: 'opens 12 Jan, 10:00 am, closes 12 Jan, 1:00 pm'. */
function windowInWords(opens_at: Date | null, closes_at: Date | null): string {
  const ends = [
    opens_at && `opens ${dayOf(opens_at)}, ${timeOf(opens_at)}`,
    closes_at && `closes ${dayOf(closes_at)}, ${timeOf(closes_at)}`,
  ];
  return ends.filter((end) => end !== null).join(', ') || 'open now';
}

/** Students by the moment at which their running test ends now; null for those who have not begun. */
function byDeadline(extended: readonly store.Extended[]): { deadline: Date | null; student_ids: number[] }[] {
  const groups = new Map<number | null, number[]>();
  for (const { student_id, deadline } of extended) {
    const end = deadline?.getTime() ?? null;
    groups.set(end, [...(groups.get(end) ?? []), student_id]);
  }
  return [...groups].map(([end, student_ids]) => ({ deadline: end === null ? null : new Date(end), student_ids }));
}

const mostExtensionSeconds = 24 * 3600;

/** More minutes for a paper, for all its students or those with the given numbers; reaches tests that are running. */
export async function extend(context: StaffContext, code: string, minutes: number, phones: readonly string[] | null): Promise<number> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, code);
    if (paper.time_kind !== 'wall_clock')
      throw new Problem('not_possible', `The time of ${code} counts only while it is open; it cannot be extended.`);
    const students = phones && (await studentsOf(within, phones));
    const ids = students && students.map(({ id }) => id);
    const longest = await store.findLongestExtension(within, paper.id, ids);
    if (longest === undefined) throw new Problem('not_possible', `${code} was not given to these students.`);
    if (longest + minutes * 60 > mostExtensionSeconds) throw new Problem('not_possible', 'Nobody can be given more than a day.');
    const extended = await store.extend(within, paper.id, minutes * 60, ids);
    for (const { deadline, student_ids } of byDeadline(extended)) {
      await notify(within, student_ids, {
        type: 'TestExtendedNotification',
        title: `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} more`,
        message: `${paper.name}${deadline === null ? ': you have more time.' : ` ends ${timeOf(deadline)}.`}`,
        url: `/test_instruction/${paper.id}`,
      });
    }
    const after = { minutes, students: ids ?? 'all' };
    await writeAudit(within, { what: 'paper.extend', object_type: 'paper', object_id: paper.id, after });
    return extended.length;
  });
}

/** Publishes results and opens the paper for review, and tells the students. */
export async function publish(context: StaffContext, code: string): Promise<number> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, code);
    const published = { results_published_at: within.now, allows_review: true };
    await store.updatePaper(within, paper.id, published);
    await writeAudit(within, {
      what: 'results.publish',
      object_type: 'paper',
      object_id: paper.id,
      before: pick(paper, published),
      after: published,
    });
    const students = await store.findFinishedStudents(within, paper.id);
    await notify(within, students, {
      type: 'DetailedTestReportNotification',
      title: 'Results are out',
      message: `The results of ${paper.name} are published.`,
      url: `/test_report/${paper.id}`,
    });
    return students.length;
  });
}

/** What the staff should know of each student's attempt at a paper: how far it is, late answers, and how often the test was left. */
export async function attemptsAt(context: StaffContext, code: string): Promise<store.StudentAttempt[]> {
  return store.findAttempts(context, (await institutePaper(context, code)).id);
}

/** The operator's look at an institute's attempts is logged, like every act of the operator there. */
export async function logOperatorsLook(context: StaffContext, code: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const paper = await institutePaper(within, code);
    await writeAudit(within, { what: 'results.read', object_type: 'paper', object_id: paper.id });
  });
}

/** Counts a student's late answers of a paper and marks them again. */
export async function acceptLate(context: StaffContext, code: string, phone: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const paper = await institutePaper(within, code);
    const [student] = await studentsOf(within, [phone]);
    if (!student || !(await acceptLateAnswers(within, student.id, paper.id)))
      throw new Problem('not_possible', 'There are no late answers of this student.');
    const after = { student: student.id };
    await writeAudit(within, { what: 'late_answers.accept', object_type: 'paper', object_id: paper.id, after });
    await notify(within, [student.id], {
      type: 'LateAnswersNotification',
      title: 'Late answers accepted',
      message: `Your late answers to ${paper.name} count now.`,
      url: `/test_report/${paper.id}`,
    });
  });
}

/** Makes a new code for a paper, which from now on asks for it, and returns it. */
export async function requireOtp(context: StaffContext, secret: Buffer, code: string): Promise<string> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, code);
    await store.updatePaper(within, paper.id, { should_request_otp: true });
    await writeAudit(within, { what: 'test_code.make', object_type: 'paper', object_id: paper.id });
    return makeOtp(within, secret, paper.id);
  });
}

export interface Correction {
  /** New keys, any of which counts; the present ones stay where none are given. */
  keys: unknown[] | null;
  correction: 'dropped' | 'bonus' | null;
  reason: string;
}

const isOption = (key: unknown) => typeof key === 'number' && Number.isInteger(key) && key >= 1 && key <= 4;
const isTyped = (key: unknown): key is string => typeof key === 'string' && canBeTyped(key);

/** Whether something can be a key of a question of this type: an option, a set of options, a number as text, or a range of them. */
function isKeyOf(question_type: number, key: unknown): key is AcceptedAnswer {
  if (question_type === questionTypes.multiple_option)
    return Array.isArray(key) && key.length > 0 && key.every(isOption) && new Set(key).size === key.length;
  if (question_type !== questionTypes.numerical) return isOption(key);
  if (typeof key !== 'object' || key === null) return isTyped(key);
  const { from, to, ...rest } = key as Record<string, unknown>;
  return isTyped(from) && isTyped(to) && Number(from) <= Number(to) && Object.keys(rest).length === 0;
}

/**
 * Corrects a question's key after a test: new keys, or the question dropped, or bonus to those who attempted it. Every finished session of
 * every paper that holds it is marked again, and the students concerned are told. Returns the papers and how many sessions were marked.
 */
export async function correctKey(
  context: ActorContext,
  code: string,
  { keys, correction, reason }: Correction,
): Promise<{ papers: string[]; sessions: number }> {
  return inTransaction(context, async (within) => {
    const question = await store.findQuestionByCode(within, code);
    if (!question) throw new Problem('not_found', `There is no question ${code}.`);
    const accepted_answers = (keys ?? question.accepted_answers).map((key) => {
      if (isKeyOf(question.question_type, key)) return key;
      throw new Problem('not_possible', `${JSON.stringify(key)} is no answer to a question of this type.`);
    });
    await store.writeCorrection(within, question, { accepted_answers, correction, reason });
    await writeAudit(within, {
      what: 'key.correct',
      object_type: 'question',
      object_id: question.id,
      before: { accepted_answers: question.accepted_answers, correction: question.correction },
      after: { accepted_answers, correction },
      reason,
    });
    const papers = await store.touchPapersOf(within, question.id);
    await holdMarks(
      within,
      papers.map(({ id }) => id),
    );
    // The reason may name the key, which nobody is to know who sits a test that holds the question, and nobody at all while its window is open.
    const isOpen = papers.some(({ closes_at }) => closes_at !== null && closes_at > within.now);
    const sitting = await store.findSitting(within, question.id);
    let sessions = 0;
    for (const paper of papers) {
      sessions += await markAgain(within, paper.id);
      const corrected = {
        type: 'KeyCorrectedNotification',
        title: 'A key was corrected',
        message: `A question of ${paper.name} was corrected, and every attempt was marked again.`,
        url: `/test_report/${paper.id}`,
      };
      const students = await store.findFinishedStudents(within, paper.id);
      const mayKnow = (id: number) => !isOpen && !sitting.has(id);
      await notify(within, students.filter(mayKnow), { ...corrected, message: `${corrected.message} ${reason}` });
      await notify(
        within,
        students.filter((id) => !mayKnow(id)),
        corrected,
      );
    }
    return { papers: papers.map(({ name }) => name), sessions };
  });
}

/** Locks the student's open session of a lockable paper whose window was left; its clock runs on. Throws `not_an_active_test`. */
export async function lockTest(context: Context, student: Student, paper_id: number) {
  const paper = await offeredPaper(context, student, paper_id);
  if (!paper.can_lock_test) return { is_otp_required: false };
  return inTransaction(context, async (within) => {
    if (!(await store.setLocked(within, paper_id, student.id, true))) throw new Problem('not_an_active_test');
    return { is_otp_required: true };
  });
}

/** Unlocks it with the institute's code. */
export async function unlockTest(context: Context, student: Student, secret: Buffer, paper_id: number, otp: string) {
  await offeredPaper(context, student, paper_id);
  if (!(await store.hasOpenSession(context, paper_id, student.id))) throw new Problem('not_an_active_test');
  await checkOtp(context, secret, paper_id, student.id, otp);
  return inTransaction(context, async (within) => {
    if (!(await store.setLocked(within, paper_id, student.id, false))) throw new Problem('not_an_active_test');
    return { is_otp_required: false, message: 'Your test is unlocked.' };
  });
}
