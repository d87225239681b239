import { Type } from 'typebox';
import { TranslatedCode } from '../bank/translations.ts';
import { endpoint, Id, Nullable } from '../endpoint.ts';

const Words = Nullable(Type.String());

/** A question in another language. Fields that the translation does not have are null, and the English ones are shown. */
const TranslatedQuestion = Type.Object({
  id: Id,
  question_text: Type.String(),
  options: Nullable(Type.Array(Type.String())),
  figure_alt: Words,
  option_alts: Nullable(Type.Array(Type.String())),
  /** Present only if the student may know the answer. */
  solution_text: Type.Optional(Words),
  solution_alt: Type.Optional(Words),
  numerical_notes: Type.Optional(Words),
});

const TranslatedPassage = Type.Object({ id: Id, comprehension_text: Type.String(), figure_alt: Words });

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
    questions: Type.Array(TranslatedQuestion),
    passages: Type.Array(TranslatedPassage),
  }),
  refusals: ['review_not_allowed', 'premium_needed'],
});
