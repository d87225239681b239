import type { Context } from '../../../context.ts';
import * as store from './topic-figures.store.ts';

/** Updates the student's figures of topics with verified answers of the session; time spent can grow after Verify too. */
export async function keepFigures(context: Context, student_id: number, session_id: number): Promise<void> {
  const topic_ids = await store.findVerifiedTopics(context, student_id, session_id);
  if (topic_ids.length > 0) await store.writeFigures(context, { student_id, topic_ids });
}

/** Computes the counts of questions and the figures of all students again. */
export async function rebuildFigures(context: Context): Promise<void> {
  await store.countQuestions(context);
  await store.writeFigures(context, 'all');
}

/** Runs `change` on an owner's questions with these codes, and updates counts and figures of their topics before and after. */
export async function whileQuestionsChange(
  context: Context,
  institute_id: number | null,
  codes: readonly string[],
  change: () => Promise<void>,
): Promise<void> {
  const before = await store.findPlaces(context, institute_id, codes);
  await change();
  const after = await store.findPlaces(context, institute_id, codes);
  const moved = new Set<number>();
  for (const [code, was] of before) {
    const is = after.get(code);
    if (is && (is.topic_id !== was.topic_id || is.is_for_practice !== was.is_for_practice)) moved.add(was.topic_id).add(is.topic_id);
  }
  await store.countQuestions(context, [...new Set([...before.values(), ...after.values()].map(({ topic_id }) => topic_id))]);
  if (moved.size > 0) await store.writeFigures(context, { topic_ids: [...moved] });
}
