import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getMe, login } from '@abhyas/contract/institute/identity';
import { getRank } from '@abhyas/contract/reports/leaderboard';
import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { beforeAll, describe, expect, test } from 'vitest';
import { jobs } from './app.ts';
import { migrate } from './database/migrate.ts';
import { applicationName, type OpenDatabase, openDatabase } from './database/open.ts';
import { prepareDemo } from './demo/demo.ts';
import { rebuildDueScores } from './features/tests/marking/marking.ts';
import { openJobQueue } from './jobs/jobs.ts';
import { response } from './testing/attempts.ts';
import { atDatabase, citusServers, joinServers, onDatabase, spreadDatabase, unspread } from './testing/citus.ts';
import { requestDemoOtp, type Story, tellStory } from './testing/story.ts';
import { isOnCitus, isOnPostgres } from './testing/test-database.ts';

/** Responses of an earlier version about a begun or finished test. */
interface KeptTest {
  id: number;
  isFinished: boolean;
  responses?: KeptResponse[];
  report?: unknown[];
  review?: KeptResponse[] | null;
  rank?: { standing: object | null } | null;
}

interface KeptVersion {
  at: string;
  people: { phone: string; token: string; id: number; name: string; tests: KeptTest[] }[];
  practice: { topic: number; verified: unknown[] };
}

const content = join(dirname(fileURLToPath(import.meta.url)), '../../../content');
const folder = new URL('./testing/earlier-versions/', import.meta.url);
const versions = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.replace('.json', ''));
const servers = isOnCitus ? citusServers(process.env) : [];
const nameOf = async ({ database }: Story) =>
  (await database.pool.query<{ name: string }>('select current_database() as name')).rows[0]?.name ?? '';

/** The story's database, empty; whole where the story's is spread. */
async function emptied(story: Story): Promise<OpenDatabase> {
  if (!isOnCitus) {
    await story.database.pool.query('drop schema if exists jobs cascade; drop schema public cascade; create schema public');
    return story.database;
  }
  const name = await nameOf(story);
  await unspread(servers, name);
  return openDatabase({ url: atDatabase(servers[0] ?? '', name) });
}

/** Fills an empty database with the dump of the earlier version. */
async function restore(database: OpenDatabase, version: string): Promise<void> {
  await database.pool.query(gunzipSync(readFileSync(new URL(`${version}.sql.gz`, folder))).toString());
  // The dump changes the search path and other settings of the whole connection.
  await database.pool.query('reset all');
  // A process caches papers by id and version, but these installations are unrelated, so the cache must be emptied.
  await database.pool.query('update papers set version = version + $1', [versions.indexOf(version) * 1000]);
}

interface KeptResponse {
  question_id: number;
  responses: number[];
  rich_response: string | null;
  result: number | null;
}

/** Responses in the order of their questions, because calls list them in any order. */
const inOrder = (list: readonly KeptResponse[] = []) =>
  list
    .map(({ question_id, responses, rich_response, result }) => ({ question_id, responses, rich_response, result }))
    .toSorted((one, other) => one.question_id - other.question_id);

/** Spreads the upgraded database, as an operator does while no server is connected. */
async function spreadAgain(story: Story): Promise<void> {
  const name = await nameOf(story);
  await joinServers(servers, name);
  await onDatabase(servers[0] ?? '', [
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name = '${applicationName}'`,
  ]);
  await spreadDatabase(atDatabase(servers[0] ?? '', name));
}

/** The first version takes every step. Where PostgreSQL upgrades from all versions, the embedded database upgrades from that one alone. */
const upgraded = isOnPostgres || !process.env['DATABASE_URL_TEST'] ? versions : ['65c964e'];

describe.each(upgraded)('an upgraded installation of version %s', (version) => {
  const story = tellStory();
  const kept = JSON.parse(readFileSync(new URL(`${version}.json`, folder), 'utf8')) as KeptVersion;
  const told: string[] = [];
  const steps: string[] = [];
  const as = (token: string) => Object.assign(story.visitor(), { token });
  // A migration ends their sign-ins: docs/decisions/006-token.md.
  const namesNobody = version === '65c964e';
  const of = async ({ token, id }: { token: string; id: number }) => as(namesNobody ? await story.tokenOf(id) : token);

  beforeAll(async () => {
    story.now = new Date(kept.at);
    const database = await emptied(story);
    await restore(database, version);
    const context = { db: database.db, now: story.now, random: () => 0.5 };
    await migrate(database, { report: (line) => steps.push(line) });
    await rebuildDueScores(context, (line) => told.push(line));
    await prepareDemo(context, content, (line) => told.push(line));
    await openJobQueue(database.pool, jobs);
    if (!isOnCitus) return;
    await database.close();
    await spreadAgain(story);
  });

  test('starts with the present questions, and lists the begun papers that remain unchanged', async () => {
    expect(told).toContain('Loading the demo questions …');
    const { rows } = await story.database.pool.query<{ count: number }>(
      'select count(*) as count from installation where demo_content is not null',
    );
    expect(rows).toEqual([{ count: 1 }]);
    const stays = told.filter((line) => line.includes('Students have begun this paper'));
    if (version === '65c964e') expect(stays.some((line) => line.startsWith(join('papers', 'quick-mock.yaml')))).toBe(true);
    expect(steps.every((line) => line.startsWith('The database takes the step '))).toBe(true);
    expect(steps.length).toBeGreaterThan(0);
  });

  test('keeps everybody signed in as the same person; holders of tokens without a user id sign in once more', async () => {
    story.pass(60);
    for (const { token, id, name, phone } of kept.people) {
      const me = as(token).call(getMe, {});
      if (namesNobody) await expect(me).rejects.toThrow('Sign in to go on.');
      else expect((await me).user).toMatchObject({ id, name, phone });
      const again = story.visitor();
      const { demo_otp } = await again.call(requestDemoOtp, { phone_number: phone });
      expect((await again.call(login, { phone_number: phone, otp: demo_otp })).user).toMatchObject({ id, name, phone });
    }
  });

  test('keeps answers, marks and ranks of finished tests, and ranks tests that had no rank', async () => {
    let finished = 0;
    for (const { tests, ...person } of kept.people) {
      const student = await of(person);
      for (const { id, report, review, rank } of tests.filter((one) => one.isFinished)) {
        const now = await student.call(getReport, { id });
        expect(now.report_data).toEqual(report);
        if (review)
          expect(inOrder((await student.call(getTestQuestions, { id, is_review: true })).question_responses)).toEqual(inOrder(review));
        if (rank) expect(await student.call(getRank, { id })).toMatchObject({ standing: rank.standing });
        else if (review) expect(now.standing).toMatchObject({ rank: expect.any(Number), is_ranked: true });
        finished += 1;
      }
    }
    expect(finished).toBeGreaterThanOrEqual(5);
  });

  test('resumes a begun test with its answers, takes more answers, and marks the test', async () => {
    let begun = 0;
    for (const { tests, ...person } of kept.people) {
      const student = await of(person);
      for (const { id, responses } of tests.filter((one) => !one.isFinished)) {
        const { session_id, writer } = await student.call(findOrCreateSessionItem, { id });
        const opened = await student.call(getTestQuestions, { id });
        expect(inOrder(opened.question_responses)).toEqual(inOrder(responses));
        const [first] = opened.questions.filter(({ question_type }) => question_type === 0);
        const given = [response(first?.id, { responses: [2], version: 9 })];
        const sent = { session_id, writer, session_time_spent: 70, current_index: 0, responses: JSON.stringify(given) };
        expect((await student.call(uploadStudentResponses, sent)).kept).toHaveLength(1);
        expect(await student.call(uploadStudentResponses, { ...sent, isFinishTest: true })).toMatchObject({ session_status: 'COMPLETE' });
        begun += 1;
      }
    }
    expect(begun).toBe(2);
  });

  test('keeps answered practice', async () => {
    const { topic, verified } = kept.practice;
    const [first] = kept.people;
    if (!first) throw new Error('Nobody was kept');
    const { question_responses } = await (await of(first)).call(getTrainQuestions, { id: topic, object_type: 0, session_type: 0 });
    const now = question_responses.filter((one) => one.verified);
    expect(now.map(({ question_id, responses, result }) => ({ question_id, responses, result }))).toEqual(verified);
  });
});
