import { endpoints } from '@abhyas/contract/endpoints';
import { enterFirstDay, getFirstDay, loadBank, offerFirstPlan, openFirstInstitute, tryCheck } from '@abhyas/contract/site/first-day';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SmsFault } from '../../../integrations/sms/sender.ts';
import { storySecret, tellStory, Visitor } from '../../../testing/story.ts';
import { type Checks, makeFirstDayWord } from './first-day.ts';

const story = tellStory();
const folder = mkdtempSync(join(tmpdir(), 'first-day-'));
const sent: { phone: string; code: string }[] = [];
const lines: string[] = [];
let isProviderDown = false;
let operator: Visitor;

const found = { state: 'good', words: 'It works.' } as const;
const checks = new Proxy({} as Checks, { get: () => async () => found });

const makeWord = async () => {
  const published: (string | null)[] = [];
  const context = { db: story.database.db, now: story.now, random: () => 0.5 };
  await makeFirstDayWord(context, storySecret, (word) => published.push(word));
  return published.join();
};
const enter = async () => (await operator.call(enterFirstDay, { word: await makeWord() })).pass;
/** Begins to load the bank, and asks for its state until the loading has ended. */
async function loaded(pass: string) {
  await operator.call(loadBank, { pass, begins: true });
  const look = () => operator.call(loadBank, { pass, begins: false });
  await expect.poll(async () => (await look()).is_loading, { timeout: 50_000 }).toBe(false);
  return look();
}
const wrong = { code: 'wrong_word', status: 422 };
const institute = { code: 'first-classes', name: 'First Classes', owner_phone: '9811111111' };
/** Every call with the pass, as a stranger or a late operator would make it. */
const allWith = (pass: string) => [
  () => operator.call(getFirstDay, { pass }),
  () => operator.call(tryCheck, { pass, name: 'messages', phone: '9811111111' }),
  () => operator.call(loadBank, { pass, begins: true }),
  () => operator.call(offerFirstPlan, { pass, name: 'Premium', header: 'All', price: 600_000, number_of_months: 12 }),
  () => operator.call(openFirstInstitute, { pass, ...institute }),
];

function write(name: string, text: string) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

beforeAll(async () => {
  for (const place of ['papers', 'cheat-sheets']) mkdirSync(join(folder, place));
  write(
    'bank/physics/first.yaml',
    `chapter:
  code: phy-first
  name: First
  subject: physics
  topics:
    - { code: phy-first-one, name: One }
questions:
  - code: phy-first-001
    topic: phy-first-one
    type: four_options
    for: paper
    difficulty: 2
    text: Which one?
    options: [a, b, c, d]
    answer: 2
    solution: The second.
`,
  );
  const send = async (phone: string, code: string) => {
    if (isProviderDown) throw new SmsFault('The provider of text messages answered 401.');
    sent.push({ phone, code });
  };
  const app = await story.serverWith(
    { logLevel: 'info' },
    {
      codeSender: { isShownOnPage: false, send, sendLink: null, sendLetter: null },
      firstDay: { checks, contentFolder: folder },
      logTo: { write: (line) => void lines.push(line) },
    },
  );
  operator = new Visitor(app);
  // A new installation has nobody.
  await story.database.pool.query('truncate users, institutes cascade');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the word', () => {
  test('is exchanged for a pass, once', async () => {
    const word = await makeWord();
    const { pass, until } = await operator.call(enterFirstDay, { word });
    expect(Date.parse(until) - story.now.getTime()).toBe(3_600_000);
    await expect(operator.call(enterFirstDay, { word })).rejects.toMatchObject(wrong);
    expect((await operator.call(getFirstDay, { pass })).checks).toHaveLength(11);
  });

  test('is refused after five wrong tries, even if the sixth is right; a restart gives a new word', async () => {
    const word = await makeWord();
    for (let tries = 0; tries < 5; tries += 1) await expect(operator.call(enterFirstDay, { word: 'AAAA' })).rejects.toMatchObject(wrong);
    await expect(operator.call(enterFirstDay, { word })).rejects.toMatchObject(wrong);
    await enter();
  });

  test('is refused after an hour, and so is its pass', async () => {
    const word = await makeWord();
    story.pass(3600);
    await expect(operator.call(enterFirstDay, { word })).rejects.toMatchObject(wrong);
    const pass = await enter();
    story.pass(3600);
    for (const call of allWith(pass)) await expect(call()).rejects.toMatchObject(wrong);
  });

  test('is accepted from only one of many people who enter it at the same time', async () => {
    const word = await makeWord();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => operator.call(enterFirstDay, { word })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('counts simultaneous guesses too, so that at most five are checked', async () => {
    const word = await makeWord();
    const guesses = Array.from({ length: 20 }, (_, at) => operator.call(enterFirstDay, { word: at === 19 ? word : `GUESS${at}` }));
    await Promise.allSettled(guesses);
    const { rows } = await story.database.pool.query<{ wrong_tries: number }>('select wrong_tries from first_day');
    expect(rows[0]?.wrong_tries).toBeLessThanOrEqual(5);
  });

  test('of a later start replaces the word and the pass of the earlier start', async () => {
    const [earlier, pass] = [await makeWord(), await enter()];
    await makeWord();
    await expect(operator.call(enterFirstDay, { word: earlier })).rejects.toMatchObject(wrong);
    for (const call of allWith(pass)) await expect(call()).rejects.toMatchObject(wrong);
  });

  test('that is published last is the valid one, if several processes start at once', async () => {
    const published: (string | null)[] = [];
    const context = { db: story.database.db, now: story.now, random: () => 0.5 };
    await Promise.all(Array.from({ length: 6 }, () => makeFirstDayWord(context, storySecret, (word) => published.push(word))));
    await operator.call(enterFirstDay, { word: published.at(-1) ?? '' });
  });

  test('is stored only as a hash under the server’s secret', async () => {
    const word = await makeWord();
    const { rows } = await story.database.pool.query('select * from first_day');
    expect(JSON.stringify(rows)).not.toContain(word.slice(0, 9));
    const elsewhere = await story.serverWith({}, { firstDay: { checks, contentFolder: folder }, secret: Buffer.from('another secret') });
    await expect(new Visitor(elsewhere).call(enterFirstDay, { word })).rejects.toMatchObject(wrong);
  });
});

describe('with the pass', () => {
  let pass: string;
  beforeEach(async () => {
    pass = await enter();
  });

  test('a test message is sent to the operator’s phone, and its code signs nobody in', async () => {
    const { state, words } = await operator.call(tryCheck, { pass, name: 'messages', phone: '9811111111' });
    const [message] = sent.splice(0);
    expect([state, message?.phone]).toEqual(['good', '9811111111']);
    expect(words).toContain(message?.code);
    expect((await story.database.pool.query('select from sign_in_codes')).rows).toEqual([]);
  });

  test('a refusal of the provider is reported with its reason', async () => {
    isProviderDown = true;
    const answer = await operator.call(tryCheck, { pass, name: 'messages', phone: '9811111111' });
    isProviderDown = false;
    expect(answer).toMatchObject({ state: 'bad', words: expect.stringContaining('answered 401') });
  });

  test('at most ten test messages are sent in an hour', async () => {
    story.pass(3600);
    pass = await enter();
    const send = () => operator.call(tryCheck, { pass, name: 'messages', phone: '9811111111' });
    for (let count = 0; count < 10; count += 1) await send();
    await expect(send()).rejects.toMatchObject({ code: 'too_many_requests' });
  });

  test('the bank’s folder is loaded, and loading it again changes nothing', async () => {
    for (let times = 0; times < 2; times += 1) expect(await loaded(pass)).toMatchObject({ is_loading: false, faults: [] });
    await story.idOf('questions', 'phy-first-001');
  });

  test('the bank is loaded by one request at a time: a second press, on any process, is answered that it is loading', async () => {
    const other = new Visitor(await story.serverWith({}, { firstDay: { checks, contentFolder: join(folder, 'absent') } }));
    const first = await operator.call(loadBank, { pass, begins: true });
    expect([first.is_loading, (await other.call(loadBank, { pass, begins: true })).is_loading]).toEqual([true, true]);
    // A second loading would read a folder that does not exist, and leave faults.
    await expect.poll(async () => (await operator.call(loadBank, { pass, begins: false })).is_loading, { timeout: 50_000 }).toBe(false);
    expect(await operator.call(loadBank, { pass, begins: false })).toMatchObject({ faults: [] });
  });

  test('a loading that ended with its process does not block another one for ever', async () => {
    const minutesAgo = new Date(story.now.getTime() - 11 * 60_000);
    await story.database.db.updateTable('first_day').set({ loading_since: minutesAgo }).execute();
    expect(await operator.call(loadBank, { pass, begins: false })).toMatchObject({ is_loading: false });
    expect(await loaded(pass)).toMatchObject({ faults: [] });
  });

  test('a fault in the folder is reported with its place, and nothing is loaded', async () => {
    write('papers/broken.yaml', 'paper:\n  code: broken\n  name: 5\n');
    const { faults } = await loaded(pass);
    rmSync(join(folder, 'papers/broken.yaml'));
    expect(faults.join('\n')).toMatch(/papers\/broken\.yaml:3: /);
  });

  test('the plan of Premium can be put on sale, and changed', async () => {
    for (const price of [600_000, 500_000])
      await operator.call(offerFirstPlan, { pass, name: 'Premium', header: 'All', price, number_of_months: 12 });
    const { rows } = await story.database.pool.query('select code, price, offer_price, is_offered from plans where is_offered');
    expect(rows).toEqual([{ code: 'premium', price: 500_000, offer_price: 500_000, is_offered: true }]);
    expect(await operator.call(getFirstDay, { pass })).toMatchObject({ plan_name: 'Premium' });
  });
});

test('a page of another site can make none of these calls', async () => {
  const routes = Object.values(endpoints).filter(({ path }) => path.startsWith('/first_day/'));
  expect(routes).toHaveLength(6);
  for (const { path } of routes) {
    const answer = await operator.send({ method: 'POST', url: `/api${path}`, payload: {}, headers: { origin: 'https://evil.example' } });
    expect(answer.json()).toMatchObject({ code: 'foreign_origin' });
  }
});

test('the first institute ends the set-up for ever: only one of two calls makes it, and no word, pass or restart opens the set-up again', async () => {
  const pass = await enter();
  const makers = [institute, { ...institute, code: 'second-classes', owner_phone: '9822222222' }];
  const made = await Promise.allSettled(makers.map((one) => operator.call(openFirstInstitute, { pass, ...one })));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { rows } = await story.database.pool.query('select role from memberships');
  expect(rows).toEqual([{ role: 'owner' }]);
  for (const call of allWith(pass)) await expect(call()).rejects.toMatchObject(wrong);
  expect(await makeWord()).toBe('');
  expect((await story.database.pool.query('select from first_day')).rows).toEqual([]);
});

test('no line of the log contains a word, a pass, a number or a code', async () => {
  await story.database.pool.query('truncate users, institutes cascade');
  const word = await makeWord();
  const { pass } = await operator.call(enterFirstDay, { word });
  await expect(operator.call(enterFirstDay, { word })).rejects.toMatchObject(wrong);
  // The moments are removed, because their digits may contain a six-digit code by chance.
  const log = lines.join('\n').replaceAll(/"time":\d+/g, '');
  expect(log).toContain('/first_day/enter');
  for (const secret of [word, word.replaceAll('-', ''), pass, '9811111111', ...sent.map(({ code }) => code)])
    expect(log).not.toContain(secret);
});
