import * as contract from '@abhyas/contract/exam-office/paper-print';
import { type Route, serve } from '../../../http/serve.ts';
import * as print from './paper-print.ts';

export const paperPrintRoutes: Route[] = [
  serve(contract.getDraftToPrint, ({ id }, context) => print.draftToPrint(context, id)),
  serve(contract.getDraftKeys, ({ id }, context) => print.draftKeys(context, id)),
  serve(contract.setDraftSets, ({ id, sets_move_options }, context) => print.setDraftSets(context, id, sets_move_options)),
  serve(contract.getTestToPrint, ({ id }, context) => print.testToPrint(context, id)),
  serve(contract.getTestKeys, ({ id }, context) => print.testKeys(context, id)),
  serve(contract.setTestSets, ({ id, sets_move_options }, context) => print.setTestSets(context, id, sets_move_options)),
];
