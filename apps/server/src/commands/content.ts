import { parseArgs } from 'node:util';
import { Problem } from '@abhyas/contract/problem';
import { answerStored, type CheckResult, checkFiles, importContent } from '../features/bank/content/content.ts';
import { memberAt, operatorOfContent } from '../features/institute/institutes/institutes.ts';
import type { Command } from './command.ts';

const usage = `Usage:
  npm run content -- check  FILE|FOLDER …   reports every fault with its place, changes nothing
  npm run content -- import FILE|FOLDER …   checks everything first, then loads; a fault anywhere loads nothing,
                                            a paper that students have begun keeps its questions and is skipped
  --strict   counts warnings (no solution, no check) as faults, as for the demo's own bank
By default the operator loads content of the shared bank, and of institutes that papers name. For the content of one institute:
  --institute CODE --reason "…"   loaded by the operator, which the institute's log shows
  --as 9000000011                 loaded by a member of its staff; add --institute CODE if the person has several`;

type Print = (line: string) => void;

const options = {
  strict: { type: 'boolean' },
  institute: { type: 'string' },
  as: { type: 'string' },
  reason: { type: 'string' },
} as const;

/** Flags with a value: the word after them is not a file. */
export const flagsWithValue: readonly string[] = ['--institute', '--as', '--reason'];

/** The files and flags of a command; null if it is not understood. */
function read(words: readonly string[]) {
  try {
    const { values, positionals: places } = parseArgs({ args: [...words], options, allowPositionals: true });
    return places.length > 0 ? { places, ...values } : null;
  } catch {
    // The command was mistyped, and the printed usage explains it.
    return null;
  }
}

/** Prints faults, warnings and counts. Returns the exit code. */
function tell(print: Print, { faults, warnings, kept, counts }: CheckResult, isStrict: boolean, done: string): number {
  const [wrong, doubtful] = isStrict ? [[...faults, ...warnings], []] : [faults, warnings];
  for (const { file, line, what } of wrong) print(`${file}:${line}: ${what}`);
  for (const { file, line, what } of doubtful) print(`${file}:${line}: warning: ${what}`);
  for (const { file, line, what } of kept) print(`${file}:${line}: ${what}`);
  const warned = doubtful.length > 0 ? `, ${doubtful.length} warnings` : '';
  if (wrong.length > 0) print(`${wrong.length} faults${warned}; nothing was changed.`);
  else
    print(
      `${counts.questions} questions in ${counts.chapters} chapters, ${counts.papers} papers, ${counts.cheatSheets} cheat sheets: ${done}${warned}.`,
    );
  return wrong.length > 0 ? 1 : 0;
}

type Ask = Parameters<typeof checkFiles>[3];

/** Runs `content check`. Of the database it needs only the answers of `ask`. */
export async function checkContentFiles(words: readonly string[], ask: Ask, print: Print): Promise<number> {
  const typed = read(words);
  if (!typed) {
    print(usage);
    return 2;
  }
  const { places, institute = null, strict = false } = typed;
  return tell(print, await checkFiles(places, process.cwd(), institute, ask), strict, 'no faults');
}

/** The staff's commands for the question bank. `stored` answers a check in another process. */
export const content: Command = async (context, [verb, ...words]) => {
  if (verb === 'check') return checkContentFiles(words, (asked) => answerStored(context, asked), context.print);
  if (verb === 'stored') {
    context.print(await answerStored(context, words[0] ?? ''));
    return 0;
  }
  const typed = read(words);
  if (verb !== 'import' || !typed || (typed.institute !== undefined && !typed.as && !typed.reason)) {
    context.print(usage);
    return 2;
  }
  const { places, institute, as, reason = null, strict: isStrict = false } = typed;
  try {
    const actor = as ? await memberAt(context, institute, as, 'content.manage') : await operatorOfContent(context, institute, reason);
    const result = await importContent({ ...context, actor }, places, process.cwd(), { isServing: context.isServing, isStrict });
    return tell(context.print, result, isStrict, 'loaded');
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    context.print(error.message);
    return 1;
  }
};
