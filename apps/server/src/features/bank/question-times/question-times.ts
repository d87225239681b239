import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { SentJob } from '../../../jobs/job.ts';
import * as store from './question-times.store.ts';

export type QuestionTime = store.QuestionTime;

/** The last measured median times of a paper's questions, by question; a question without answers is missing. */
export async function questionTimesOf(context: Context, paper_id: number): Promise<Map<number, QuestionTime>> {
  return new Map((await store.findTimes(context, paper_id)).map((row) => [row.question_id, row]));
}

/** Measures the questions of a paper over the ranked sessions that have finished by now, or by `until`. */
export async function measureTimes(context: Context, paper_id: number, until = context.now): Promise<void> {
  await inTransaction(context, async (within) => {
    await store.holdTimes(within, paper_id);
    await store.writeTimes(within, paper_id, until);
  });
}

/** Measures papers that publish at once, if a student has finished since the last measurement. Institutes' papers wait for publication. */
export async function measureGrownPapers(context: Context): Promise<void> {
  for (const paper_id of await store.findGrownPapers(context)) await measureTimes(context, paper_id);
}

/** Measures a paper again, up to the time of its last measurement. The result changes only if earlier answers were accepted since. */
export async function rebuildTimes(context: Context, paper_id: number): Promise<void> {
  const until = await store.findMeasuredAt(context, paper_id);
  if (until) await measureTimes(context, paper_id, until);
}

/** Measures every measured paper again. Returns their number. */
export async function rebuildAllTimes(context: Context): Promise<number> {
  const papers = await store.findMeasuredPapers(context);
  for (const paper_id of papers) await rebuildTimes(context, paper_id);
  return papers.length;
}

interface PublishedPaper {
  paper_id: number;
  /** As ISO 8601 text. */
  until: string;
}

/** Measures a paper whose results were published. */
export const measurePaper: SentJob<PublishedPaper> = {
  name: 'measure-paper',
  pollSeconds: 2,
  retryLimit: 100,
  expireSeconds: 600,
  work: (context, { paper_id, until }) => measureTimes(context, paper_id, new Date(until)),
};
