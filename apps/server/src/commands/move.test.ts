import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobs } from '../app.ts';
import { digestsOf, type Digests } from '../database/digests.ts';
import { migrate } from '../database/migrate.ts';
import { beginMove } from '../database/move.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import { onServer } from '../database/postgres-tools.ts';
import { inSnapshot } from '../database/transaction.ts';
import { writeContent } from '../features/bank/content/storing/content.store.ts';
import { openJobQueue } from '../jobs/jobs.ts';
import { sendJob } from '../jobs/send-job.ts';
import { markCorrectedPaper } from '../features/exam-office/key-corrections/key-corrections.ts';
import { fixtureContent } from '../testing/fixture-content.ts';
import { operatorOfBank } from '../testing/operator.ts';
import { isOnPostgres } from '../testing/test-database.ts';
import { moveToPostgres } from './move.ts';

const server = process.env['DATABASE_URL_TEST'] ?? '';
const digest = (database: OpenDatabase): Promise<Digests> => inSnapshot(database, ({ db }) => digestsOf(db));

describe.runIf(isOnPostgres)('a move from the embedded database to PostgreSQL', () => {
  let data: string;
  let before: Digests;
  let name: string;
  let url: string;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'abhyas-move-'));
    const source = await openDatabase({ folder: join(data, 'database') });
    await migrate(source);
    await openJobQueue(source.pool, jobs);
    const context = { db: source.db, now: new Date(), random: Math.random, actor: operatorOfBank };
    await source.db.insertInto('institutes').values({ code: 'school', name: 'अभ्यास "School", \\ {of} \n two lines' }).execute();
    await writeContent(context, fixtureContent);
    await source.pool.query("insert into users (phone, created_at) values ('7000000001', '2026-01-01T00:00:00.123456Z')");
    await sendJob(context, markCorrectedPaper, { paper_id: 1, question_id: 1, reason: 'A typing error' });
    // A queue of an earlier version, which the present one does not create.
    await source.pool.query(
      `select jobs.create_queue('former', '{}'); insert into jobs.job (name, data) values ('former', '{"of": null}')`,
    );
    const { 'jobs.queue': queues, ...others } = await digest(source);
    // A command that opens the queues updates them.
    before = { ...others, 'jobs.queue': { rows: queues?.rows ?? 0, digest: expect.any(String) as string } };
    await source.close();
  });
  afterAll(() => rmSync(data, { recursive: true, force: true }));
  beforeEach(async () => {
    name = `abhyas_move_${randomBytes(6).toString('hex')}`;
    await onServer(server, (client) => client.query(`create database ${name}`));
    const address = new URL(server);
    address.pathname = name;
    url = address.href;
  });
  afterEach(() => onServer(server, (client) => client.query(`drop database ${name} with (force)`)));

  async function move() {
    const lines: string[] = [];
    const exit = await moveToPostgres([], { DATABASE_URL: url, DATA_FOLDER: data }, data, (line) => void lines.push(line));
    return { exit, said: lines.join('\n') };
  }
  async function inTarget<T>(work: (database: OpenDatabase) => Promise<T>): Promise<T> {
    const target = await openDatabase({ url, connections: 2 });
    return work(target).finally(() => target.close());
  }

  test('carries every row of every table, and the counters of ids, and leaves no foreign key out', async () => {
    const { exit, said } = await move();
    expect(said).toMatch(/Moved \d+ rows of \d+ tables in [\d.]+ s; every digest agrees\./);
    expect(exit).toBe(0);
    await inTarget(async (target) => {
      expect(await digest(target)).toEqual(before);
      const { rows } = await target.pool.query(
        "insert into users (phone) values ('7000000002') returning id > (select min(id) from users) as is_next",
      );
      expect(rows).toEqual([{ is_next: true }]);
      await expect(
        target.pool.query('insert into memberships (user_id, institute_id, role) values (99999, 1, $1)', ['student']),
      ).rejects.toThrow(/foreign key/);
      const { rows: left } = await target.pool.query("select tgname from pg_trigger where tgenabled = 'D'");
      expect(left).toEqual([]);
    });
  });

  test('refuses a database that holds something, and leaves it as it is', async () => {
    await onServer(url, (client) => client.query('create table notes (text text)'));
    expect(await move()).toEqual({
      exit: 1,
      said: 'The database at DATABASE_URL holds 1 tables. Name an empty one: a move replaces nothing.',
    });
    const { rows } = await onServer(url, (client) =>
      client.query("select table_name from information_schema.tables where table_schema = 'public'"),
    );
    expect(rows).toEqual([{ table_name: 'notes' }]);
  });

  test('is repeated after an interruption', async () => {
    await inTarget(async (target) => {
      await beginMove(target);
      await migrate(target);
    });
    expect((await move()).exit).toBe(0);
    expect(await inTarget(digest)).toEqual(before);
    expect((await move()).said).toMatch(/^The database at DATABASE_URL holds \d+ tables/);
  });
});
