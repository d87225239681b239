import { parseArgs } from 'node:util';
import { Problem } from '@abhyas/contract/problem';
import type { Right } from '@abhyas/contract/institute/rights';
import type { Actor, StaffActor } from '../context.ts';
import * as assignments from '../features/exam-office/assignments/assignments.ts';
import type { StudentNames } from '../features/institute/scope/scope.ts';
import { personPattern } from '../features/institute/identity/identity.ts';
import { createInstitute, memberAt, operatorAt } from '../features/institute/institutes/institutes.ts';
import * as keyCorrections from '../features/exam-office/key-corrections/key-corrections.ts';
import { statisticsCsvByCode } from '../features/exam-office/question-statistics/question-statistics.ts';
import { acceptLate, publish } from '../features/exam-office/results/results.ts';
import { requireOtp } from '../features/tests/test-codes/test-codes.ts';
import type { Command, CommandContext } from './command.ts';

const usage = `Usage:
  npm run institute -- create CODE NAME --owner 9000000001          makes an institute with its first owner
  npm run institute -- assign PAPER [--phones 9000000001,…] [--opens 2027-05-03T10:00+05:30] [--closes …] [--lock]
                                                     assigns a paper to students of its institute, and sets its window
  npm run institute -- extend PAPER --minutes 10 [--phones …]      more time, running tests included
  npm run institute -- reopen PAPER --from 2027-05-03T10:00+05:30 --to … --reason "…"
                                                     tests that a server with a wrong clock ended within the span go on, with their answers
                                                     and the time that was lost; the operator alone
  npm run institute -- status PAPER                  every student's attempt: score, late answers, times the window was left
  npm run institute -- publish PAPER [--anyway]      results and review for the students; --anyway also while a student takes it
  npm run institute -- accept-late PAPER --phone 9000000001 [--uploads 3,4]
                                                     accepts late answers: those that came before the key could be seen, or the named uploads
  npm run institute -- statistics PAPER              statistics of each question as CSV, also for papers of the shared bank
  npm run institute -- otp PAPER                     makes the code that opens and unlocks the test
  npm run institute -- correct-key QUESTION --reason "…" (--keys '[2, 3]' | --dropped | --bonus)
                                                     marks every attempt again and tells the students
Who acts: --as 9000000011, a member of the institute's staff, or the operator with --reason "…", which the institute's log shows.
If several institutes have the code: --institute CODE. If several people have a number: 9000000011/NAME.`;

const options = {
  phones: { type: 'string' },
  phone: { type: 'string' },
  opens: { type: 'string' },
  closes: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  owner: { type: 'string' },
  as: { type: 'string' },
  institute: { type: 'string' },
  lock: { type: 'boolean' },
  minutes: { type: 'string' },
  reason: { type: 'string' },
  uploads: { type: 'string' },
  anyway: { type: 'boolean' },
  keys: { type: 'string' },
  dropped: { type: 'boolean' },
  bonus: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

type Attempt = Awaited<ReturnType<typeof assignments.attemptsAt>>[number];

const phonesOf = ({ phones }: Values): StudentNames => (phones ? { phones: phones.split(',').map((phone) => phone.trim()) } : 'all');

/** The words of the command were not understood. */
class UsageFault extends Error {}

function uploadsOf({ uploads }: Values): number[] | null {
  const ids = uploads?.split(',').map(Number) ?? null;
  if (ids?.some((id) => !Number.isSafeInteger(id) || id < 1))
    throw new UsageFault(`--uploads must be a list of numbers, like 3,4: ${uploads}.`);
  return ids;
}

function momentOf(name: string, text: string): Date {
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw new UsageFault(`--${name} must be a date and time: ${text}.`);
  // The server may be in another time zone than the hall.
  if (!/(Z|[+-]\d{2}:\d{2})$/.test(text))
    throw new UsageFault(`--${name} must be a date and time with its zone, like 2027-05-03T10:00+05:30: ${text}.`);
  return moment;
}

function required(values: Values, name: 'minutes' | 'owner' | 'phone' | 'reason' | 'from' | 'to'): string {
  const value = values[name]?.trim();
  if (!value) throw new UsageFault(`--${name} is missing.`);
  return value;
}

function keysOf(text: string): unknown[] {
  try {
    const keys: unknown = JSON.parse(text);
    if (Array.isArray(keys) && keys.length > 0) return keys;
  } catch {
    // The error below says the same.
  }
  throw new UsageFault(`--keys must be a JSON list of accepted answers, like [2, 3] or ["4.5"]: ${text}.`);
}

function read(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // The command was mistyped.
    throw new UsageFault(error instanceof Error ? error.message : usage);
  }
}

function lineOf({ phone, name, status, total_score, max_score, late, left, uploads }: Attempt): string {
  const state = status === null ? 'not begun' : status === 'COMPLETE' ? `${total_score} of ${max_score}` : 'in progress';
  const lateness = late > 0 ? [`late answers to ${late} questions`] : [];
  const absences = left > 0 ? [`left the window ${left} times`] : [];
  const ofUploads = uploads.map(
    ({ id, received_at, questions, key_visible }) =>
      `\n    upload ${id} came ${received_at.toISOString()}, ${questions} questions${key_visible ? ', when the key could be seen' : ''}`,
  );
  return `${phone}  ${name}: ${[state, ...lateness, ...absences].join('; ')}${ofUploads.join('')}`;
}

async function create(context: CommandContext, code: string, name: string, values: Values): Promise<string> {
  const owner_phone = required(values, 'owner');
  if (!personPattern.test(owner_phone)) throw new UsageFault('--owner must be a phone number of ten digits.');
  if (!/^[a-z0-9][a-z0-9-]{2,60}$/.test(code)) throw new UsageFault('CODE needs at least three small letters, digits or dashes.');
  if (name.trim() === '' || name.length > 80) throw new UsageFault('NAME has 1 to 80 characters.');
  await createInstitute(context, { code, name: name.trim(), owner_phone });
  return `Made ${name.trim()}; ${owner_phone} is its owner.`;
}

/** The actor: the named member or, with a reason, the operator. */
async function actorOf(context: CommandContext, kind: 'paper' | 'question', code: string, right: Right, values: Values): Promise<Actor> {
  const named = { kind, code, institute: values.institute };
  return values.as ? memberAt(context, values.institute, values.as, right) : operatorAt(context, named, required(values, 'reason'));
}

interface StaffCommandContext extends CommandContext {
  actor: StaffActor;
}

interface Verb {
  right: Right;
  run(context: StaffCommandContext, code: string, values: Values): Promise<string>;
}

/** Subcommands for a paper of an institute. */
const verbs: Record<string, Verb> = {
  assign: {
    right: 'tests.manage',
    run: async (context, code, values) => {
      const count = await assignments.assign(context, code, phonesOf(values), {
        ...(values.opens ? { opens_at: momentOf('opens', values.opens) } : {}),
        ...(values.closes ? { closes_at: momentOf('closes', values.closes) } : {}),
        ...(values.lock ? { can_lock_test: true } : {}),
      });
      return `Assigned to ${count} students.`;
    },
  },
  extend: {
    right: 'hall.run',
    run: async (context, code, values) => {
      const minutes = Number(required(values, 'minutes'));
      if (!Number.isInteger(minutes) || minutes < 1 || minutes > 600)
        throw new UsageFault('--minutes must be a whole number from 1 to 600.');
      const { extended } = await assignments.extend(context, code, minutes, phonesOf(values));
      return `${extended} students have ${minutes} minutes more.`;
    },
  },
  reopen: {
    right: 'hall.run',
    run: async (context, code, values) => {
      if (context.actor.role !== 'operator') throw new UsageFault('The operator alone reopens tests: give --reason, not --as.');
      const [from, to] = [momentOf('from', required(values, 'from')), momentOf('to', required(values, 'to'))];
      return `${await assignments.reopen(context, code, { from, to })} tests continue.`;
    },
  },
  status: {
    right: 'results.read',
    run: async (context, code) => {
      if (context.actor.role === 'operator') await assignments.logOperatorsLook(context, code);
      return (await assignments.attemptsAt(context, code)).map(lineOf).join('\n') || 'No student has this paper.';
    },
  },
  publish: {
    right: 'results.publish',
    run: async (context, code, values) => {
      const { notified_count, withheld } = await publish(context, code, values.anyway ?? false);
      const lines = withheld.map(
        ({ code: question, by, students }) => `\n${question} is withheld from ${students} students by ${by.join(', ')}.`,
      );
      return `Published; ${notified_count} students were notified.${lines.join('')}`;
    },
  },
  'accept-late': {
    right: 'hall.run',
    run: async (context, code, values) => {
      await acceptLate(context, code, { phones: [required(values, 'phone')] }, uploadsOf(values));
      return 'Accepted; the attempt was marked again.';
    },
  },
  otp: {
    right: 'hall.run',
    run: async (context, code) => `The code is ${await requireOtp(context, context.secret, code)}. It is shown once.`,
  },
};

async function correctKey(context: CommandContext, code: string, values: Values): Promise<string> {
  if ([values.keys, values.dropped, values.bonus].filter(Boolean).length !== 1)
    throw new UsageFault('Give one of --keys, --dropped and --bonus.');
  const correction = {
    keys: values.keys ? keysOf(values.keys) : null,
    correction: values.dropped ? ('dropped' as const) : values.bonus ? ('bonus' as const) : null,
    reason: required(values, 'reason'),
  };
  const actor = await actorOf(context, 'question', code, 'keys.correct', values);
  const papers = await keyCorrections.correctKey({ ...context, actor }, code, correction);
  return `Corrected; the attempts at ${papers.length} papers are marked again.`;
}

async function atPaper({ right, run }: Verb, context: CommandContext, code: string, values: Values): Promise<string> {
  const actor = await actorOf(context, 'paper', code, right, values);
  const { institute_id } = actor;
  if (institute_id === null) throw new Problem('not_possible', `${code} belongs to no institute.`);
  return run({ ...context, actor: { ...actor, institute_id } }, code, values);
}

/** Does the work of a command, and returns the text to print. Throws a `UsageFault` if the command is not understood. */
async function act(context: CommandContext, args: string[]): Promise<string> {
  const { values, positionals } = read(args);
  const [verb = '', code, name, ...rest] = positionals;
  const isCreate = verb === 'create';
  if (!code || rest.length > 0 || (name !== undefined) !== isCreate) throw new UsageFault(usage);
  if (verb === 'statistics') {
    const actor = await actorOf(context, 'paper', code, 'keys.read', values);
    return statisticsCsvByCode({ ...context, actor }, code);
  }
  if (isCreate) return create(context, code, name ?? '', values);
  if (verb === 'correct-key') return correctKey(context, code, values);
  const known = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!known) throw new UsageFault(usage);
  return atPaper(known, context, code, values);
}

/** `npm run institute`: what staff do on the screens of tests, typed by the operator. */
export const instituteCommand: Command = async (context, args) => {
  try {
    context.print(await act(context, args));
    return 0;
  } catch (error) {
    if (!(error instanceof Problem || error instanceof UsageFault)) throw error;
    context.print(error.message);
    return error instanceof UsageFault ? 2 : 1;
  }
};
