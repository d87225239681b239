import { createHash } from 'node:crypto';
import { sessionTypes } from '@abhyas/contract/bank/catalogue';
import { Problem } from '@abhyas/contract/problem';
import type { Context, Student } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { practisableTopic } from '../../bank/chapters/chapters.ts';
import { practiceCandidates } from '../../bank/questions/questions.ts';
import * as sessions from '../../tests/sessions/sessions.ts';
import { adaptiveSession, fillPool } from './adaptive.ts';

/** The practice of a topic for offline use. The device that has it open stays its writer. */
export async function offlineTopic(context: Context, student: Student, topic_id: number) {
  const topic = await practisableTopic(context, student, topic_id);
  const session = await inTransaction(context, async (within) => {
    const latest = await sessions.findSessionOfTopic(within, student.id, topic_id, sessionTypes.adaptive);
    if (latest?.status === 'IN_PROGRESS') return latest;
    const made = await sessions.findOrInsertOfTopic(within, { student_id: student.id, topic_id, session_type: sessionTypes.adaptive });
    await fillPool(within, student, made, topic);
    return made;
  });
  const practice = await adaptiveSession(context, student, session, topic);
  const content = JSON.stringify([practice.questions, practice.further_questions, practice.comprehension_questions]);
  return { ...practice, version: createHash('sha256').update(content).digest('base64url').slice(0, 16) };
}

/** The offline topics and questions that a device must delete. */
export async function checkOffline(context: Context, student: Student, topic_ids: readonly number[]) {
  const topics = [];
  for (const topic_id of topic_ids) topics.push({ topic_id, ...(await checkTopic(context, student, topic_id)) });
  return { topics };
}

async function checkTopic(context: Context, student: Student, topic_id: number) {
  try {
    await practisableTopic(context, student, topic_id);
  } catch (refusal) {
    if (refusal instanceof Problem) return { is_allowed: false, remove_question_ids: [] };
    throw refusal;
  }
  // Another device may still hold an earlier session.
  const held = await sessions.findQuestionsOfTopic(context, student.id, topic_id);
  const open = new Set((await practiceCandidates(context, { topic_id }, student)).map(({ id }) => id));
  return { is_allowed: true, remove_question_ids: held.filter((id) => !open.has(id)) };
}
