import * as contract from '@abhyas/contract/exam-office/paper-drafts';
import { type Route, serve } from '../../../http/serve.ts';
import * as drafts from './paper-drafts.ts';

export const paperDraftRoutes: Route[] = [
  serve(contract.getPaperDrafts, ({ page = 0 }, context) => drafts.listDrafts(context, page)),
  serve(contract.createPaperDraft, ({ name, plan }, context) => drafts.createDraft(context, name, plan)),
  serve(contract.getPaperDraft, ({ id }, context) => drafts.openDraft(context, id)),
  serve(contract.getQuestionPool, (plan, context) => drafts.countPool(context, plan)),
  serve(contract.savePaperDraft, ({ id, ...change }, context) => drafts.saveDraft(context, id, change)),
  serve(contract.fillPaperDraft, ({ id, ...change }, context) => drafts.fillDraft(context, id, change)),
  serve(contract.swapDraftQuestion, ({ id, version, question_id }, context) => drafts.swapInDraft(context, id, version, question_id)),
  serve(contract.getOfferedQuestions, ({ id, section, words = '', page = 0 }, context) =>
    drafts.offeredQuestions(context, id, { section, words, page }),
  ),
  serve(contract.addDraftQuestion, ({ id, ...chosen }, context) => drafts.addToDraft(context, id, chosen)),
  serve(contract.addPictureQuestions, ({ id, may_use: _said, ...added }, context) => drafts.addPictures(context, id, added)),
  serve(contract.publishPaperDraft, ({ id, version }, context) => drafts.makeTest(context, id, version)),
  serve(contract.deletePaperDraft, ({ id }, context) => drafts.deleteDraft(context, id)),
];
