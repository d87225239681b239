import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { makeClass, makeSchool, type TestSchool } from '../../../testing/classes.ts';
import { tellStory } from '../../../testing/story.ts';
import { keepStays, subjectOfClass } from './live-classes.ts';

const story = tellStory();
let school: TestSchool;
let meetings: number[];
beforeAll(async () => {
  school = await makeSchool(story, 2);
  meetings = [await makeClass(story, school), await makeClass(story, school)];
});

test('the time of everybody in a class is stored, even if the batch repeats rows or contains unknown people and classes', async () => {
  const { db } = story.database;
  const missing = 987_654_321;
  const people = [...school.students.map(({ id }) => id), missing];
  const rows = fc.array(
    fc.record({
      user_id: fc.constantFrom(...people),
      meeting_id: fc.constantFrom(...meetings, missing),
      key: fc.constantFrom('a', 'b'),
      early: fc.nat(60),
    }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(rows, async (batch) => {
      await db.deleteFrom('meeting_stays').execute();
      const present = batch.map(({ user_id, meeting_id, key, early }) => ({
        user_id,
        key,
        subject: subjectOfClass(meeting_id),
        from: new Date(story.now.getTime() - early * 1000),
      }));
      await keepStays({ db, now: story.now, random: () => 0.5 }, present);
      const kept = await db.selectFrom('meeting_stays').select(['student_id', 'meeting_id', 'stay_key']).execute();
      const real = batch.filter(({ user_id, meeting_id }) => user_id !== missing && meeting_id !== missing);
      const expected = new Set(real.map(({ user_id, meeting_id, key }) => `${user_id} ${meeting_id} ${key}`));
      expect(new Set(kept.map((row) => `${row.student_id} ${row.meeting_id} ${row.stay_key}`))).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});
