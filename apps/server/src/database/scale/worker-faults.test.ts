import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMe, login } from '@abhyas/contract/institute/identity';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { endDueTests } from '../../features/tests/sessions/finishing.ts';
import { addPaper, attempt, fourOptions, response } from '../../testing/attempts.ts';
import { atDatabase, citusServers, dropDatabase, onDatabase } from '../../testing/citus.ts';
import { boundlessBudgets, requestDemoOtp, type Story, tellStory } from '../../testing/story.ts';
import { isOnCitus } from '../../testing/test-database.ts';
import { isDatabaseAway } from '../database-away.ts';
import { rebalance } from './status.ts';

/** A server with Citus that is no part of the cluster yet, as `host:port`; it is named together with the folders. */
const spare = process.env['CITUS_SPARE'] ?? '';
/** The data folders of the workers, which only `npm run test:citus` names: the tests kill these servers and start them again. */
const folders = process.env['CITUS_FOLDERS']?.split(',') ?? [];
const canKill = isOnCitus && folders.length > 1;
const worker = 0;
const folder = folders[worker] ?? '';

const pgCtl = (...words: string[]) => {
  const program = join(execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim(), 'pg_ctl');
  const command = [program, '-D', folder, '-w', ...words];
  const [name = '', ...rest] = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  return spawnSync(name, rest, { stdio: 'ignore' }).status;
};

let isKilled = false;

/** Kills a worker with all its connections, as a machine that loses its power. */
function killWorker(): void {
  isKilled = true;
  const [first = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
  const ofServer = execFileSync('pgrep', ['-P', first], { encoding: 'utf8' }).trim().split('\n');
  for (const pid of [first, ...ofServer]) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      // A connection may have ended by itself since the list was read.
      if ((error as { code?: string }).code !== 'ESRCH') throw error;
    }
  }
}

/** Starts the worker again, which is refused until the system has forgotten the killed process. */
async function startWorker(): Promise<void> {
  await vi.waitFor(() => expect(pgCtl('-l', `${folder}.log`, 'start')).toBe(0), { timeout: 30_000, interval: 500 });
  isKilled = false;
}

async function beginAll(story: Story, code: string) {
  const paper = await addPaper(story, code, [fourOptions(21, 22, 23, 24)]);
  const students = [];
  for (let at = 0; at < 8; at += 1) {
    const student = await story.student({ institute: 'school' });
    students.push({ student_id: student.id, ...(await attempt(student, paper)) });
  }
  return students;
}
type Taken = Awaited<ReturnType<typeof beginAll>>;

/** Uploads of all students, and what the server acknowledged: the newest version of each student. */
function watchUploads(students: Taken) {
  const acknowledged = new Map<number, number>();
  /** Each call is taken, or refused for now. Any other outcome fails the test. */
  const upload = async ({ student_id, questions, upload: send }: Taken[number], version: number) => {
    try {
      await send([response(questions[0], { responses: [2], version })]);
    } catch (error) {
      if ((error as { code?: string }).code !== 'busy') throw error;
      return 'busy';
    }
    acknowledged.set(student_id, version);
    return 'taken';
  };
  const round = (version: number) => Promise.all(students.map((student) => upload(student, version)));
  return { acknowledged, round };
}

/** The version of each student's answer in the database. */
async function versionsOf({ database }: Story, students: Taken): Promise<Map<number, number>> {
  const { rows } = await database.pool.query<{ student_id: number; version: number }>(
    'select student_id, version from responses where student_id = any($1)',
    [students.map(({ student_id }) => student_id)],
  );
  return new Map(rows.map(({ student_id, version }) => [student_id, version]));
}

/** The students whose rows lie on another machine than the one of this folder. */
async function elsewhere({ database }: Story, students: readonly number[]): Promise<Set<number>> {
  const port = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[3]);
  const { rows } = await database.pool.query<{ student_id: number }>(
    `select student_id from unnest($1::bigint[]) as student_id
     join citus_shards on shardid = get_shard_id_for_distribution_column('sessions', student_id) where nodeport <> $2`,
    [students, port],
  );
  return new Set(rows.map(({ student_id }) => student_id));
}

const nameOf = async ({ database }: Story) =>
  (await database.pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? '';

describe.runIf(canKill)('while a worker is killed', () => {
  const story = tellStory({ budgets: boundlessBudgets });
  afterEach(async () => {
    if (isKilled) await startWorker();
  });

  test('every acknowledged answer is kept, only its own students are told that the server is busy, and all are taken once the worker is back', async () => {
    const students = await beginAll(story, 'killed-uploads');
    const others = await elsewhere(
      story,
      students.map(({ student_id }) => student_id),
    );
    expect(others.size).toBeGreaterThan(0);
    const { acknowledged, round } = watchUploads(students);
    expect(new Set(await round(2))).toEqual(new Set(['taken']));
    const during = round(3);
    killWorker();
    await during;
    expect(await round(4)).toEqual(students.map(({ student_id }) => (others.has(student_id) ? 'taken' : 'busy')));
    expect(others.size).toBeLessThan(students.length);
    await startWorker();
    await vi.waitFor(async () => expect(new Set(await round(5))).toEqual(new Set(['taken'])), { timeout: 60_000, interval: 500 });
    expect(await versionsOf(story, students)).toEqual(acknowledged);
  }, 240_000);

  test('the students of the other machines sign in, begin and open tests', async () => {
    const paper = await addPaper(story, 'killed-openings', [fourOptions(21, 22, 23, 24)]);
    const students = [];
    for (let at = 0; at < 8; at += 1) {
      const student = await story.student({ institute: 'school' });
      students.push({ id: student.id, phone_number: (await student.call(getMe, {})).user.phone ?? '' });
    }
    const others = await elsewhere(
      story,
      students.map(({ id }) => id),
    );
    expect(others.size).toBeGreaterThan(0);
    story.pass(100);
    killWorker();
    for (const { phone_number } of students.filter(({ id }) => others.has(id))) {
      const visitor = story.visitor();
      const { demo_otp } = await visitor.call(requestDemoOtp, { phone_number });
      visitor.token = (await visitor.call(login, { phone_number, otp: demo_otp })).token;
      expect((await attempt(visitor, paper)).questions).toHaveLength(4);
    }
  }, 240_000);

  test('a worker that is killed between the two phases of an ending leaves no test half ended, and all end once it is back', async () => {
    const students = await beginAll(story, 'killed-endings');
    await watchUploads(students).round(2);
    const [, server = ''] = citusServers(process.env);
    const url = atDatabase(server, await nameOf(story));
    const ofWorker = async (statement: string) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return (await client.query(statement).finally(() => client.end())).rows;
    };
    const ended = async () => {
      const { rows } = await story.database.pool.query<{ status: string; scores: number }>(
        `with scored as materialized (select session_id from session_scores where subject_id = 0)
         select s.status, (select count(*) from scored where session_id = s.id)::int as scores from sessions s where s.id = any($1)`,
        [students.map(({ session_id }) => session_id)],
      );
      return new Set(rows.map(({ status, scores }) => `${status}, ${scores} score`));
    };
    story.pass(3600);
    const end = () => endDueTests({ db: story.database.db, now: story.now, random: Math.random });
    // The worker prepares its part and does not answer: it waits for a copy that nobody takes.
    await ofWorker("alter system set synchronous_standby_names = 'nobody'");
    await ofWorker('select pg_reload_conf()');
    const ending = end().catch((error: unknown) => error);
    await vi.waitFor(async () => expect(await ofWorker('select gid from pg_prepared_xacts')).not.toEqual([]), { timeout: 20_000 });
    await ofWorker('alter system reset synchronous_standby_names');
    killWorker();
    const failure = await ending;
    const told = failure instanceof AggregateError ? failure.errors.join('; ') : String(failure);
    expect(isDatabaseAway(failure), told).toBe(true);
    await startWorker();
    // A process of Citus does this each minute.
    await story.database.pool.query('select recover_prepared_transactions()');
    expect(await ofWorker('select gid from pg_prepared_xacts')).toEqual([]);
    expect(await ended()).toEqual(new Set(['IN_PROGRESS, 0 score']));
    await end();
    expect(await ended()).toEqual(new Set(['COMPLETE, 1 score']));
  }, 240_000);
});

describe.runIf(canKill && spare !== '')('while a machine is added', () => {
  const story = tellStory({ budgets: boundlessBudgets });

  test('uploads go on while parts move to it, every acknowledged answer is kept, and later attempts get higher ids', async () => {
    const students = await beginAll(story, 'added');
    const { acknowledged, round } = watchUploads(students);
    const [coordinator = ''] = citusServers(process.env);
    const name = await nameOf(story);
    const added = Object.assign(new URL(coordinator), { host: spare }).href;
    await onDatabase(added, [`create database ${name}`]);
    const client = new pg.Client({ connectionString: atDatabase(coordinator, name) });
    await client.connect();
    try {
      await onDatabase(atDatabase(added, name), ['create extension citus']);
      // The copy of a template still names the template's database, which the added server lacks.
      await client.query("delete from pg_dist_object where classid = 'pg_database'::regclass");
      await client.query('select citus_add_node($1, $2)', [new URL(added).hostname, Number(new URL(added).port)]);
      let isMoving = true;
      const moving = rebalance(client).finally(() => {
        isMoving = false;
      });
      const outcomes = new Set<string>();
      let version = 1;
      while (isMoving) for (const outcome of await round((version += 1))) outcomes.add(outcome);
      expect(await moving).toBeGreaterThan(0);
      expect(outcomes).toEqual(new Set(['taken']));
      expect(await versionsOf(story, students)).toEqual(acknowledged);
      const { rows } = await client.query("select from citus_shards where nodeport = $1 and citus_table_type = 'distributed'", [
        Number(new URL(added).port),
      ]);
      expect(rows).not.toEqual([]);
      const later = await beginAll(story, 'after-added');
      const highest = Math.max(...students.map(({ session_id }) => session_id));
      expect(later.filter(({ session_id }) => session_id <= highest)).toEqual([]);
    } finally {
      await client.end();
      await dropDatabase(added, name);
    }
  }, 240_000);
});
