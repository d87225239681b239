import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import type { OpenDatabase } from '../database/open.ts';
import { demoPeople, prepareDemo } from './demo.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { digestOfTables } from '../testing/table-digest.ts';

let database: OpenDatabase;
let folder: string;
let told: string[];

const chapter = `chapter:
  code: phy-demo
  name: Demo
  subject: physics
  topics: [{ code: phy-demo-one, name: One }]
questions:
  - code: phy-demo-001
    topic: phy-demo-one
    type: four_options
    difficulty: 2
    for: practice
    text: Which one?
    options: [a, b, c, d]
    answer: 2
    solution: The second.
`;

function write(name: string, text: string) {
  mkdirSync(join(folder, dirname(name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** Empties the copy of the template database, like a new database. */
const empty = () => database.pool.query('truncate installation, users, institutes, chapters, comprehension_questions, pictures cascade');

beforeEach(async () => {
  database = await openTestDatabase(inject('template'));
  folder = mkdtempSync(join(tmpdir(), 'abhyas-demo-'));
  told = [];
  for (const place of ['papers', 'cheat-sheets', 'institute-papers']) mkdirSync(join(folder, place), { recursive: true });
  write('bank/physics/demo.yaml', chapter);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const prepare = () => prepareDemo({ db: database.db, now: new Date(), random: Math.random }, folder, (what) => told.push(what));
const solutions = async () => (await database.db.selectFrom('questions').select('solution_text').execute()).map((row) => row.solution_text);

describe('the demo', () => {
  test('marks a new database as its own, with its questions and its students of every kind', async () => {
    await empty();
    await prepare();
    expect(told).toEqual(['Loading the demo questions …']);
    expect(await solutions()).toEqual(['The second.']);
    const users = await database.db
      .selectFrom('users')
      .leftJoin('memberships', 'memberships.user_id', 'users.id')
      // The other people, who only fill its tests, have no phone number.
      .where('phone', 'is not', null)
      .select(['phone', 'name', 'premium_until', 'role', 'is_institute_student', 'has_only_test_board_access', 'is_higher_education'])
      .orderBy('phone')
      .orderBy('name')
      .execute();
    expect(users.map(({ phone, name }) => [phone, name])).toEqual(
      demoPeople.flatMap(({ phone, name, also }) => Array.from({ length: also ? 2 : 1 }, () => [phone, name])),
    );
    const marks = users.map((user) => [
      user.premium_until !== null,
      user.is_institute_student,
      user.has_only_test_board_access,
      user.is_higher_education,
      user.role === 'owner',
      user.role === 'teacher',
      user.role === 'invigilator',
    ]);
    for (const [at, kind] of ['premium', 'institute', 'test board only', 'higher education', 'owner', 'teacher', 'invigilator'].entries())
      expect(marks.filter((mark) => mark[at]).length, kind).toBeGreaterThan(0);
    expect(marks.some((mark) => mark.every((is) => is !== true))).toBe(true);
    expect(await database.db.selectFrom('installation').select('is_demo').execute()).toEqual([{ is_demo: true }]);
  });

  test('loads its questions once', async () => {
    await empty();
    await prepare();
    const before = await digestOfTables(database);
    told = [];
    await prepare();
    expect(told).toEqual([]);
    expect(await digestOfTables(database)).toEqual(before);
  });

  test('loads its questions once when two servers start together', async () => {
    await empty();
    await Promise.all([prepare(), prepare()]);
    expect(told).toHaveLength(1);
    expect(await solutions()).toEqual(['The second.']);
  });

  test('loads changed questions again, and leaves changed students as they are', async () => {
    await empty();
    await prepare();
    const [first] = demoPeople;
    await database.db
      .updateTable('users')
      .set({ name: 'Asha Rao Kulkarni' })
      .where('phone', '=', first?.phone ?? '')
      .execute();
    write('bank/physics/demo.yaml', chapter.replace('The second.', 'The second one.'));
    await prepare();
    expect(told).toHaveLength(2);
    expect(await solutions()).toEqual(['The second one.']);
    const names = await database.db
      .selectFrom('users')
      .where('phone', '=', first?.phone ?? '')
      .select('name')
      .execute();
    expect(names).toEqual([{ name: 'Asha Rao Kulkarni' }]);
    write('README.md', 'Of no matter to the demo.');
    await prepare();
    expect(told).toHaveLength(2);
  });

  test('with a fault in its questions changes nothing, and reports each fault with its place', async () => {
    await empty();
    const before = await digestOfTables(database);
    write('bank/physics/demo.yaml', chapter.replace('answer: 2', 'answer: 5').replace('The second.', 'The <second>.'));
    await expect(prepare()).rejects.toThrow(/^bank[/\\]physics[/\\]demo\.yaml:\d+: /);
    expect(await digestOfTables(database)).toEqual(before);
  });

  test.each([
    ['with questions', async () => {}],
    [
      'with people',
      async () => {
        await empty();
        await database.pool.query("insert into users (phone) values ('9999999999')");
      },
    ],
    [
      'that is marked as not a demo',
      async () => {
        await empty();
        await database.pool.query('insert into installation (is_demo) values (false)');
      },
    ],
  ])('refuses a database %s, and changes nothing', async (_what, make) => {
    await make();
    const before = await digestOfTables(database);
    await expect(prepare()).rejects.toThrow('DATABASE_URL names a database that the demo did not make.');
    expect(told).toEqual([]);
    expect(await digestOfTables(database)).toEqual(before);
  });
});
