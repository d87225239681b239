import { getTrainQuestions } from '@abhyas/contract/practice/practice';
import { getTopicSample } from '@abhyas/contract/bank/topic-samples';
import { expect, test } from 'vitest';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
const sample = async (by: Visitor, topic: string) => by.call(getTopicSample, { id: await story.idOf('topics', topic) });

test('a locked topic shows its numbers of questions and one question with its solution, the same to everybody', async () => {
  const [student, other] = [await story.student(), await story.student()];
  const shown = await sample(student, 'motion-two');
  expect(shown).toMatchObject({
    name: 'Motion two',
    question_count: 6,
    by_difficulty: { easy: 2, medium: 1, hard: 3 },
    numerical_count: 2,
    has_access: false,
    sample_question: { complexity: 3, solution_text: expect.stringMatching(/^The explanation/), video_solution_uri: null },
  });
  expect((await sample(other, 'motion-two')).sample_question?.id).toBe(shown.sample_question?.id);
  // The rest of the topic stays locked.
  await expect(student.call(getTrainQuestions, { id: await story.idOf('topics', 'motion-two') })).rejects.toMatchObject({
    code: 'premium_needed',
  });
});

test('an open topic is shown as open', async () => {
  expect(await sample(await story.student(), 'motion-one')).toMatchObject({ has_access: true });
});

test('a question that a test withholds is not a sample, and a topic outside the course is not found', async () => {
  const student = await story.student();
  const before = (await sample(student, 'motion-two')).sample_question?.id ?? 0;
  await story.database.db
    .updateTable('paper_questions')
    .set({ question_id: before })
    .where('paper_id', '=', await story.idOf('papers', 'mock'))
    .where('position', '=', 0)
    .execute();
  expect((await sample(student, 'motion-two')).sample_question?.id).not.toBe(before);
  await expect(sample(student, 'cells-one')).rejects.toMatchObject({ code: 'not_found' });
});
