import { Type } from 'typebox';
import { TranslatedCode } from '../bank/translations.ts';
import { TranslatedTexts } from '../bank/translated-texts.ts';
import { endpoint } from '../endpoint.ts';

export const getTranslatedQuestions = endpoint('GET /student_app/{id}/get_translated_questions', {
  isOfTest: true,
  summary: 'Hand out the questions of a session in another language',
  id: 'The session, of a test or of practice.',
  reach: 'membership',
  query: Type.Object({
    language: TranslatedCode,
    /** Whether the finished test is open for review, with its solutions. */
    is_review: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object({
    language: TranslatedCode,
    ...TranslatedTexts.properties,
  }),
  refusals: ['review_not_allowed', 'premium_needed'],
});
