import { createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { openDatabase } from './open.ts';

/** A message of PostgreSQL's protocol: its letter, its length, its content. */
function message(letter: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(content.length + 4);
  return Buffer.concat([Buffer.from(letter), length, content]);
}
const greeting = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
const farewell = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection due to unexpected postmaster exit\0\0'));

/** A database that lets everybody in, and dies when it is told to. */
async function mortalDatabase() {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.once('data', () => socket.write(greeting));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('No port');
  const die = () => {
    for (const socket of sockets) socket.end(farewell);
    server.close();
  };
  return { url: `postgres://anybody@127.0.0.1:${address.port}/test`, die };
}

test('a database that dies between two statements of a transaction costs that transaction, not the server', async () => {
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
