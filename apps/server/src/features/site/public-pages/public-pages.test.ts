import { enquire, getOpenings, getPosition, type Application, applicationFields } from '@abhyas/contract/site/public-pages';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { letters } from '../../../commands/letters.ts';
import { openFolderStorage } from '../../../integrations/storage/folder-storage.ts';
import { boundlessBudgets, storySecret, tellStory } from '../../../testing/story.ts';
import { checkedResume } from './resume.ts';

const story = tellStory();
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
const application: Application = {
  type: 'UX designer',
  name: 'Nila Das',
  email: 'nila@example.com',
  phone: '9876543210',
  current_company: '',
  current_position: '',
  why_abhyas: '',
};

/** A form in the encoding of a browser. */
function form(fields: Partial<Application>, resume: Buffer | null, name = 'resume.pdf') {
  const boundary = 'abhyas-form';
  const parts = applicationFields.map(
    (field) => `--${boundary}\r\ncontent-disposition: form-data; name="attachment[${field}]"\r\n\r\n${fields[field] ?? ''}\r\n`,
  );
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="resume"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`;
  const end = `\r\n--${boundary}--\r\n`;
  const payload = Buffer.concat([Buffer.from(parts.join('') + (resume ? file : '')), resume ?? Buffer.alloc(0), Buffer.from(end)]);
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, payload };
}
const apply = (fields: Partial<Application>, resume: Buffer | null = pdf) =>
  story.visitor().send({ method: 'POST', url: '/api/static_pages/upload_application', ...form({ ...application, ...fields }, resume) });
const told = async (...args: string[]) => {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  await letters({ db: story.database.db, now: story.now, random: () => 0.5, secret: storySecret, isServing: false, print }, args);
  return lines.join('\n');
};

describe('an application for a job', () => {
  test('is stored once, however often it is sent, and listed for the operator', async () => {
    for (let time = 0; time < 10; time += 1) {
      const answer = await apply({});
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { success: true, message: 'Your application has been successfully submited.' },
      ]);
    }
    const list = await told('applications');
    expect(list.split('\n')).toHaveLength(1);
    expect(list).toContain('UX designer  Nila Das  9876543210  nila@example.com');
  });

  test.each([
    ['an address without @', { email: 'nilaexample' }, 'Email is not valid!'],
    ['an address of five characters', { email: 'a@b.c' }, 'Email is not valid!'],
    ['nine digits', { phone: '987654321' }, 'Invalid Phone!'],
    ['letters for digits', { phone: '98765abcde' }, 'Invalid Phone!'],
    ['no name', { name: ' ' }, 'Enter your name.'],
  ])('with %s is refused', async (_what, fields, message) => {
    const answer = await apply(fields);
    expect([answer.statusCode, answer.json().message]).toEqual([400, message]);
  });

  test.each([
    ['an empty file', Buffer.alloc(0), 400, 'The file is empty.'],
    ['a renamed program', Buffer.from('MZ\u0090 this program cannot be run in DOS mode %%EOF'), 400, 'Resume should be a PDF.'],
    [
      'an encrypted PDF',
      Buffer.from(pdf.toString().replace('/Root', '/Encrypt 5 0 R /Root')),
      400,
      'Resume should be a PDF that opens without a password.',
    ],
    ['6 MB', Buffer.concat([pdf, Buffer.alloc(6 * 1024 * 1024), pdf]), 413, undefined],
    [
      'a byte more than 5 MB',
      Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024 + 1 - 2 * pdf.length), pdf]),
      413,
      'Resume should be less than 5 MB.',
    ],
    ['no file', null, 400, 'Choose your resume as a PDF.'],
  ])('with %s is refused', async (_what, resume, status, message) => {
    story.pass(3600);
    const answer = await apply({}, resume);
    expect(answer.statusCode).toBe(status);
    if (message) expect(answer.json().message).toBe(message);
  });

  test('is refused if it comes from another site, or in another format', async () => {
    const { headers, payload } = form(application, pdf);
    const url = '/api/static_pages/upload_application';
    const foreign = await story.visitor().send({ method: 'POST', url, payload, headers: { ...headers, origin: 'https://evil.example' } });
    expect(foreign.statusCode).toBe(403);
    expect((await story.visitor().send({ method: 'POST', url, payload: { name: 'x' } })).statusCode).toBe(415);
  });

  test('is not stored beyond twenty within an hour', async () => {
    story.pass(3600);
    const statuses: number[] = [];
    for (let time = 0; time < 21; time += 1) statuses.push((await apply({ name: `Person ${time}` })).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });
});

describe('a resume', () => {
  const encrypted = Buffer.from(pdf.toString().replace('/Root', '/Encrypt 5 0 R /Root'));
  const cut = async (file: Buffer, length: number) => {
    const chunks = Array.from({ length: Math.ceil(file.length / length) }, (_, at) => file.subarray(at * length, (at + 1) * length));
    const passed: Buffer[] = [];
    for await (const chunk of checkedResume(Readable.from(chunks), createHash('sha256'))) passed.push(chunk);
    return Buffer.concat(passed).equals(file);
  };

  test.each([1, 2, 3, 5, 8, 13, 4096])('is recognised by its bytes in chunks of %i', async (length) => {
    const large = Buffer.concat([pdf, Buffer.alloc(3000), pdf]);
    expect(await cut(pdf, length)).toBe(true);
    expect(await cut(large, length)).toBe(true);
    await expect(cut(encrypted, length)).rejects.toMatchObject({ message: 'Resume should be a PDF that opens without a password.' });
    for (const other of [Buffer.from('%PDF-1.7 and nothing else'), Buffer.concat([pdf, Buffer.alloc(3000)])])
      await expect(cut(other, length)).rejects.toMatchObject({ message: 'Resume should be a PDF.' });
  });

  test('is written to the storage while it is received, and a form that breaks off leaves nothing there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'resumes-'));
    const storage = openFolderStorage(folder, storySecret, '/api');
    const app = await story.serverWith({}, { storage });
    const { port } = new URL(await app.listen({ port: 0 }));
    const { headers, payload } = form(application, Buffer.concat([pdf, Buffer.alloc(1024 * 1024), pdf]));
    const arriving = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'));
    const path = '/api/static_pages/upload_application';
    // Connects to an IP address, because Node gives up a host name after 250 ms without a connection, which a busy machine exceeds.
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers: { ...headers, 'content-length': payload.length } });
    sent.on('error', () => {});
    sent.write(payload.subarray(0, -1024));
    await vi.waitFor(
      () => expect(arriving().map((name) => statSync(join(folder, name)).size)).toEqual([expect.toSatisfy((size) => size > 100_000)]),
      { timeout: 20_000 },
    );
    sent.destroy();
    await vi.waitFor(() => expect(arriving()).toEqual([]), { timeout: 20_000 });
    await app.close();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['an application without a name', { name: '' }],
    ['an application that is recorded already', {}],
  ])('of %s does not stay in the storage', async (_what, fields) => {
    story.pass(86_400);
    const folder = mkdtempSync(join(tmpdir(), 'resumes-'));
    const app = await story.serverWith({}, { storage: openFolderStorage(folder, storySecret, '/api') });
    await app.inject({ method: 'POST', url: '/api/static_pages/upload_application', ...form({ ...application, ...fields }, pdf) });
    expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf'))).toEqual([]);
    await app.close();
    rmSync(folder, { recursive: true });
  });
});

test.each([
  ['an address', 'resume_bytes_of_address', '127.0.0.1'],
  ['the whole installation', 'resume_bytes', 'all'],
] as const)(
  'resumes above the daily bytes of %s are refused, with the time from which the next is accepted',
  async (_who, budget, holder) => {
    story.pass(86_400);
    const spent = new Map<string, number>();
    const take = (name: string, of: string | number, amount = 1) => {
      const key = `${name} ${of}`;
      spent.set(key, (spent.get(key) ?? 0) + amount);
      return key !== `${budget} ${holder}` || (spent.get(key) ?? 0) <= 2;
    };
    const app = await story.serverWith({}, { budgets: { ...boundlessBudgets, take } });
    const send = (name: string) =>
      app.inject({ method: 'POST', url: '/api/static_pages/upload_application', ...form({ ...application, name }, pdf) });
    expect([(await send('One')).statusCode, (await send('Two')).statusCode]).toEqual([200, 200]);
    const third = await send('Three');
    expect([third.statusCode, third.json().message]).toEqual([
      429,
      'No more resumes are taken today. Send your application from 05:30 on.',
    ]);
    await app.close();
  },
);

test('an institute’s enquiry is thanked for, stored once a day, and listed without control characters', async () => {
  story.pass(3600);
  const enquiry = {
    institute: 'Vidya \u001b[2J Classes',
    name: 'Vidya',
    phone: '9876543210',
    email: '',
    city: 'Kota',
    message: '',
    info: 'QPGenerator',
  };
  for (let time = 0; time < 3; time += 1)
    expect(await story.visitor().call(enquire, enquiry)).toEqual({
      success: true,
      message: 'Thank you for your interest, we will get back to you soon!',
    });
  await expect(story.visitor().call(enquire, { ...enquiry, phone: '12345' })).rejects.toMatchObject({ code: 'invalid_input' });
  const list = await told('enquiries');
  expect(list.split('\n')).toHaveLength(1);
  expect(list).toContain('QPGenerator');
  expect(list).not.toContain('\u001b');
  expect(await told('nonsense')).toContain('Usage');
});

test('an installation without texts lists no open position, and the page of a position is not found', async () => {
  expect((await story.visitor().call(getOpenings, {})).data.departments).toEqual([]);
  await expect(story.visitor().call(getPosition, { type: 'UX designer' })).rejects.toMatchObject({ code: 'not_found' });
});
