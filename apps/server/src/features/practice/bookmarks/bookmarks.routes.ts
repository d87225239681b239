import { getBookmarkedQuestion, updateQuestionBookmarkStatus } from '@abhyas/contract/practice/bookmarks';
import { type Route, serve } from '../../../http/serve.ts';
import * as bookmarks from './bookmarks.ts';

export const bookmarkRoutes: Route[] = [
  serve(updateQuestionBookmarkStatus, (input, context) => bookmarks.updateBookmark(context, context.student, input)),
  serve(getBookmarkedQuestion, (input, context) => bookmarks.bookmarkedQuestions(context, context.student, input)),
];
