import { Type } from 'typebox';
import { ChapterName } from './catalogue.ts';
import { endpoint, Id } from '../endpoint.ts';

/** A practice question that has a video solution. `packages/exam/src/classes/video.ts` finds the kind of video from its address. */
export const VideoQuestion = Type.Object({
  id: Id,
  video_solution_uri: Type.String(),
  question_text: Type.String(),
  topic_name: Type.String(),
});

/** The video solutions of a chapter; without Premium, only those of questions that the student's institute wrote. */
export const getChapterVideoSolutionList = endpoint('GET /student_app/get_chapter_video_solution_list', {
  access: 'trainee',
  summary: 'List the questions of a chapter that have a video solution',
  query: Type.Object({ chapter_id: Id }),
  response: Type.Object({ chapter: ChapterName, video_question_list: Type.Array(VideoQuestion) }),
  refusals: ['premium_needed'],
});
