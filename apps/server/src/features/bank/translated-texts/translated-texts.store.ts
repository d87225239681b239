import type { TranslatedLanguage } from '@abhyas/contract/bank/language-codes';
import type { PassageTranslation, TranslationEntry } from '@abhyas/contract/bank/translations';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

export interface TranslatedQuestion {
  question_id: number;
  content: TranslationEntry;
}
export interface TranslatedPassage {
  passage_id: number;
  content: PassageTranslation;
}

export function findQuestionTranslations(
  { db }: Context,
  ids: readonly number[],
  language: TranslatedLanguage,
): Promise<TranslatedQuestion[]> {
  return db
    .selectFrom('question_translations')
    .where(sql<boolean>`question_id = any(${ids}::bigint[])`)
    .where('language', '=', language)
    .select(['question_id', 'content'])
    .orderBy('question_id')
    .execute();
}

/** Translations of the passages to which the questions belong. */
export function findPassageTranslations(
  { db }: Context,
  question_ids: readonly number[],
  language: TranslatedLanguage,
): Promise<TranslatedPassage[]> {
  return db
    .selectFrom('passage_translations')
    .where(sql<boolean>`passage_id in (select comprehension_question_id from questions where id = any(${question_ids}::bigint[]))`)
    .where('language', '=', language)
    .select(['passage_id', 'content'])
    .orderBy('passage_id')
    .execute();
}
