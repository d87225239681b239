import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createFailureHandler } from '../../http/error-handler.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FolderStorage, openFolderStorage } from './folder-storage.ts';
import { registerFolderStorage } from './folder-storage.routes.ts';
import { openS3Storage } from './s3-storage.ts';
import {
  attachmentHeader,
  type ListedObject,
  partBytes,
  PartsFault,
  requireKey,
  SizeFault,
  type Storage,
  StorageFault,
  type UploadForm,
} from './storage.ts';

/** The folder is always tested; an S3 service is tested too if its variables are set (tests/README.md). */
const service = process.env['STORAGE_TEST_ENDPOINT'];
const kinds = service ? (['folder', 's3'] as const) : (['folder'] as const);

async function streamed(storage: Storage, key: string, range?: { from: number; to: number }): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await storage.read(key, range)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

describe.each(kinds)('a storage of the kind %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'storage-'));
  let app: FastifyInstance;
  let site: string;
  let storage: Storage;

  beforeAll(async () => {
    app = fastify();
    app.setErrorHandler(createFailureHandler(() => new Date()));
    await app.register(
      async (api) => {
        const local: FolderStorage = openFolderStorage(folder, Buffer.from('a secret of tests'), '/api');
        storage = local;
        await registerFolderStorage(api, local, () => new Date());
      },
      { prefix: '/api' },
    );
    site = await app.listen({ port: 0 });
    if (kind === 's3') {
      storage = openS3Storage({
        endpoint: service ?? '',
        bucket: process.env['STORAGE_TEST_BUCKET'] ?? 'abhyas-test',
        region: process.env['STORAGE_TEST_REGION'] ?? 'us-east-1',
        access_key: process.env['STORAGE_TEST_ACCESS_KEY'] ?? '',
        secret_key: process.env['STORAGE_TEST_SECRET_KEY'] ?? '',
      });
    }
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const whole = (address: string) => new URL(address, site);
  const post = ({ url, url_fields }: UploadForm, file: string | Buffer, change: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...url_fields, ...change })) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), 'sheet.pdf');
    return fetch(whole(url), { method: 'POST', body: form });
  };
  const rule = (key: string, most_bytes = 1000) => ({ key, media_type: 'application/pdf', most_bytes });

  test('a file posted with a signed form is stored under its key and type', async () => {
    const answer = await post(storage.signForm(rule('sheets/1/one.pdf'), new Date()), 'what was written');
    expect(answer.status).toBe(204);
    expect(await storage.find('sheets/1/one.pdf')).toEqual({ bytes: 16, media_type: 'application/pdf' });
    expect(await streamed(storage, 'sheets/1/one.pdf')).toBe('what was written');
    expect(await streamed(storage, 'sheets/1/one.pdf', { from: 5, to: 7 })).toBe('was');
  });

  test.each([
    ['another key', { key: 'sheets/1/other.pdf' }],
    ['another type', { 'Content-Type': 'text/html' }],
    ['a wrong signature', { 'x-amz-signature': '0'.repeat(64) }],
    ['a policy of its own', { policy: Buffer.from('{"expiration":"2999-01-01T00:00:00Z","conditions":[]}').toString('base64') }],
    ['a field that was not signed', { acl: 'public-read' }],
  ])('a form with %s stores nothing', async (_what, change) => {
    const answer = await post(storage.signForm(rule('sheets/2/one.pdf'), new Date()), 'x', change);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await storage.find('sheets/2/one.pdf')).toBeUndefined();
    expect(await storage.find('sheets/1/other.pdf')).toBeUndefined();
  });

  test('an expired form stores nothing', async () => {
    const answer = await post(storage.signForm(rule('sheets/3/one.pdf'), new Date(Date.parse('2026-01-01T00:00:00Z'))), 'x');
    expect(answer.status).toBe(403);
    expect(await storage.find('sheets/3/one.pdf')).toBeUndefined();
  });

  test.each([
    ['larger than allowed', 'x'.repeat(11)],
    ['empty', ''],
  ])('a file that is %s is not stored', async (_what, file) => {
    const answer = await post(storage.signForm(rule('sheets/4/one.pdf', 10), new Date()), file);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await storage.find('sheets/4/one.pdf')).toBeUndefined();
  });

  test('a download is an attachment under its name, and a changed address returns nothing', async () => {
    await storage.write('shared/notes.pdf', 'application/pdf', Buffer.from('the notes'));
    const address = whole(await storage.signDownload('shared/notes.pdf', 'Notes (Kinematics).pdf', new Date()));
    const answer = await fetch(address);
    expect(await answer.text()).toBe('the notes');
    expect(answer.headers.get('content-disposition')).toContain('filename="Notes (Kinematics).pdf"');
    const part = await fetch(address, { headers: { range: 'bytes=4-' } });
    expect([part.status, await part.text()]).toEqual([206, 'notes']);
    address.pathname = address.pathname.replace('notes', 'other');
    expect((await fetch(address)).status).toBe(403);
  });

  test('a stream is stored whole; one that is too long, is empty or fails leaves no object', async () => {
    const chunks = ['one ', 'two ', 'three'].map((text) => Buffer.from(text));
    const broken = async function* () {
      yield* chunks;
      throw new Error('the sender is gone');
    };
    const stream = (source: AsyncIterable<Buffer>, most: number) =>
      storage.writeStream('streamed/one.pdf', 'application/pdf', source, most);
    await expect(stream(Readable.from(chunks), 12)).rejects.toThrow(SizeFault);
    await expect(stream(Readable.from([]), 12)).rejects.toThrow(SizeFault);
    await expect(stream(broken(), 100)).rejects.toThrow('the sender is gone');
    expect(await storage.find('streamed/one.pdf')).toBeUndefined();
    expect(await stream(Readable.from(chunks), 13)).toBe(13);
    expect(await storage.find('streamed/one.pdf')).toEqual({ bytes: 13, media_type: 'application/pdf' });
    expect(await streamed(storage, 'streamed/one.pdf')).toBe('one two three');
  });

  test('an expired download address returns nothing', async () => {
    await storage.write('shared/old.pdf', 'application/pdf', Buffer.from('x'));
    const address = await storage.signDownload('shared/old.pdf', 'old.pdf', new Date(Date.parse('2026-01-01T00:00:00Z')));
    expect((await fetch(whole(address))).status).toBe(403);
  });

  test('parts make one object, a part sent twice counts once, and a stopped upload leaves nothing', async () => {
    const key = 'sheets/5/large.pdf';
    const upload_id = await storage.beginParts(key, 'application/pdf');
    const send = async (number: number, bytes: Buffer) =>
      fetch(whole(await storage.signPart(key, upload_id, number, new Date())), { method: 'PUT', body: new Uint8Array(bytes) });
    const first = Buffer.alloc(partBytes, 'a');
    expect((await send(1, Buffer.alloc(partBytes, 'z'))).ok).toBe(true);
    expect((await send(2, Buffer.from('the end'))).ok).toBe(true);
    expect((await send(1, first)).ok).toBe(true);
    const parts = await storage.listParts(key, upload_id);
    expect(parts.map(({ number, bytes }) => [number, bytes])).toEqual([
      [1, partBytes],
      [2, 7],
    ]);
    await storage.finishParts(key, upload_id, parts);
    expect(await storage.find(key)).toEqual({ bytes: partBytes + 7, media_type: 'application/pdf' });
    expect(await streamed(storage, key, { from: partBytes - 2, to: partBytes + 2 })).toBe('aathe');

    const stopped = await storage.beginParts('sheets/5/stopped.pdf', 'application/pdf');
    await storage.abortParts('sheets/5/stopped.pdf', stopped);
    expect(await storage.find('sheets/5/stopped.pdf')).toBeUndefined();
  });

  test('a part that is replaced after it was listed stops the joining, and a finished upload has no parts and is not joined again', async () => {
    const key = 'sheets/7/large.pdf';
    const upload_id = await storage.beginParts(key, 'application/pdf');
    const send = async (bytes: Buffer) =>
      fetch(whole(await storage.signPart(key, upload_id, 1, new Date())), { method: 'PUT', body: new Uint8Array(bytes) });
    await send(Buffer.from('the first'));
    const parts = await storage.listParts(key, upload_id);
    await send(Buffer.from('the other'));
    await expect(storage.finishParts(key, upload_id, parts)).rejects.toThrow(PartsFault);
    expect(await storage.find(key)).toBeUndefined();
    const listed = await storage.listParts(key, upload_id);
    await storage.finishParts(key, upload_id, listed);
    expect(await storage.listParts(key, upload_id)).toEqual([]);
    await expect(storage.finishParts(key, upload_id, parts)).rejects.toThrow(PartsFault);
    expect(await streamed(storage, key)).toBe('the other');
  });

  test('parts are listed without being read: by size, and by the etag from their arrival', async () => {
    const key = 'sheets/6/large.pdf';
    const upload_id = await storage.beginParts(key, 'application/pdf');
    const part = Buffer.alloc(partBytes, 'a');
    await fetch(whole(await storage.signPart(key, upload_id, 1, new Date())), { method: 'PUT', body: new Uint8Array(part) });
    // The bytes have changed since the part arrived, so the etag can only be the stored one.
    if (kind === 'folder') truncateSync(join(folder, 'uploads', upload_id, '1'), 7);
    const [listed] = await storage.listParts(key, upload_id);
    expect(listed?.bytes).toBe(kind === 'folder' ? 7 : partBytes);
    expect(listed?.etag.replaceAll('"', '')).toBe(createHash('md5').update(part).digest('hex'));
    await storage.abortParts(key, upload_id);
  });

  test('a moved object keeps its bytes and its type, and its former key is empty', async () => {
    await storage.write('shared/first.pdf', 'application/pdf', Buffer.from('the notes'));
    await storage.move('shared/first.pdf', 'kept/shared/first.pdf');
    expect(await storage.find('shared/first.pdf')).toBeUndefined();
    expect(await storage.find('kept/shared/first.pdf')).toEqual({ bytes: 9, media_type: 'application/pdf' });
    expect(await streamed(storage, 'kept/shared/first.pdf')).toBe('the notes');
    await expect(storage.move('shared/first.pdf', 'kept/shared/first.pdf')).rejects.toThrow();
    expect(await streamed(storage, 'kept/shared/first.pdf')).toBe('the notes');
  });

  test('objects are listed with their sizes, page by page, each once, and only those below the prefix', async () => {
    const keys = Array.from({ length: 1005 }, (_none, at) => `listed/${at}.pdf`);
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => storage.write(key, 'application/pdf', Buffer.from('one'))));
    await storage.write('listed-elsewhere/one.pdf', 'application/pdf', Buffer.from('x'));
    const pages: ListedObject[][] = [];
    for await (const page of storage.list('listed/')) pages.push(page);
    expect(pages.length).toBeGreaterThan(1);
    expect(
      pages
        .flat()
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(keys.toSorted());
    expect(new Set(pages.flat().map(({ bytes }) => bytes))).toEqual(new Set([3]));
    for await (const page of storage.list('nothing/')) expect(page).toEqual([]);
    for (const key of keys) await storage.remove(key);
  });

  test('uploads in parts are listed until they are finished or stopped', async () => {
    const upload_id = await storage.beginParts('listed/large.pdf', 'application/pdf');
    const listed = async () => {
      const ids: string[] = [];
      for await (const page of storage.listUploads('listed/')) ids.push(...page.map((each) => each.upload_id));
      return ids;
    };
    expect(await listed()).toContain(upload_id);
    await storage.abortParts('listed/large.pdf', upload_id);
    expect(await listed()).not.toContain(upload_id);
  });

  test('a removed object is gone, and removing it again changes nothing', async () => {
    await storage.write('shared/gone.pdf', 'application/pdf', Buffer.from('x'));
    await storage.remove('shared/gone.pdf');
    await storage.remove('shared/gone.pdf');
    expect(await storage.find('shared/gone.pdf')).toBeUndefined();
  });
});

describe('damaged responses of a bucket count as unavailable storage:', () => {
  const servers: Server[] = [];
  afterAll(() => servers.forEach((server) => server.close()));
  const bucketThat = async (answers: string) => {
    const server = createServer((socket) => void socket.on('error', () => {}).once('data', () => socket.end(answers)));
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return openS3Storage({ endpoint, bucket: 'b', region: 'r', access_key: 'a', secret_key: 's' });
  };
  const first = async (pages: AsyncIterable<unknown>) => {
    for await (const page of pages) return page;
    return undefined;
  };
  const broken = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n<List';
  const html = 'HTTP/1.1 200 OK\r\ncontent-length: 13\r\nconnection: close\r\n\r\n<html></html>';

  test.each<[string, (bucket: Storage) => Promise<unknown>, string[]]>([
    ['the list of objects', (bucket) => first(bucket.list('a/')), [broken, html]],
    ['the list of uploads', (bucket) => first(bucket.listUploads('a/')), [broken, html]],
    ['the list of parts', (bucket) => bucket.listParts('a/b.pdf', 'one'), [broken, html]],
    ['the beginning of an upload', (bucket) => bucket.beginParts('a/b.pdf', 'application/pdf'), [broken, html]],
    ['the content of an object', (bucket) => streamed(bucket, 'a/b.pdf'), [broken]],
    ['a copy', (bucket) => bucket.move('a/b.pdf', 'a/c.pdf'), [broken]],
  ])('%s', async (_what, ask, answers) => {
    for (const answer of answers) await expect(ask(await bucketThat(answer))).rejects.toThrow(StorageFault);
  });
});

test.each(['../secret', '/etc/passwd', 'a//b', 'A/b', 'a/../b', 'a/.b', '', 'a b', 'a\\b', `a/${'b'.repeat(200)}`])(
  '"%s" is not a key',
  (key) => expect(() => requireKey(key)).toThrow('is not a key'),
);

test('a long download name is never cut inside a character; half a character in the name is replaced', () => {
  expect(attachmentHeader(`${'x'.repeat(199)}😀.pdf`)).toContain(`UTF-8''${'x'.repeat(199)}`);
  expect(attachmentHeader('half \uD83D.pdf')).toContain(`UTF-8''half%20%EF%BF%BD.pdf`);
});

test('the name of a download cannot end its header', () => {
  expect(attachmentHeader('a"; x=1\r\nSet-Cookie: b.pdf')).not.toMatch(/[\r\n]|"; x/);
});
