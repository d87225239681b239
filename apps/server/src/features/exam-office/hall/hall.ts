// Contents: the view of the hall · the staff's acts in the hall
import { createHash } from 'node:crypto';
import { hallStatuses } from '@abhyas/contract/exam-office/hall';
import { Problem } from '@abhyas/contract/problem';
import { seatVerdicts } from '@abhyas/exam/tests/seat-verdict';
import type { Context, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { extend } from '../assignments/assignments.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { fileUrlOf } from '../../institute/stored-files/stored-files.ts';
import { institutePaper, studentsOf } from '../../institute/scope/scope.ts';
import { countQuestions } from '../../tests/papers/papers.ts';
import { findLateUploads } from '../results/results.ts';
import { finishTests } from '../../tests/sessions/sessions.ts';
import { mostTries, requireOtp } from '../../tests/test-codes/test-codes.ts';
import * as store from './hall.store.ts';

/** Counts older than this are computed again in the background; a caller waits for them if they are older than `mostCountedMs`. */
const countedMs = 20_000;
const mostCountedMs = 60_000;
const mostHalls = 50;

interface Counts {
  at: number;
  byStudent: ReadonlyMap<number, store.Counted>;
  isCounting: boolean;
}
const countsByPaper = new Map<number, Counts>();

async function countAnew(context: Context, paper_id: number): Promise<Counts> {
  const counted = await store.countAnswers(context, paper_id);
  const counts = { at: context.now.getTime(), byStudent: new Map(counted.map((row) => [row.student_id, row])), isCounting: false };
  countsByPaper.delete(paper_id);
  countsByPaper.set(paper_id, counts);
  for (const oldest of countsByPaper.keys()) {
    if (countsByPaper.size <= mostHalls) break;
    countsByPaper.delete(oldest);
  }
  return counts;
}

/**
 * The number of answers of each student. Counting takes longer than the rest of an update, so one caller has them counted, and the others
 * get the previous counts.
 */
async function countsOf(context: Context, paper_id: number): Promise<Counts> {
  const known = countsByPaper.get(paper_id);
  const age = known ? context.now.getTime() - known.at : Number.POSITIVE_INFINITY;
  if (!known || age > mostCountedMs || age < 0) return countAnew(context, paper_id);
  if (age > countedMs && !known.isCounting) {
    known.isCounting = true;
    countAnew(context, paper_id).catch(() => {
      known.isCounting = false;
    });
  }
  return known;
}

/** Discards the counts of a paper, so that the hall shows the change of a staff act at once. */
const forgetCounts = (paper_id: number) => void countsByPaper.delete(paper_id);

const rosterOf = (student_ids: readonly number[]) => createHash('sha1').update(student_ids.join()).digest('base64url');

function statusOf({ status, is_locked, otp_tries }: store.Standings, at: number): number {
  if (status[at] === 'COMPLETE') return hallStatuses.finished;
  if (status[at] === 'IN_PROGRESS') return is_locked[at] ? hallStatuses.locked : hallStatuses.running;
  return (otp_tries[at] ?? 0) > mostTries ? hallStatuses.no_code : hallStatuses.not_begun;
}

async function studentsWithPhotos(context: Context, paper_id: number) {
  const students = await store.findStudents(context, paper_id);
  return students.map(({ photo_id, ...student }) => ({ ...student, photo_url: photo_id === null ? null : fileUrlOf(photo_id) }));
}

/** The progress of every student who has the paper. Names are included only if the caller's roster is out of date. */
export async function hallOf(context: StaffContext, paper_id: number, roster: string | undefined) {
  const paper = await institutePaper(context, paper_id);
  const standings = await store.findStandings(context, paper.id);
  const { byStudent } = await countsOf(context, paper.id);
  const count = (column: 'answered' | 'left' | 'late') => standings.student_id.map((id) => byStudent.get(id)?.[column] ?? 0);
  const verdicts = new Map((await store.findSeats(context, paper.id)).map(({ student_id, verdict }) => [student_id, verdict]));
  const present = rosterOf(standings.student_id);
  const isKnown = roster === present;
  return {
    test: {
      id: paper.id,
      name: paper.name,
      is_assignment: paper.is_assignment,
      opens_at: paper.opens_at?.toISOString() ?? null,
      closes_at: paper.closes_at?.toISOString() ?? null,
      test_duration: paper.test_duration,
      question_count: await countQuestions(context, paper.id),
      time_kind: paper.time_kind,
      should_request_otp: paper.should_request_otp,
      has_code: paper.otp_hash !== null,
    },
    roster: present,
    students: isKnown ? null : await studentsWithPhotos(context, paper.id),
    status: standings.student_id.map((_id, at) => statusOf(standings, at)),
    heard: standings.heard,
    ends: standings.ends,
    answered: count('answered'),
    left: count('left'),
    seat: standings.student_id.map((id) => seatVerdicts.indexOf(verdicts.get(id) ?? 'healthy')),
    late: count('late'),
  };
}

interface Extension {
  minutes: number;
  student_ids?: readonly number[] | undefined;
  paper_name?: string | undefined;
  reason: string;
}

/** Extends the time of the named students, or of all if the paper's name was typed. */
export async function extendTest(context: StaffContext, id: number, { minutes, student_ids, paper_name, reason }: Extension) {
  const paper = await institutePaper(context, id);
  if (!student_ids && paper_name?.trim() !== paper.name)
    throw new Problem('not_possible', 'To extend the time for everybody, type the name of the test.');
  const { extended, reopened } = await extend(context, id, minutes, student_ids ? { ids: student_ids } : 'all', reason.trim());
  forgetCounts(id);
  return { success: true as const, extended, reopened };
}

export async function makeCode(context: StaffContext, secret: Buffer, id: number) {
  const paper = await institutePaper(context, id);
  const otp = await requireOtp(context, secret, id);
  return { success: true as const, otp, is_replaced: paper.otp_hash !== null };
}

/** Unlocks running tests, and lets students who entered too many wrong codes try again. */
export async function unlockStudents(context: StaffContext, id: number, student_ids: readonly number[]) {
  return inTransaction(context, async (within) => {
    const paper = await institutePaper(within, id);
    const ids = (await studentsOf(within, { ids: student_ids })).map((student) => student.id);
    const students = [...(await store.unlock(within, paper.id, ids)), ...(await store.forgiveCodes(within, paper.id, ids, mostTries))];
    await writeAudit(within, { what: 'paper.unlock', object_type: 'paper', object_id: paper.id, after: { students } });
    return { success: true as const, unlocked: students.length };
  });
}

/** Ends a student's running test now, as if the student had submitted it. */
export async function endTest(context: StaffContext, id: number, student_id: number, reason: string) {
  await inTransaction(context, async (within) => {
    const paper = await institutePaper(within, id);
    await studentsOf(within, { ids: [student_id] });
    const session = await store.findOpenSession(within, paper.id, student_id);
    if (session === undefined) throw new Problem('not_possible', 'This student has no running test.');
    await finishTests(within, paper.id, [{ student_id, id: session }], 'student');
    const after = { student: student_id };
    await writeAudit(within, { what: 'paper.end', object_type: 'paper', object_id: paper.id, after, reason: reason.trim() });
  });
  forgetCounts(id);
  return { success: true as const };
}

export async function lateAnswers(context: StaffContext, id: number) {
  const paper = await institutePaper(context, id);
  const uploads = await findLateUploads(context, paper.id, null);
  const names = await store.findNames(
    context,
    uploads.map(({ student_id }) => student_id),
  );
  return {
    uploads: uploads.map(({ received_at, ...upload }) => ({
      ...upload,
      name: names.get(upload.student_id) ?? null,
      received_at: received_at.toISOString(),
    })),
  };
}

export { forgetCounts };
