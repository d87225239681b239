import * as contract from '@abhyas/contract/exam-office/key-corrections';
import { type Route, serve } from '../../../http/serve.ts';
import { correctKeyOfPaper, correctionsOf, tryCorrection, undoCorrectionOfPaper } from './console-corrections.ts';

export const keyCorrectionRoutes: Route[] = [
  serve(contract.tryCorrection, ({ id, ...wanted }, context) => tryCorrection(context, id, wanted)),
  serve(contract.correctKey, ({ id, ...wanted }, context) => correctKeyOfPaper(context, id, wanted)),
  serve(contract.undoCorrection, ({ id, question_id, reason }, context) => undoCorrectionOfPaper(context, id, question_id, reason)),
  serve(contract.getCorrections, ({ id }, context) => correctionsOf(context, id)),
];
