import { exchangeCode, getMe, login, loginAs, requestOtp, updateProfile } from '@abhyas/contract/institute/identity';
import type { ProblemCode } from '@abhyas/contract/problem';
import { beforeAll, describe, expect, test } from 'vitest';
import { premium as premiumCommand } from '../../../commands/premium.ts';
import { openFolderStorage } from '../../../integrations/storage/folder-storage.ts';
import { storySecret, tellStory, type Visitor } from '../../../testing/story.ts';
import { privacyJobs } from '../../site/privacy/privacy.jobs.ts';

const story = tellStory();
const phone_number = '9000055501';
const codeOf = (error: { code: ProblemCode }) => error.code;
const ids: Record<'riya' | 'aman' | 'stranger', number> = { riya: 0, aman: 0, stranger: 0 };

beforeAll(async () => {
  const people = [
    { phone: phone_number, name: 'Riya Shah', course: 'ENG' as const },
    { phone: phone_number, name: 'Aman Shah', course: null },
    { phone: '9000055502', name: 'Stranger', course: null },
  ];
  const made = await story.database.db.insertInto('users').values(people).returning('id').execute();
  [ids.riya, ids.aman, ids.stranger] = made.map(({ id }) => id) as [number, number, number];
});

async function codeTo(visitor: Visitor, phone = phone_number): Promise<string> {
  story.pass(60);
  return (await visitor.call(requestOtp, { phone_number: phone })).demo_otp ?? '';
}

async function ticketOf(visitor: Visitor, phone = phone_number) {
  return visitor.call(exchangeCode, { phone_number: phone, otp: await codeTo(visitor, phone) });
}

describe('two children on one phone', () => {
  test('choose, once the code is correct, by first name who is signing in, and each signs in to their own account', async () => {
    const visitor = story.visitor();
    for (const user_id of [ids.riya, ids.aman]) {
      const otp = await codeTo(visitor);
      expect(await visitor.call(login, { phone_number, otp }).catch(codeOf)).toBe('several_people');
      const { ticket, people } = await visitor.call(exchangeCode, { phone_number, otp });
      expect(people).toEqual([
        { id: ids.riya, name: 'Riya', course: 'ENG' },
        { id: ids.aman, name: 'Aman', course: null },
      ]);
      const { token, user } = await visitor.call(loginAs, { phone_number, ticket, user_id });
      expect(user.id).toBe(user_id);
      visitor.token = token;
      expect((await visitor.call(getMe, {})).user.id).toBe(user_id);
      expect(await visitor.call(exchangeCode, { phone_number, otp }).catch(codeOf)).toBe('code_expired');
    }
  });

  test('are not named before the code is correct: a wrong code is refused as for any number', async () => {
    const visitor = story.visitor();
    for (const phone of [phone_number, '9000055599']) {
      const otp = await codeTo(visitor, phone);
      const wrong = otp === '000000' ? '000001' : '000000';
      const answers = [login, exchangeCode].map((route) => visitor.call(route, { phone_number: phone, otp: wrong }).catch(codeOf));
      expect(await Promise.all(answers)).toEqual(['wrong_code', 'wrong_code']);
    }
  });

  test('a ticket works once, for five minutes, and only for the people of its number', async () => {
    const visitor = story.visitor();
    const { ticket } = await ticketOf(visitor);
    const as = (user_id: number, more = {}) => visitor.call(loginAs, { phone_number, ticket, user_id, ...more });
    expect(await as(ids.stranger).catch(codeOf)).toBe('code_expired');
    expect(await as(ids.stranger, { phone_number: '9000055502' }).catch(codeOf)).toBe('code_expired');
    expect((await as(ids.riya)).user.id).toBe(ids.riya);
    expect(await as(ids.aman).catch(codeOf)).toBe('code_expired');

    const late = await ticketOf(visitor);
    story.pass(301);
    expect(await as(ids.riya, { ticket: late.ticket }).catch(codeOf)).toBe('code_expired');
    const { rows } = await story.database.pool.query<{ count: string }>(
      `select count(*) as count from sign_in_codes t where to_jsonb(t)::text like '%' || $1 || '%'`,
      [late.ticket],
    );
    expect(Number(rows[0]?.count), 'the ticket itself is not stored').toBe(0);
  });

  test('unknown tickets do not lock a number, while guesses with a real ticket count against it', async () => {
    const guesser = story.visitor();
    const guess = (ticket: string) => guesser.call(loginAs, { phone_number: '9000055502', ticket, user_id: ids.riya }).catch(codeOf);
    for (let tried = 0; tried < 60; tried += 1) expect(await guess(`${tried}`.padStart(32, 'x'))).toBe('code_expired');
    const { ticket } = await ticketOf(story.visitor(), '9000055502');
    const answers = new Set<unknown>();
    for (let tried = 0; tried < 60; tried += 1) answers.add(await guess(ticket));
    expect([...answers]).toEqual(['code_expired', 'too_many_requests']);
  });

  test('guesses with an expired ticket do not lock its number', async () => {
    story.pass(86_400);
    const guesser = story.visitor();
    const { ticket } = await ticketOf(story.visitor(), '9000055502');
    story.pass(301);
    for (let tried = 0; tried < 60; tried += 1)
      expect(await guesser.call(loginAs, { phone_number: '9000055502', ticket, user_id: ids.riya }).catch(codeOf)).toBe('code_expired');
    await ticketOf(story.visitor(), '9000055502');
  });

  test('cannot take each other’s name, even with other capitals and spaces', async () => {
    const visitor = Object.assign(story.visitor(), { token: await story.tokenOf(ids.aman) });
    const rename = (name: string) => visitor.call(updateProfile, { name, is_onboarding: false });
    await expect(rename('riya  SHAH')).rejects.toMatchObject({
      code: 'not_possible',
      message: expect.stringContaining('this name already'),
    });
    expect((await rename('Aman K Shah')).auth.user.name).toBe('Aman K Shah');
    await rename('Aman Shah');
  });

  test('a command with only their number is refused, and the message lists their names; a command with number and name is accepted', async () => {
    const premium = async (...args: string[]) => {
      const lines: string[] = [];
      const parts = { db: story.database.db, now: story.now, random: () => 0.5, secret: storySecret, isServing: false };
      const exit = await premiumCommand({ ...parts, print: (line) => void lines.push(line) }, args);
      return { exit, said: lines.join('\n') };
    };
    const refused = await premium('show', phone_number);
    expect(refused.exit).toBe(1);
    expect(refused.said).toContain('Riya Shah, Aman Shah. Name one of them as 9000055501/NAME.');
    expect(await premium('show', `${phone_number}/riya shah`)).toMatchObject({ exit: 0 });
    expect(await premium('show', `${phone_number}/Zoya`)).toMatchObject({ exit: 1 });
  });

  test('deleting one account leaves the other intact, and rows that contain only the phone number stay until the last account is deleted', async () => {
    const { db } = story.database;
    const invite = (name: string) => ({
      institute_id,
      phone: phone_number,
      name,
      role: 'student' as const,
      invited_by: null,
      created_at: story.now,
      expires_at: story.now,
    });
    const { id: institute_id } = await db
      .insertInto('institutes')
      .values({ code: 'shared-school', name: 'School' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('invitations').values(['Riya Shah', 'aman shah'].map(invite)).execute();
    const context = { db, now: story.now, random: () => 0.5 };
    const remove = async (id: number) => {
      await db.updateTable('users').set({ deletion_due_at: story.now }).where('id', '=', id).execute();
      const jobs = privacyJobs(openFolderStorage('/nowhere', storySecret, '/api'));
      for (const job of jobs) if ('schedule' in job) await job.work({ ...context, now: story.now });
    };
    const left = async () => ({
      people: (await db.selectFrom('users').where('phone', '=', phone_number).select('name').execute()).map(({ name }) => name),
      invited: (await db.selectFrom('invitations').where('phone', '=', phone_number).select('name').execute()).map(({ name }) => name),
      hasCodes: (await db.selectFrom('sign_in_codes').where('phone', '=', phone_number).select('id').execute()).length > 0,
    });
    await remove(ids.riya);
    expect(await left()).toEqual({ people: ['Aman Shah'], invited: ['aman shah'], hasCodes: true });
    const visitor = story.visitor();
    expect((await visitor.call(login, { phone_number, otp: await codeTo(visitor) })).user.id).toBe(ids.aman);
    await remove(ids.aman);
    expect(await left()).toEqual({ people: [], invited: [], hasCodes: false });
  });
});
