import { getMistakes } from '@abhyas/contract/practice/mistakes';
import { callOrKept } from '../../../platform/kept-answers.ts';
import { askedLanguage } from '../../../question/chosen-language.ts';
import { keepTopic, keptTopics } from '../../../session/kept-topics.ts';

/**
 * Keeps the questions of the plan on the device, so that the plan also opens without a network. Loaded after the first screen, because the
 * code of the device's store would double the first load of the home page.
 */
export async function keepPlan(student_id: number, topic_id: number | undefined, hasDue: boolean): Promise<void> {
  const isKept = topic_id === undefined || keptTopics(student_id).some((kept) => kept.topic_id === topic_id);
  await Promise.allSettled([
    isKept ? undefined : keepTopic(student_id, topic_id),
    hasDue ? callOrKept(getMistakes, { page: 1, ...askedLanguage() }) : undefined,
  ]);
}
