import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { type OpenDatabase, openDatabase } from '../database/open.ts';
import { atDatabase, citusServers, dropDatabase, joinServers, onDatabase, spreadDatabase } from '../testing/citus.ts';
import { isOnCitus, isOnPostgres, openTestDatabase } from '../testing/test-database.ts';
import { scaleDatabase } from './scale.ts';

async function run(url: string, ...args: string[]) {
  const lines: string[] = [];
  const exit = await scaleDatabase(args, { DATABASE_URL: url, DATA_FOLDER: '/nowhere' }, '/', (line) => void lines.push(line));
  return { exit, said: lines.join('\n') };
}

describe.runIf(isOnPostgres)('the command scale', () => {
  let database: OpenDatabase;
  let url: string;
  beforeAll(async () => {
    database = await openTestDatabase(inject('template'));
    const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
    url = atDatabase(process.env['DATABASE_URL_TEST'] ?? '', rows[0]?.name ?? '');
  });
  afterAll(() => database.close());

  test('prints its usage after an unknown word', async () => {
    expect(await run(url, 'widen')).toEqual({ exit: 2, said: expect.stringContaining('npm run scale -- check') as string });
  });

  test.runIf(!isOnCitus)('says that Citus is missing, and changes nothing', async () => {
    for (const word of ['check', 'spread', 'status'])
      expect(await run(url, word)).toEqual({ exit: 1, said: expect.stringContaining('This database has no Citus.') as string });
    const { rows } = await database.pool.query("select count(*)::int as count from pg_constraint where contype = 'f'");
    expect(rows[0]).not.toEqual({ count: 0 });
  });

  test.runIf(isOnCitus)('finds every table of a spread database in its place', async () => {
    expect(await run(url, 'status')).toEqual({ exit: 0, said: expect.stringMatching(/^Citus 13\.\d+\.\d+; \d+ spread tables/) as string });
  });

  test.runIf(isOnCitus)('refuses to spread while servers hold connections', async () => {
    const { exit, said } = await run(url, 'spread');
    expect({ exit, said }).toEqual({ exit: 1, said: expect.stringMatching(/^Servers hold \d+ connections/) as string });
  });

  test.runIf(isOnCitus)('leaves a spread database that later migrations change, on every machine', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'abhyas-steps-'));
    cpSync(new URL('../database/migrations/', import.meta.url), folder, { recursive: true });
    const step = `
      -- A column; its rule has a name, in a statement of its own.
      alter table sessions add column seat text;
      alter table sessions add constraint sessions_seat_check check (length(seat) < 9);
      create table seat_notes (student_id bigint not null, session_id bigint not null,
        foreign key (student_id, session_id) references sessions on delete cascade);`;
    writeFileSync(join(folder, '9999-seats.sql'), step);
    await migrate(database, { folder: pathToFileURL(`${folder}/`) }).finally(() => rmSync(folder, { recursive: true }));
    const { rows } = await database.pool.query<{ result: string }>(
      `select result from run_command_on_workers('select count(*) > 1 from pg_constraint where conname like ''sessions_seat_check%''')`,
    );
    expect(rows.map(({ result }) => result)).toEqual(
      citusServers(process.env)
        .slice(1)
        .map(() => 't'),
    );
    expect((await database.pool.query('select student_id from seat_notes')).rows).toEqual([]);
  });

  test.runIf(isOnCitus)('goes on after an interruption, and keeps rows and counters', async () => {
    const servers = citusServers(process.env);
    const name = `abhyas_spread_${randomBytes(6).toString('hex')}`;
    const fresh = atDatabase(servers[0] ?? '', name);
    const opened = async (work: (of: OpenDatabase) => Promise<unknown>) => {
      const own = await openDatabase({ url: fresh, connections: 1, isSpread: true });
      await work(own).finally(() => own.close());
    };
    for (const server of servers) await onDatabase(server, [`create database ${name}`]);
    try {
      await opened(async (own) => {
        await migrate(own);
        await own.pool.query("insert into users (phone) select '70000000' || lpad(n::text, 2, '0') from generate_series(1, 20) n");
      });
      await joinServers(servers, name);
      let count = 0;
      const stop = () => {
        count += 1;
        if (count === 40) throw new Error('Interrupted');
      };
      await expect(spreadDatabase(fresh, stop)).rejects.toThrow('Interrupted');
      expect((await run(fresh, 'status')).said).toContain('A spreading was interrupted');
      expect(await run(fresh, 'spread')).toEqual({ exit: 0, said: expect.stringContaining('rows are as before') as string });
      expect((await run(fresh, 'status')).exit).toBe(0);
      await opened(async ({ pool }) => {
        const { rows } = await pool.query("insert into users (phone) values ('7100000000') returning id");
        expect(rows).toEqual([{ id: 21 }]);
      });
    } finally {
      for (const server of servers) await dropDatabase(server, name);
    }
  });
});
