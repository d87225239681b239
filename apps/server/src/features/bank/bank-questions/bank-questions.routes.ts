import * as contract from '@abhyas/contract/bank/bank-questions';
import { type Route, serve } from '../../../http/serve.ts';
import * as passages from './bank-passages.ts';
import * as questions from './bank-questions.ts';
import * as bulk from './bulk-changes.ts';

export const bankQuestionRoutes: Route[] = [
  serve(contract.getBankQuestions, (input, context) => questions.listQuestions(context, input)),
  serve(contract.getBankTopics, (_input, context) => questions.listTopics(context)),
  serve(contract.getBankQuestion, ({ id }, context) => questions.openQuestion(context, id)),
  serve(contract.createBankQuestion, ({ content }, context) => questions.createQuestion(context, content)),
  serve(contract.saveBankQuestion, ({ id, version, content }, context) => questions.saveQuestion(context, id, version, content)),
  serve(contract.actOnBankQuestion, ({ id, version, act, word }, context) => questions.actOnQuestion(context, id, version, act, word)),
  serve(contract.followBankQuestion, ({ id }, context) => questions.followQuestion(context, id)),
  serve(contract.deleteBankQuestion, ({ id }, context) => questions.deleteQuestion(context, id)),
  serve(contract.getBankVersions, ({ id }, context) => questions.versionsOf(context, id)),
  serve(contract.addBankPicture, ({ type, bytes }, context) => passages.takePicture(context, type, bytes)),
  serve(contract.getBankPassages, ({ page = 0 }, context) => passages.listPassages(context, page)),
  serve(contract.createBankPassage, ({ content }, context) => passages.createPassage(context, content)),
  serve(contract.saveBankPassage, ({ id, version, content }, context) => passages.savePassage(context, id, version, content)),
  serve(contract.changeBankQuestions, (input, context) => bulk.changeQuestions(context, input)),
  serve(contract.undoBankChange, ({ id }, context) => bulk.undoChange(context, id)),
];
