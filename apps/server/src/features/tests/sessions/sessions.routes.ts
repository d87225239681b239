import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { getTestInstructions } from '@abhyas/contract/tests/papers';
import { getTranslatedQuestions } from '@abhyas/contract/tests/translated-questions';
import { type Route, serve, serveUnchecked } from '../../../http/serve.ts';
import * as sessions from './sessions.ts';
import { translatedQuestions } from './translated-questions.ts';

export const sessionRoutes = (secret: Buffer): Route[] => [
  serve(getTestInstructions, ({ id }, context) => sessions.testInstructions(context, context.student, id)),
  serve(
    findOrCreateSessionItem,
    async ({ id, with_questions, ...chosen }, context) => {
      const begun = await sessions.beginTest(context, context.student, id, chosen, secret);
      return with_questions ? sessions.openTest(context, id, false, begun) : begun;
    },
    'begins',
  ),
  serve(getTranslatedQuestions, (input, context) => translatedQuestions(context, context.student, input)),
  serveUnchecked(getTestQuestions, ({ id, is_review = false }, context) => sessions.openTest(context, id, is_review)),
];
