import * as contract from '@abhyas/contract/exam-office/key-corrections';
import { type Route, serve } from '../../../http/serve.ts';
import { correctFromResults, correctionsOf, tryCorrection, undoFromResults } from './corrections-of-test.ts';

export const keyCorrectionRoutes: Route[] = [
  serve(contract.tryCorrection, ({ id, ...wanted }, context) => tryCorrection(context, id, wanted)),
  serve(contract.correctKey, ({ id, ...wanted }, context) => correctFromResults(context, id, wanted)),
  serve(contract.undoCorrection, ({ id, question_id, reason }, context) => undoFromResults(context, id, question_id, reason)),
  serve(contract.getCorrections, ({ id }, context) => correctionsOf(context, id)),
];
