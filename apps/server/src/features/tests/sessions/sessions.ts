import { say } from '@abhyas/exam/institute/sentence';
import { randomBytes } from 'node:crypto';
import { objectTypes } from '@abhyas/contract/bank/catalogue';
import { languages } from '@abhyas/contract/bank/language-codes';
import { Problem } from '@abhyas/contract/problem';
import { userTypeByRole } from '@abhyas/contract/institute/rights';
import { deadlineOf, GRACE_SECONDS, isOver } from '@abhyas/exam/tests/clock';
import { indianTime } from '@abhyas/exam/institute/indian-day';
import { resultOf } from '@abhyas/exam/bank/result';
import { mayReveal, mayReview } from '@abhyas/exam/tests/reveal';
import { type CallContext, type Context, requireStudent, type Student } from '../../../context.ts';
import { SplicedAnswer } from '../../../http/serve.ts';
import * as papers from '../papers/papers.ts';
import { findQuestions, hiddenFromStudent, keyOf, paperPart, type PaperPart, papersByQuestion } from '../../bank/questions/questions.ts';
import { checkOtp } from '../test-codes/test-codes.ts';
import { finishTests } from './finishing.ts';
import { findOpening, type OpenedSession } from './opening.store.ts';
import { clockOf, shownResponse, testInfo } from './session-info.ts';
import * as store from './sessions.store.ts';

export type SessionRow = store.SessionRow;
export type ResponseRow = store.ResponseRow;

const sealKeyBytes = 32;
const zone = { timeZone: 'Asia/Kolkata' } as const;

/** Whether the session is over: by its own clock, or because the paper has closed. A deadline is never after the closing time. */
function isOverAt(now: number, session: OpenedSession, paper: papers.PaperRow): boolean {
  const closesAt = session.deadline === null ? paper.closes_at?.getTime() : undefined;
  return isOver(clockOf(session, paper), now, GRACE_SECONDS) || (closesAt !== undefined && now > closesAt + GRACE_SECONDS * 1000);
}

/** Ends a session whose time is up. Every reader of a session calls this first. */
async function endIfOver<S extends OpenedSession>(context: Context, session: S, paper: papers.PaperRow): Promise<S | SessionRow> {
  if (session.status === 'COMPLETE' || !isOverAt(context.now.getTime(), session, paper)) return session;
  await finishTests(context, paper.id, [session], 'clock');
  return (await store.findSession(context, session.student_id, session.id)) ?? session;
}

/** The student's open session of a paper, otherwise the newest; it is ended first if its time is up. */
export async function sessionOfPaper(context: Context, student_id: number, paper: papers.PaperRow): Promise<SessionRow | undefined> {
  const session = await store.findSessionOfPaper(context, student_id, paper.id);
  return session && endIfOver(context, session, paper);
}

export async function testInstructions(context: Context, student: Student, id: number) {
  const paper = await papers.offeredPaper(context, student, id);
  if (!papers.hasAccess(student, paper)) throw new Problem('premium_needed');
  const session = await sessionOfPaper(context, student.id, paper);
  const { question_count, hindi_count } = await papers.countTranslated(context, id);
  return {
    test_info: testInfo(paper, session, question_count, context.now),
    languages: question_count > 0 && hindi_count === question_count ? [...languages] : [languages[0]],
    sections: await papers.sectionsOf(context, id),
    can_review: papers.canReview(paper, session?.status === 'COMPLETE', context.now),
    extension_seconds: paper.extension_seconds ?? 0,
  };
}

interface ChosenAtBegin {
  otp?: string | undefined;
  is_exam_exact?: boolean | undefined;
}

/** Begins a test, resumes the one under way (and takes it over from another tab or device), or begins a retake. */
export async function beginTest(context: Context, student: Student, id: number, chosen: ChosenAtBegin, secret: Buffer) {
  const paper = await papers.offeredPaper(context, student, id);
  if (!papers.hasAccess(student, paper)) throw new Problem('premium_needed');
  const session = await openSession(context, student, paper, chosen, secret);
  return {
    success: true as const,
    is_assignment: paper.is_assignment,
    test_id: id,
    session_id: session.id,
    writer: session.writer,
    message: say`Your test has begun.`.text,
  };
}

async function openSession(
  context: Context,
  student: Student,
  paper: papers.PaperRow,
  chosen: ChosenAtBegin,
  secret: Buffer,
): Promise<SessionRow> {
  const previous = await sessionOfPaper(context, student.id, paper);
  if (previous?.status === 'IN_PROGRESS') {
    // If the session was finished meanwhile, the rules for a new attempt apply.
    return (await store.takeOver(context, previous, paper.test_duration)) ?? openSession(context, student, paper, chosen, secret);
  }
  requireOpenPaper(paper, previous, context.now);
  if (paper.should_request_otp) await checkOtp(context, secret, paper.id, student.id, chosen.otp);
  return store.findOrInsertOfPaper(context, paper.test_duration, {
    student_id: student.id,
    paper_id: paper.id,
    object_type: paper.is_assignment ? objectTypes.assignment : objectTypes.test,
    deadline: deadlineBeforeExtension(paper, context.now),
    is_exam_exact: paper.is_exam_exact || (chosen.is_exam_exact === true && papers.allowsExamExact(paper)),
    seal_key: randomBytes(sealKeyBytes),
  });
}

/** Throws `test_not_open`, `finished_test` or `test_closed` if no attempt may be begun now. */
function requireOpenPaper(paper: papers.PaperRow, previous: SessionRow | undefined, now: Date): void {
  if (papers.isNotYetOpen(paper, now) && paper.opens_at) {
    const date = paper.opens_at.toLocaleDateString('en-IN', { ...zone, day: 'numeric', month: 'short', year: 'numeric' });
    const time = indianTime(paper.opens_at);
    throw new Problem('test_not_open', { date, time });
  }
  if (previous && !paper.is_test_retakable) throw new Problem('finished_test');
  if (papers.isClosed(paper, now)) throw new Problem('test_closed');
}

/** Deadline by the wall clock: begin plus duration, or the end of the window if that is earlier. Extra time is added when it is stored. */
function deadlineBeforeExtension(paper: papers.PaperRow, now: Date): Date | null {
  if (paper.time_kind !== 'wall_clock') return null;
  return new Date(deadlineOf(now.getTime(), paper.test_duration, paper.closes_at?.getTime() ?? null, 0));
}

/**
 * The paper and the student's part of it, for the test screen or, once finished and where the paper allows it, for review. The paper's
 * bytes are stored compressed, because a hall of students opens it at once. `also` is added to the response.
 */
export async function openTest(context: CallContext, id: number, isReview: boolean, also: object = {}): Promise<SplicedAnswer> {
  const opened = await findOpening(context, id, isReview);
  if (!opened) throw new Problem('not_signed_in');
  const { student_id, name, course, is_assigned, is_bound } = opened;
  // A begun session can be resumed without a check of consent, which was done at the beginning.
  requireStudent({ type: opened.role ? userTypeByRole[opened.role] : 'Student', name, course, consent: 'given' });
  const content = opened.paper && (await papers.contentOf(context, opened.paper));
  // A sign-in that is bound to an institute opens only given papers, so the course does not count.
  if (!content || !papers.isOffered(is_bound ? null : course, content.paper, is_assigned)) throw new Problem('not_an_active_test');
  const { paper } = content;
  const session = opened.session && (await endIfOver(context, opened.session, paper));
  if (!session && !(isReview && papers.isClosed(paper, context.now))) throw new Problem('not_an_active_test');

  const hidden = isReview ? await hiddenInReview(context, student_id, content) : new Set<number>();
  const isDone = session?.status === 'COMPLETE';
  // A finished test that is not under review shows no result of a single question.
  const question_responses = opened.responses.flatMap((row) => {
    const place = content.placeById.get(row.question_id);
    const result = isReview && !hidden.has(row.question_id) ? row.result : null;
    return place ? [shownResponse({ ...row, verified: false, verified_at: null, result }, place, place.position)] : [];
  });
  const running = opened.running_responses === null ? null : runningResponses(opened.running_responses, content.placeById);
  const own = {
    ...also,
    ...(running === null ? { question_responses } : {}),
    test_info: { ...testInfo(paper, session, content.questions.length, context.now), is_session_review: isReview },
    bookmarked_question_ids: is_bound ? [] : opened.bookmarked.filter((id) => content.placeById.has(id)),
    attending_count: await papers.attendingCount(context, id),
    redirect_to_report: isDone && !isReview,
    is_otp_required: session?.locked_at !== null && session?.locked_at !== undefined && !isDone,
    locked_at: (isDone ? null : session?.locked_at?.toISOString()) ?? null,
    can_lock_test: paper.can_lock_test,
    seal_key: isDone ? null : (session?.seal_key?.toString('base64') ?? null),
  };
  const shared = !isReview ? content.shown : hidden.size === 0 ? content.revealed : await papers.partWithHidden(context, paper, hidden);
  return new SplicedAnswer(shared, own, running === null ? {} : { question_responses: running });
}

const beforeQuestion = '{"question_id":'.length;

/**
 * The JSON array of responses to a test under way. The database writes a line of JSON for each response; the fields that all students share
 * are added here.
 */
function runningResponses(lines: string, placeById: papers.PaperContent['placeById']): string {
  const shown = lines.split('\n').flatMap((line) => {
    const place = placeById.get(Number.parseInt(line.slice(beforeQuestion), 10));
    return place ? `${line.slice(0, -1)},${place.end_of_response}` : [];
  });
  return `[${shown.join(',')}]`;
}

function requireReviewable(part: PaperPart | undefined, now: Date): void {
  if (!part?.has_access) throw new Problem('premium_needed');
  if (!mayReview(part, now.getTime())) throw new Problem('review_not_allowed');
}

/** Throws unless this paper's own rules let the student review it. Other papers may still withhold single questions. */
export const requireReview = async (context: Context, student_id: number, paper_id: number): Promise<void> =>
  requireReviewable(await paperPart(context, student_id, paper_id), context.now);

/** The questions of a paper under review whose answers other papers withhold. Throws as `requireReview` does. */
async function hiddenInReview(context: Context, student_id: number, { paper, placeById }: papers.PaperContent): Promise<Set<number>> {
  const ids = [...placeById.keys()];
  const papersOf = await papersByQuestion(context, [student_id], ids);
  const parts = papersOf(student_id, ids[0] ?? 0);
  requireReviewable(
    parts.find(({ paper_id }) => paper_id === paper.id),
    context.now,
  );
  return new Set(ids.filter((id) => !mayReveal(papersOf(student_id, id), context.now.getTime())));
}

/**
 * Whether the score of a finished attempt may be shown. The score of a retake would reveal keys, so it is shown only if every answer may
 * be shown. A ranked attempt is the first.
 */
export const isScoreShown = async (context: Context, session: SessionRow, question_ids: readonly number[]): Promise<boolean> =>
  session.is_ranked ||
  !(await store.isRetake(context, session)) ||
  (await hiddenFromStudent(context, session.student_id, question_ids)).size === 0;

/** Computes the results of answers verified in practice, whatever the device claims. Returns the new results. */
export async function settleVerified(context: Context, session: SessionRow) {
  const open = (await store.findResponses(context, session.student_id, session.id)).filter((row) => row.verified && row.result === null);
  if (open.length === 0) return [];
  const questions = await findQuestions(
    context,
    open.map(({ question_id }) => question_id),
  );
  const settled = open.flatMap((row) => {
    const question = questions.get(row.question_id);
    return question ? [{ question, result: resultOf(keyOf(question), row), question_time_spent: row.question_time_spent }] : [];
  });
  await store.writeResults(
    context,
    session.student_id,
    session.id,
    settled.map(({ question, result }) => ({ question_id: question.id, result, marks: null })),
  );
  return settled;
}

export const {
  findSession,
  findSessionOfTopic,
  findQuestionsOfTopics,
  findSessionQuestions,
  findOrInsertOfTopic,
  findOrInsertToRevise,
  takeOver,
  verifyAnswered,
  findSessionToRevise,
  findSessionBefore,
  insertSessionQuestions,
  findResponses,
  findLatestFinished,
  finishSession,
  isRetake,
  lockSession,
} = store;

export { recordAbsences } from './absences.store.ts';
export { endDueTests, finishTests, reopenTests, reopenWronglyEnded } from './finishing.ts';
export { enterAttempts, findAttempted, withdrawAttempts } from './paper-attempts.ts';
export { acceptLateAnswers, hasLate, keepLate } from './late-answers.ts';
export { practiceInfo, shownResponse, testInfo } from './session-info.ts';

/** The institute's test in progress that runs by the wall clock; null without one. */
export const pendingTestOf = (context: Context, { id }: Pick<Student, 'id'>) => store.findPendingTest(context, id);
