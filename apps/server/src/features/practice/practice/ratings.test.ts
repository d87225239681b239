import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { restartTrainSessionItem } from '@abhyas/contract/practice/practice';
import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { updateRatings } from '@abhyas/exam/practice/rating';
import { beforeAll, describe, expect, test } from 'vitest';
import { inTransaction } from '../../../database/transaction.ts';
import { concurrently } from '../../../testing/attempts.ts';
import { asAnotherCaller } from '../../../testing/one-connection.ts';
import { openPractice, response, right, verified, wrong } from '../../../testing/practice.ts';
import { tellStory, type Visitor } from '../../../testing/story.ts';
import { isOnPostgres } from '../../../testing/test-database.ts';
import { findSession } from '../../tests/sessions/sessions.ts';
import { settlePractice } from './practice.ts';
import { addRatingSteps } from './settling.ts';

const story = tellStory();
let topic: number;
beforeAll(async () => {
  topic = await story.idOf('topics', 'motion-one');
});
const open = (student: Visitor) => openPractice(student, topic);

describe('ratings', () => {
  /** A verified wrong answer of any question type: no option and no number is right. */
  const answered = {
    responses: [4],
    rich_response: '1',
    verified: true,
    result: null,
    marks: null,
    writer: 1,
    version: 1,
    solution_request_time: null,
  };
  const ratingOf = async (student: { id: number }) =>
    story.database.db.selectFrom('student_ratings').where('student_id', '=', student.id).select(['rating', 'answered']).execute();
  /** The rating of a question after the job has run. */
  const ratingOfQuestion = async (id: number) => {
    await addRatingSteps({ db: story.database.db, now: story.now, random: () => 0.5 });
    return (
      await story.database.db
        .selectFrom('questions')
        .leftJoin('question_ratings', 'question_ratings.question_id', 'questions.id')
        .where('questions.id', '=', id)
        .select((is) => is.fn.coalesce('question_ratings.rating', 'questions.rating').as('rating'))
        .executeTakeFirstOrThrow()
    ).rating;
  };

  test('are changed only by the first verified answer to a question', async () => {
    const student = await story.student();
    const { questions, upload } = await open(student);
    const [question] = questions;
    if (!question) throw new Error('The topic has no questions');
    const before = await ratingOfQuestion(question.id);
    await upload([response(question, wrong[question.question_type])]);
    expect(await ratingOf(student)).toEqual([]);

    await upload([verified(question, wrong, { version: 2 })]);
    const expected = updateRatings(1200, before, false, 0);
    const [moved] = await ratingOf(student);
    expect(moved).toEqual({ rating: expect.closeTo(expected.student, 2), answered: 1 });
    expect(await ratingOfQuestion(question.id)).toBeCloseTo(expected.question, 2);

    await upload([verified(question, wrong, { version: 2 })]);
    await upload([verified(question, right, { version: 3 })]);
    await student.call(restartTrainSessionItem, { id: topic });
    const second = await open(student);
    const unseen = second.questions.slice(0, 2);
    await second.upload(unseen.map((each) => verified(each, right)));
    await student.call(restartTrainSessionItem, { id: topic });
    const third = await open(student);
    const met = third.questions.find(({ id }) => id === question.id);
    if (!met) throw new Error('The missed question was not served again');
    const known = await ratingOf(student);
    const ofQuestion = await ratingOfQuestion(question.id);
    await third.upload([verified(met, right)]);
    expect(await ratingOf(student)).toEqual(known);
    expect(known[0]?.answered).toBe(3);
    expect(await ratingOfQuestion(question.id)).toBe(ofQuestion);
  });

  test(concurrently('move by both steps if two first answers come at the same time, and neither waits for the other'), async () => {
    const [asha, ben] = [await story.student(), await story.student()];
    const [one, two] = [await open(asha), await open(ben)];
    const [question] = one.questions;
    const same = two.questions.find(({ id }) => id === question?.id);
    if (!question || !same) throw new Error('The two were served different questions');
    const before = await ratingOfQuestion(question.id);
    await two.upload([response(same, right[same.question_type])]);
    const { rows } = await story.database.pool.query<{ id: number }>('select id from sessions where student_id = $1', [asha.id]);
    const answerToo = () => two.upload([verified(same, wrong, { version: 2 })]);
    await inTransaction({ db: story.database.db, now: story.now, random: Math.random }, async (within) => {
      const session = await findSession(within, asha.id, rows[0]?.id ?? 0);
      if (!session) throw new Error('There is no session');
      await within.db
        .insertInto('responses')
        .values({ ...answered, student_id: asha.id, session_id: session.id, question_id: question.id, verified_at: within.now })
        .execute();
      await settlePractice(within, session);
      if (isOnPostgres) await asAnotherCaller(answerToo);
    });
    if (!isOnPostgres) await answerToo();
    const step = updateRatings(1200, before, false, 0).question - before;
    expect(await ratingOfQuestion(question.id)).toBeCloseTo(before + 2 * step, 2);
    for (const student of [asha, ben]) expect(await ratingOf(student)).toMatchObject([{ answered: 1 }]);
  });

  test('are not changed by a question whose solution was opened', async () => {
    const student = await story.student();
    const { questions, upload } = await open(student);
    const [question] = questions;
    if (!question) throw new Error('The topic has no questions');
    await upload([response(question, { solution_request_time: 3 })]);
    expect(await ratingOf(student)).toEqual([]);
  });

  test('are not changed by a test', async () => {
    const student = await story.student();
    const { session_id, writer } = await student.call(findOrCreateSessionItem, { id: await story.idOf('papers', 'mock') });
    await student.call(uploadStudentResponses, {
      session_id,
      writer,
      session_time_spent: 0,
      current_index: 0,
      responses: '[]',
      isFinishTest: true,
    });
    expect(await ratingOf(student)).toEqual([]);
  });
});
