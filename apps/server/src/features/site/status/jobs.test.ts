import { beforeAll, expect, test } from 'vitest';
import { openJobQueue } from '../../../jobs/jobs.ts';
import { tellStory } from '../../../testing/story.ts';
import { findJobs } from './status.store.ts';

const story = tellStory();
beforeAll(async () => {
  const work = () => Promise.resolve();
  await openJobQueue(story.database.pool, [
    { name: 'polled', schedule: '* * * * *', pollSeconds: 30, work },
    { name: 'sent', pollSeconds: 30, work },
  ]);
});

/** Stores a job that failed ten minutes ago, or was done so many minutes ago. */
const store = (name: string, state: 'failed' | 'completed', data: object | null, minutesAgo = 10) =>
  story.database.pool.query(
    `insert into jobs.job (name, state, data, created_on, start_after, completed_on)
     select $1, $2::jobs.job_state, $3, at, at, at from (select $4::timestamptz as at) t`,
    [name, state, data, new Date(story.now.getTime() - minutesAgo * 60_000)],
  );
const due = async () =>
  (await findJobs({ db: story.database.db, now: story.now, random: () => 0.5 })).map(
    ({ name, state, count }) => `${name} ${state} ${count}`,
  );

test('a failed run of a scheduled job is reported until a later run is done', async () => {
  await store('polled', 'failed', null);
  await store('polled', 'completed', null, 11);
  expect(await due()).toEqual(['polled failed 1']);
  await store('polled', 'completed', {}, 9);
  expect(await due()).toEqual([]);
});

test('a failed job with work of its own stays reported when other work is done', async () => {
  await store('sent', 'failed', { file: 1 });
  await store('sent', 'completed', { file: 2 }, 9);
  expect(await due()).toEqual(['sent failed 1']);
});
