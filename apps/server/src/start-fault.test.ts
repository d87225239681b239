import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OpenDatabase } from './database/open.ts';
import { entryArguments } from './testing/processes.ts';
import { isOnPostgres, openTestDatabase } from './testing/test-database.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase(inject('template'));
});
afterAll(() => database.close());

/** The address of the migrated database; the embedded one serves one process, so the server then makes its own. */
async function urlOfDatabase(): Promise<string | undefined> {
  if (!isOnPostgres) return undefined;
  const { rows } = await database.pool.query<{ name: string }>('select current_database() as name');
  return Object.assign(new URL(process.env['DATABASE_URL_TEST'] ?? ''), { pathname: rows[0]?.name }).href;
}

test('a start at a port in use reports that, and leaves no command socket behind', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'abhyas-start-'));
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { DATABASE_URL: _none, ...rest } = process.env;
  const url = await urlOfDatabase();
  const twilio = { SMS_PROVIDER: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+15005550006' };
  const env = { ...rest, ...twilio, ...(url ? { DATABASE_URL: url } : {}), DATA_FOLDER: folder, PORT: String(port) };
  const server = spawn(process.execPath, entryArguments('main.ts'), { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complained = '';
  server.stderr.on('data', (text: Buffer) => void (complained += text.toString()));
  const [exit] = (await once(server, 'close')) as [number | null];
  expect([exit, complained]).toEqual([1, `Port ${port} is in use. Stop what listens there, or set PORT to another one.\n`]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.sock'))).toEqual([]);
  taken.close();
  rmSync(folder, { recursive: true });
}, 240_000);
