import { hasRight } from '@abhyas/contract/institute/rights';
import { say, type Sentence } from '@abhyas/exam/institute/sentence';
import { Problem } from '@abhyas/contract/problem';
import { indianTime } from '@abhyas/exam/institute/indian-day';
import type { Context, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import {
  institutePaper,
  type PaperName,
  type PaperWindow,
  pick,
  type StudentNames,
  studentsOf,
  updatePaper,
} from '../../institute/scope/scope.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import { challengeWindowOf } from '../key-challenges/key-challenges.ts';
import { findLateUploads, type WaitingUpload } from '../results/results.ts';
import { reopenTests, reopenWronglyEnded } from '../../tests/sessions/sessions.ts';
import * as store from './assignments.store.ts';

type Paper = Awaited<ReturnType<typeof institutePaper>>;

/**
 * Throws `not_possible` for a test that would close before it opens, and for one that would be open again after its keys may have been
 * seen: by students, or by staff who may read them only because its window was over.
 */
async function requireWindow(context: StaffContext, paper: Paper, { opens_at, closes_at }: Pick<Paper, 'opens_at' | 'closes_at'>) {
  const { id, name } = paper;
  if (opens_at && closes_at && closes_at <= opens_at) throw new Problem('not_possible', 'The test would close before it opens.');
  const isOver = closes_at !== null && closes_at <= context.now;
  if (!isOver && (await challengeWindowOf(context, id)) !== null)
    throw new Problem(
      'not_possible',
      `The keys of ${name} were shown for challenges, so it cannot be held again. Copy it, and hold the copy.`,
    );
  const wasOver = paper.closes_at !== null && paper.closes_at <= context.now;
  if (!isOver && wasOver && (!hasRight(context.actor.role, 'keys.read') || (await mayKeysBeSeen(context, paper))))
    throw new Problem(
      'not_possible',
      `${name} is over and its keys may have been seen, so it cannot be held again. Copy it, and hold the copy.`,
    );
}

/** Sets window, code, lock and review of a paper. */
export async function setUp(context: StaffContext, name: PaperName, window: PaperWindow): Promise<void> {
  await inTransaction(context, async (within) => {
    const paper = await institutePaper(within, name);
    await requireWindow(within, paper, { ...paper, ...window });
    await updatePaper(within, paper.id, window);
    const before = pick(paper, window);
    await writeAudit(within, { what: 'paper.set_up', object_type: 'paper', object_id: paper.id, before, after: window });
  });
}

/** Unassigns a paper from students who have not begun it, and returns their number. */
export async function takeBack(context: StaffContext, name: PaperName, whom: StudentNames): Promise<number> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, name);
    const ids = (await studentsOf(within, whom)).map(({ id }) => id);
    const taken = await store.deleteAssignments(within, paper.id, ids);
    if (taken.length < ids.length) throw new Problem('not_possible', 'A student who has begun a test keeps it.');
    await writeAudit(within, { what: 'paper.take_back', object_type: 'paper', object_id: paper.id, before: { students: taken } });
    return taken.length;
  });
}

/** Assigns a paper to students of its institute and sets its window. Returns the number of students who are new to it. */
export async function assign(context: StaffContext, name: PaperName, whom: StudentNames, window: PaperWindow): Promise<number> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, name);
    const { opens_at, closes_at } = { ...paper, ...window };
    await requireWindow(within, paper, { opens_at, closes_at });
    const students = await studentsOf(within, whom);
    const isNew = await store.insertAssignments(
      within,
      paper.id,
      students.map(({ id }) => id),
    );
    await store.keepBeyondSheets(
      within,
      paper.id,
      students.map(({ id }) => id),
    );
    await updatePaper(within, paper.id, window);
    await notify(within, isNew, {
      type: 'TestAssignedNotification',
      title: paper.is_assignment ? say`A new assignment` : say`A new test`,
      message: windowInWords(paper.name, opens_at, closes_at),
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

/**
 * Assigns a paper to students whose answer sheets are entered, so that they see their report. Nobody is notified. Returns those who did not
 * have it before.
 */
export const assignForSheets = (context: StaffContext, paper_id: number, student_ids: readonly number[]): Promise<number[]> =>
  store.insertAssignments(context, paper_id, student_ids);

/** Unassigns a paper from students whose answer sheets are taken back, unless they have begun it. */
export async function takeBackForSheets(context: StaffContext, paper_id: number, student_ids: readonly number[]): Promise<void> {
  await store.deleteAssignments(context, paper_id, student_ids);
}

/** Whether the paper is assigned to anybody but these students. */
export const { isAssignedToOthers } = store;

const zone = { timeZone: 'Asia/Kolkata' } as const;

const dayOf = (moment: Date) => moment.toLocaleDateString('en-IN', { ...zone, day: 'numeric', month: 'short' });

/** The window of a test in words: 'Mock 1: opens 12 Jan, 10:00, closes 12 Jan, 13:00.' */
function windowInWords(name: string, opens_at: Date | null, closes_at: Date | null): Sentence {
  const [opens, closes] = [opens_at, closes_at].map((at) => at && `${dayOf(at)}, ${indianTime(at)}`);
  if (opens && closes) return say`${name}: opens ${opens}, closes ${closes}.`;
  if (opens) return say`${name}: opens ${opens}.`;
  return closes ? say`${name}: closes ${closes}.` : say`${name}: open now.`;
}

/** Students grouped by the new end of their running test; null for those who have not begun. */
function byDeadline(extended: readonly store.Extended[]): { deadline: Date | null; student_ids: number[] }[] {
  const groups = new Map<number | null, number[]>();
  for (const { student_id, deadline } of extended) {
    const end = deadline?.getTime() ?? null;
    groups.set(end, [...(groups.get(end) ?? []), student_id]);
  }
  return [...groups].map(([end, student_ids]) => ({ deadline: end === null ? null : new Date(end), student_ids }));
}

/** Whether keys of a paper may have been seen: it is published, or its provisional keys were opened. */
const mayKeysBeSeen = async (context: StaffContext, paper: Paper): Promise<boolean> =>
  paper.results_published_at !== null || paper.allows_review || (await challengeWindowOf(context, paper.id)) !== null;

/** The most seconds by which one student's time is extended. */
export const mostExtensionSeconds = 24 * 3600;

/** Extends the time. The database judges the sum, so that of two extensions at once the second sees the first. */
const extendWithinDay: typeof store.extend = (...extension) =>
  store.extend(...extension).catch((error: unknown) => {
    if (store.isBeyondDay(error)) throw new Problem('not_possible', 'The extra time is at most one day.');
    throw error;
  });

/**
 * Extends a paper for all its students or the named ones. Running tests get a later deadline. A named student's test that the clock ended
 * just now is reopened, unless keys may have been seen.
 */
export async function extend(
  context: StaffContext,
  name: PaperName,
  minutes: number,
  whom: StudentNames,
  reason: string | null = null,
): Promise<{ extended: number; reopened: number }> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, name);
    if (paper.time_kind !== 'wall_clock')
      throw new Problem('not_possible', `The time of ${paper.name} counts only while it is open; it cannot be extended.`);
    const ids = whom === 'all' ? null : (await studentsOf(within, whom)).map(({ id }) => id);
    const reopened = ids === null || (await mayKeysBeSeen(within, paper)) ? 0 : await reopenTests(within, paper, ids, minutes * 60);
    const extended = await extendWithinDay(within, paper.id, minutes * 60, ids);
    if (extended.length === 0) throw new Problem('not_possible', `${paper.name} was not given to these students.`);
    for (const { deadline, student_ids } of byDeadline(extended)) {
      await notify(within, student_ids, {
        type: 'TestExtendedNotification',
        title: minutes === 1 ? say`1 minute more` : say`${minutes} minutes more`,
        message: deadline === null ? say`${paper.name}: you have more time.` : say`${paper.name} ends ${indianTime(deadline)}.`,
        url: `/test_instruction/${paper.id}`,
      });
    }
    const after = { minutes, students: ids ?? 'all', ...(reopened > 0 ? { reopened } : {}) };
    await writeAudit(within, { what: 'paper.extend', object_type: 'paper', object_id: paper.id, after, reason });
    return { extended: extended.length, reopened };
  });
}

/** Adds to one student's running test the seconds that a failed machine cost. The caller writes the log. */
export async function giveBack(context: Context, paper_id: number, student_id: number, seconds: number): Promise<void> {
  await extendWithinDay(context, paper_id, seconds, [student_id]);
}

/**
 * Reopens tests of a paper that a process with a wrong clock ended within the span, and notifies the students of the new end. Throws
 * `not_possible` once keys may have been seen, or if there is no such test. Returns the number of reopened tests.
 */
export async function reopen(context: StaffContext, name: PaperName, span: { from: Date; to: Date }): Promise<number> {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, name);
    if (await mayKeysBeSeen(within, paper))
      throw new Problem('not_possible', `The keys of ${paper.name} may have been seen, so its tests cannot be reopened.`);
    const reopened = await reopenWronglyEnded(within, paper, span);
    if (reopened.length === 0)
      throw new Problem('not_possible', `The clock ended no test of ${paper.name} too early within that span. Check --from and --to.`);
    for (const { deadline, student_ids } of byDeadline(reopened)) {
      await notify(within, student_ids, {
        type: 'TestExtendedNotification',
        title: say`Your test continues`,
        message:
          deadline === null
            ? say`${paper.name} was ended by mistake. Your answers are kept.`
            : say`${paper.name} was ended by mistake. Your answers are kept; it ends ${indianTime(deadline)}.`,
        url: `/test_instruction/${paper.id}`,
      });
    }
    const after = { ...span, students: reopened.map(({ student_id }) => student_id) };
    await writeAudit(within, { what: 'paper.reopen', object_type: 'paper', object_id: paper.id, after });
    return reopened.length;
  });
}

/** Each student's attempt at a paper, as staff see it: the answers, the late answers, and how often the student left the test. */
export async function attemptsAt(context: StaffContext, name: PaperName): Promise<(store.StudentAttempt & { uploads: WaitingUpload[] })[]> {
  const paper = await institutePaper(context, name);
  const uploads = await findLateUploads(context, paper.id, null);
  const attempts = await store.findAttempts(context, paper.id);
  return attempts.map((attempt) => ({ ...attempt, uploads: uploads.filter(({ student_id }) => student_id === attempt.student_id) }));
}

/** Logs that the operator has viewed an institute's attempts, like every act of the operator there. */
export async function logOperatorsLook(context: StaffContext, name: PaperName): Promise<void> {
  await inTransaction(context, async (within) => {
    const paper = await institutePaper(within, name);
    await writeAudit(within, { what: 'results.read', object_type: 'paper', object_id: paper.id });
  });
}
