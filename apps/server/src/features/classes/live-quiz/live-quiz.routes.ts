import { answerLiveQuiz, getLiveQuizReport } from '@abhyas/contract/classes/live-quiz';
import {
  acceptLateQuizAnswers,
  addBankQuestion,
  addTypedQuestion,
  completeQuiz,
  findQuizQuestions,
  getQuizConsole,
  getQuizTally,
  lockQuizQuestion,
  removeQuizQuestion,
  setQuizReveal,
  showQuizQuestion,
  unlockQuizQuestion,
} from '@abhyas/contract/classes/quiz-console';
import { type Route, serve } from '../../../http/serve.ts';
import { answerQuestion, quizReportOf } from './live-quiz.ts';
import * as teacher from './quiz-console.ts';

export const liveQuizRoutes: Route[] = [
  serve(answerLiveQuiz, (input, context) => answerQuestion(context, context.student, input)),
  serve(getLiveQuizReport, ({ id }, context) => quizReportOf(context, context.student, id)),
  serve(getQuizConsole, ({ id }, context) => teacher.consoleOf(context, id)),
  serve(getQuizTally, ({ id }, context) => teacher.tallyOf(context, id)),
  serve(findQuizQuestions, (input, context) => teacher.quizQuestions(context, input)),
  serve(addBankQuestion, (input, context) => teacher.addFromBank(context, input)),
  serve(addTypedQuestion, (input, context) => teacher.addTyped(context, input)),
  serve(removeQuizQuestion, (input, context) => teacher.remove(context, input)),
  serve(showQuizQuestion, (input, context) => teacher.show(context, input)),
  serve(lockQuizQuestion, (input, context) => teacher.lock(context, input)),
  serve(unlockQuizQuestion, (input, context) => teacher.unlock(context, input)),
  serve(acceptLateQuizAnswers, (input, context) => teacher.acceptLate(context, input)),
  serve(setQuizReveal, (input, context) => teacher.setReveal(context, input)),
  serve(completeQuiz, (input, context) => teacher.completeIt(context, input)),
];
