import { createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseAway } from './database-away.ts';
import { openDatabase } from './open.ts';

/** A message of PostgreSQL's protocol: letter, length, content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}
const greeting = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const farewell = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'));

/** A database that accepts every connection and dies on command. */
async function mortalDatabase() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.once('data', () => socket.write(greeting));
    // Statements are received and never answered.
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  const die = () => {
    for (const socket of sockets) socket.end(farewell);
    server.close();
  };
  return { url: `postgres://anybody@127.0.0.1:${address.port}/test`, die, connections: () => sockets.length };
}

test('a database that stops between two statements of a transaction makes that transaction fail, not the server', async () => {
  const { url, die } = await mortalDatabase();
  const { pool, close } = await openDatabase({ url });
  const client = await pool.connect();
  const ended = new Promise((resolve) => void client.once('end', resolve));
  die();
  await ended;
  await expect(client.query('select 1')).rejects.toThrow();
  client.release(true);
  await close();
});

test('a connection that no longer responds is dropped, and the pool can open another', async () => {
  const { url, die, connections } = await mortalDatabase();
  const { db, pool, close } = await openDatabase({ url, connections: 1, silenceMs: 50 });
  for (let calls = 1; calls <= 3; calls += 1) {
    const failure: unknown = await sql`select 1`.execute(db).catch((error: unknown) => error);
    expect(isDatabaseAway(failure)).toBe(true);
    expect([connections(), pool.totalCount]).toEqual([calls, 0]);
  }
  // The rollback of its transaction does not wait a second time.
  await expect(db.transaction().execute((trx) => sql`select 1`.execute(trx))).rejects.toSatisfy(isDatabaseAway);
  expect(pool.totalCount).toBe(0);
  await close();
  die();
});

test.each([
  ['the victim of a deadlock', 'canceling the transaction since it was involved in a distributed deadlock', '40P01', true],
  ['a lost worker of a spread database', 'failure on connection marked as essential: 10.0.0.2:5432', 'XX000', true],
  ['a worker lost within a statement', 'SSL SYSCALL error: EOF detected', 'XX000', true],
  ['a worker lost between two phases', 'SSL connection has been closed unexpectedly', 'XX000', true],
  ['a worker lost without encryption', 'server closed the connection unexpectedly', 'XX000', true],
  ['a worker lost while rows are sent to it', 'unexpected message type 0x58 during COPY data', '08P01', true],
  ['a defect', 'division by zero', '22012', false],
])('%s may succeed later or not, as its error says', (_what, message, code, isAway) => {
  const error = Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });
  expect(isDatabaseAway(error)).toBe(isAway);
});
