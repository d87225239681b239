import type { Answer } from '@abhyas/contract/endpoint';
import type { showHint as showHintCall } from '@abhyas/contract/practice/practice';
import { Problem } from '@abhyas/contract/problem';
import type { Context, Student } from '../../../context.ts';
import { findQuestions, hiddenFromStudent } from '../../bank/questions/questions.ts';
import { hintsIn } from '../../bank/translated-texts/translated-texts.ts';
import { findSession } from '../../tests/sessions/sessions.ts';
import * as store from './practice.store.ts';

/**
 * The hint of a question in the student's practice. Before the answer is verified it is recorded, so that the answer moves no rating. Throws
 * `not_found` for a question of another session, one without a hint, and one that a test keeps secret.
 */
export async function showHint(
  context: Context,
  student: Student,
  session_id: number,
  question_id: number,
): Promise<Answer<typeof showHintCall>> {
  const session = await findSession(context, student.id, session_id);
  const isHere = session?.paper_id === null && (await store.isInPractice(context, student.id, session_id, question_id));
  const question = isHere ? (await findQuestions(context, [question_id])).get(question_id) : undefined;
  const hint = question?.hint;
  if (!hint || (await hiddenFromStudent(context, student.id, [question_id])).has(question_id)) throw new Problem('not_found');
  await store.insertShownHint(context, { student_id: student.id, session_id, question_id });
  return { hint, ...(question.languages.length > 0 ? { translated: await hintsIn(context, question_id) } : {}) };
}
