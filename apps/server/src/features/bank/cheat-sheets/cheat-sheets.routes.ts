import { getChapterQuickpointList, updateStudentQuickpointTag } from '@abhyas/contract/bank/cheat-sheets';
import { type Route, serve } from '../../../http/serve.ts';
import * as cheatSheets from './cheat-sheets.ts';

export const cheatSheetRoutes: Route[] = [
  serve(getChapterQuickpointList, ({ chapter_id }, context) => cheatSheets.cheatSheet(context, context.student, chapter_id)),
  serve(updateStudentQuickpointTag, (input, context) => cheatSheets.tagPoint(context, context.student, input)),
];
