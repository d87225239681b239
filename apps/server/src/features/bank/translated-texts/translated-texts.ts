import type { TranslatedLanguage } from '@abhyas/contract/bank/language-codes';
import type { TranslatedTexts } from '@abhyas/contract/bank/translated-texts';
import type { Context } from '../../../context.ts';
import type { ShownPassage, ShownQuestion } from '../questions/questions.ts';
import * as store from './translated-texts.store.ts';

type Translated = TranslatedTexts['questions'][number];

type HandedOut = [questions: readonly ShownQuestion[], passages: readonly ShownPassage[]];

export interface Texts {
  questions: store.TranslatedQuestion[];
  passages: store.TranslatedPassage[];
}

/** The translations of questions, and of the passages to which they belong. */
export async function readTexts(context: Context, ids: readonly number[], language: TranslatedLanguage): Promise<Texts> {
  return {
    questions: await store.findQuestionTranslations(context, ids, language),
    passages: await store.findPassageTranslations(context, ids, language),
  };
}

/** A question without key, solution and hint: a hint is fetched by a separate call, because an answer after it moves no rating. */
export function shownTranslation({ question_id, content }: store.TranslatedQuestion): Translated {
  const { text, options, alt } = content;
  return {
    id: question_id,
    question_text: text,
    options: options ?? null,
    figure_alt: alt?.figure ?? null,
    option_alts: alt?.options ?? null,
  };
}

export const revealedTranslation = (row: store.TranslatedQuestion): Translated => ({
  ...shownTranslation(row),
  solution_text: row.content.solution ?? null,
  solution_alt: row.content.alt?.solution_figure ?? null,
  numerical_notes: row.content.notes ?? null,
});

export const shownPassage = ({ passage_id, content }: store.TranslatedPassage): TranslatedTexts['passages'][number] => ({
  id: passage_id,
  comprehension_text: content.text,
  figure_alt: content.alt?.figure ?? null,
});

/** The texts of questions in another language, with a solution only if the English question is handed out with its own. */
export async function textsOf(
  context: Context,
  language: TranslatedLanguage,
  questions: readonly ShownQuestion[],
  passages: readonly ShownPassage[],
): Promise<TranslatedTexts> {
  const revealed = new Map(questions.map((question) => [question.id, question.solution_text !== undefined]));
  const handedOut = new Set(passages.map(({ id }) => id));
  const ids = questions.filter(({ also_in }) => also_in?.includes(language)).map(({ id }) => id);
  const texts = ids.length === 0 ? { questions: [], passages: [] } : await readTexts(context, ids, language);
  return {
    questions: texts.questions.map((row) => (revealed.get(row.question_id) ? revealedTranslation(row) : shownTranslation(row))),
    passages: texts.passages.filter(({ passage_id }) => handedOut.has(passage_id)).map(shownPassage),
  };
}

/** The same as a field of a response, only if the call asks for the language. */
export async function textsIn(context: Context, language: TranslatedLanguage | undefined, ...handedOut: HandedOut) {
  return language === undefined ? {} : { translated: await textsOf(context, language, ...handedOut) };
}

/** The hint of a question in the languages that have one. */
export async function hintsIn(context: Context, question_id: number): Promise<{ hi?: string }> {
  const [row] = await store.findQuestionTranslations(context, [question_id], 'hi');
  return row?.content.hint === undefined ? {} : { hi: row.content.hint };
}
