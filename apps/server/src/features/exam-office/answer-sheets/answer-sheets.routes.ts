import {
  addAnswerSheets,
  enterAnswerSheets,
  getAnswerSheets,
  getSheetCrops,
  giveMarksOfSheets,
  mendAnswerSheet,
  removeAnswerSheet,
  withdrawAnswerSheets,
} from '@abhyas/contract/exam-office/answer-sheets';
import { type Route, serve } from '../../../http/serve.ts';
import { addSheets, cropsOfSheet, enterSheets, giveMarks, mendSheet, removeSheet, sheetsOfTest, withdrawSheets } from './answer-sheets.ts';

export const answerSheetRoutes: Route[] = [
  serve(getAnswerSheets, ({ id }, context) => sheetsOfTest(context, id)),
  serve(getSheetCrops, ({ id }, context) => cropsOfSheet(context, id)),
  serve(addAnswerSheets, ({ id, sheets }, context) => addSheets(context, id, sheets)),
  serve(mendAnswerSheet, (input, context) => mendSheet(context, input)),
  serve(removeAnswerSheet, ({ id }, context) => removeSheet(context, id)),
  serve(enterAnswerSheets, ({ id }, context) => enterSheets(context, id)),
  serve(withdrawAnswerSheets, ({ id }, context) => withdrawSheets(context, id)),
  serve(giveMarksOfSheets, ({ id, offline_test_id }, context) => giveMarks(context, id, offline_test_id)),
];
