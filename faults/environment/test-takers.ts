import { createHash } from 'node:crypto';
import { makeToken } from '@abhyas/server/http/token';
import { join } from 'node:path';
import { migrate } from '@abhyas/server/database/migrate';
import type { OpenDatabase } from '@abhyas/server/database/open';
import { prepareDemo } from '@abhyas/server/demo/demo';
import type { Chance } from '../plan/chance.ts';

/** A paper of the run. `crib` has texts to type into its numerical questions, right ones among them, by question id. */
export interface FaultPaper {
  id: number;
  crib: ReadonlyMap<number, readonly string[]>;
}

export interface TestTaker {
  id: number;
  token: string;
}

export interface TestTakers {
  papers: FaultPaper[];
  students: TestTaker[];
}

/** One paper of each marking scheme; the first four run by the wall clock, the others by the time that they are open. */
const paperCodes = [
  ['vidya-weekly-test-1', 'wall_clock'],
  ['jee-main-2022-mock', 'wall_clock'],
  ['jee-advanced-mock-1-paper-1', 'wall_clock'],
  ['new-neet-mock', 'wall_clock'],
  ['quick-mock', 'session_time'],
  ['jee-advanced-mock-1-paper-2', 'session_time'],
] as const;

const root = join(import.meta.dirname, '../..');

/** Records every end of a session, so that a second end cannot go unnoticed: each write to a finished session counts as one more. */
const watchEnds = `
  create table faults_ends (student_id bigint, session_id bigint, at timestamptz default clock_timestamp());
  create function faults_note_end() returns trigger language plpgsql as $$
    begin insert into faults_ends values (new.student_id, new.id); return new; end $$;
  create trigger faults_ends after update on sessions for each row when (new.status = 'COMPLETE') execute function faults_note_end();`;

interface PaperTimes {
  seconds: number;
  closesAt: Date;
}

async function preparePaper({ pool }: OpenDatabase, code: string, time_kind: string, times: PaperTimes): Promise<FaultPaper> {
  const { rows } = await pool.query<{ id: number }>(
    `update papers set time_kind = $2, test_duration = $3, is_free = true, is_test_retakable = false, version = version + 1, opens_at = null,
       closes_at = case when $2 = 'wall_clock' then $4::timestamptz end where code = $1 returning id`,
    [code, time_kind, times.seconds, times.closesAt],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`The demo has no paper ${code}.`);
  const keys = await pool.query<{ id: number; accepted_answers: unknown[] }>(
    `select q.id, q.accepted_answers from paper_questions p join questions q on q.id = p.question_id where p.paper_id = $1 and q.question_type = 1`,
    [id],
  );
  const crib = keys.rows.map(({ id: question, accepted_answers }): [number, string[]] => {
    const texts = accepted_answers.map((key) => (typeof key === 'string' ? key : (key as { from: string }).from));
    return [question, [...texts, ...texts.map((text) => (text.includes('.') ? `${text}1` : `${text}.0`)), '-', '.', '12.5', '-7', '40.']];
  });
  return { id, crib: new Map(crib) };
}

/** Signs people in without a one-time code. */
export async function signInPeople({ pool }: OpenDatabase, ids: readonly number[]): Promise<TestTaker[]> {
  const people = ids.map((id) => ({ id, token: makeToken(id) }));
  await pool.query(
    `insert into sign_ins (token_hash, user_id, created_at, expires_at)
     select decode(h, 'hex'), u, now(), now() + interval '1 day' from unnest($1::text[], $2::bigint[]) as t(h, u)`,
    [people.map(({ token }) => createHash('sha256').update(token).digest('hex')), ids],
  );
  return people;
}

/** Adds signed-in members of the demo's institute. */
export async function addStudents(database: OpenDatabase, count: number): Promise<TestTaker[]> {
  const { pool } = database;
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (phone, name, course)
     select (7000000000 + n)::text, 'Student ' || n, 'MED_ENG' from generate_series(1, $1::int) n returning id`,
    [count],
  );
  await pool.query(
    `insert into memberships (user_id, institute_id, role)
     select u, (select id from institutes order by id limit 1), 'student' from unnest($1::bigint[]) u`,
    [rows.map(({ id }) => id)],
  );
  return signInPeople(
    database,
    rows.map(({ id }) => id),
  );
}

export async function addDemo(database: OpenDatabase, chance: Chance): Promise<void> {
  await migrate(database);
  await prepareDemo({ db: database.db, now: new Date(), random: chance.next }, join(root, 'content'), () => {});
}

/** Fills a new database with the demo, short papers and signed-in students. */
export async function addTestTakers(database: OpenDatabase, studentCount: number, times: PaperTimes, chance: Chance): Promise<TestTakers> {
  await addDemo(database, chance);
  await database.pool.query(watchEnds);
  const students = await addStudents(database, studentCount);
  await database.pool.query(
    `insert into paper_assignments (paper_id, student_id)
     select p.id, u from papers p, unnest($1::bigint[]) u where p.institute_id is not null on conflict do nothing`,
    [students.map(({ id }) => id)],
  );
  const papers: FaultPaper[] = [];
  for (const [code, time_kind] of paperCodes) papers.push(await preparePaper(database, code, time_kind, times));
  return { papers, students };
}

export const paperCount = paperCodes.length;
