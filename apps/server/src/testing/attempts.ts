import { createCipheriv, randomBytes } from 'node:crypto';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import type { Input } from '@abhyas/contract/endpoint';
import { expect, vi } from 'vitest';
import { jobs } from '../app.ts';
import { openJobQueue } from '../jobs/jobs.ts';
import { instituteCommand } from '../commands/institute.ts';
import type { Context, StaffActor } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import type { PaperFile } from '../features/bank/content/reading/content-file.ts';
import { writeContent } from '../features/bank/content/storing/content.store.ts';
import { operatorOfBank } from './operator.ts';
import { type Story, storySecret, type Visitor } from './story.ts';
import { asAnotherCaller } from './one-connection.ts';
import { isOnCitus, isOnPostgres } from './test-database.ts';

/** A response as a device sends it. */
export const response = (question_id: number | undefined, fields: Record<string, unknown> = {}) => ({
  question_id: question_id ?? 0,
  responses: [],
  rich_response: null,
  is_marked: false,
  is_visited: true,
  verified: false,
  version: 2,
  question_time_spent: 5,
  solution_request_time: null,
  ...fields,
});

type Upload = Partial<Input<typeof uploadStudentResponses>>;

/** Begins a test, or takes it over, and opens its screen. */
export async function attempt(student: Visitor, paper: number, otp?: string) {
  const { session_id, writer } = await student.call(findOrCreateSessionItem, { id: paper, ...(otp ? { otp } : {}) });
  const opened = await student.call(getTestQuestions, { id: paper });
  const upload = (responses: unknown[] = [], fields: Upload = {}) =>
    student.call(uploadStudentResponses, {
      session_id,
      writer,
      session_time_spent: 0,
      current_index: 0,
      responses: JSON.stringify(responses),
      ...fields,
    });
  const finish = (responses: unknown[] = []) => upload(responses, { isFinishTest: true });
  return { session_id, writer, opened, questions: opened.questions.map(({ id }) => id), upload, finish };
}

/** An answer file as a device writes it, with the key of its session. */
export function sealFile({ session_id, seal_key }: { session_id: number; seal_key: string | null }, text: string) {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(seal_key ?? '', 'base64'), iv);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { format: 'abhyas-answers-1', session_id, iv: iv.toString('base64'), sealed: sealed.toString('base64') };
}

type Sections = PaperFile['sections'];
const questions = (numbers: readonly number[]) => numbers.map((number) => `cells-${String(number).padStart(3, '0')}`);

/**
 * Sections of the fixture's botany questions: 21-30 have four options (2 is right), 31-34 a number, 35-38 several options (1 and 3 are
 * right).
 */
export const fourOptions = (...numbers: number[]): Sections[number] => ({
  name: 'A',
  subject: 'botany',
  type: 'four_options',
  questions: questions(numbers),
  correct: 4,
  incorrect: -1,
});
export const numerical = (...numbers: number[]): Sections[number] => ({ ...fourOptions(...numbers), name: 'B', type: 'numerical' });
export const severalOptions = (...numbers: number[]): Sections[number] => ({
  ...fourOptions(...numbers),
  name: 'C',
  type: 'multiple_option',
  incorrect: -2,
  partial: [1, 2, 3],
});

/** Adds a paper of the fixture's institute, ten minutes long, and returns its id. Nobody has it yet. */
export async function addPaper(story: Story, code: string, sections: Sections, fields: Partial<PaperFile['paper']> = {}): Promise<number> {
  const paper = {
    code,
    name: `Paper ${code}`,
    mode: 'institute' as const,
    institute: 'school',
    exam: 'NEET',
    minutes: 10,
    courses: ['ENG' as const],
    free: true,
    retakable: false,
    ...fields,
  };
  const content = { chapters: [], papers: [{ paper, sections }], cheatSheets: [], pictures: new Map() };
  await writeContent({ db: story.database.db, now: story.now, random: Math.random, actor: operatorOfBank }, content);
  return story.idOf('papers', code);
}

/** Runs the sent jobs, as a server does. Returns their number. */
export async function workOffJobs(story: Story): Promise<number> {
  const queue = await openJobQueue(story.database.pool, jobs);
  return queue.workOff(() => ({ db: story.database.db, now: story.now, random: () => 0.5 }));
}

/** Runs a command of a member of staff, or of the operator if nobody is named, and its jobs. Returns output and exit code. */
export async function staff(story: Story, ...args: string[]): Promise<{ said: string; exit: number }> {
  const lines: string[] = [];
  const context = {
    db: story.database.db,
    now: story.now,
    random: Math.random,
    secret: storySecret,
    isServing: true,
    print: (line: string) => void lines.push(line),
  };
  const isTold = args.includes('--as') || args.includes('--reason') || args.includes('create') || args.length < 2;
  const exit = await instituteCommand(context, isTold ? args : [...args, '--reason', 'Asked for by the school.']);
  if (args[0] === 'correct-key' || args[0] === 'publish') await workOffJobs(story);
  return { said: lines.join('\n'), exit };
}

/** The operator within an institute. */
export async function operatorOf({ database }: Story, institute: string): Promise<StaffActor> {
  const { id } = await database.db.selectFrom('institutes').where('code', '=', institute).select('id').executeTakeFirstOrThrow();
  return { ...operatorOfBank, institute_id: id };
}

export async function phoneOf({ database }: Story, { id }: { id: number }): Promise<string> {
  const { phone } = await database.db.selectFrom('users').where('id', '=', id).select('phone').executeTakeFirstOrThrow();
  return phone ?? '';
}

/** The title of a test with `whileUncommitted`; on the embedded database it adds that the two run one after the other. */
export const concurrently = (title: string): string =>
  isOnPostgres ? title : `${title} (here in turn: the embedded database has one connection)`;

/** Selects a row for each statement that waits for a lock. On a spread database it waits on a worker. */
export const waitingStatements = isOnCitus
  ? 'select distinct waiting_gpid from citus_lock_waits'
  : "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/**
 * Runs `second` on another connection while `first` is done but not committed. On PostgreSQL this waits until `second` is blocked, and then
 * runs `third` in the transaction of `first`. The embedded database has one connection, so `second` runs afterwards. Resolves with the
 * result of `second`.
 */
export async function whileUncommitted<T>(
  story: Story,
  first: (within: Context) => Promise<unknown>,
  second: () => Promise<T>,
  third: (within: Context) => Promise<unknown> = async () => {},
): Promise<T> {
  const { pool, kind } = story.database;
  const done: Promise<T>[] = [];
  await inTransaction({ db: story.database.db, now: story.now, random: Math.random }, async (within) => {
    await first(within);
    await asAnotherCaller(async () => {
      done.push(second());
      if (kind === 'PostgreSQL')
        await vi.waitFor(async () => expect((await pool.query(waitingStatements)).rowCount).toBe(1), { timeout: 20_000 });
    });
    await third(within);
  });
  const [outcome] = done;
  if (!outcome) throw new Error('Nothing was begun');
  return outcome;
}

/** Counts how often each session is set to finished. */
export async function countEnds({ database }: Story): Promise<() => Promise<Record<string, number>>> {
  const table = 'create table ends (session_id bigint)';
  // The triggers of a spread table run on the workers, so each worker notes its own ends.
  if (isOnCitus) await database.pool.query('select run_command_on_workers($1)', [table]);
  const client = await database.pool.connect();
  // One by one: Citus sends a statement that makes an object to its workers, and takes no two at once.
  for (const statement of [
    ...(isOnCitus ? ['set citus.enable_unsafe_triggers = on'] : []),
    table,
    `create function note_end() returns trigger language plpgsql as $$
      begin
        if new.status = 'COMPLETE' then insert into ends values (new.id); end if;
        return null;
      end $$`,
    'create trigger note_end after update of status on sessions for each row execute function note_end()',
  ])
    await client.query(statement);
  client.release();
  const ends = isOnCitus
    ? `(select json_array_elements_text(result::json)::bigint as session_id
        from run_command_on_workers('select coalesce(json_agg(session_id), ''[]'') from ends')) ends`
    : 'ends';
  return async () => {
    const { rows } = await database.pool.query<{ session_id: number; count: number }>(
      `select session_id, count(*) as count from ${ends} group by session_id`,
    );
    return Object.fromEntries(rows.map(({ session_id, count }) => [session_id, count]));
  };
}
