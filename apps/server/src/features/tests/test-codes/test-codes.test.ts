import { createHash, createHmac } from 'node:crypto';
import { unlockTestByOtp } from '@abhyas/contract/tests/test-codes';
import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, staff } from '../../../testing/attempts.ts';
import { storySecret, tellStory, type Visitor } from '../../../testing/story.ts';
import { digestOfTables } from '../../../testing/table-digest.ts';

const story = tellStory();
const tooOften = { status: 429, message: 'The code was entered wrongly too often. Ask your institute for a new one.' };
const wrongCode = { status: 422, message: 'Invalid Otp.' };
let tests = 0;
let code: string;
let id: number;
let asha: Visitor;
let ben: Visitor;

beforeEach(async () => {
  tests += 1;
  code = `coded-${tests}`;
  id = await addPaper(story, code, [fourOptions(21, 22)]);
  asha = await story.student({ institute: 'school' });
  ben = await story.student({ institute: 'school' });
});

/** Creates a new code and returns it as staff see it. */
async function newOtp(): Promise<string> {
  const { said, exit } = await staff(story, 'otp', code);
  expect([said, exit]).toEqual([expect.stringMatching(/^The code is \d{6}\. It is shown once\.$/), 0]);
  return /\d{6}/.exec(said)?.[0] ?? '';
}
const otherThan = (otp: string) => String((Number(otp) + 1) % 1_000_000).padStart(6, '0');
const begin = (student: Visitor, otp?: string) => student.call(findOrCreateSessionItem, { id, ...(otp ? { otp } : {}) });

describe('a test with a code', () => {
  test('begins with the code, and is resumed without it', async () => {
    const otp = await newOtp();
    expect((await asha.call(getTestInstructions, { id })).test_info.should_request_otp).toBe(true);
    await expect(begin(asha)).rejects.toMatchObject(wrongCode);
    await expect(begin(asha, otherThan(otp))).rejects.toMatchObject(wrongCode);
    const { writer } = await begin(asha, otp);
    expect((await asha.call(getTestInstructions, { id })).test_info.should_request_otp).toBe(false);
    expect((await begin(asha)).writer).toBe(writer + 1);
  });

  test('allows five wrong codes per student; other students are not affected, and a new code allows five more', async () => {
    const otp = await newOtp();
    for (let tries = 0; tries < 5; tries += 1) await expect(begin(asha, otherThan(otp))).rejects.toMatchObject(wrongCode);
    await expect(begin(asha, otherThan(otp))).rejects.toMatchObject(tooOften);
    await expect(begin(asha, otp)).rejects.toMatchObject(tooOften);
    await begin(ben, otp);
    const next = await newOtp();
    await expect(begin(asha, otherThan(next))).rejects.toMatchObject(wrongCode);
    await begin(asha, next);
  });

  test('counts every wrong code of many simultaneous tries', async () => {
    const otp = await newOtp();
    const answers = await Promise.all(Array.from({ length: 12 }, () => begin(asha, otherThan(otp)).catch(({ code: refusal }) => refusal)));
    expect(answers.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
      ...Array(7).fill('too_many_requests'),
      ...Array(5).fill('wrong_code'),
    ]);
  });

  test('refuses hundreds of wrong codes, each with a message, and changes only their count', async () => {
    const otp = await newOtp();
    const before = await digestOfTables(story.database, ['otp_tries']);
    const refusals = [];
    for (let tries = 1; tries <= 300; tries += 1) {
      // Beginning a test has its own budget.
      if (tries % 100 === 0) story.pass(3600);
      const guess = tries % 7 === 0 ? otp : String(tries).padStart(6, tries % 2 === 0 ? '9' : '0');
      refusals.push(await begin(asha, guess).catch(({ message }: Error) => message));
    }
    expect(refusals).toEqual([...Array(5).fill(wrongCode.message), ...Array(295).fill(tooOften.message)]);
    expect(await digestOfTables(story.database, ['otp_tries'])).toEqual(before);
    await begin(ben, otp);
  });

  test('refuses wrong codes after any number of tries', async () => {
    const otp = await newOtp();
    await story.database.pool.query('update paper_assignments set otp_tries = 32767 where paper_id = $1', [id]);
    await expect(begin(asha, otherThan(otp))).rejects.toMatchObject(tooOften);
    await expect(begin(asha, otp)).rejects.toMatchObject(tooOften);
  });

  test('shares one count of wrong codes between beginning and unlocking; a correct code resets it', async () => {
    await staff(story, 'assign', code, '--lock');
    const otp = await newOtp();
    await attempt(asha, id, otp);
    const unlock = (text: string) => asha.call(unlockTestByOtp, { id, otp: text });
    for (let tries = 0; tries < 4; tries += 1) await expect(unlock(otherThan(otp))).rejects.toMatchObject(wrongCode);
    await unlock(otp);
    for (let tries = 0; tries < 5; tries += 1) await expect(unlock(otherThan(otp))).rejects.toMatchObject(wrongCode);
    await expect(unlock(otp)).rejects.toMatchObject(tooOften);
  });

  test('counts no try before its window opens', async () => {
    const otp = await newOtp();
    await staff(story, 'assign', code, '--opens', new Date(story.now.getTime() + 60_000).toISOString());
    for (let tries = 0; tries < 6; tries += 1) await expect(begin(asha, otherThan(otp))).rejects.toMatchObject({ code: 'test_not_open' });
    story.pass(60);
    await begin(asha, otp);
  });

  test('accepts no code before one was made', async () => {
    await story.database.pool.query('update papers set should_request_otp = true, version = version + 1 where id = $1', [id]);
    await expect(begin(asha, '000000')).rejects.toMatchObject(wrongCode);
  });
});

test('a code is stored only as its HMAC under the server’s secret', async () => {
  const otp = await newOtp();
  const { rows } = await story.database.pool.query<{ otp_hash: Buffer; everything: string }>(
    'select otp_hash, to_jsonb(p)::text as everything from papers p where id = $1',
    [id],
  );
  const [row] = rows;
  expect(row?.otp_hash).toEqual(createHmac('sha256', storySecret).update(`${id}:${otp}`).digest());
  expect(row?.everything).not.toContain(otp);
  expect(row?.everything).not.toContain(createHash('sha256').update(otp).digest('hex'));
});
