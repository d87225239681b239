// Contents: the list · the export · the deletion
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe, requestOtp } from '@abhyas/contract/institute/identity';
import { askForDeletion, beginExport, getExport, keepAccount } from '@abhyas/contract/site/privacy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tables } from '../../../database/tables.ts';
import { openFolderStorage } from '../../../integrations/storage/folder-storage.ts';
import { addPaper, attempt, fourOptions, phoneOf, response, staff } from '../../../testing/attempts.ts';
import { makeTwoInstitutes, tables } from '../../../testing/isolation.ts';
import { boundlessBudgets, storySecret, tellStory, type Visitor } from '../../../testing/story.ts';
import type { Person, TestInstitute } from '../../../testing/two-institutes.ts';
import { unzip } from '../../../testing/unzip.ts';
import { deleteDueAccounts } from './deletion.ts';
import { actingColumns } from './acting-columns.ts';
import { personalTables } from './personal-tables.store.ts';

const folder = mkdtempSync(join(tmpdir(), 'privacy-'));
const storage = openFolderStorage(folder, storySecret, '/api');
const story = tellStory({ budgets: boundlessBudgets, storage });
afterAll(() => rmSync(folder, { recursive: true }));
let east: TestInstitute;
let west: TestInstitute;
let both: { student: Person };
beforeAll(async () => {
  ({ east, west, both } = await makeTwoInstitutes(story));
});

/** A fresh code to the person's own number. */
async function codeOf(by: Visitor & { id: number }): Promise<{ otp: string }> {
  story.pass(60);
  const { demo_otp = '' } = await by.call(requestOtp, { phone_number: await phoneOf(story, by) });
  return { otp: demo_otp };
}

async function exported(by: Visitor & { id: number }) {
  const { export_key } = await by.call(beginExport, await codeOf(by));
  const { statusCode, headers, rawPayload } = await by.send({ method: 'GET', url: `/api${getExport.path}?export_key=${export_key}` });
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/zip']);
  const files = await unzip(rawPayload);
  const text = files.get('abhyas.json')?.toString() ?? '';
  return { files, text, ...(JSON.parse(text) as { person: number; tables: Record<string, Record<string, unknown>[]> }) };
}

/** How many rows of each table are the person's; of those that are kept beside them as well. */
async function countRows(user_id: number): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, table] of Object.entries(personalTables)) {
    if (!table) continue;
    const { rows } = await story.database.pool.query<{ count: number }>(
      `select count(*) as count from "${name}" t join users p on p.id = $1 where ${table.rows}`,
      [user_id],
    );
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}

describe('the list of what is stored of persons', () => {
  test('has every table, and of each every column: exported or withheld', async () => {
    const { rows } = await story.database.pool.query<{ table: keyof Tables; columns: string[] }>(
      `select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
       where table_schema = 'public' and table_name not like 'kysely%' group by table_name`,
    );
    expect(Object.keys(personalTables).toSorted()).toEqual(rows.map(({ table }) => table).toSorted());
    for (const { table, columns } of rows) {
      const listed = personalTables[table];
      if (listed) expect([...listed.columns, ...listed.withheld].map(String).toSorted(), table).toEqual(columns.toSorted());
    }
  });

  test('has every column that names a person: as whose row it is, or as who did something in it', async () => {
    const { rows } = await story.database.pool.query<{ table: keyof Tables; column: string }>(
      `select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey) where c.contype = 'f' and c.confrelid = 'users'::regclass
       union select table_name, column_name from information_schema.columns
       where table_schema = 'public' and (column_name in ('student_id', 'user_id') or column_name ~ 'phone|email')`,
    );
    const unnamed = rows.filter(({ table, column }) => {
      const listed = personalTables[table];
      return (
        actingColumns[`${table}.${column}`] === undefined &&
        !(listed && [...listed.columns, ...listed.withheld].map(String).includes(column))
      );
    });
    expect(unnamed).toEqual([]);
  });
});

describe('the export', () => {
  test('opens, and holds every row of the person, their files, and no secret', async () => {
    const { student } = east.people;
    const before = await countRows(student.id);
    const { files, text, person, tables: held } = await exported(student);
    expect(person).toBe(student.id);
    expect(Object.keys(held).toSorted()).toEqual(Object.keys(before).toSorted());
    // The code for the export has been asked for and used since.
    const changing = ['sign_in_codes', 'spent_budgets', 'session_days'];
    for (const [name, rows] of Object.entries(held))
      if (!changing.includes(name)) expect([name, rows.length]).toEqual([name, before[name]]);
    expect(held['users']?.[0]).toMatchObject({ name: 'Asha', phone: student.phone });
    expect(held['feedbacks']?.[0]).toMatchObject({ rating: 4, message: `Good, says the ${east.canary}.` });
    expect(files.get('README.txt')?.toString()).toContain('everything that is stored about you');
    const sheet = [...files].find(([path]) => path.startsWith('files/'))?.[1];
    expect(sheet?.subarray(0, 5).toString()).toBe('%PDF-');
    expect(text).not.toMatch(/_hash|"secret"|seal_key|storage_key|"digest"/);
    expect(text).not.toContain('canary-west');
  });

  test('holds nothing of anybody else', async () => {
    const other = await story.student();
    const { text } = await exported(other);
    expect(text).not.toMatch(/canary/);
    for (const person of Object.values(east.people)) expect(text).not.toContain(person.phone);
  });

  test('needs a fresh code, and a key opens it for its person alone and for ten minutes', async () => {
    const [student, other] = [await story.student(), await story.student()];
    const key = (await student.call(beginExport, await codeOf(student))).export_key;
    const get = (by: Visitor) => by.send({ method: 'GET', url: `/api${getExport.path}?export_key=${key}` });
    expect((await get(other)).json()).toMatchObject({ code: 'code_expired' });
    expect((await get(story.visitor())).statusCode).toBe(401);
    expect((await get(student)).statusCode).toBe(200);
    story.pass(601);
    expect((await get(student)).json()).toMatchObject({ code: 'code_expired' });
    await expect(student.call(beginExport, { otp: '000000' })).rejects.toMatchObject({ status: 422 });
  });

  test('tells no result of a test before its institute does, nor of a question that a test still keeps', async () => {
    const id = await addPaper(story, 'kept-back', [fourOptions(27, 28)], { retakable: true });
    const student = await story.student({ institute: 'school' });
    for (const option of [1, 2]) {
      const { finish, questions } = await attempt(student, id);
      await finish([response(questions[0], { responses: [option] })]);
    }
    const resultsOf = async () => {
      const { tables: held } = await exported(student);
      return [
        held['sessions']?.map((row) => row['total_score']),
        held['responses']?.filter((row) => row['result'] !== null).length,
        held['session_scores']?.filter((row) => row['score'] !== null).length,
        held['responses']?.filter((row) => (row['responses'] as number[]).length > 0).length,
      ];
    };
    expect(await resultsOf()).toEqual([[null, null], 0, 0, 2]);
    expect((await staff(story, 'publish', 'kept-back')).exit).toBe(0);
    expect((await resultsOf()).slice(0, 2)).toEqual([[-1, 4], 2]);
  });
});

describe('a deletion', () => {
  const runJob = () => deleteDueAccounts({ db: story.database.db, now: story.now, random: () => 0.5 }, storage);
  const dayS = 86_400;

  test('waits seven days, and can be taken back', async () => {
    const student = await story.student();
    const due = new Date(story.now.getTime() + 60_000 + 7 * dayS * 1000).toISOString();
    expect((await student.call(askForDeletion, await codeOf(student))).user.deletion_due_at).toBe(due);
    story.pass(7 * dayS - 1);
    await runJob();
    expect((await student.call(getMe, {})).user.deletion_due_at).toBe(due);
    expect((await student.call(keepAccount, {})).user.deletion_due_at).toBe(null);
    story.pass(2);
    await runJob();
    expect((await student.call(getMe, {})).user.id).toBe(student.id);
  });

  test('is refused without a fresh code, and to an institute’s only owner', async () => {
    const student = await story.student();
    await expect(student.call(askForDeletion, { otp: '000000' })).rejects.toMatchObject({ status: 422 });
    await expect(east.people.owner.call(askForDeletion, { otp: '000000' })).rejects.toMatchObject({ code: 'not_possible' });
  });

  test('leaves of a student invoices, the marks of institutes and ranks under a random number, and of others everything', async () => {
    const { student } = east.people;
    const { pool } = story.database;
    const scores = async () =>
      (await pool.query('select paper_id, subject_id, score, max_score, is_ranked from session_scores order by 1, 2, 3, 4, 5')).rows;
    const slots = async () => (await pool.query('select * from paper_score_counts order by 1, 2, 3, 4')).rows;
    const othersBefore = await countRows(both.student.id);
    const [scoresBefore, slotsBefore] = [await scores(), await slots()];
    const keptSessions = await pool.query(
      "select id from sessions where student_id = $1 and status = 'COMPLETE' and paper_id is not null",
      [student.id],
    );
    expect(keptSessions.rows.length).toBeGreaterThan(0);
    const { files } = await exported(student);
    await student.call(askForDeletion, await codeOf(student));
    story.pass(7 * dayS + 1);
    const keys = (await pool.query<{ storage_key: string }>('select storage_key from stored_files where user_id = $1', [student.id])).rows;
    expect([...files.keys()].filter((path) => path.startsWith('files/'))).toHaveLength(keys.length);
    await runJob();

    expect((await student.send({ method: 'GET', url: `/api${getMe.path}` })).statusCode).toBe(401);
    for (const { storage_key } of keys) expect(await storage.find(storage_key)).toBeUndefined();
    const found: string[] = [];
    for (const table of tables) {
      const { rows } = await pool.query<{ line: string }>(`select to_jsonb(t)::text as line from "${table}" t`);
      if (rows.some(({ line }) => new RegExp(`: "?(${student.phone}|${student.id})"?[,}]`).test(line))) found.push(table);
    }
    expect(found).toEqual([]);
    const gone = await pool.query("select * from users where name = 'Deleted account'");
    const number = Number(gone.rows[0]?.id);
    expect(number).toBeGreaterThan(2 ** 46);
    expect(gone.rows).toEqual([expect.objectContaining({ phone: null, age: null, course: null, exam: null })]);
    const left = Object.fromEntries(Object.entries(await countRows(number)).filter(([, count]) => count > 0));
    expect(Object.keys(left).toSorted()).toEqual([
      'consents',
      'coupon_uses',
      'invoices',
      'memberships',
      'paper_assignments',
      'payment_orders',
      'refunds',
      'responses',
      'session_scores',
      'sessions',
      'users',
    ]);
    expect((await pool.query('select id from sessions where student_id = $1', [number])).rows).toEqual(keptSessions.rows);
    expect([await scores(), await slots()]).toEqual([scoresBefore, slotsBefore]);
    expect(await countRows(both.student.id)).toEqual(othersBefore);
    expect((await both.student.call(getMe, {})).user.id).toBe(both.student.id);
  });

  test('that fails keeps no other account, and is told', async () => {
    const [first, second] = [await story.student(), await story.student()];
    for (const person of [first, second]) await person.call(askForDeletion, await codeOf(person));
    await story.database.pool.query(
      `insert into stored_files (institute_id, user_id, storage_key, file_name, extension, created_at)
       select id, $1, 'cannot-go', 'a.pdf', 'pdf', $2 from institutes limit 1`,
      [first.id, story.now],
    );
    story.pass(7 * dayS + 1);
    const remove = (key: string) => (key === 'cannot-go' ? Promise.reject(new Error('No')) : storage.remove(key));
    const context = { db: story.database.db, now: story.now, random: () => 0.5 };
    await expect(deleteDueAccounts(context, { ...storage, remove })).rejects.toThrow('1 accounts could not be deleted');
    const { rows } = await story.database.pool.query('select id from users where id = any($1)', [[first.id, second.id]]);
    expect(rows).toEqual([{ id: first.id }]);
    await runJob();
  });

  test('of a teacher leaves the institute its classes, tests and files', async () => {
    const { teacher } = west.people;
    await teacher.call(askForDeletion, await codeOf(teacher));
    story.pass(7 * dayS + 1);
    const shared = async () => (await story.database.pool.query('select id, title, stored_file_id from shared_files order by id')).rows;
    const before = await shared();
    expect(before.length).toBeGreaterThan(0);
    await runJob();
    expect(await shared()).toEqual(before);
    const { rows } = await story.database.pool.query('select from users where id = $1', [teacher.id]);
    expect(rows).toEqual([]);
    // The log is added to only: it goes on naming the number, which is nobody's.
    const acts = await story.database.pool.query('select from audit_log where user_id = $1', [teacher.id]);
    expect(acts.rows.length).toBeGreaterThan(0);
  });
});
