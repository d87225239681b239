import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { SentJob } from '../../../jobs/job.ts';
import * as store from './question-times.store.ts';

export type QuestionTime = store.QuestionTime;

/** The last computed median times of a paper's questions, by question; a question without answers is missing. */
export async function questionTimesOf(context: Context, paper_id: number): Promise<Map<number, QuestionTime>> {
  return new Map((await store.findTimes(context, paper_id)).map((row) => [row.question_id, row]));
}

/** Computes the median times of a paper's questions from the ranked sessions that have finished by now, or by `until`. */
export async function measureTimes(context: Context, paper_id: number, until = context.now): Promise<void> {
  await inTransaction(context, async (within) => {
    await store.holdTimes(within, paper_id);
    await store.writeTimes(within, paper_id, until);
  });
}

/** Computes median times of papers with a newly finished session. Papers of institutes wait until their results are published. */
export async function measureGrownPapers(context: Context): Promise<void> {
  for (const paper_id of await store.findGrownPapers(context)) await measureTimes(context, paper_id);
}

/** Computes a paper's median times again, up to the last computation. They change only if earlier answers were accepted since. */
export async function rebuildTimes(context: Context, paper_id: number): Promise<void> {
  const until = await store.findMeasuredAt(context, paper_id);
  if (until) await measureTimes(context, paper_id, until);
}

/** Computes the median times of all papers that have them again. Returns the number of papers. */
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

/** Computes the median times of a paper whose results were published. */
export const measurePaper: SentJob<PublishedPaper> = {
  name: 'measure-paper',
  pollSeconds: 2,
  retryLimit: 100,
  expireSeconds: 600,
  work: (context, { paper_id, until }) => measureTimes(context, paper_id, new Date(until)),
};
