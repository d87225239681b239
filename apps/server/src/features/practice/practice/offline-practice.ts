import { createHash } from 'node:crypto';
import { sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { Context, Student } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { practisableTopic, practisableTopics } from '../../bank/chapters/chapters.ts';
import { openForPractice } from '../../bank/questions/questions.ts';
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
  const allowed = await practisableTopics(context, student, topic_ids);
  // Another device may still hold an earlier session.
  const held = allowed.size > 0 ? await sessions.findQuestionsOfTopics(context, student.id, [...allowed]) : [];
  const ids = [...new Set(held.map(({ question_id }) => question_id))];
  const open = ids.length > 0 ? await openForPractice(context, ids, student) : [];
  const topicOfOpen = new Map(open.map(({ id, topic_id }) => [id, topic_id]));
  const removed = new Map(topic_ids.map((topic_id) => [topic_id, [] as number[]]));
  for (const { topic_id, question_id } of held) if (topicOfOpen.get(question_id) !== topic_id) removed.get(topic_id)?.push(question_id);
  return {
    topics: topic_ids.map((topic_id) => ({
      topic_id,
      is_allowed: allowed.has(topic_id),
      remove_question_ids: removed.get(topic_id) ?? [],
    })),
  };
}
