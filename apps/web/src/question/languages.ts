import type { Language } from '@abhyas/contract/bank/language-codes';
import type { TranslatedTexts } from '@abhyas/contract/bank/translated-texts';
import { createContext, useContext, useMemo } from 'react';
import type { PassageContent, PictureContent, QuestionContent } from './question-content.ts';

export type Translated = TranslatedTexts;

/** The languages of the questions of one session, for every question below the provider. */
export interface QuestionLanguages {
  /** The language that the student has chosen for the question, or for all. */
  languageOf: (question_id: number) => Language;
  choose: (question_id: number, language: Language) => void;
  /** The Hindi texts; null until they are loaded. */
  texts: Translated | null;
}

/** Null outside sessions: questions are then shown in English. */
export const LanguagesContext = createContext<QuestionLanguages | null>(null);

/** The texts of a list from its pages; undefined unless all pages came with them. */
export function textsOfPages(pages: readonly { translated?: Translated }[]): Translated | undefined {
  const texts = pages.flatMap(({ translated }) => translated ?? []);
  if (texts.length < pages.length) return undefined;
  return { questions: texts.flatMap(({ questions }) => questions), passages: texts.flatMap(({ passages }) => passages) };
}

const described = (picture: PictureContent | null, alt: string | null | undefined): PictureContent | null =>
  picture && alt ? { ...picture, alt } : picture;

/** The question with its words in the other language; what is not translated stays in English. */
export function inLanguage<Q extends QuestionContent>(question: Q, { questions }: Pick<Translated, 'questions'>): Q | null {
  const words = questions.find(({ id }) => id === question.id);
  if (!words) return null;
  const [one, two, three, four] = [0, 1, 2, 3].map((at) => words.options?.[at]);
  const [first, second, third, fourth] = [0, 1, 2, 3].map((at) => words.option_alts?.[at]);
  return {
    ...question,
    question_text: words.question_text,
    option_1: one ?? question.option_1,
    option_2: two ?? question.option_2,
    option_3: three ?? question.option_3,
    option_4: four ?? question.option_4,
    image_option_1: described(question.image_option_1, first),
    image_option_2: described(question.image_option_2, second),
    image_option_3: described(question.image_option_3, third),
    image_option_4: described(question.image_option_4, fourth),
    supporting_picture: described(question.supporting_picture, words.figure_alt),
    // Without the English field the answer is withheld, and a translation does not add one.
    ...(question.solution_text ? { solution_text: words.solution_text ?? question.solution_text } : {}),
    ...(question.solution_supporting_picture
      ? { solution_supporting_picture: described(question.solution_supporting_picture, words.solution_alt) }
      : {}),
    ...(question.numerical_notes ? { numerical_notes: words.numerical_notes ?? question.numerical_notes } : {}),
  };
}

/** Whether the student reads the question in Hindi now. */
export const isReadInHindi = (languages: QuestionLanguages | null, question_id: number): boolean =>
  languages?.languageOf(question_id) === 'hi' && (languages.texts?.questions.some(({ id }) => id === question_id) ?? false);

/** The question as the student reads it now. `lang` is undefined in English, the language of the page. */
export function useInLanguage<Q extends QuestionContent>(question: Q): { question: Q; lang: 'hi' | undefined } {
  const languages = useContext(LanguagesContext);
  const isHindi = languages?.languageOf(question.id) === 'hi';
  const texts = languages?.texts ?? null;
  const translated = useMemo(() => (isHindi && texts ? inLanguage(question, texts) : null), [isHindi, texts, question]);
  return translated ? { question: translated, lang: 'hi' } : { question, lang: undefined };
}

/** The passage in the language of its question. */
export function passageIn(passage: PassageContent, lang: 'hi' | undefined, texts: Translated | null | undefined): PassageContent {
  const words = lang && texts?.passages.find(({ id }) => id === passage.id);
  if (!words) return passage;
  return {
    ...passage,
    comprehension_text: words.comprehension_text,
    supporting_picture: described(passage.supporting_picture, words.figure_alt),
  };
}
