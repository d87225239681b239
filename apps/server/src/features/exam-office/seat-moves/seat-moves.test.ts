import { createHmac } from 'node:crypto';
import { extendTest, getHall } from '@abhyas/contract/exam-office/hall';
import { continueTest, makeMoveCode } from '@abhyas/contract/exam-office/seat-moves';
import { getSignIns } from '@abhyas/contract/institute/identity';
import { getNotifications } from '@abhyas/contract/institute/notifications';
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, response } from '../../../testing/attempts.ts';
import { storySecret, tellStory, type Visitor } from '../../../testing/story.ts';
import { forgetMoves } from './seat-moves.ts';

const story = tellStory();
const wrongCode = { status: 422, code: 'wrong_move_code' };
let invigilator: Visitor & { id: number };
let asha: Visitor & { id: number };
let id: number;
let papers = 0;

beforeAll(async () => {
  await story.database.db.insertInto('institutes').values({ code: 'college', name: 'College' }).execute();
  invigilator = await story.staff('school', 'invigilator');
});

beforeEach(async () => {
  papers += 1;
  id = await addPaper(story, `moved-${papers}`, [fourOptions(21, 22, 23, 24)], { minutes: 60 });
  asha = await story.student({ institute: 'school' });
});

const make = (student_id = asha.id, gives_back = true, by = invigilator) =>
  by.call(makeMoveCode, { id, student_id, gives_back, reason: 'The screen is dark.' });

/** Enters a code at another machine, where nobody is signed in. */
async function enter(code: string, at = story.visitor()) {
  const answer = await at.call(continueTest, { code });
  at.token = answer.token;
  return { at, answer };
}

const otherThan = (code: string) => `${code.slice(0, 4)}${code.slice(4) === 'ABCDEF' ? 'ABCDEG' : 'ABCDEF'}`;
const endsAt = async () => {
  const { ends, students } = await invigilator.call(getHall, { id });
  return ends[students?.findIndex((each) => each.id === asha.id) ?? -1] ?? 0;
};
const logged = () =>
  story.database.db
    .selectFrom('audit_log')
    .where('object_id', '=', id)
    .where('object_type', '=', 'paper')
    .select(['what', 'user_id', 'after', 'reason'])
    .orderBy('id')
    .execute();

describe('a test that moves to another machine', () => {
  test('goes on with every answer that was sent, and the old machine is signed out', async () => {
    const old = await attempt(asha, id);
    await old.upload([response(old.questions[0], { responses: [2] })]);
    const { code } = await make();
    const { at, answer } = await enter(code.toLowerCase());
    expect(answer).toMatchObject({ paper_id: id, is_assignment: false, user: { id: asha.id } });
    const opened = await at.call(getTestQuestions, { id });
    expect(opened.question_responses.map(({ responses }) => responses)).toEqual([[2]]);
    await expect(old.upload([response(old.questions[1], { responses: [1] })])).rejects.toMatchObject({ status: 401 });
    const next = await attempt(at, id);
    await next.finish([response(old.questions[1], { responses: [3] })]);
    const moved = await story.database.db
      .selectFrom('sign_ins')
      .where('user_id', '=', asha.id)
      .select(['is_bound', 'expires_at'])
      .execute();
    expect(moved.map(({ is_bound }) => is_bound)).toEqual([true]);
    // Six hours after the test, and a day at most.
    const ends = Math.min((await endsAt()) * 1000 + 6 * 3_600_000, story.now.getTime() + 86_400_000);
    expect(moved[0]?.expires_at.getTime()).toBe(ends);
  });

  test('stays where it is until the code is used', async () => {
    const old = await attempt(asha, id);
    await make();
    expect((await old.upload([response(old.questions[0], { responses: [2] })])).writer).toBe(old.writer);
    await asha.call(getSignIns, {});
  });

  test('gives back the time since the last upload, once and 15 minutes at most in all, as staff confirmed', async () => {
    const old = await attempt(asha, id);
    await old.upload();
    const end = await endsAt();
    story.pass(130);
    const first = await make();
    expect(first.would_give).toBe(130);
    story.pass(50);
    const { at, answer } = await enter(first.code);
    expect([answer.given_seconds, (await endsAt()) - end]).toEqual([180, 180]);
    await (await attempt(at, id)).upload();

    story.pass(20 * 60);
    // The clock of staff sign-ins runs on too.
    const second = await make();
    expect(second.would_give).toBe(720);
    const again = await enter(second.code);
    expect([again.answer.given_seconds, (await endsAt()) - end]).toEqual([720, 900]);

    story.pass(300);
    expect((await make()).would_give).toBe(0);
    const refused = await make(asha.id, false);
    expect((await enter(refused.code)).answer.given_seconds).toBe(0);
    const acts = await logged();
    expect(acts.filter(({ what }) => what === 'paper.move').map(({ user_id, after, reason }) => [user_id, after, reason])).toEqual(
      [180, 720, 0].map((seconds) => [invigilator.id, { student: asha.id, seconds }, 'The screen is dark.']),
    );
  });

  test('gives back no more than the extensions of one day leave', async () => {
    const old = await attempt(asha, id);
    await old.upload();
    await story.database.pool.query('update paper_assignments set extension_seconds = 86340 where paper_id = $1', [id]);
    story.pass(300);
    const { code, would_give } = await make();
    expect([would_give, (await enter(code)).answer.given_seconds]).toEqual([60, 60]);
    expect((await make()).would_give).toBe(0);
  });

  test('cannot move once its time is over, until staff extend it', async () => {
    const old = await attempt(asha, id);
    await old.upload();
    const { code } = await make();
    await story.database.pool.query("update sessions set deadline = $1::timestamptz - interval '1 second' where paper_id = $2", [
      story.now.toISOString(),
      id,
    ]);
    await expect(enter(code)).rejects.toMatchObject({ code: 'not_possible' });
    await expect(make()).rejects.toMatchObject({ code: 'not_possible' });
    await invigilator.call(extendTest, { id, minutes: 5, student_ids: [asha.id], reason: 'Power cut' });
    expect((await enter(code)).answer.paper_id).toBe(id);
  });

  test('is announced to the student', async () => {
    await attempt(asha, id);
    const { at } = await enter((await make()).code);
    at.token = await story.tokenOf(asha.id);
    const { notifications } = await at.call(getNotifications, {});
    expect(notifications.map(({ title }) => title)).toContain('Your test moved to another machine');
  });
});

describe('the code of a move', () => {
  test('works once, for ten minutes, and only until a new one is made', async () => {
    await attempt(asha, id);
    const first = await make();
    const second = await make();
    await expect(enter(first.code)).rejects.toMatchObject(wrongCode);
    await enter(second.code);
    await expect(enter(second.code)).rejects.toMatchObject(wrongCode);
    const third = await make();
    story.pass(600);
    await expect(enter(third.code)).rejects.toMatchObject(wrongCode);
  });

  test('is used by one of several machines that enter it at the same time', async () => {
    await attempt(asha, id);
    const { code } = await make();
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => enter(code)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('is dead after five wrong tries, and each wrong try waits longer', async () => {
    await attempt(asha, id);
    const { code } = await make();
    story.waited.length = 0;
    for (let tries = 0; tries < 5; tries += 1) await expect(enter(otherThan(code))).rejects.toMatchObject(wrongCode);
    expect(story.waited).toEqual(story.waited.toSorted((a, b) => a - b));
    expect(story.waited[4]).toBeGreaterThan(story.waited[0] ?? 0);
    await expect(enter(code)).rejects.toMatchObject(wrongCode);
  });

  test('reaches no session but its own, whoever is signed in at the machine', async () => {
    const ben = await story.student({ institute: 'school' });
    await attempt(asha, id);
    const bens = await attempt(ben, id);
    const [forAsha, forBen] = [(await make()).code, (await make(ben.id)).code];
    await expect(enter(forBen.slice(0, 4) + forAsha.slice(4))).rejects.toMatchObject(wrongCode);
    const { answer } = await enter(forAsha, ben);
    expect(answer.user.id).toBe(asha.id);
    ben.token = await story.tokenOf(ben.id);
    await bens.upload([response(bens.questions[0], { responses: [1] })]);
  });

  test('is made by staff of the same institute with the right, for a student with a running test', async () => {
    await expect(make()).rejects.toMatchObject({ code: 'not_possible' });
    await attempt(asha, id);
    for (const role of ['counsellor', 'content_editor', 'guardian', 'student'] as const)
      await expect(make(asha.id, true, await story.staff('school', role))).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(make(asha.id, true, await story.staff('college', 'owner'))).rejects.toMatchObject({ code: 'not_found' });
    const stranger = await story.student();
    await expect(make(stranger.id)).rejects.toMatchObject({ status: 404 });
  });

  test('is stored as a keyed hash, and forgotten after a month', async () => {
    await attempt(asha, id);
    const { code } = await make();
    const { db } = story.database;
    const row = await db.selectFrom('session_moves').where('paper_id', '=', id).selectAll().executeTakeFirstOrThrow();
    const [handle, proof] = [code.slice(0, 4), code.slice(4)];
    expect(row.code_hash).toEqual(createHmac('sha256', storySecret).update(`seat move:${handle}:${proof}`).digest());
    expect(JSON.stringify([row, await logged()])).not.toContain(proof);
    story.pass(31 * 86_400);
    await forgetMoves({ db, now: story.now, random: Math.random });
    expect(await db.selectFrom('session_moves').where('paper_id', '=', id).select('id').execute()).toEqual([]);
    invigilator.token = await story.tokenOf(invigilator.id);
  });
});
