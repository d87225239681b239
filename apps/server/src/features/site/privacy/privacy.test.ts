// Contents: the list · the export
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginExport, getExport } from '@abhyas/contract/site/privacy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Tables } from '../../../database/tables.ts';
import { openFolderStorage } from '../../../integrations/storage/folder-storage.ts';
import { addPaper, attempt, fourOptions, response, staff } from '../../../testing/attempts.ts';
import { makeTwoInstitutes } from '../../../testing/isolation.ts';
import { codeOf, countRows, exported } from '../../../testing/privacy.ts';
import { boundlessBudgets, storySecret, tellStory, type Visitor } from '../../../testing/story.ts';
import type { TestInstitute } from '../../../testing/two-institutes.ts';
import { actingColumns } from './acting-columns.ts';
import { personalTables } from './personal-tables.store.ts';

const folder = mkdtempSync(join(tmpdir(), 'privacy-'));
const storage = openFolderStorage(folder, storySecret, '/api');
const story = tellStory({ budgets: boundlessBudgets, storage });
afterAll(() => rmSync(folder, { recursive: true }));
let east: TestInstitute;
beforeAll(async () => {
  ({ east } = await makeTwoInstitutes(story));
});

describe('the list of personal data', () => {
  test('has every table, and every column as exported or withheld', async () => {
    const { rows } = await story.database.pool.query<{ table: keyof Tables; columns: string[] }>(
      `select table_name as table, array_agg(column_name::text) as columns
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely%' group by table_name`,
    );
    expect(Object.keys(personalTables).toSorted()).toEqual(rows.map(({ table }) => table).toSorted());
    for (const { table, columns } of rows) {
      const listed = personalTables[table];
      if (listed) expect([...listed.columns, ...listed.withheld].map(String).toSorted(), table).toEqual(columns.toSorted());
    }
  });

  test('lists every column that identifies a person, as the owner of the row or as the person who acted', async () => {
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
  test('contains every row of the person and their files, and no secret', async () => {
    const { student } = east.people;
    const before = await countRows(story, student.id);
    const { files, text, person, tables: held } = await exported(story, student);
    expect(person).toBe(student.id);
    expect(Object.keys(held).toSorted()).toEqual(Object.keys(before).toSorted());
    // The code for the export was requested and used since.
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

  test('leaves out the files that a teacher uploaded, which belong to the institute', async () => {
    const { teacher } = east.people;
    const { files, tables: held } = await exported(story, teacher);
    expect(held['stored_files']?.length).toBeGreaterThan(0);
    expect([...files.keys()].filter((path) => path.startsWith('files/'))).toEqual([]);
  });

  test('contains no data of other people', async () => {
    const other = await story.student();
    const { text } = await exported(story, other);
    expect(text).not.toMatch(/canary/);
    for (const person of Object.values(east.people)) expect(text).not.toContain(person.phone);
  });

  test('is complete with many rows, and a person gets only one export at a time', async () => {
    const student = await story.student();
    await story.database.pool.query(
      `insert into feedbacks (user_id, rating, message, created_at)
       select $1, 1 + at % 5, 'Word ' || at, now() from generate_series(1, 1700) as at`,
      [student.id],
    );
    let goOn = () => {};
    const othersAnswered = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const held = story.database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.some((row) => 'rating' in row)) await othersAnswered;
        return result;
      },
    });
    const app = await story.serverWith({}, { budgets: boundlessBudgets, storage, db: held });
    const { export_key } = await student.call(beginExport, await codeOf(story, student));
    const headers = { authorization: `Bearer ${student.token}` };
    let answered = 0;
    const get = async () => {
      const answer = await app.inject({ method: 'GET', url: `/api${getExport.path}?export_key=${export_key}`, headers });
      answered += 1;
      if (answered === 2) goOn();
      return answer;
    };
    const answers = await Promise.all([get(), get(), get()]);
    await app.close();
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
    expect(answers.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({
      message: 'Your data is being sent already. Wait until it has arrived.',
    });
    const { tables } = await exported(story, student);
    expect(new Set(tables['feedbacks']?.map((row) => row['message'])).size).toBe(1700);
  });

  test('reads a table a few rows at a time, so that a person with many rows does not fill the memory', async () => {
    const student = await story.student();
    await story.database.pool.query(
      'insert into feedbacks (user_id, rating, created_at) select $1, 5, now() from generate_series(1, 5000)',
      [student.id],
    );
    let mostRows = 0;
    const counted = story.database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        mostRows = Math.max(mostRows, result.rows.length);
        return result;
      },
    });
    const app = await story.serverWith({}, { budgets: boundlessBudgets, storage, db: counted });
    const { export_key } = await student.call(beginExport, await codeOf(story, student));
    const headers = { authorization: `Bearer ${student.token}` };
    const { statusCode } = await app.inject({ method: 'GET', url: `/api${getExport.path}?export_key=${export_key}`, headers });
    expect([statusCode, mostRows]).toEqual([200, 500]);
    await app.close();
  });

  test('can be requested again after the person has cancelled the download', async () => {
    const app = await story.serverWith({}, { budgets: boundlessBudgets, storage });
    const site = await app.listen({ port: 0, host: '127.0.0.1' });
    const student = await story.student();
    await story.database.pool.query(
      `insert into feedbacks (user_id, rating, message, created_at)
       select $1, 1, (select string_agg(md5(at || ' ' || n), '') from generate_series(1, 60) as n), now() from generate_series(1, 8000) as at`,
      [student.id],
    );
    const { export_key } = await student.call(beginExport, await codeOf(story, student));
    const get = (signal?: AbortSignal) =>
      fetch(`${site}/api${getExport.path}?export_key=${export_key}`, {
        headers: { authorization: `Bearer ${student.token}` },
        ...(signal ? { signal } : {}),
      });
    const whole = async () => {
      const answer = await get();
      await answer.arrayBuffer();
      return answer.status;
    };
    const leaving = new AbortController();
    expect((await get(leaving.signal)).status).toBe(200);
    expect(await whole()).toBe(429);
    leaving.abort();
    await expect.poll(whole).toBe(200);
    app.server.closeAllConnections();
    await app.close();
  });

  test('needs a new code, and gets a key with which only that person can download it, for ten minutes', async () => {
    const [student, other] = [await story.student(), await story.student()];
    const key = (await student.call(beginExport, await codeOf(story, student))).export_key;
    const get = (by: Visitor) => by.send({ method: 'GET', url: `/api${getExport.path}?export_key=${key}` });
    expect((await get(other)).json()).toMatchObject({ code: 'code_expired' });
    expect((await get(story.visitor())).statusCode).toBe(401);
    expect((await get(student)).statusCode).toBe(200);
    story.pass(601);
    expect((await get(student)).json()).toMatchObject({ code: 'code_expired' });
    await expect(student.call(beginExport, { otp: '000000' })).rejects.toMatchObject({ status: 422 });
  });

  test('contains no result of a test before its institute publishes it, and none of a question that a test still withholds', async () => {
    const id = await addPaper(story, 'kept-back', [fourOptions(27, 28)], { retakable: true });
    const student = await story.student({ institute: 'school' });
    for (const option of [1, 2]) {
      const { finish, questions } = await attempt(student, id);
      await finish([response(questions[0], { responses: [option] })]);
    }
    const resultsOf = async () => {
      const { tables: held } = await exported(story, student);
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
