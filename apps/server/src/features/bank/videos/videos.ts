import type { Answer } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import type { getChapterVideoSolutionList } from '@abhyas/contract/bank/videos';
import type { Context, Student } from '../../../context.ts';
import { chapterNameOf } from '../chapters/chapters.ts';
import { servedInPractice } from '../questions/questions.ts';
import * as store from './videos.store.ts';

/**
 * The video solutions of a chapter that practice may show the student now. Throws `not_found` outside the student's subjects,
 * `premium_needed` if all of them are locked.
 */
export async function chapterVideos(
  context: Context,
  student: Student,
  chapter_id: number,
): Promise<Answer<typeof getChapterVideoSolutionList>> {
  const chapter = await chapterNameOf(context, student, chapter_id);
  const found = await store.findVideoQuestions(context, student, chapter_id);
  const open = found.filter(({ institute_id }) => student.has_premium_access || institute_id !== null);
  if (open.length === 0 && !student.has_premium_access) throw new Problem('premium_needed');
  const served = await servedInPractice(
    context,
    student.id,
    open.map(({ id }) => id),
  );
  return {
    chapter,
    video_question_list: open
      .filter(({ id }) => served.has(id))
      .map(({ id, video_solution_uri, question_text, topic_name }) => ({ id, video_solution_uri, question_text, topic_name })),
  };
}
