import * as contract from '@abhyas/contract/practice/doubts';
import { type Route, serve } from '../../../http/serve.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import * as queue from './doubt-queue.ts';
import * as doubts from './doubts.ts';

export const doubtRoutes = (storage: Storage): Route[] => [
  serve(contract.getMyDoubts, (input, context) => doubts.doubtsOf(context, context.student, input)),
  serve(contract.getDoubtsOfQuestion, ({ id }, context) => doubts.doubtsOfQuestion(context, context.student, id)),
  serve(contract.askDoubt, ({ id, ...doubt }, context) => doubts.ask(context, storage, id, doubt)),
  serve(contract.removeDoubt, ({ id }, context) => doubts.remove(context, storage, id)),
  serve(contract.reportDoubtAnswer, ({ id, reason }, context) => doubts.reportAnswer(context, id, reason)),
  serve(contract.getDoubts, (input, context) => queue.queuedDoubts(context, input)),
  serve(contract.answerDoubt, ({ id, ...answer }, context) => queue.answer(context, storage, id, answer)),
  serve(contract.showDoubt, ({ id, shown_text }, context) => queue.show(context, id, shown_text)),
  serve(contract.refuseDoubt, ({ id, reason }, context) => queue.refuse(context, id, reason)),
  serve(contract.settleDoubtReport, ({ id, keeps_answer }, context) => queue.settleReport(context, storage, id, keeps_answer)),
];
