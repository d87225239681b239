import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { UploadedResponse, UploadedVisit, type uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { timeLeft } from '@abhyas/exam/tests/clock';
import { isEntry } from '@abhyas/exam/bank/numeric-entry';
import type { CallContext } from '../../../context.ts';
import { readJsonText } from '../../../http/json-text.ts';
import { compileCheck } from '../../../http/validator.ts';
import { presentContent } from '../../tests/papers/papers.ts';
import { hiddenFromStudent } from '../../bank/questions/questions.ts';
import { seesProvisionalKey } from '../../exam-office/key-challenges/key-challenges.ts';
import { finishPractice, recordPlaces, settlePractice } from '../../practice/practice/practice.ts';
import { attemptReport } from '../session-reports/session-reports.ts';
import * as sessions from '../../tests/sessions/sessions.ts';
import { storeUpload } from './uploads.store.ts';
import type { SentResponse, SentVisit, Stored } from './upload-statement.store.ts';

type Upload = Input<typeof uploadStudentResponses>;
type UploadAnswer = Answer<typeof uploadStudentResponses>;
type Refusal = UploadAnswer['refused'][number];

const mostItems = 1000;
const responseSchema = compileCheck(UploadedResponse);
const visitSchema = compileCheck(UploadedVisit);

/** Reads a JSON text that must be a list of at most 1,000. Throws `invalid_input`. */
function readList(name: string, text: string): unknown[] {
  let list: unknown;
  try {
    list = readJsonText(text);
  } catch {
    throw new Problem('invalid_input', `That request was not understood: ${name} is not JSON text.`);
  }
  if (!Array.isArray(list) || list.length > mostItems)
    throw new Problem('invalid_input', `That request was not understood: ${name} must be a list of at most 1,000.`);
  return list;
}

const idOf = (item: unknown) => {
  const id = typeof item === 'object' && item !== null && 'question_id' in item ? item.question_id : null;
  return typeof id === 'number' && Number.isSafeInteger(id) ? id : null;
};

/** The responses that can be stored, the newest of each question, and a refusal with a message for every other. */
function readResponses(text: string): { responses: SentResponse[]; refused: Refusal[] } {
  const byQuestion = new Map<number, SentResponse>();
  const refused: Refusal[] = [];
  for (const item of readList('responses', text)) {
    const refuse = (message: string) => refused.push({ question_id: idOf(item), code: 'invalid_input', message });
    if (!responseSchema.isGood(item))
      refuse(`That response was not understood: ${responseSchema.faultOf(item) ?? 'it is not a response'}.`);
    else if (item.rich_response !== null && !isEntry(item.rich_response)) refuse('Enter a number.');
    else {
      const other = byQuestion.get(item.question_id);
      if (!other || item.version > other.version) byQuestion.set(item.question_id, item);
    }
  }
  return { responses: [...byQuestion.values()], refused };
}

/** Visits that can be stored; invalid visits are dropped, because no answer depends on them. */
const readVisits = (text: string | undefined): SentVisit[] =>
  readList('visits', text ?? '[]').filter((item): item is SentVisit => visitSchema.isGood(item));

/**
 * Stores an upload of a session. Returns the stored responses, the refused ones with reasons, and the time left. With `isFinishTest` the
 * session ends. Throws `not_found` for a session that is not the caller's, `session_finished` for one that is over, `received_late` for
 * answers after the end that are kept for the institute.
 */
export async function upload(context: CallContext, sent: Upload): Promise<UploadAnswer> {
  if (!context.signIn) throw new Problem('not_signed_in');
  const { responses, refused } = readResponses(sent.responses);
  const visits = readVisits(sent.visits);
  const isWithinBudget = context.budgets.take('visits', `${context.holder}:${sent.session_id}`, visits.length);
  const stored = await storeUpload(context, {
    ...context.signIn,
    at: context.now,
    session_id: sent.session_id,
    writer: sent.writer,
    session_time_spent: sent.session_time_spent,
    current_index: sent.current_index,
    responses,
    visits: isWithinBudget ? visits : [],
  });
  if (!stored) throw new Problem('not_signed_in');
  // Visits beyond the budget are reported as stored, so that the device does not send them again.
  if (!isWithinBudget) stored.visits_kept = Math.max(...visits.map(({ number }) => number));
  if (stored.session_id === null) throw new Problem('not_found');
  if (stored.status === 'COMPLETE') return refuseLate(context, stored, sent.writer, responses);
  if (stored.paper_id !== null && sent.absences?.length)
    await sessions.recordAbsences(context, { student_id: stored.student_id, session_id: sent.session_id }, sent.absences);

  const keptIds = new Set(stored.kept.map(({ question_id }) => question_id));
  for (const { question_id } of responses) {
    if (!keptIds.has(question_id))
      refused.push({ question_id, code: 'invalid_input', message: 'This is not an answer to a question of this session.' });
  }
  const isPractice = stored.paper_id === null;
  if (isPractice && sent.places?.length)
    await recordPlaces(context, { student_id: stored.student_id, session_id: sent.session_id }, sent.places);
  if ((isPractice && responses.some(({ verified }) => verified)) || sent.isFinishTest) {
    return { ...answerOf(context, stored, refused), ...(await conclude(context, stored, sent.isFinishTest ?? false)) };
  }
  return answerOf(context, stored, refused);
}

/**
 * Refuses an upload to a session that is over. Answers to questions of an institute's test are stored separately, and change nothing until
 * staff accept them. Nobody could accept answers to a paper of no institute, so none are stored.
 */
async function refuseLate(
  context: CallContext,
  { student_id, session_id, paper_id, writer }: Stored,
  sentBy: number,
  responses: readonly SentResponse[],
): Promise<never> {
  if (session_id === null || paper_id === null) throw new Problem('session_finished');
  const { paper, placeById } = await presentContent(context, paper_id);
  const own = responses.filter(({ question_id }) => placeById.has(question_id));
  const ids = own.map(({ question_id }) => question_id);
  // Found before the session is ended below, because the student could see no key while it was open.
  const key_visible =
    (await hiddenFromStudent(context, student_id, ids)).size < new Set(ids).size ||
    (await seesProvisionalKey(context, student_id, paper_id, ids));
  await sessions.finishTests(context, paper_id, [{ student_id, id: session_id }], 'clock');
  const late = { student_id, session_id, paper_id, writer: Math.min(sentBy, writer), responses: own, key_visible };
  const isKept = paper.institute_id !== null && (await sessions.keepLate(context, late));
  throw new Problem(isKept ? 'received_late' : 'session_finished');
}

function answerOf({ now }: CallContext, stored: Stored, refused: Refusal[]): UploadAnswer {
  const { time_kind, test_duration, session_time_spent } = stored;
  const deadline = stored.deadline === null ? null : new Date(stored.deadline);
  const clock = time_kind !== null && test_duration !== null ? { time_kind, test_duration, session_time_spent } : undefined;
  return {
    success: true,
    kept: stored.kept,
    refused,
    visits_kept: stored.visits_kept,
    server_time: now.toISOString(),
    deadline: deadline?.toISOString() ?? null,
    remaining_duration: clock
      ? timeLeft({ ...clock, began_at: 0, deadline: deadline?.getTime() ?? null, time_reported_at: null }, now.getTime())
      : null,
    writer: stored.writer,
    session_status: 'IN_PROGRESS',
  };
}

/** Makes verified answers of practice final and, if requested, ends the session; a test is marked and gets its report. */
async function conclude(
  context: CallContext,
  { student_id, session_id, paper_id }: Stored,
  isFinish: boolean,
): Promise<Partial<UploadAnswer>> {
  const id = session_id ?? 0;
  if (paper_id !== null) {
    const ended = (await sessions.finishTests(context, paper_id, [{ student_id, id }], 'student')).get(id);
    return {
      session_status: 'COMPLETE',
      ...(await (ended ? attemptReport(context, ended.paper, ended.session, ended.marks) : endedReport())),
    };
  }
  const session = await sessions.findSession(context, student_id, id);
  if (!session) throw new Problem('not_found');
  await settlePractice(context, session, isFinish);
  if (!isFinish) return {};
  await finishPractice(context, session, 'student');
  return { session_status: 'COMPLETE' };

  /** The report of a test that another call has ended at the same time. */
  async function endedReport() {
    const session = await sessions.findSession(context, student_id, id);
    if (!session?.paper_id) throw new Problem('not_found');
    return attemptReport(context, (await presentContent(context, session.paper_id)).paper, session);
  }
}
