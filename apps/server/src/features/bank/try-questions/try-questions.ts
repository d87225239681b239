import type { Answer, Input } from '@abhyas/contract/endpoint';
import type { getTryQuestions } from '@abhyas/contract/bank/try-questions';
import { subjectName } from '@abhyas/exam/bank/subjects';
import { chooseTryQuestions, TRY_CANDIDATES } from '@abhyas/exam/practice/first-questions';
import type { Context } from '../../../context.ts';
import { findQuestions, revealedQuestion, servedInPractice } from '../questions/questions.ts';
import { textsIn } from '../translated-texts/translated-texts.ts';
import * as store from './try-questions.store.ts';

/** The questions of one part. A question that a test withholds is left out. */
export async function tryQuestions(
  context: Context,
  { course, part, language }: Input<typeof getTryQuestions>,
): Promise<Answer<typeof getTryQuestions>> {
  const candidates = await store.findCandidates(context, course, TRY_CANDIDATES);
  const served = await servedInPractice(
    context,
    null,
    candidates.map(({ id }) => id),
  );
  const open = candidates
    .filter(({ id }) => served.has(id))
    .map(({ id, subject_id, complexity }) => ({ id, subject: subjectName(subject_id), complexity }));
  const ids = chooseTryQuestions(open, part).map(({ id }) => id);
  const rows = await findQuestions(context, ids);
  // Videos are part of Premium.
  const questions = ids
    .flatMap((id) => rows.get(id) ?? [])
    .map((row, at) => ({ ...revealedQuestion(row, at, null), video_solution_uri: null }));
  return { questions, ...(await textsIn(context, language, questions, [])) };
}
