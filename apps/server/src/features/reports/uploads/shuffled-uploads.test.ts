import { mergeResponse, type Versioned } from '@abhyas/exam/tests/merge';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attempt, response } from '../../../testing/attempts.ts';
import { boundlessBudgets, tellStory } from '../../../testing/story.ts';

const story = tellStory({ budgets: boundlessBudgets });
const [studentCount, versionsEach, copies, lanes] = [50, 20, 5, 64];

const versions = fc.array(
  fc.record({
    question: fc.nat(2),
    responses: fc.subarray([1, 2, 3, 4], { maxLength: 1 }),
    is_marked: fc.boolean(),
    question_time_spent: fc.nat(500),
  }),
  { minLength: versionsEach, maxLength: versionsEach },
);

test('5,000 uploads of fifty students, each sent five times and in random order, end with the newest answer of every question', async () => {
  const paper = await story.idOf('papers', 'mock');
  const attempts = await Promise.all(Array.from({ length: studentCount }, async () => attempt(await story.student(), paper)));
  const made = fc.sample(versions, { numRuns: studentCount, seed: 7 });
  const sendings = attempts.flatMap(({ questions, upload }, at) =>
    (made[at] ?? []).flatMap(({ question, ...fields }, version) => {
      const sent = response(questions[question], { ...fields, version: version + 1 });
      return Array.from({ length: copies }, () => () => upload([sent]));
    }),
  );
  expect(sendings).toHaveLength(5000);
  const [shuffled = []] = fc.sample(fc.shuffledSubarray(sendings, { minLength: sendings.length }), { numRuns: 1, seed: 11 });
  const inLane = async (lane: number) => {
    for (let at = lane; at < shuffled.length; at += lanes) await shuffled[at]?.();
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => inLane(lane)));

  const { rows } = await story.database.pool.query<Versioned & { session_id: number; question_id: number }>(
    'select session_id, question_id, responses, is_marked, version, question_time_spent from responses where is_visited',
  );
  const stored = new Map(rows.map((row) => [`${row.session_id}/${row.question_id}`, row]));
  const expected = attempts.flatMap(({ session_id, questions, writer }, at) =>
    [0, 1, 2].flatMap((number) => {
      const sent = (made[at] ?? []).flatMap(({ question, ...fields }, version) =>
        question === number ? [{ ...response(questions[number], fields), writer, version: version + 1 } as Versioned] : [],
      );
      return sent.length === 0 ? [] : [{ session_id, question_id: questions[number], ...sent.reduce(mergeResponse) }];
    }),
  );
  expect(stored.size).toBe(expected.length);
  for (const { session_id, question_id, responses, is_marked, version, question_time_spent } of expected) {
    expect(stored.get(`${session_id}/${question_id}`)).toMatchObject({ responses, is_marked, version, question_time_spent });
  }
});
