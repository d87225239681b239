import { Readable } from 'node:stream';
import { endpoints } from '@abhyas/contract/endpoints';
import { beginUpload, getUploadParts } from '@abhyas/contract/institute/stored-files';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { beforeAll, describe, expect, test } from 'vitest';
import { partBytes } from '../integrations/storage/storage.ts';
import { boundlessBudgets, tellStory, type Visitor } from '../testing/story.ts';
import { countWork } from '../testing/work-counter.ts';
import { MOST_BODY_BYTES, worstBodiesOf, type WorstForm, worstForms } from '../testing/worst-bodies.ts';

// A body that is refused because the caller's budget is used up is not read, and would measure nothing.
const story = tellStory({ budgets: boundlessBudgets });
let student: Visitor & { id: number };
let owner: Visitor & { id: number };
beforeAll(async () => {
  student = await story.student();
  owner = await story.staff('school', 'owner');
});
const posts = Object.entries(endpoints).filter(([, { method }]) => method === 'POST');

/** Size of the bodies: the full limit for texts with nested lists; for others a smaller size shows the same faster. */
const holdsLists = (path: string) => path === uploadStudentResponses.path;

/** The most blocks that the engine may enter for a byte. Bounding JSON enters three for a character (4.4 on Node 24), an attack hundreds. */
const mostWorkOfByte = 6;

/** Signs the person in again, a day later, because earlier bodies may have ended the sign-in or used up the day's budgets. */
async function signInAnew(person: Visitor & { id: number }) {
  story.pass(86_400);
  person.token = await story.tokenOf(person.id);
  return person;
}

describe('the work for a request body grows at most in proportion to its size', () => {
  test.each(posts)(
    '%s',
    async (_name, endpoint) => {
      const bodies = worstBodiesOf(endpoint, holdsLists(endpoint.path) ? MOST_BODY_BYTES : MOST_BODY_BYTES / 32);
      const url = `/api${endpoint.path.replace('{id}', '1')}`;
      const [defects, unread]: [string[], string[]] = [[], []];
      const work = await countWork(async () => {
        for (const { what, payload } of bodies) {
          const caller = await signInAnew(typeof endpoint.access === 'object' ? owner : student);
          const { statusCode } = await caller.send({
            method: 'POST',
            url,
            payload,
            headers: { 'content-type': 'application/json' },
          });
          if (statusCode >= 500) defects.push(what);
          if (statusCode === 401 || statusCode === 429) unread.push(what);
        }
      });
      expect([defects, unread]).toEqual([[], []]);
      expect(work).toBeLessThan(mostWorkOfByte * bodies.reduce((sum, { payload }) => sum + payload.length, 0));
    },
    180_000,
  );
});

/** The bytes in chunks, as a connection delivers them. */
const inPieces = (bytes: Buffer) =>
  Readable.from(Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_none, at) => bytes.subarray(at * 65_536, (at + 1) * 65_536)));

describe('the work for a file grows at most in proportion to its size', () => {
  const sendAll = async (url: string, files: readonly WorstForm[]) => {
    const defects: string[] = [];
    const work = await countWork(async () => {
      for (const { what, payload, headers } of files) {
        await signInAnew(student);
        const { statusCode } = await student.send({ method: 'POST', url, payload: inPieces(payload), headers });
        if (statusCode >= 500 || statusCode === 429) defects.push(what);
      }
    });
    expect(defects).toEqual([]);
    expect(work).toBeLessThan(mostWorkOfByte * files.reduce((sum, { payload }) => sum + payload.length, 0));
  };

  test('as a resume of an application', () => sendAll('/api/static_pages/upload_application', worstForms(MOST_BODY_BYTES)));

  test('as the form of a file', () => sendAll('/api/storage/forms', worstForms(MOST_BODY_BYTES)));

  test('as a part of a file', async () => {
    const member = await signInAnew(await story.student({ institute: 'school' }));
    const { id } = await member.call(beginUpload, { file_extension: 'pdf', bytes: 2 * partBytes });
    const { url = '' } = (await member.call(getUploadParts, { id })).missing[0] ?? {};
    const work = await countWork(async () => {
      for (const text of ['a', '\r\n--', '\0']) {
        const payload = Buffer.alloc(partBytes, text);
        const { statusCode } = await member.send({ method: 'PUT', url, payload, headers: { 'content-type': 'application/octet-stream' } });
        expect(statusCode).toBe(204);
      }
    });
    expect(work).toBeLessThan(mostWorkOfByte * 3 * partBytes);
  });
});
