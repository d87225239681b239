import { Problem } from '@abhyas/contract/problem';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { mergeResponse, type Versioned } from '@abhyas/exam/tests/merge';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../../context.ts';
import { attempt, concurrently, whileUncommitted, response } from '../../../testing/attempts.ts';
import { tellStory } from '../../../testing/story.ts';

const story = tellStory();
let paper: number;

beforeAll(async () => {
  paper = await story.idOf('papers', 'mock');
});

const beginAttempts = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const student = await story.student();
      return { student_id: student.id, ...(await attempt(student, paper)) };
    }),
  );
const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'fulfilled' ? 'kept' : outcome.reason instanceof Problem ? outcome.reason.code : 'fault';
const answersOf = async (session_id: number) =>
  (
    await story.database.pool.query<{ question_id: number; responses: number[]; version: number }>(
      'select question_id, responses, version from responses where session_id = $1 order by question_id',
      [session_id],
    )
  ).rows;

describe('uploads that arrive at the same time', () => {
  test('are stored and returned separately: answers, visits, time, current question and writer', async () => {
    const attempts = await beginAttempts(20);
    story.pass(60);
    const answers = await Promise.all(
      attempts.map(({ questions, upload }, at) => {
        const sent = questions
          .slice(0, at % 4)
          .map((id, number) => response(id, { responses: [1 + ((at + number) % 4)], version: 2 + at }));
        const visits = at % 3 === 0 ? [] : [{ number: at, question_id: questions[0], second: 0, seconds: at, answer: String(at) }];
        return upload(sent, { visits: JSON.stringify(visits), session_time_spent: at, current_index: at, writer: 1 });
      }),
    );
    for (const [at, { session_id, questions }] of attempts.entries()) {
      const expected = questions.slice(0, at % 4).map((question_id, number) => ({
        question_id,
        responses: [1 + ((at + number) % 4)],
        version: 2 + at,
      }));
      expect(await answersOf(session_id)).toEqual(expected.toSorted((a, b) => a.question_id - b.question_id));
      const kept = expected.map(({ question_id, version }) => ({ question_id, writer: 1, version }));
      expect(answers[at]).toMatchObject({ kept: expect.arrayContaining(kept), refused: [], visits_kept: at % 3 === 0 ? 0 : at });
      expect(answers[at]?.kept).toHaveLength(kept.length);
    }
    const { rows } = await story.database.pool.query(
      `select s.current_index, s.session_time_spent,
        (select array_agg(array[v.number, v.seconds]) from visits v where v.student_id = s.student_id and v.session_id = s.id) as visits
      from sessions s where s.id = any($1::bigint[]) order by array_position($1::bigint[], s.id)`,
      [attempts.map(({ session_id }) => session_id)],
    );
    expect(rows).toEqual(
      attempts.map((_, at) => ({ current_index: at, session_time_spent: 60, visits: at % 3 === 0 ? null : [[at, at]] })),
    );
  });

  test('are refused separately: without a sign-in, for another student’s session, for a test that is over', async () => {
    const attempts = await beginAttempts(9);
    await attempts[4]?.finish();
    const stranger = story.visitor();
    const outcomes = await Promise.allSettled(
      attempts.map(({ questions, upload, session_id }, at) => {
        const sent = [response(questions[at], { version: 3 })];
        const fields = { session_id, writer: 1, session_time_spent: 0, current_index: 0, responses: JSON.stringify(sent) };
        if (at === 2) return stranger.call(uploadStudentResponses, fields);
        return at === 6 ? upload(sent, { session_id: attempts[5]?.session_id ?? 0 }) : upload(sent);
      }),
    );
    expect(outcomes.map(codeOf)).toEqual([
      'kept',
      'kept',
      'not_signed_in',
      'kept',
      'session_finished',
      'kept',
      'not_found',
      'kept',
      'kept',
    ]);
    expect(await Promise.all(attempts.map(async ({ session_id }) => (await answersOf(session_id)).length))).toEqual([
      1, 1, 0, 1, 0, 1, 0, 1, 1,
    ]);
  });

  test('have the same result as mergeResponse of packages/exam if they are of one session', async () => {
    const { session_id, questions, upload } = await attempt(await story.student(), paper);
    const answer: fc.Arbitrary<Versioned> = fc.record({
      responses: fc.subarray([1, 2, 3, 4], { maxLength: 1 }),
      rich_response: fc.constant(null),
      is_marked: fc.boolean(),
      is_visited: fc.constant(true),
      verified: fc.constant(false),
      writer: fc.constant(1),
      version: fc.nat(5),
      question_time_spent: fc.nat(500),
      solution_request_time: fc.constant(null),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 2, maxLength: 10 }), async (answers) => {
        await story.database.pool.query('delete from responses where session_id = $1', [session_id]);
        await Promise.all(answers.map((sent) => upload([response(questions[0], { ...sent })])));
        const { responses, version } = answers.reduce(mergeResponse);
        expect(await answersOf(session_id)).toMatchObject([{ responses, version }]);
      }),
      { numRuns: 25 },
    );
  });

  test(concurrently('lock their sessions in the same order as the job that ends tests, whatever the order of the uploads'), async () => {
    const attempts = [...(await beginAttempts(1)), ...(await beginAttempts(1))];
    const hold = (at: number) => (within: Context) =>
      sql`select from sessions where student_id = ${attempts[at]?.student_id} and id = ${attempts[at]?.session_id} for update nowait`.execute(
        within.db,
      );
    const uploadAll = () =>
      Promise.all(attempts.toReversed().map(({ questions, upload }) => upload([response(questions[0], { responses: [2] })])));
    const answers = await whileUncommitted(story, hold(0), uploadAll, hold(1));
    expect(answers.map(({ kept }) => kept.length)).toEqual([1, 1]);
  });

  test('do not affect each other if the database refuses one of them', async () => {
    const attempts = await beginAttempts(8);
    await story.database.pool.query(
      `alter table responses add constraint refuse_one check (session_id <> ${attempts[3]?.session_id}) not valid`,
    );
    const answer = ({ questions, upload }: (typeof attempts)[number]) => upload([response(questions[0], { responses: [2] })]);
    const outcomes = await Promise.allSettled([...attempts.slice(0, 5), ...attempts.slice(3)].map(answer));
    const alone = await Promise.allSettled(attempts.slice(3, 4).map(answer));
    await story.database.pool.query('alter table responses drop constraint refuse_one');
    expect(outcomes.map(codeOf)).toEqual(['kept', 'kept', 'kept', 'defect', 'kept', 'defect', 'kept', 'kept', 'kept', 'kept']);
    expect(alone.map(codeOf)).toEqual(['defect']);
    expect(await Promise.all(attempts.map(async ({ session_id }) => (await answersOf(session_id)).length))).toEqual([
      1, 1, 1, 0, 1, 1, 1, 1,
    ]);
  });
});
