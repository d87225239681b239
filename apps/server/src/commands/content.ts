import { answerStored, type CheckResult, checkFiles, importContent } from '../features/content/content.ts';
import type { Command } from './command.ts';

const usage = `Usage:
  npm run content -- check  FILE|FOLDER …   reports every fault with its place, changes nothing
  npm run content -- import FILE|FOLDER …   checks everything first, then loads; a fault anywhere loads nothing
  --strict   counts warnings (no solution, no check) as faults, as for the demo's own bank`;

type Print = (line: string) => void;

const flag = '--strict';
const placesOf = (words: readonly string[]) => words.filter((word) => word !== flag);

/** Tells what was found. Returns the exit code. */
function tell(print: Print, { faults, warnings, counts }: CheckResult, isStrict: boolean, done: string): number {
  const [wrong, doubtful] = isStrict ? [[...faults, ...warnings], []] : [faults, warnings];
  for (const { file, line, what } of wrong) print(`${file}:${line}: ${what}`);
  for (const { file, line, what } of doubtful) print(`${file}:${line}: warning: ${what}`);
  const warned = doubtful.length > 0 ? `, ${doubtful.length} warnings` : '';
  if (wrong.length > 0) print(`${wrong.length} faults${warned}; nothing was changed.`);
  else
    print(
      `${counts.questions} questions in ${counts.chapters} chapters, ${counts.papers} papers, ${counts.cheatSheets} cheat sheets: ${done}${warned}.`,
    );
  return wrong.length > 0 ? 1 : 0;
}

type Ask = Parameters<typeof checkFiles>[2];

/** `content check`, which needs of a database only what `ask` tells. */
export async function checkContentFiles(words: readonly string[], ask: Ask, print: Print): Promise<number> {
  const places = placesOf(words);
  if (places.length === 0) {
    print(usage);
    return 2;
  }
  return tell(print, await checkFiles(places, process.cwd(), ask), words.includes(flag), 'no faults');
}

/** The staff's side of the question bank. `stored` is what a check in another process asks a server. */
export const content: Command = async (context, [verb, ...words]) => {
  if (verb === 'check') return checkContentFiles(words, (asked) => answerStored(context, asked), context.print);
  if (verb === 'stored') {
    context.print(await answerStored(context, words[0] ?? ''));
    return 0;
  }
  const places = placesOf(words);
  if (verb !== 'import' || places.length === 0) {
    context.print(usage);
    return 2;
  }
  const isStrict = words.includes(flag);
  const result = await importContent(context, places, process.cwd(), { isServing: context.isServing, isStrict });
  return tell(context.print, result, isStrict, 'loaded');
};
