import { rebuildFigures } from '../features/bank/chapters/chapters.ts';
import { rebuildAllScores } from '../features/tests/marking/marking.ts';
import { rebuildProgress } from '../features/practice/progress/progress.ts';
import { rebuildAllTimes } from '../features/bank/question-times/question-times.ts';
import type { Command } from './command.ts';

const usage = `Usage:
  npm run scores -- rebuild   marks every finished test again from its responses, and rewrites scores, counts, median times and figures of practice
                              and progress`;

/** Recomputes stored figures from responses. */
export const scores: Command = async (context, args) => {
  if (args.length !== 1 || args[0] !== 'rebuild') {
    context.print(usage);
    return 2;
  }
  await rebuildFigures(context);
  await rebuildProgress(context);
  const tests = await rebuildAllScores(context);
  const papers = await rebuildAllTimes(context);
  context.print(`Rebuilt the scores of ${tests} finished tests and the times of ${papers} papers.`);
  return 0;
};
