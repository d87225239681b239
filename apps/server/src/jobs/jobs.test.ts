import { randomBytes } from 'node:crypto';
import PgBoss from 'pg-boss';
import { beforeEach, expect, test, vi } from 'vitest';
import { addPaper, attempt, countEnds, fourOptions, response } from '../testing/attempts.ts';
import { tellStory } from '../testing/story.ts';
import { jobs } from '../app.ts';
import { type Jobs, startJobs } from './jobs.ts';

const story = tellStory();
const contextOf = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });

/** A client that sends jobs and reads their state. */
async function client(): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => story.database.pool.query(text, values) },
    schema: 'jobs',
    supervise: false,
    schedule: false,
  });
  await boss.start();
  return boss;
}

beforeEach(() => story.database.pool.query('drop schema if exists jobs cascade'));

test('two servers that start on a new database at once make each queue and its schedule once', async () => {
  const failures: unknown[] = [];
  const start = () => startJobs(story.database.pool, jobs, contextOf, (error) => failures.push(error));
  const servers = await Promise.all([start(), start()]);
  for (const server of servers) await server.stop();
  const inOrder = jobs.toSorted((one, other) => one.name.localeCompare(other.name));
  const names = inOrder.map(({ name }) => name);
  const { rows: queues } = await story.database.pool.query('select name from jobs.queue where name = any($1) order by name', [names]);
  const { rows: schedules } = await story.database.pool.query('select name, cron from jobs.schedule order by name');
  expect(queues).toEqual(names.map((name) => ({ name })));
  expect(schedules).toEqual(inOrder.flatMap((job) => ('schedule' in job ? [{ name: job.name, cron: job.schedule }] : [])));
  expect(failures).toEqual([]);
});

test('each minute gets its job, even if another server checked six seconds before the start', async () => {
  const start = () => startJobs(story.database.pool, jobs, contextOf, () => undefined);
  const asked = () => story.database.pool.query(`select from jobs.job where name = 'end-due-tests' or data ->> 'name' = 'end-due-tests'`);
  const isAsked = () => vi.waitFor(async () => expect((await asked()).rowCount).toBeGreaterThan(0), { timeout: 20_000, interval: 100 });
  const first = await start();
  await isAsked();
  await first.stop();
  await story.database.pool.query(`delete from jobs.job; update jobs.version set cron_on = now() - interval '6 seconds'`);
  const second = await start();
  await isAsked();
  await second.stop();
});

test('a server that is killed while ending tests blocks the other servers for a minute, not longer', async () => {
  await (await startJobs(story.database.pool, jobs, contextOf, () => undefined)).stop();
  const boss = await client();
  const id = await boss.send('end-due-tests', {});
  const [taken] = await boss.fetch('end-due-tests');
  expect(taken?.id).toBe(id);
  // The client that fetched the job never completes it.
  const waiting = await boss.send('end-due-tests', {});
  expect(await boss.fetch('end-due-tests')).toEqual([]);
  await story.database.pool.query(`update jobs.job set started_on = now() - interval '61 seconds' where id = $1`, [id]);
  await boss.maintain();
  expect(await boss.fetch('end-due-tests')).toMatchObject([{ id: waiting }]);
  await boss.stop({ graceful: false });
});

test("a server survives when the database fails while a job's completion is stored", async () => {
  const { pool } = story.database;
  const failures: unknown[] = [];
  const gone = new Error('the database system is starting up');
  const query = (statement: { text: string; values: unknown[] }) =>
    statement.values.length === 3 && statement.text.includes('completed_on') ? Promise.reject(gone) : pool.query(statement);
  const [job] = jobs.filter(({ name }) => name === 'end-due-tests');
  if (!job) throw new Error('There is no job that ends tests');
  const server = await startJobs({ query } as typeof pool, [job], contextOf, (error) => failures.push(error));
  const boss = await client();
  await boss.send(job.name, {});
  await vi.waitFor(() => expect(failures).toContain(gone), { timeout: 20_000 });
  await server.stop();
  await boss.stop({ graceful: false });
});

test('the job that ends tests runs on either of two server processes, ends each test once, and leaves no test open', async () => {
  const failures: unknown[] = [];
  const ends = await countEnds(story);
  const paper = await addPaper(story, 'due', [fourOptions(21, 22)]);
  const sessions: number[] = [];
  for (let number = 0; number < 6; number += 1) {
    const { upload, questions, session_id } = await attempt(await story.student({ institute: 'school' }), paper);
    await upload([response(questions[0], { responses: [2] })]);
    sessions.push(session_id);
  }
  const expired = randomBytes(32);
  const { rows: people } = await story.database.pool.query<{ id: number }>('select min(id) as id from users');
  await story.database.pool.query('insert into sign_ins values ($1, $2, $3, $3)', [expired, people[0]?.id, story.now]);
  story.pass(600 + 61);

  const startServer = () => startJobs(story.database.pool, jobs, contextOf, (error) => failures.push(error));
  const servers: Jobs[] = [await startServer()];
  const boss = await client();
  try {
    const jobs: [string, string | null][] = [];
    for (const name of ['end-due-tests', 'end-due-tests', 'forget-expired', 'end-due-tests']) jobs.push([name, await boss.send(name, {})]);
    // A server checks for jobs of every kind when it starts.
    servers.push(await startServer());
    for (const [name, id] of jobs) {
      await vi.waitFor(async () => expect((await boss.getJobById(name, id ?? ''))?.state).toBe('completed'), {
        timeout: 50_000,
        interval: 200,
      });
    }
    const { rows } = await story.database.pool.query(
      'select distinct status, finished_by, finished_at = deadline as is_at_deadline, total_score from sessions',
    );
    expect(rows).toEqual([{ status: 'COMPLETE', finished_by: 'clock', is_at_deadline: true, total_score: 4 }]);
    expect(await ends()).toEqual(Object.fromEntries(sessions.map((id) => [id, 1])));
    expect((await story.database.pool.query('select from sign_ins where token_hash = $1', [expired])).rowCount).toBe(0);
    expect(
      (await boss.getSchedules()).map(({ name, cron }) => [name, cron]).toSorted((a, b) => String(a).localeCompare(String(b))),
    ).toEqual([
      ['add-rating-steps', '*/2 * * * *'],
      ['end-due-tests', '* * * * *'],
      ['forget-answer-sheets', '47 21 * * *'],
      ['forget-expired', '17 */6 * * *'],
      ['forget-roster-imports', '37 21 * * *'],
      ['forget-seat-moves', '41 3 * * *'],
      ['index-questions', '* * * * *'],
      ['measure-questions', '0 21 * * *'],
      ['tell-of-letters', '30 1 * * 1'],
    ]);
    expect(failures).toEqual([]);
  } finally {
    await boss.stop({ graceful: false });
    for (const server of servers) await server.stop();
  }
});

test('a process with a wrong clock ends no test and leaves it to a process with the right clock', async () => {
  const paper = await addPaper(story, 'two-clocks', [fourOptions(21, 22)]);
  const { session_id } = await attempt(await story.student({ institute: 'school' }), paper);
  const statusOf = async () => (await story.database.pool.query('select status from sessions where id = $1', [session_id])).rows[0]?.status;
  const only = jobs.filter(({ name }) => name === 'end-due-tests');
  const ahead = () => ({ ...contextOf(), now: new Date(story.now.getTime() + 3_600_000) });
  let asked = 0;
  const wrong = await startJobs(
    story.database.pool,
    only,
    ahead,
    () => undefined,
    async () => {
      asked += 1;
      return false;
    },
  );
  const boss = await client();
  const id = await boss.send('end-due-tests', {});
  await vi.waitFor(() => expect(asked).toBeGreaterThan(0), { timeout: 20_000 });
  expect(await statusOf()).toBe('IN_PROGRESS');
  await wrong.setPaused(true);
  const failures: unknown[] = [];
  const right = await startJobs(story.database.pool, only, contextOf, (error) => failures.push(error));
  await vi.waitFor(async () => expect((await boss.getJobById('end-due-tests', id ?? ''))?.state).toBe('completed'), {
    timeout: 50_000,
    interval: 200,
  });
  expect(await statusOf()).toBe('IN_PROGRESS');
  story.pass(600 + 61);
  await wrong.setPaused(false);
  expect(failures).toEqual([]);
  await boss.stop({ graceful: false });
  for (const server of [wrong, right]) await server.stop();
});
