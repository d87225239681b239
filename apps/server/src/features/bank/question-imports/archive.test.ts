import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { zipOf } from '../../../testing/zip.ts';
import { mostOfArchive, openArchive } from './archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'archives-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
const open = (bytes: Buffer, name = 'upload') => {
  const path = join(folder, String((count += 1)));
  writeFileSync(path, bytes);
  return openArchive(path, name);
};
const pack = async (fill: (zip: ZipFile) => void): Promise<Buffer> => {
  const zip = new ZipFile();
  fill(zip);
  zip.end();
  return buffer(zip.outputStream);
};
const packOne = (content: Buffer) => pack((zip) => zip.addBuffer(content, 'questions.txt'));

/** Overwrites a number of the first entry in the central directory, `at` bytes behind its signature. */
function patched(bytes: Buffer, at: number, size: 2 | 4, value: number): Buffer {
  const directory = bytes.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
  const changed = Buffer.from(bytes);
  changed.writeUIntLE(value, directory + at, size);
  return changed;
}
const [flagsAt, methodAt, unpackedAt] = [8, 10, 24];

test('a zip is an archive of its files, and any other file is an archive with one file', async () => {
  const zip = await open(await packOne(Buffer.from('hello')));
  expect(zip.names).toEqual(['questions.txt']);
  expect(Buffer.from(await zip.read('questions.txt')).toString()).toBe('hello');
  zip.close();
  const single = await open(Buffer.from('plain'), 'plain.txt');
  expect(single.names).toEqual(['plain.txt']);
  expect(Buffer.from(await single.read('plain.txt')).toString()).toBe('plain');
});

test('an archive within an archive is not read, and is reported by its name', async () => {
  const inner = await packOne(Buffer.from('hello'));
  const zip = await open(
    await pack((outer) => {
      outer.addBuffer(inner, 'inner.zip');
      outer.addBuffer(inner, 'paper.docx');
      outer.addBuffer(Buffer.from('hello'), 'questions.txt');
    }),
  );
  expect(zip).toMatchObject({ names: ['questions.txt'], nested: ['inner.zip', 'paper.docx'] });
  zip.close();
});

test.each<[string, () => Promise<Buffer> | Buffer]>([
  ['a name that leads out of it', () => Buffer.from(zipOf({ '../../etc/passwd': 'root' }), 'base64')],
  ['an absolute name', () => Buffer.from(zipOf({ '/etc/passwd': 'root' }), 'base64')],
  ['a name of a drive', () => Buffer.from(zipOf({ 'C:/secret': 'x' }), 'base64')],
  ['a link', () => pack((zip) => zip.addBuffer(Buffer.from('/etc/passwd'), 'link', { mode: 0o120_777 }))],
  ['a password', async () => patched(await packOne(Buffer.from('hello')), flagsAt, 2, 1)],
  ['an unusual packing', async () => patched(await packOne(Buffer.from('hello')), methodAt, 2, 12)],
  ['two files of one name', () => pack((zip) => ['a', 'b'].forEach((text) => zip.addBuffer(Buffer.from(text), 'same.txt')))],
  [
    'more files than allowed',
    () =>
      pack((zip) => {
        for (let at = 0; at <= mostOfArchive.entries; at += 1) zip.addBuffer(Buffer.alloc(0), `f${at}`, { compress: false });
      }),
  ],
  [
    'an announced size above the limit',
    async () => patched(await packOne(Buffer.from('hello')), unpackedAt, 4, mostOfArchive.unpackedBytes + 1),
  ],
  ['a missing end', async () => (await packOne(Buffer.from('hello'))).subarray(0, 60)],
])('an archive with %s is refused before anything is unpacked', async (_what, make) => {
  await expect(open(await make())).rejects.toMatchObject({ code: 'refused_file' });
});

test.each<[string, () => Promise<Buffer>]>([
  ['unpacks to far more than its packed size', () => packOne(Buffer.alloc(30_000_000))],
  ['unpacks to more than its header says', async () => patched(await packOne(Buffer.alloc(5000, 'ab')), unpackedAt, 4, 10)],
  [
    'is damaged',
    async () => {
      const bytes = await packOne(Buffer.from('hello '.repeat(1000)));
      bytes.fill(0xff, 45, 60);
      return bytes;
    },
  ],
])('a file that %s is refused while it is unpacked', async (_what, make) => {
  const zip = await open(await make());
  await expect(zip.read('questions.txt')).rejects.toMatchObject({ code: 'refused_file' });
  zip.close();
});
