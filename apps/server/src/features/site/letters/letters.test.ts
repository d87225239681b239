import { getNotifications } from '@abhyas/contract/institute/notifications';
import { agreeToLetters, getLetters } from '@abhyas/contract/site/letters';
import { beforeEach, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, staff } from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
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

  test('is announced on Monday, once, to those who agreed, until they press once', async () => {
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
