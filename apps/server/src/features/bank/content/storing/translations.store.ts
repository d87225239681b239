import { type TranslatedLanguage, translatedLanguages } from '@abhyas/contract/bank/language-codes';
import type { PassageTranslations, TranslationEntries } from '@abhyas/contract/bank/translations';
import { sql } from 'kysely';
import type { Context } from '../../../../context.ts';
import type { Owner } from './stored-content.store.ts';

interface Translated {
  code: string;
  translations: TranslationEntries;
}

/** The same texts without blanks around them, as the English question has them. */
const trimmed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(trimmed);
  return value !== null && typeof value === 'object'
    ? Object.fromEntries(Object.entries(value).map(([key, of]) => [key, trimmed(of)]))
    : value;
};

const rowsOf = <T>(translations: { [language in TranslatedLanguage]?: T | undefined }) =>
  translatedLanguages.flatMap((language) => {
    const content = translations[language];
    return content === undefined ? [] : [{ language, content: trimmed(content) }];
  });

/**
 * Writes the translations of questions, by code, and deletes those that the questions no longer have. Returns the questions whose
 * translations changed.
 */
export async function writeTranslations({ db }: Context, owner: Owner, questions: readonly Translated[]): Promise<number[]> {
  const given = questions.flatMap(({ code, translations }) => rowsOf(translations).map((row) => ({ code, ...row })));
  const { rows } = await sql<{ id: number }>`
    with given as (
      select q.id, q.institute_id, g.language, g.content
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(code text, language text, content jsonb)
      join questions q on q.code = g.code and q.institute_id is not distinct from ${owner}::bigint
    ), deleted as (
      delete from question_translations t using questions q
      where q.id = t.question_id and q.code = any(${questions.map(({ code }) => code)}::text[])
        and q.institute_id is not distinct from ${owner}::bigint
        and not exists (select from given where given.id = t.question_id and given.language = t.language)
      returning t.question_id as id
    ), written as (
      insert into question_translations (question_id, institute_id, language, content) select id, institute_id, language, content from given
      on conflict (question_id, language) do update set content = excluded.content, version = question_translations.version + 1
        where question_translations.content <> excluded.content
      returning question_id as id
    )
    select id from deleted union select id from written`.execute(db);
  const changed = rows.map(({ id }) => id);
  if (changed.length > 0)
    await sql`update questions q set languages = array(select language from question_translations t where t.question_id = q.id order by language)
      where id = any(${changed}::bigint[])`.execute(db);
  return changed;
}

/** Writes the translations of a passage, and deletes those that it no longer has. */
export async function writePassageTranslations(
  { db }: Context,
  owner: Owner,
  passage_id: number,
  translations: PassageTranslations,
): Promise<void> {
  const given = rowsOf(translations);
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g(language text, content jsonb)),
    deleted as (
      delete from passage_translations t where passage_id = ${passage_id} and language not in (select language from given)
    )
    insert into passage_translations (passage_id, institute_id, language, content)
    select ${passage_id}::bigint, ${owner}::bigint, language, content from given
    on conflict (passage_id, language) do update set content = excluded.content, version = passage_translations.version + 1
      where passage_translations.content <> excluded.content`.execute(db);
}
