import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../open.ts';

let root: string;
let folder: string;
let opened: OpenDatabase[];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'abhyas-embedded-'));
  folder = join(root, 'database');
  opened = [];
});
afterEach(async () => {
  for (const database of opened) await database.close();
  rmSync(root, { recursive: true });
});

async function open(settings: Parameters<typeof openDatabase>[0] = { folder }) {
  const database = await openDatabase({ template: inject('empty'), ...settings });
  opened.push(database);
  return database;
}
async function close(database: OpenDatabase) {
  opened.splice(opened.indexOf(database), 1);
  await database.close();
}
/** Writes a lock file like that of a killed or a living process. */
const lockAs = (pid: number | undefined) => writeFileSync(`${folder}.lock`, String(pid));

async function killed(child: ChildProcess) {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

describe('the embedded database', () => {
  test('keeps its rows when it is closed and opened again', async () => {
    const first = await open();
    await first.pool.query(
      "create table notes (id bigint generated always as identity, text text); insert into notes (text) values ('kept')",
    );
    await close(first);
    expect(existsSync(`${folder}.lock`)).toBe(false);
    const second = await open();
    expect((await second.pool.query('select id, text from notes')).rows).toEqual([{ id: 1, text: 'kept' }]);
  });

  test('is readable only by its owner, every file and folder, even in a folder made with wider rights', async () => {
    const first = await open();
    await first.pool.query('create table notes (text text)');
    const modes = () =>
      new Set(
        ['', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].map((name) => {
          const stats = statSync(join(folder, name));
          return `${stats.isDirectory() ? 'folder' : 'file'} ${(stats.mode & 0o777).toString(8)}`;
        }),
      );
    expect(modes()).toEqual(new Set(['folder 700', 'file 600']));
    await close(first);
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'PG_VERSION'), 0o666);
    const second = await open();
    await second.pool.query("insert into notes values ('later'); checkpoint");
    expect(modes()).toEqual(new Set(['folder 700', 'file 600']));
  });

  test('is opened by one process at a time', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000_000)']);
    lockAs(other.pid);
    await expect(open()).rejects.toThrow(`The database in ${folder} is in use by process ${other.pid}. Stop that one first.`);
    expect(readFileSync(`${folder}.lock`, 'utf8')).toBe(String(other.pid));
    await killed(other);
    expect((await (await open()).pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('is opened once in a process', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow(`The database in ${folder} is in use by process ${process.pid}.`);
    expect((await first.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });

  test('opens despite the lock of a dead process with the same process id', async () => {
    lockAs(process.pid);
    expect((await open()).kind).toBe('embedded');
  });

  test('is left unchanged, with a message, if it is of another version of PostgreSQL', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'PG_VERSION'), '17\n');
    const sentence = `The database in ${folder} is of PostgreSQL 17; this version of Abhyas opens 18.`;
    await expect(open()).rejects.toThrow(sentence);
    await expect(open()).rejects.toThrow(sentence);
    expect(existsSync(`${folder}.lock`)).toBe(false);
  });

  test('releases its lock if it cannot be opened', async () => {
    mkdirSync(folder);
    writeFileSync(join(folder, 'PG_VERSION'), '18\n');
    await expect(open()).rejects.toThrow();
    expect(existsSync(`${folder}.lock`)).toBe(false);
  });

  test('can begin with a dump of another database and is independent from then on', async () => {
    const first = await open({});
    await first.pool.query("create table notes (text text); insert into notes values ('of both')");
    const template = join(root, 'template.tar');
    writeFileSync(template, await first.dump());
    const second = await open({ folder, template });
    await second.pool.query("insert into notes values ('of the second')");
    expect((await first.pool.query('select text from notes')).rows).toEqual([{ text: 'of both' }]);
    await close(second);
    const again = await open({ folder, template });
    expect((await again.pool.query('select text from notes')).rows).toHaveLength(2);
  });

  test('gives each client a clean session, whatever the previous client left open', async () => {
    const { pool } = await open({});
    await pool.query('create table notes (text text)');
    const client = await pool.connect();
    await client.query("begin; insert into notes values ('lost'); set search_path to nowhere; create temp table left_over ()");
    client.release(true);
    expect((await pool.query('select * from notes')).rows).toEqual([]);
    expect((await pool.query("select to_regclass('left_over') as name")).rows).toEqual([{ name: null }]);
  });

  test('reports errors with PostgreSQL’s codes and continues', async () => {
    const { pool } = await open({});
    await pool.query('create table notes (id int primary key)');
    await pool.query('insert into notes values ($1)', [1]);
    await expect(pool.query('insert into notes values ($1)', [1])).rejects.toMatchObject({ code: '23505' });
    await expect(pool.query('select $1::int', ['x'])).rejects.toMatchObject({ code: '22P02' });
    await expect(pool.query('selec 1')).rejects.toMatchObject({ code: '42601' });
    expect((await pool.query('select count(*) from notes')).rows).toEqual([{ count: 1 }]);
  });

  test('carries large statements and large results', async () => {
    const { pool } = await open({});
    const text = 'अभ्यास '.repeat(100_000);
    const { rows } = await pool.query('select $1::text as text, generate_series(1, 3) as at', [text]);
    expect(rows.map((row) => row.text === text)).toEqual([true, true, true]);
    expect((await pool.query('select at from generate_series(1, 20000) at')).rows).toHaveLength(20_000);
  });

  test('refuses statements after it is closed', async () => {
    const database = await open({});
    await close(database);
    await expect(database.pool.query('select 1')).rejects.toThrow();
  });
});
