import { say, type Sentence } from '@abhyas/exam/institute/sentence';
import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import { Problem } from '@abhyas/contract/problem';
import { isKeyUsed } from '@abhyas/exam/tests/display';
import { missKind } from '@abhyas/exam/reports/miss-kind';
import { assignmentReport, type PractisedQuestion, topicProgress } from '@abhyas/exam/reports/report';
import { resultOf } from '@abhyas/exam/bank/result';
import { totalOf } from '@abhyas/exam/tests/paper-marks';
import type { Context, Student } from '../../../context.ts';
import { meanSeconds, practisableTopic } from '../../bank/chapters/chapters.ts';
import { markSession } from '../../tests/marking/marking.ts';
import { reasonsAmong } from '../../bank/mistakes/mistakes.ts';
import { namedChapter, personalisedOf, previousPapersOf, reviseObject, sessionPlaces } from '../../practice/practice/practice.ts';
import {
  findQuestions,
  hiddenFromStudent,
  isOpenTo,
  keyOf,
  passagesOf,
  type QuestionRow,
  revealedQuestion,
} from '../../bank/questions/questions.ts';
import * as sessions from '../../tests/sessions/sessions.ts';
import { finishedAttempt, standingIn, subjectsIn } from './session-reports.ts';

type Result = PractisedQuestion['result'];
type ResultOf = (question: QuestionRow, response: sessions.ResponseRow | undefined) => Result;

/** The questions of a session in the form that the report counts, and the wrong ones with answers that may be shown. */
async function practised(context: Context, student: Student, session: sessions.SessionRow, ids: readonly number[], result: ResultOf) {
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
  const hidden = await hiddenFromStudent(context, student.id, ids);
  const shown = inOrder.filter((question, at) => counted[at]?.result === -1 && isOpenTo(student, question) && !hidden.has(question.id));
  const reasons = await reasonsAmong(
    context,
    student.id,
    shown.map(({ id }) => id),
  );
  return {
    subjects: subjectsIn(inOrder.map(({ chapter_name }) => chapter_name)),
    report_data: assignmentReport(counted),
    // A topic with a single question would tell its result.
    topic_progress: topicProgress(inOrder.flatMap(({ id }, at) => (hidden.has(id) ? [] : (counted[at] ?? [])))),
    wrong_questions: shown.map((question) => {
      const row = responses.get(question.id);
      const question_time_spent = row?.question_time_spent ?? 0;
      return {
        question: revealedQuestion(question, ids.indexOf(question.id), null),
        kind:
          missKind({ outcome: -1, question_time_spent, median_time: null, answered_by: 0, is_key_used: false }) ?? ('incorrect' as const),
        reason: reasons.get(question.id) ?? null,
        is_in_mistake_book: reasons.has(question.id),
        responses: row?.responses ?? [],
        rich_response: row?.rich_response ?? null,
        question_time_spent,
      };
    }),
    comprehension_questions: await passagesOf(context, shown),
    usual_speed: await meanSeconds(context, student, [...new Set(inOrder.map(({ subject_id }) => subject_id))]),
  };
}

const verifiedResult: ResultOf = (question, row) => (row?.verified ? resultOf(keyOf(question), row) : 0);

/** Number of right answers in the previous session of the same object; null without one. */
async function correctBefore(context: Context, session: sessions.SessionRow) {
  const previous = await sessions.findSessionBefore(context, session);
  if (!previous) return null;
  const results = (await sessions.findResponses(context, previous.student_id, previous.id)).filter(({ verified }) => verified);
  if (results.length === 0) return null;
  return { correct: results.filter(({ result }) => result === 1).length, question_count: (await sessionPlaces(context, previous)).length };
}

async function reportOfPractice(
  context: Context,
  student: Student,
  session: sessions.SessionRow | undefined,
  object: Parameters<typeof sessions.practiceInfo>[1],
  can_review: boolean,
  whenThereIsNone: Sentence,
) {
  if (!session) throw new Problem('not_begun', whenThereIsNone);
  const ids = await sessionPlaces(context, session);
  const practice = await practised(context, student, session, ids, verifiedResult);
  return {
    ...practice,
    report_data: { ...practice.report_data, score: null, max_score: null },
    test_info: sessions.practiceInfo(session, object, ids.length, context.now),
    can_review,
    previous: await correctBefore(context, session),
  };
}

/** The report of the student's latest practice session of a topic. */
async function practiceReport(context: Context, student: Student, topic_id: number) {
  const topic = await practisableTopic(context, student, topic_id);
  const session = await sessions.findSessionOfTopic(context, student.id, topic_id, sessionTypes.adaptive);
  return reportOfPractice(context, student, session, topic, true, say`You have not practised this topic yet.`);
}

/** The report of the student's latest revise session of a chapter, or of the whole mistake book. */
async function revisionReport(context: Context, student: Student, id: number, object_type: number) {
  const object = await reviseObject(context, student, id, object_type);
  const session = await sessions.findSessionToRevise(context, object);
  return reportOfPractice(context, student, session, object, false, say`You have not revised anything here yet.`);
}

/** The report of the latest session of a chapter's previous papers, or of its latest personalised assignment. */
async function chapterReport(
  context: Context,
  student: Student,
  chapter_id: number,
  object: ReturnType<typeof previousPapersOf | typeof personalisedOf>,
) {
  const chapter = await namedChapter(context, student, chapter_id);
  const session = await sessions.findSessionToRevise(context, object);
  return reportOfPractice(context, student, session, chapter, true, say`You have not practised this yet.`);
}

/** The report of the student's latest finished attempt at an institute's assignment. Answers that do not count are shown as unattempted. */
async function paperReport(context: Context, student: Student, paper_id: number) {
  const { paper, session, can_review } = await finishedAttempt(context, student, paper_id);
  if (!paper.is_assignment) throw new Problem('not_found');
  const marked = await markSession(context, paper, session);
  const { questions } = marked;
  const outcomes = new Map(questions.map(({ question_id, outcome }) => [question_id, outcome]));
  const ids = questions.map(({ question_id }) => question_id);
  if (!(await sessions.isScoreShown(context, session, ids)))
    throw new Problem('not_found', say`The report of a repeated attempt opens when its answers may be reviewed.`);
  const resultOfQuestion: ResultOf = ({ id }) => {
    const outcome = outcomes.get(id) ?? 0;
    return outcome === 2 ? 0 : outcome;
  };
  const { score, max_score } = totalOf(marked);
  const practice = await practised(context, student, session, ids, resultOfQuestion);
  const standing = await standingIn(context, paper, session);
  return {
    ...practice,
    standing,
    hide_leaderboard: standing === null,
    wrong_questions: can_review ? practice.wrong_questions : [],
    report_data: { ...practice.report_data, score, max_score },
    test_info: sessions.testInfo(paper, session, ids.length, context.now),
    can_review,
    previous: null,
  };
}

/** The report of a practice session or an assignment, of the kind that the types of object and session name. Throws `not_found`. */
export async function sessionReport(context: Context, student: Student, id: number, object_type: number, session_type: number) {
  if (session_type === sessionTypes.revise) return revisionReport(context, student, id, object_type);
  if (object_type === objectTypes.chapter && session_type === sessionTypes.previous_paper)
    return chapterReport(context, student, id, previousPapersOf(student.id, id));
  if (session_type !== sessionTypes.adaptive) throw new Problem('not_found');
  if (object_type === objectTypes.personalised_test) return chapterReport(context, student, id, personalisedOf(student.id, id));
  if (object_type === objectTypes.assignment) return paperReport(context, student, id);
  if (object_type === objectTypes.checkpoint) return practiceReport(context, student, id);
  throw new Problem('not_found');
}
