import { enquire, getOpenings, getPosition, type Application, applicationFields } from '@abhyas/contract/site/public-pages';
import { describe, expect, test } from 'vitest';
import { letters } from '../../../commands/letters.ts';
import { storySecret, tellStory } from '../../../testing/story.ts';
import { resumeFault } from './resume.ts';

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

/** A form as a browser sends it. */
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
  test('is kept once, however often it is sent, and listed for the operator', async () => {
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
    ['no file', null, 400, 'Choose your resume as a PDF.'],
  ])('with %s is refused', async (_what, resume, status, message) => {
    const answer = await apply({}, resume);
    expect(answer.statusCode).toBe(status);
    if (message) expect(answer.json().message).toBe(message);
  });

  test('of another site, or in another shape, is refused', async () => {
    const { headers, payload } = form(application, pdf);
    const url = '/api/static_pages/upload_application';
    const foreign = await story.visitor().send({ method: 'POST', url, payload, headers: { ...headers, origin: 'https://evil.example' } });
    expect(foreign.statusCode).toBe(403);
    expect((await story.visitor().send({ method: 'POST', url, payload: { name: 'x' } })).statusCode).toBe(415);
  });

  test('ends up where the twenty-first within an hour does: nowhere', async () => {
    story.pass(3600);
    const statuses: number[] = [];
    for (let time = 0; time < 21; time += 1) statuses.push((await apply({ name: `Person ${time}` })).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
  });
});

test('a PDF is known by its bytes', () => {
  expect(resumeFault(pdf)).toBeNull();
  expect(resumeFault(Buffer.from('%PDF-1.7 and nothing else'))).toBe('Resume should be a PDF.');
});

test('an institute’s enquiry is thanked for, kept once a day, and listed without what could move a terminal', async () => {
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

test('a place without texts has no openings, and no position is found', async () => {
  expect((await story.visitor().call(getOpenings, {})).data.departments).toEqual([]);
  await expect(story.visitor().call(getPosition, { type: 'UX designer' })).rejects.toMatchObject({ code: 'not_found' });
});
