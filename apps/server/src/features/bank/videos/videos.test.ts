import { getStudentHomeData } from '@abhyas/contract/site/home';
import { getChapterVideoSolutionList } from '@abhyas/contract/bank/videos';
import { describe, expect, test } from 'vitest';
import { tellStory, type Visitor } from '../../../testing/story.ts';

const story = tellStory();
const premium = { premium_until: new Date('2099-01-01') };
const list = async (by: Visitor, chapter: string) =>
  by.call(getChapterVideoSolutionList, { chapter_id: await story.idOf('chapters', chapter) });
const entryOf = async (by: Visitor) => {
  const { chapter_data } = await by.call(getStudentHomeData, { type: 'chapter', id: await story.idOf('chapters', 'motion') });
  return [chapter_data?.has_video_solutions, chapter_data?.can_open_video_solutions];
};

describe('the video solutions of a chapter', () => {
  test('include its practice questions, but no questions of papers', async () => {
    const { chapter, video_question_list } = await list(await story.student(premium), 'motion');
    expect(chapter).toMatchObject({ name: 'Motion', subject_name: 'Physics' });
    expect(video_question_list).toHaveLength(18);
    expect(video_question_list[0]).toMatchObject({ topic_name: 'Motion one', video_solution_uri: 'explanation-motion-1' });
    expect(JSON.stringify(video_question_list)).not.toMatch(/canary/);
  });

  test('need Premium', async () => {
    const [free, paying] = [await story.student(), await story.student(premium)];
    await expect(list(free, 'motion')).rejects.toMatchObject({ code: 'premium_needed', status: 410 });
    expect([await entryOf(free), await entryOf(paying)]).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  test('are not found if the chapter is outside the course', async () => {
    await expect(list(await story.student(premium), 'cells')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('leave out a question that was added to a test', async () => {
    const student = await story.student(premium);
    const before = (await list(student, 'motion')).video_question_list.map(({ id }) => id);
    const first = before[0] ?? 0;
    const mock = await story.idOf('papers', 'mock');
    await story.database.db
      .updateTable('paper_questions')
      .set({ question_id: first })
      .where('paper_id', '=', mock)
      .where('position', '=', 0)
      .execute();
    expect((await list(student, 'motion')).video_question_list.map(({ id }) => id)).toEqual(before.slice(1));
  });
});
