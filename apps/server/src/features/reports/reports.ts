import { objectTypes, sessionTypes } from '@abhyas/contract/catalogue';
import { Problem } from '@abhyas/contract/problem';
import { isKeyUsed } from '@abhyas/exam/display';
import { assignmentReport, type PractisedQuestion, topicProgress } from '@abhyas/exam/report';
import { resultOf } from '@abhyas/exam/question';
import type { Context } from '../../database/transaction.ts';
import { practisableTopic } from '../chapters/chapters.ts';
import type { Student } from '../identity/identity.ts';
import { offeredPaper } from '../papers/papers.ts';
import { findQuestions, keyOf } from '../questions/questions.ts';
import * as sessions from '../sessions/sessions.ts';

const subjectsIn = (names: readonly string[]) => [...new Set(names)];

/** The report of the student's latest finished attempt at a paper. Throws `not_found` before the first. */
export async function testReport(context: Context, student: Student, paper_id: number) {
  const paper = await offeredPaper(context, student, paper_id);
  await sessions.sessionOfPaper(context, student.id, paper);
  const session = await sessions.findLatestFinished(context, student.id, paper_id);
  if (!session) throw new Problem('not_found', 'There is no finished attempt at this test yet.');
  const report_data = await sessions.scoreReport(context, session);
  const question_count = report_data.at(-1)?.question_count ?? 0;
  return {
    subjects: subjectsIn(report_data.filter(({ subject_id }) => subject_id !== null).map(({ subject_name }) => subject_name)),
    test_info: sessions.testInfo(paper, session, question_count, context.now),
    report_data,
  };
}

/** The report of the student's latest practice session of a topic. */
async function practiceReport(context: Context, student: Student, topic_id: number) {
  const topic = await practisableTopic(context, student, topic_id);
  const session = await sessions.findSessionOfTopic(context, student.id, topic_id, sessionTypes.adaptive);
  if (!session) throw new Problem('not_found', 'There is no practice of this topic yet.');
  const ids = await sessions.findSessionQuestions(context, student.id, session.id);
  const questions = await findQuestions(context, ids);
  const responses = new Map((await sessions.findResponses(context, student.id, session.id)).map((row) => [row.question_id, row]));
  const practised = ids.flatMap((id): PractisedQuestion[] => {
    const question = questions.get(id);
    if (!question) return [];
    const row = responses.get(id);
    const result = row?.verified ? resultOf(keyOf(question), row) : 0;
    return [
      {
        topic_id: question.topic_id,
        topic_name: question.topic_name,
        result,
        is_key_used: row !== undefined && isKeyUsed(row),
        question_time_spent: row?.question_time_spent ?? 0,
      },
    ];
  });
  return {
    subjects: subjectsIn([...questions.values()].map(({ chapter_name }) => chapter_name)),
    test_info: sessions.practiceInfo(session, topic, ids.length, context.now),
    report_data: assignmentReport(practised),
    topic_progress: topicProgress(practised),
  };
}

/** The report of a practice session, by the object it was of. */
export async function sessionReport(context: Context, student: Student, id: number, object_type: number, session_type: number) {
  if (object_type !== objectTypes.checkpoint || session_type !== sessionTypes.adaptive) throw new Problem('not_found');
  return practiceReport(context, student, id);
}
