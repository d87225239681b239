import { mergeResponse, type Versioned } from '@abhyas/exam/tests/merge';
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { attempt, response } from '../../../testing/attempts.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
let student: Visitor;
let paper: number;
/** The session for each of its two writers: 1 is the older device, 2 the newer. */
let writers: Awaited<ReturnType<typeof attempt>>[];

beforeAll(async () => {
  student = await story.student();
  paper = await story.idOf('papers', 'mock');
  writers = [await attempt(student, paper), await attempt(student, paper)];
  expect(writers.map(({ writer }) => writer)).toEqual([1, 2]);
});

const forgetAnswers = () => story.database.pool.query('delete from responses');
async function send({ writer, ...fields }: Partial<Versioned>, at: number) {
  const by = writers[(writer ?? 1) - 1];
  if (!by) throw new Error(`There is no writer ${writer}`);
  const { questions, upload } = by;
  await upload([response(questions[at], fields)]);
}
async function stored() {
  const { rows } = await story.database.pool.query<Versioned>(
    `select responses, rich_response, is_marked, is_visited, verified, writer, version, question_time_spent, solution_request_time from responses`,
  );
  return rows[0];
}

const common = {
  writer: fc.constantFrom(1, 2),
  version: fc.nat(3),
  is_marked: fc.boolean(),
  is_visited: fc.boolean(),
  verified: fc.constant(false),
  question_time_spent: fc.nat(500),
  solution_request_time: fc.constant(null),
};
const withOptions = fc.record({
  ...common,
  responses: fc.shuffledSubarray([1, 2, 3, 4], { maxLength: 2 }),
  rich_response: fc.constant(null),
});
const withNumber = fc.record({
  ...common,
  responses: fc.constant<number[]>([]),
  rich_response: fc.constantFrom(null, '', '-', '-1.5', '10', '9'),
});

test.each<[string, number, fc.Arbitrary<Versioned>]>([
  ['several options', 7, withOptions],
  ['a number', 4, withNumber],
])('for %s, uploads of two writers have the result of mergeResponse of packages/exam, in any order and number', async (_what, at, made) => {
  const sendings = fc
    .array(made, { minLength: 1, maxLength: 5 })
    .chain((versions) =>
      fc.tuple(fc.constant(versions), fc.shuffledSubarray([...versions, ...versions], { minLength: versions.length * 2 })),
    );
  await fc.assert(
    fc.asyncProperty(sendings, async ([versions, sent]) => {
      await forgetAnswers();
      for (const one of sent) await send(one, at);
      expect(await stored()).toEqual(versions.reduce(mergeResponse));
    }),
    { numRuns: 60 },
  );
});

test('a late answer of the older device counts if the newer device has only looked at the question', async () => {
  const look = { writer: 2, version: 1, responses: [] };
  const answer = { writer: 1, version: 7, responses: [2], question_time_spent: 40 };
  for (const order of [
    [look, answer],
    [answer, look],
    [look, answer, look, look],
  ]) {
    await forgetAnswers();
    for (const one of order) await send(one, 0);
    expect(await stored()).toMatchObject(answer);
  }
  await send({ writer: 2, version: 2, responses: [3] }, 0);
  expect(await stored()).toMatchObject({ writer: 2, responses: [3], question_time_spent: 40 });
  await send({ writer: 1, version: 9, responses: [1] }, 0);
  expect((await student.call(getTestQuestions, { id: paper })).question_responses).toMatchObject([{ responses: [3] }]);
});
