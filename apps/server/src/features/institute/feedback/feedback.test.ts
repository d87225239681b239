import { sendFeedback } from '@abhyas/contract/institute/feedback';
import { expect, test } from 'vitest';
import { feedback } from '../../../commands/feedback.ts';
import { storySecret, tellStory } from '../../../testing/story.ts';

const story = tellStory();
async function said(...args: string[]) {
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const context = { db: story.database.db, now: story.now, random: () => 0.5, secret: storySecret, isServing: false, print };
  return { exit: await feedback(context, args), lines };
}

test('feedback gets the fixed thanks, and the operator lists it by person id, newest first', async () => {
  expect((await said('list')).lines).toEqual(['There is no feedback yet.']);
  const student = await story.student();
  expect((await student.call(sendFeedback, { rating: 4, feedbackMessage: '  Clear and calm. ' })).message).toBe(
    'Thank you for your feeback.',
  );
  story.pass(60);
  await student.call(sendFeedback, { rating: 1, feedbackMessage: ' ' });
  const at = (seconds: number) => new Date(story.now.getTime() - seconds * 1000).toISOString();
  expect(await said('list')).toEqual({
    exit: 0,
    lines: [`${at(0)}  1 of 5  person ${student.id}`, `${at(60)}  4 of 5  person ${student.id}  Clear and calm.`],
  });
  expect((await said('list', '--most', '1')).lines).toHaveLength(1);
  expect((await said('list', '--most', 'x')).exit).toBe(2);
});

test('a rating is from 1 to 5, a message has at most 2,000 characters, and a person sends at most twenty a day', async () => {
  const student = await story.student();
  for (const rating of [0, 6, 2.5]) await expect(student.call(sendFeedback, { rating })).rejects.toMatchObject({ code: 'invalid_input' });
  const feedbackMessage = 'a'.repeat(2001);
  await expect(student.call(sendFeedback, { rating: 3, feedbackMessage })).rejects.toMatchObject({ code: 'invalid_input' });
  const other = await story.student();
  for (let sent = 0; sent < 20; sent += 1) await other.call(sendFeedback, { rating: 3 });
  await expect(other.call(sendFeedback, { rating: 3 })).rejects.toMatchObject({ code: 'too_many_requests' });
});
