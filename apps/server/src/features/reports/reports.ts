import { objectTypes, sessionTypes } from '@abhyas/contract/catalogue';
import { Problem } from '@abhyas/contract/problem';
import { isKeyUsed } from '@abhyas/exam/display';
import type { MarkedPaper } from '@abhyas/exam/paper-marks';
import { assignmentReport, type PractisedQuestion, topicProgress } from '@abhyas/exam/report';
import { resultOf } from '@abhyas/exam/question';
import type { Context, Student } from '../../context.ts';
import { practisableTopic } from '../chapters/chapters.ts';
import { markSession } from '../marking/marking.ts';
import { canReview, offeredPaper, type PaperRow } from '../papers/papers.ts';
import { findQuestions, keyOf, type QuestionRow } from '../questions/questions.ts';
import { reviseObject, sessionPlaces } from '../practice/practice.ts';
import * as sessions from '../sessions/sessions.ts';

const subjectsIn = (names: readonly string[]) => [...new Set(names)];

/** The paper, and the student's latest finished attempt at it, ended first if its time is up. Throws `not_found` before the first. */
export async function finishedAttempt(context: Context, student: Student, paper_id: number) {
  const paper = await offeredPaper(context, student, paper_id);
  const newest = await sessions.sessionOfPaper(context, student.id, paper);
  const session = newest?.status === 'COMPLETE' ? newest : await sessions.findLatestFinished(context, student.id, paper_id);
  const noun = paper.is_assignment ? 'assignment' : 'test';
  if (!newest) throw new Problem('not_begun', `You have not taken this ${noun}, so there is no report of it.`);
  if (!session) throw new Problem('not_found', `There is no finished attempt at this ${noun} yet.`);
  const can_review = canReview(paper, newest?.status === 'COMPLETE', context.now);
  return { paper, session, can_review };
}

/** The report of the student's latest finished attempt at a paper. Throws `not_found` before the first. */
export async function testReport(context: Context, student: Student, paper_id: number) {
  const { paper, session, can_review } = await finishedAttempt(context, student, paper_id);
  return { ...(await attemptReport(context, paper, session)), can_review };
}

/** The report of one finished attempt; `marked` where it has just been marked. */
export async function attemptReport(context: Context, paper: PaperRow, session: sessions.SessionRow, marked?: MarkedPaper) {
  const { reports, questions } = marked ?? (await markSession(context, paper, session));
  const ids = questions.map((question) => question.question_id);
  const report_data = (await sessions.isScoreShown(context, session, ids)) ? reports : [];
  const question_count = ids.length;
  return {
    subjects: subjectsIn(report_data.filter(({ subject_id }) => subject_id !== null).map(({ subject_name }) => subject_name)),
    test_info: sessions.testInfo(paper, session, question_count, context.now),
    report_data,
    received_late: await sessions.hasLate(context, session.student_id, session.id),
  };
}

type ResultOf = (question: QuestionRow, response: sessions.ResponseRow | undefined) => PractisedQuestion['result'];

/** Questions of a session, as its report counts them. */
async function practised(context: Context, session: sessions.SessionRow, ids: readonly number[], result: ResultOf) {
  const questions = await findQuestions(context, ids);
  const responses = new Map((await sessions.findResponses(context, session.student_id, session.id)).map((row) => [row.question_id, row]));
  const inOrder = ids.flatMap((id) => questions.get(id) ?? []);
  const counted = inOrder.map((question): PractisedQuestion => {
    const row = responses.get(question.id);
    return {
      topic_id: question.topic_id,
      topic_name: question.topic_name,
      result: result(question, row),
      is_key_used: row !== undefined && isKeyUsed(row),
      question_time_spent: row?.question_time_spent ?? 0,
    };
  });
  return {
    subjects: subjectsIn(inOrder.map(({ chapter_name }) => chapter_name)),
    report_data: assignmentReport(counted),
    topic_progress: topicProgress(counted),
  };
}

/** The report of the student's latest practice session of a topic. */
async function practiceReport(context: Context, student: Student, topic_id: number) {
  const topic = await practisableTopic(context, student, topic_id);
  const session = await sessions.findSessionOfTopic(context, student.id, topic_id, sessionTypes.adaptive);
  return reportOfPractice(context, session, topic, true, 'You have not practised this topic yet.');
}

/** The report of the student's latest revise session of a chapter, or of the whole mistake book. */
async function revisionReport(context: Context, student: Student, id: number, object_type: number) {
  const object = await reviseObject(context, student, id, object_type);
  return reportOfPractice(context, await sessions.findSessionToRevise(context, object), object, false, 'Nothing was revised here yet.');
}

async function reportOfPractice(
  context: Context,
  session: sessions.SessionRow | undefined,
  object: Parameters<typeof sessions.practiceInfo>[1],
  can_review: boolean,
  whenThereIsNone: string,
) {
  if (!session) throw new Problem('not_begun', whenThereIsNone);
  const ids = await sessionPlaces(context, session);
  const practice = await practised(context, session, ids, (question, row) => (row?.verified ? resultOf(keyOf(question), row) : 0));
  return {
    ...practice,
    report_data: { ...practice.report_data, score: null, max_score: null },
    test_info: sessions.practiceInfo(session, object, ids.length, context.now),
    can_review,
  };
}

/** The report of the student's latest finished attempt at an institute's assignment. Answers that do not count stand as unattempted. */
async function paperReport(context: Context, student: Student, paper_id: number) {
  const { paper, session, can_review } = await finishedAttempt(context, student, paper_id);
  if (!paper.is_assignment) throw new Problem('not_found');
  const { questions, reports } = await markSession(context, paper, session);
  const outcomes = new Map(questions.map(({ question_id, outcome }) => [question_id, outcome]));
  const ids = questions.map(({ question_id }) => question_id);
  if (!(await sessions.isScoreShown(context, session, ids)))
    throw new Problem('not_found', 'The report of another attempt comes when the answers may be seen.');
  const resultOfQuestion: ResultOf = ({ id }) => {
    const outcome = outcomes.get(id) ?? 0;
    return outcome === 2 ? 0 : outcome;
  };
  const total = reports.at(-1);
  const practice = await practised(context, session, ids, resultOfQuestion);
  return {
    ...practice,
    report_data: { ...practice.report_data, score: total?.score ?? 0, max_score: total?.max_score ?? 0 },
    test_info: sessions.testInfo(paper, session, ids.length, context.now),
    can_review,
  };
}

/** The report of a practice session or an assignment, by the object it was of. */
export async function sessionReport(context: Context, student: Student, id: number, object_type: number, session_type: number) {
  if (session_type === sessionTypes.revise) return revisionReport(context, student, id, object_type);
  if (session_type !== sessionTypes.adaptive) throw new Problem('not_found');
  if (object_type === objectTypes.assignment) return paperReport(context, student, id);
  if (object_type === objectTypes.checkpoint) return practiceReport(context, student, id);
  throw new Problem('not_found');
}
