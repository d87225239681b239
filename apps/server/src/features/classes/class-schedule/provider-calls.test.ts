import { endClass, getClassSchedule, scheduleClass, startClass } from '@abhyas/contract/classes/class-schedule';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { MeetingProvider } from '../../../integrations/meetings/meetings.ts';
import { makeSchool, type TestSchool } from '../../../testing/classes.ts';
import { tellStory } from '../../../testing/story.ts';

/** The statuses that other connections saw while the provider was called. */
let seen: string[];
let fails: 'provide' | 'close' | null;
const provider: MeetingProvider = {
  name: 'zoom',
  roster: 'none',
  provide: async ({ id }) => {
    await look();
    if (fails === 'provide') throw new Error('No answer');
    return { provider_meeting_id: `meeting-${id}`, password: null, join_url: null };
  },
  enter: async () => {
    await look();
    return { opens: 'window', join_url: 'https://meet.example.org/1', password: null };
  },
  close: async () => {
    await look();
    if (fails === 'close') throw new Error('No answer');
  },
};
const story = tellStory({ meetings: { zoom: provider } });

const statusOfClasses = async () =>
  (await story.database.pool.query<{ status: string }>("select status from meetings where provider = 'zoom' order by id")).rows.map(
    ({ status }) => status,
  );
async function look(): Promise<void> {
  seen.push((await statusOfClasses()).join());
}

let school: TestSchool;
beforeAll(async () => {
  school = await makeSchool(story, 1);
});
beforeEach(() => {
  seen = [];
  fails = null;
});
const schedule = (weeks: number) =>
  school.teacher.call(scheduleClass, {
    title: 'Optics',
    subject_id: school.subject_id,
    teacher_id: school.teacher.id,
    classroom_ids: [school.classroom_id],
    starts_at: new Date(story.now.getTime() + 300_000).toISOString(),
    duration: 60,
    provider: 'zoom',
    weeks,
    takes_clash: true,
  });

test('a series is deleted completely, with a row in the log, if the provider creates no meeting', async () => {
  fails = 'provide';
  await expect(schedule(3)).rejects.toMatchObject({ code: 'defect' });
  expect(await statusOfClasses()).toEqual([]);
  expect((await school.teacher.call(getClassSchedule, {})).classes.filter(({ title }) => title === 'Optics')).toEqual([]);
  const { rows } = await story.database.pool.query('select what from audit_log where what like $1 order by id', ['class.%']);
  expect(rows).toEqual([{ what: 'class.schedule' }, { what: 'class.take_back' }]);
});

test('no transaction is open while a provider is called, and a class ends even if the provider does not respond', async () => {
  const [id = 0] = (await schedule(1)).ids;
  expect(await school.teacher.call(startClass, { id })).toMatchObject({ join_url: 'https://meet.example.org/1' });
  fails = 'close';
  expect(await school.teacher.call(endClass, { id })).toEqual({ success: true });
  expect(await statusOfClasses()).toEqual(['COMPLETED']);
  // Other connections saw the writes of each act before the provider answered.
  expect(seen).toEqual(['NOT_STARTED', 'LIVE', 'COMPLETED']);
});
