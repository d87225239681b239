// An installation grows: the demo on one PostgreSQL, which Citus then spreads over several machines. Runs with `npm run test:citus` only.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getReport } from '@abhyas/contract/reports/session-reports';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { atDatabase, citusServers, dropDatabase, joinServers, onDatabase } from '@abhyas/server/testing/citus';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callSite, newPhone, signIn } from '../browser/sign-in.ts';
import { built, Program, root, servedBy } from './program.ts';

const isOnCitus = process.env['TEST_DATABASE'] === 'citus';
const name = `abhyas_story_${process.pid}`;
/** The demo's student with finished tests. */
const practised = '9000000002';

describe.runIf(isOnCitus)('an installation that grows', () => {
  const servers = isOnCitus ? citusServers(process.env) : [];
  const url = atDatabase(servers[0] ?? 'postgres://none', name);
  const running: Program[] = [];
  let data: string;
  let token: string;

  const run = (args: readonly string[], env: Record<string, string> = {}) => {
    const program = new Program(args, { PORT: '0', DATA_FOLDER: data, DATABASE_URL: url, ...env });
    running.push(program);
    return program;
  };
  const command = async (...words: string[]) => {
    const program = run([join(built, 'command-line.js'), ...words], { DATABASE_IS_SPREAD: '1' });
    return { code: await program.ends(), said: program.out + program.error };
  };
  const serve = async (env: Record<string, string> = {}) => {
    const program = run([join(built, 'main.js')], env);
    return { program, address: await servedBy(program, 'PostgreSQL') };
  };
  const papersOf = async (address: string) => {
    const mock = await callSite(address, token, getStudentHomeData, { type: 'mock' });
    return { open: mock.test_list ?? [], finished: mock.completed_test_list ?? [] };
  };
  const reportsOf = async (address: string) => {
    const { finished } = await papersOf(address);
    return Promise.all(finished.map(async ({ id }) => (await callSite(address, token, getReport, { id })).report_data));
  };
  let reports: Awaited<ReturnType<typeof reportsOf>>;

  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'abhyas-spread-'));
    const build = run([join(root, 'scripts/build.mjs')]);
    expect(await build.ends(), build.error).toBe(0);
    for (const server of servers) await onDatabase(server, [`create database ${name}`]);
  }, 600_000);
  afterEach(async () => {
    await Promise.all(running.splice(0).map((program) => program.stop('SIGKILL')));
  });
  afterAll(async () => {
    rmSync(data, { recursive: true });
    for (const server of servers) await dropDatabase(server, name);
  });

  test('begins with the demo on one PostgreSQL', async () => {
    const { program, address } = await serve();
    token = await signIn(address, practised);
    reports = await reportsOf(address);
    expect(reports.flat()).not.toEqual([]);
    expect([await program.stop('SIGTERM'), program.error]).toEqual([0, '']);
  });

  test('is spread by one command', async () => {
    await joinServers(servers, name);
    expect(await command('scale', 'check')).toEqual({ code: 0, said: 'The database can be spread.\n' });
    const { code, said } = await command('scale', 'spread');
    expect(code, said).toBe(0);
    expect(said).toMatch(/constraints, indexes and rows are as before/);
    expect((await command('scale', 'status')).code).toBe(0);
  });

  test('shows the same person the same reports, and a new student takes a test', async () => {
    const { program, address } = await serve({ DATABASE_IS_SPREAD: '1' });
    expect(program.out).not.toContain('Loading the demo questions');
    expect(await reportsOf(address)).toEqual(reports);

    const own = await signIn(address, newPhone(), { name: 'Nila Das', course: 'MED_ENG' });
    const { test_list = [] } = await callSite(address, own, getStudentHomeData, { type: 'mock' });
    const id = test_list.find((paper) => paper.name === 'Quick mock, 15 minutes')?.id ?? 0;
    const { session_id, writer } = await callSite(address, own, findOrCreateSessionItem, { id });
    const { questions } = await callSite(address, own, getTestQuestions, { id });
    const responses = questions.map(({ id: question_id, question_type }) => ({
      question_id,
      responses: question_type === 0 ? [1] : [],
      rich_response: null,
      is_marked: true,
      is_visited: true,
      verified: false,
      version: 1,
      question_time_spent: 1,
      solution_request_time: null,
    }));
    const upload = { session_id, writer, session_time_spent: 1, current_index: 0, responses: JSON.stringify(responses) };
    expect((await callSite(address, own, uploadStudentResponses, upload)).kept).toHaveLength(questions.length);
    const end = { ...upload, responses: '[]', isFinishTest: true };
    expect(await callSite(address, own, uploadStudentResponses, end)).toMatchObject({ session_status: 'COMPLETE' });
    const report = await callSite(address, own, getReport, { id });
    const unattempted = responses.filter((response) => response.responses.length === 0).length;
    expect(report.report_data).toContainEqual(expect.objectContaining({ subject_id: null, unattempted }));
    expect(report.standing).toMatchObject({ rank: expect.any(Number) });
    const { question_responses } = await callSite(address, own, getTestQuestions, { id, is_review: true });
    const kept = new Map(question_responses.map((response) => [response.question_id, response.responses]));
    expect(kept).toEqual(new Map(responses.map((response) => [response.question_id, response.responses])));
    expect([await program.stop('SIGTERM'), program.error]).toEqual([0, '']);
  });

  test('takes content by a command while no server runs', async () => {
    const { code, said } = await command('content', 'import', join(root, 'content/papers/quick-mock.yaml'));
    expect(code, said).toBe(0);
    expect(said).toMatch(/^0 questions in 0 chapters, 1 papers.*: loaded\.\n$/);
  });
});
