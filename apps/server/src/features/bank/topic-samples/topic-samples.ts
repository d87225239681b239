import type { Answer } from '@abhyas/contract/endpoint';
import type { getTopicSample } from '@abhyas/contract/bank/topic-samples';
import type { Context, Student } from '../../../context.ts';
import { mayPractise, topicOf } from '../chapters/chapters.ts';
import { findQuestions, passagesOf, revealedQuestion, servedInPractice } from '../questions/questions.ts';
import * as store from './topic-samples.store.ts';

/** The most candidates that are checked to find one that no test withholds. */
const looksAt = 10;

/**
 * Counts of questions of a topic, with a sample that shows the value of a locked topic. Throws `not_found` outside the student's
 * subjects.
 */
export async function topicSample(context: Context, student: Student, id: number): Promise<Answer<typeof getTopicSample>> {
  const topic = await topicOf(context, student, id);
  const { question_count, numerical_count, ...by_difficulty } = await store.countQuestions(context, student, id);
  const ids = await store.findSamples(context, id, looksAt);
  const served = await servedInPractice(context, student.id, ids);
  const sample = ids.find((each) => served.has(each));
  const row = sample === undefined ? undefined : (await findQuestions(context, [sample])).get(sample);
  const [passage] = row ? await passagesOf(context, [row]) : [];
  return {
    name: topic.name,
    question_count,
    by_difficulty,
    numerical_count,
    has_access: mayPractise(student, topic),
    // Videos are part of Premium.
    sample_question: row ? { ...revealedQuestion(row, 0, null), video_solution_uri: null } : null,
    comprehension_question: passage ?? null,
  };
}
