import { type Static, Type } from 'typebox';
import { Id, Nullable } from '../endpoint.ts';

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

/** Questions and their passages in another language. */
export const TranslatedTexts = Type.Object({ questions: Type.Array(TranslatedQuestion), passages: Type.Array(TranslatedPassage) });
export type TranslatedTexts = Static<typeof TranslatedTexts>;
