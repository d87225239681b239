import { exportBankQuestions } from '@abhyas/contract/bank/bank-exports';
import { type Route, serve } from '../../../http/serve.ts';
import { exportQuestions } from './bank-exports.ts';

export const bankExportRoutes: Route[] = [serve(exportBankQuestions, (input, context) => exportQuestions(context, input))];
