import { getChapterVideoSolutionList } from '@abhyas/contract/bank/videos';
import { type Route, serve } from '../../../http/serve.ts';
import { chapterVideos } from './videos.ts';

export const videoRoutes: Route[] = [
  serve(getChapterVideoSolutionList, ({ chapter_id }, context) => chapterVideos(context, context.student, chapter_id)),
];
