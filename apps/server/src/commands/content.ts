import { importContent, readContent } from '../features/content/content.ts';
import type { Command } from './command.ts';

const usage = `Usage:
  npm run content -- check  FILE|FOLDER …   reports every fault with its place, changes nothing
  npm run content -- import FILE|FOLDER …   checks everything first, then loads; a fault anywhere loads nothing`;

/** The staff's side of the question bank. */
export const content: Command = async (context, [verb, ...places]) => {
  if ((verb !== 'check' && verb !== 'import') || places.length === 0) {
    context.print(usage);
    return 2;
  }
  const isImport = verb === 'import';
  const { chapters, papers, cheatSheets, faults } = await (isImport ? importContent : readContent)(context, places, process.cwd());
  for (const { file, line, what } of faults) context.print(`${file}:${line}: ${what}`);
  const questions = chapters.reduce((sum, chapter) => sum + chapter.questions.length, 0);
  const counted = `${questions} questions in ${chapters.length} chapters, ${papers.length} papers, ${cheatSheets.length} cheat sheets`;
  context.print(faults.length > 0 ? `${faults.length} faults; nothing was changed.` : `${counted}: ${isImport ? 'loaded' : 'no faults'}.`);
  return faults.length > 0 ? 1 : 0;
};
