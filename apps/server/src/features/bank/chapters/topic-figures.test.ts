import { restartTrainSessionItem } from '@abhyas/contract/practice/practice';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { openPractice, right, verified, wrong } from '../../../testing/practice.ts';
import { tellStory } from '../../../testing/story.ts';
import { rebuildFigures, whileQuestionsChange } from './chapters.ts';

const story = tellStory();
const context = () => ({ db: story.database.db, now: story.now, random: Math.random });
let topics: number[];
beforeAll(async () => {
  topics = [await story.idOf('topics', 'motion-one'), await story.idOf('topics', 'motion-two')];
});

const stored = async (table: 'topic_figures' | 'topic_question_counts') =>
  (await story.database.pool.query<Record<string, number | null>>(`select to_jsonb(t) as row from ${table} t order by t::text`)).rows;
const premium = () => story.student({ premium_until: new Date('2027-06-01T00:00:00Z') });

describe('the figures of a topic', () => {
  test('equal a recount of all responses after any history of practice', async () => {
    const students = await Promise.all([premium(), premium()]);
    const act = fc.record({
      student: fc.nat(1),
      topic: fc.nat(1),
      answers: fc.array(fc.tuple(fc.nat(9), fc.boolean()), { maxLength: 4 }),
      restarts: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 4 }), async (acts) => {
        for (const { student, topic, answers, restarts } of acts) {
          const [person, id] = [students[student], topics[topic]];
          if (!person || !id) throw new Error('There is no such student or topic');
          story.pass(60);
          const { questions, upload } = await openPractice(person, id);
          for (const [at, isRight] of answers) {
            const question = questions[at % questions.length];
            if (question) await upload([verified(question, isRight ? right : wrong, { question_time_spent: 5 + at })]);
          }
          if (restarts && answers.length > 0) await person.call(restartTrainSessionItem, { id });
        }
        const kept = await stored('topic_figures');
        await rebuildFigures(context());
        expect(await stored('topic_figures')).toEqual(kept);
      }),
      { numRuns: 15 },
    );
    expect((await stored('topic_figures')).length).toBeGreaterThan(0);
  });

  test('change when an import moves a question to another topic, and when a question leaves practice', async () => {
    const student = await premium();
    const [one = 0, two = 0] = topics;
    const { questions, upload } = await openPractice(student, one);
    await upload(questions.slice(0, 2).map((question) => verified(question, right)));
    const { rows } = await story.database.pool.query<{ code: string }>(
      'select code from questions where id = any($1::bigint[]) order by id',
      [questions.slice(0, 2).map(({ id }) => id)],
    );
    const [moved = '', left = ''] = rows.map(({ code }) => code);
    await whileQuestionsChange(context(), null, [moved, left], async () => {
      await story.database.pool.query('update questions set topic_id = $2 where code = $1', [moved, two]);
      await story.database.pool.query('update questions set is_for_practice = false where code = $1', [left]);
    });
    const chapter = await student.call(getStudentHomeData, { type: 'chapter', id: await story.idOf('chapters', 'motion') });
    // One of seventeen questions is left, in the second topic with seven others.
    expect(chapter.chapter_data).toMatchObject({ progress: 6 });
    expect(chapter.checkpoints?.map(({ progress }) => progress)).toEqual([0, 14]);
    const kept = [await stored('topic_figures'), await stored('topic_question_counts')];
    await rebuildFigures(context());
    expect([await stored('topic_figures'), await stored('topic_question_counts')]).toEqual(kept);
  });
});
