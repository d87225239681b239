import { getHall, hallStatuses, SILENT_SECONDS } from '@abhyas/contract/exam-office/hall';
import { expect, test } from 'vitest';
import { addPaper, fourOptions } from '../testing/attempts.ts';
import { tellStory } from '../testing/story.ts';
import { HEARD_EVERY, placeDemoHall, renewDemoHall, reportDemoHall } from './hall.ts';

const story = tellStory();

test('an hour after its start the demo’s hall has twenty students writing, two silent and two locked; after its end the test begins again', async () => {
  const { db } = story.database;
  await addPaper(story, 'previous-style-physics-2', [fourOptions(1, 2, 3, 4, 5, 6)], { minutes: 180 });
  const { id: institute_id } = await db.selectFrom('institutes').where('code', '=', 'school').select('id').executeTakeFirstOrThrow();
  for (let sitter = 0; sitter < 24; sitter += 1) await story.student({ institute: 'school' });
  const context = () => ({ db, now: story.now, random: Math.random });
  await placeDemoHall(context(), institute_id);
  const { id } = await db.selectFrom('papers').where('name', '=', 'Weekly test 3').select('id').executeTakeFirstOrThrow();
  const answers = async () =>
    Number((await db.selectFrom('responses').select(db.fn.countAll().as('count')).executeTakeFirstOrThrow()).count);
  const before = await answers();
  for (let minute = 0; minute < 60; minute += 1) {
    story.pass(60);
    await reportDemoHall(context(), institute_id);
  }
  story.pass(HEARD_EVERY / 1000);
  const teacher = await story.staff('school', 'teacher');
  const { status, heard } = await teacher.call(getHall, { id });
  const running = heard.filter((_second, at) => status[at] === hallStatuses.running);
  const isSilent = (second: number | null) => story.now.getTime() / 1000 - (second ?? 0) > SILENT_SECONDS;
  expect(running.filter((second) => !isSilent(second))).toHaveLength(20);
  expect(running.filter(isSilent)).toHaveLength(2);
  expect(status.filter((each) => each === hallStatuses.locked)).toHaveLength(2);
  expect(await answers()).toBeGreaterThan(before);
  story.pass(60 * 60);
  await renewDemoHall(context(), institute_id);
  teacher.token = await story.tokenOf(teacher.id);
  const again = await teacher.call(getHall, { id });
  expect(again.status.filter((each) => each === hallStatuses.running)).toHaveLength(22);
});
