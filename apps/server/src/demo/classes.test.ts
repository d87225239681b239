import { indianDay } from '@abhyas/exam/institute/indian-day';
import { expect, test } from 'vitest';
import { tellStory } from '../testing/story.ts';
import { placeDemoClasses, renewDemoClass } from './classes.ts';

const story = tellStory();
const DAY_SECONDS = 86_400;
/** 23:50 in India, in seconds after midnight in UTC. */
const LATE = 18.5 * 3600 - 600;

test('the classes of a demo that runs over midnight move by one day, not by a day at every renewal', async () => {
  const { db } = story.database;
  const teacher = await story.staff('school', 'teacher');
  const students = [await story.student({ institute: 'school' }), await story.student({ institute: 'school' })];
  for (const [at, { id }] of [teacher, ...students].entries())
    await db
      .updateTable('users')
      .set({ phone: ['9000000012', '9000000007', '9000000008'][at] ?? '' })
      .where('id', '=', id)
      .execute();
  const { id: institute_id } = await db.selectFrom('institutes').where('code', '=', 'school').select('id').executeTakeFirstOrThrow();
  const context = () => ({ db, now: story.now, random: Math.random });
  const dayOf = async (title: string) => {
    const row = await db.selectFrom('meetings').where('title', '=', title).select('starts_at').executeTakeFirstOrThrow();
    return indianDay(row.starts_at);
  };
  story.pass((LATE - ((story.now.getTime() / 1000) % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS);
  await placeDemoClasses(context(), institute_id);
  const before = await dayOf('Motion in a straight line');
  for (let renewal = 0; renewal < 12; renewal += 1) {
    story.pass(600);
    await renewDemoClass(context(), institute_id);
  }
  expect(await dayOf('Motion in a straight line')).toBe(before + 1);
});
