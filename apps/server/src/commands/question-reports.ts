import { parseArgs } from 'node:util';
import { Problem } from '@abhyas/contract/problem';
import { problemLabels } from '@abhyas/contract/exam-office/question-reports';
import type { Actor } from '../context.ts';
import { memberAt, operatorOfContent } from '../features/institute/institutes/institutes.ts';
import { answerReports, openReports } from '../features/exam-office/question-reports/question-reports.ts';
import type { Command, CommandContext } from './command.ts';

const usage = `Usage:
  npm run question-reports -- list [--page 2]                    open reports by question, most reported first
  npm run question-reports -- answer QUESTION --reply "…"        closes the open reports of a question and tells their students
Who acts: --as 9000000011, a member of the institute's staff, for the institute's own questions; or the operator with --reason "…", for questions of
the shared bank or, with --institute CODE, of an institute.`;

const options = {
  page: { type: 'string' },
  reply: { type: 'string' },
  as: { type: 'string' },
  institute: { type: 'string' },
  reason: { type: 'string' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

const labels = new Map<number, string>(problemLabels);

function read(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    // The command was mistyped, and the printed usage explains it.
    return null;
  }
}

async function actorOf(context: CommandContext, { as, institute, reason }: Values): Promise<Actor> {
  if (as) return memberAt(context, institute, as, 'question_reports.manage');
  return operatorOfContent(context, institute, reason ?? null);
}

async function list(context: CommandContext, actor: Actor, page: number): Promise<string> {
  const { total, questions, render_more_questions } = await openReports({ ...context, actor }, page);
  const lines = questions.flatMap(({ code, chapter_name, report_count, reports }) => [
    `${code} (${chapter_name}): ${report_count} open`,
    ...reports.map(({ problem_type, message }) => `    ${labels.get(problem_type) ?? ''}${message === null ? '' : `: ${message}`}`),
  ]);
  const more = render_more_questions ? [`More with --page ${page + 1}.`] : [];
  return total === 0 ? 'There are no open reports.' : [...lines, ...more].join('\n');
}

/** `npm run question-reports`: lists and answers reports on questions of the shared bank. */
export const questionReports: Command = async (context, args) => {
  const { values, positionals } = read(args) ?? { values: {}, positionals: [] };
  const [verb, code, ...rest] = positionals;
  const page = Number(values.page ?? 1);
  const isAnswer = verb === 'answer' && code !== undefined && values.reply !== undefined;
  const isList = verb === 'list' && code === undefined && Number.isInteger(page) && page > 0;
  if (rest.length > 0 || (!isAnswer && !isList) || (!values.as && !values.reason)) {
    context.print(usage);
    return 2;
  }
  try {
    const actor = await actorOf(context, values);
    if (isAnswer) {
      const closed = await answerReports({ ...context, actor }, { code }, values.reply ?? '');
      context.print(`Answered; ${closed} reports are closed.`);
    } else {
      context.print(await list(context, actor, page));
    }
    return 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    context.print(error.message);
    return 1;
  }
};
