import { getNotifications } from '@abhyas/contract/institute/notifications';
import {
  agreeToLetters,
  askLetterMail,
  confirmLetterMail,
  endLetterMail,
  forgetLetterMail,
  getLetters,
} from '@abhyas/contract/site/letters';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, staff } from '../../../testing/attempts.ts';
import { boundlessBudgets, storySecret, tellStory, type Visitor } from '../../../testing/story.ts';
import { type Mail, MailFault } from '../../../integrations/mail/mail.ts';
import { SmsFault } from '../../../integrations/sms/sender.ts';
import { sendLetters } from './letter-messages.ts';
import { tellReaders } from './letters.ts';

/** The story begins on Sunday, 10 January 2027, 9:30 in India. */
const story = tellStory();
const daySeconds = 86_400;
let asha: Visitor & { id: number };
let papers = 0;

const context = () => ({ db: story.database.db, now: story.now, random: () => 0.5 });
const again = async (visitor: Visitor & { id: number }) => {
  visitor.token = await story.tokenOf(visitor.id);
  return visitor;
};

/** A published test that Asha finished with this percentage of the marks. */
async function takeTest(percent: number): Promise<void> {
  papers += 1;
  const code = `letter-${papers}`;
  const id = await addPaper(story, code, [fourOptions(21, 22, 23, 24)]);
  await staff(story, 'assign', code);
  await (await attempt(await again(asha), id)).finish();
  await story.database.pool.query('update sessions set total_score = max_score * $1 / 100 where paper_id = $2 and is_ranked', [
    percent,
    id,
  ]);
  await story.database.pool.query('update session_scores set score = max_score * $1 / 100 where paper_id = $2', [percent, id]);
  await story.database.pool.query('update papers set results_published_at = $1 where id = $2', [story.now, id]);
}

beforeEach(async () => {
  asha = await story.student({ institute: 'school' });
});

describe('the Monday letter', () => {
  test('of a new student is empty, and covers the last full week from Monday to Sunday', async () => {
    const alone = await story.student();
    const { letters, ...week } = await alone.call(getLetters, {});
    expect(letters).toEqual([
      { about: null, is_paused: false, rose: [], held: [], fell: [], absent: [], next: [], one_thing: null, said: [] },
    ]);
    expect(week).toMatchObject({ is_agreed: false });
    expect(new Date(week.from).getUTCDay()).toBe(1);
    expect(new Date(week.to).getUTCDay()).toBe(0);
  });

  test('is for owners and teachers, not for other staff, and no institute sees another', async () => {
    const owner = await story.staff('school', 'owner');
    expect((await owner.call(getLetters, {})).letters).toMatchObject([{ about: expect.any(String) }]);
    const teacher = await story.staff('school', 'teacher');
    expect((await teacher.call(getLetters, {})).letters[0]?.about).toMatch(/^Your batches at /);
    const invigilator = await story.staff('school', 'invigilator');
    expect((await invigilator.call(getLetters, {})).letters).toEqual([]);
  });

  test('counts results of last week only, against the usual ones', async () => {
    await takeTest(25);
    story.pass(8 * daySeconds);
    await takeTest(100);
    story.pass(7 * daySeconds);
    const { letters } = await (await again(asha)).call(getLetters, {});
    expect(letters[0]).toMatchObject({ rose: [expect.stringMatching(/: 100%, after 25%\.$/)], fell: [] });
  });

  test('is announced on Monday, once, to those who agreed, until they end it with one press', async () => {
    const ben = await story.student();
    await asha.call(agreeToLetters, { is_agreed: true });
    const told = async (visitor: Visitor & { id: number }) =>
      (await (await again(visitor)).call(getNotifications, {})).notifications.filter(({ type }) => type === 'LetterNotification').length;
    await tellReaders(context());
    expect(await told(asha)).toBe(0);
    story.pass(7 * daySeconds);
    await Promise.all([tellReaders(context()), tellReaders(context())]);
    await tellReaders(context());
    expect([await told(asha), await told(ben)]).toEqual([1, 0]);
    await asha.call(agreeToLetters, { is_agreed: false });
    story.pass(7 * daySeconds);
    await tellReaders(context());
    expect(await told(asha)).toBe(1);
    expect((await asha.call(getLetters, {})).is_agreed).toBe(false);
  });
});

describe('the letter as a message', () => {
  let mails: Mail[] = [];
  let texts: [phone: string, link: string, language: string][] = [];
  let faults: { text?: Error; mail?: Error } = {};
  const reports: string[] = [];
  const take = async <T>(list: T[], one: T, fault: Error | undefined) => {
    if (fault) throw fault;
    list.push(one);
  };
  const post = {
    sender: {
      isShownOnPage: false,
      send: async () => {},
      sendLink: null,
      sendLetter: (...text: [string, string, 'en' | 'hi']) => take(texts, text, faults.text),
    },
    mail: { isShownOnPage: false, send: (mail: Mail) => take(mails, mail, faults.mail), verify: async () => {}, close: () => {} },
    siteUrl: 'https://abhyas.example',
    secret: storySecret,
  };
  const send = () => sendLetters(context(), post, (words) => void reports.push(words));
  const tokenIn = (mail: Mail | undefined, before = '#') => mail?.text.split(before)[1]?.split(/\s/)[0] ?? '';
  /** The next Monday, 7:00 in India. */
  const toMonday = () => {
    const ms = story.now.getTime();
    const weekMs = 7 * daySeconds * 1000;
    // 4 January 2027 is a Monday.
    const monday = Date.UTC(2027, 0, 4, 1, 30);
    story.pass((weekMs - ((ms - monday) % weekMs)) / 1000);
  };
  let quiet: typeof story.app;
  beforeAll(async () => {
    quiet = story.app;
    story.app = await story.serverWith({ siteUrl: post.siteUrl }, { mail: post.mail, codeSender: { ...post.sender, isShownOnPage: true } });
  });
  afterAll(async () => {
    await story.app.close();
    story.app = quiet;
  });
  beforeEach(async () => {
    [mails, texts, faults] = [[], [], {}];
    reports.length = 0;
    await story.database.pool.query('delete from letter_readers');
  });

  test('goes by text message to those who chose that, once a Monday, with a link and no result', async () => {
    await asha.call(agreeToLetters, { is_agreed: true, by: 'text' });
    await send();
    expect(texts).toEqual([]);
    toMonday();
    await Promise.all([send(), send()]);
    await send();
    expect(texts).toEqual([[expect.stringMatching(/^\d{10}$/), 'https://abhyas.example/letter', 'en']]);
    expect(reports).toEqual(['Monday letters: 1 text messages and 0 e-mails were sent, 0 were refused.']);
    expect(await (await again(asha)).call(getLetters, {})).toMatchObject({ is_agreed: false, by_text: true, mail: { address: null } });
    await asha.call(agreeToLetters, { is_agreed: false, by: 'text' });
    expect((await story.database.pool.query('select 1 from letter_readers')).rows).toEqual([]);
  });

  test('goes by e-mail to an address only after the link that was sent there is pressed', async () => {
    await asha.call(askLetterMail, { address: 'Asha@Example.com' });
    expect(mails).toMatchObject([{ to: 'asha@example.com', subject: 'Confirm your address for Abhyas' }]);
    toMonday();
    await send();
    expect(mails).toHaveLength(1);
    await expect(story.visitor().call(confirmLetterMail, { token: tokenIn(mails[0]) })).rejects.toMatchObject({ code: 'link_expired' });
    await (await again(asha)).call(askLetterMail, { address: 'asha@example.com' });
    const token = tokenIn(mails[1]);
    await expect(story.visitor().call(confirmLetterMail, { token: `x${token}` })).rejects.toMatchObject({ code: 'link_expired' });
    expect(await story.visitor().call(confirmLetterMail, { token })).toEqual({ address: 'asha@example.com' });
    mails = [];
    toMonday();
    await send();
    expect(mails).toMatchObject([
      {
        to: 'asha@example.com',
        endAddress: expect.stringMatching(/^https:\/\/abhyas\.example\/hooks\/letter_mail\/\d+\.[\w-]{8}\.[\w-]{22}$/),
      },
    ]);
    expect(mails[0]?.text).not.toContain('%');
  });

  test('goes to the address whose link was asked for last, and a link works once, even after the address was forgotten', async () => {
    await asha.call(askLetterMail, { address: 'one@example.com' });
    story.pass(1);
    await asha.call(askLetterMail, { address: 'two@example.com' });
    const [older, latest] = mails.map((mail) => tokenIn(mail));
    const press = (token = '') => story.visitor().call(confirmLetterMail, { token });
    const expired = { code: 'link_expired' };
    await expect(press(older)).rejects.toMatchObject(expired);
    const presses = await Promise.allSettled([press(latest), press(latest)]);
    expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(press(older)).rejects.toMatchObject(expired);
    expect((await asha.call(getLetters, {})).mail?.address).toBe('two@example.com');
    await asha.call(forgetLetterMail, {});
    for (const token of [older, latest]) await expect(press(token)).rejects.toMatchObject(expired);
    expect((await asha.call(getLetters, {})).mail?.address).toBeNull();
  });

  test('leaves no trace of a link that was asked for and not pressed, from the next Monday on', async () => {
    const count = async () => (await story.database.pool.query('select from letter_readers')).rowCount;
    await asha.call(askLetterMail, { address: 'asha@example.com' });
    await asha.call(agreeToLetters, { is_agreed: true });
    await asha.call(agreeToLetters, { is_agreed: false });
    expect(await count()).toBe(1);
    toMonday();
    await tellReaders(context());
    expect(await count()).toBe(0);
  });

  test('ends by the link in it without a sign-in, by the button of the mail program, and on the page', async () => {
    const confirmed = async () => {
      await (await again(asha)).call(askLetterMail, { address: 'asha@example.com' });
      await story.visitor().call(confirmLetterMail, { token: tokenIn(mails.at(-1)) });
      toMonday();
      await send();
      return mails.at(-1);
    };
    const stored = async () => (await (await again(asha)).call(getLetters, {})).mail?.address;
    const first = await confirmed();
    await expect(story.visitor().call(endLetterMail, { token: `${asha.id}.${'A'.repeat(8)}.${'A'.repeat(22)}` })).rejects.toMatchObject({
      code: 'link_expired',
    });
    expect(await stored()).toBe('asha@example.com');
    await story.visitor().call(endLetterMail, { token: tokenIn(first, '#end.') });
    expect(await stored()).toBeNull();
    await story.visitor().call(endLetterMail, { token: tokenIn(first, '#end.') });
    const second = await confirmed();
    const url = new URL(second?.endAddress ?? '').pathname;
    const pressed = await story.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(pressed.statusCode).toBe(200);
    expect(await stored()).toBeNull();
    await confirmed();
    await (await again(asha)).call(forgetLetterMail, {});
    expect(await stored()).toBeNull();
  });

  test('still goes to the new address after a press on the link for the former address', async () => {
    const confirmed = async (address: string) => {
      await (await again(asha)).call(askLetterMail, { address });
      await story.visitor().call(confirmLetterMail, { token: tokenIn(mails.at(-1)) });
      toMonday();
      await send();
      return mails.at(-1);
    };
    const former = await confirmed('former@example.com');
    const present = await confirmed('present@example.com');
    const stored = async () => (await (await again(asha)).call(getLetters, {})).mail?.address;
    await story.visitor().call(endLetterMail, { token: tokenIn(former, '#end.') });
    expect(await stored()).toBe('present@example.com');
    await story.visitor().call(endLetterMail, { token: tokenIn(present, '#end.') });
    expect(await stored()).toBeNull();
  });

  test('counts each press on the button of a mail program against the budget of the caller’s IP address', async () => {
    const budgets = { ...boundlessBudgets, take: (name: string) => name !== 'anonymous_calls' };
    const app = await story.serverWith({ siteUrl: post.siteUrl }, { mail: post.mail, budgets });
    const pressed = await app.inject({ method: 'POST', url: `/hooks/letter_mail/7.${'A'.repeat(8)}.${'A'.repeat(22)}` });
    expect([pressed.statusCode, pressed.json().code]).toEqual([429, 'too_many_requests']);
    await app.close();
  });

  test('can be confirmed for the longest allowed address, in any script', async () => {
    const address = `${'क'.repeat(184)}@उदाहरण.example`;
    await asha.call(askLetterMail, { address });
    expect(await story.visitor().call(confirmLetterMail, { token: tokenIn(mails[0]) })).toEqual({ address });
  });

  test('comes an hour later if the provider refused it, unless the address is refused for good, and never twice', async () => {
    await asha.call(agreeToLetters, { is_agreed: true, by: 'text' });
    await asha.call(askLetterMail, { address: 'gone@example.com' });
    await story.visitor().call(confirmLetterMail, { token: tokenIn(mails[0]) });
    mails = [];
    toMonday();
    faults = { text: new SmsFault('The provider answered 500.'), mail: new MailFault('The service answered 550.', true) };
    await send();
    faults = {};
    await send();
    expect([texts.length, mails.length]).toEqual([1, 0]);
    toMonday();
    texts = [];
    faults = { text: new SmsFault('The provider answered 500.'), mail: new MailFault('The service answered 451.', false) };
    await send();
    expect(reports.at(-1)).toBe('Monday letters: 0 text messages and 0 e-mails were sent, 2 were refused.');
    faults = {};
    story.pass(3600);
    await send();
    await send();
    expect([texts.length, mails.length]).toEqual([1, 1]);
  });

  test('is not offered by an installation without its service, and an address gets a limited number of e-mails', async () => {
    const plain = await story.serverWith({}, {});
    const own = story.app;
    story.app = plain;
    const ben = await story.student();
    expect(await ben.call(getLetters, {})).toMatchObject({ by_text: false, mail: null });
    await expect(ben.call(askLetterMail, { address: 'ben@example.com' })).rejects.toMatchObject({ code: 'not_possible' });
    story.app = own;
    await plain.close();
    const cara = await story.student();
    for (let sent = 0; sent < 3; sent += 1) await cara.call(askLetterMail, { address: 'cara@example.com' });
    await expect(cara.call(askLetterMail, { address: 'CARA@example.com' })).rejects.toMatchObject({ code: 'too_many_requests' });
    for (const address of [
      'a@b',
      'a b@c.example',
      'a@c.example,b@c.example',
      'x<a@c.example>',
      'a\u0001b@c.example',
      'a@c.example\u200b',
      'a@[10.0.0.1]',
    ])
      await expect(cara.call(askLetterMail, { address })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
