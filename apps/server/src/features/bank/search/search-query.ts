import type { Context } from '../../../context.ts';
import type { SearchQuery } from './search-text.ts';
import * as store from './search.store.ts';

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const either = (lexemes: readonly string[]) => (lexemes.length === 1 ? (lexemes[0] ?? '') : `(${lexemes.join(' | ')})`);
const shortestPrefix = 3;

/** One word of the query as full-text search takes it: a stem, its beginning while it is typed, or the likest stems where no question has it. */
interface Term {
  query: string;
  /** Questions that have it, about. */
  question_count: number;
  /** Words to mark in the texts. */
  marks: string[];
}

export interface Terms {
  /** All of the words. */
  every: string;
  /** All but one of the five rarest; for when one is mistyped into another word. Empty with fewer than three words. */
  allButOne: string;
  /** The two rarest of them, either; for when nothing has all. Empty with fewer than two words. */
  rarest: string;
  /** Any of the words; empty without words. */
  any: string;
  marks: string[];
}

async function termOf(context: Context, typed: store.QueryWord, isLast: boolean): Promise<Term> {
  const { word, stem, question_count } = typed;
  if (isLast && stem.length >= shortestPrefix && (await store.hasWordWithPrefix(context, stem)))
    return { query: `${quoted(stem)}:*`, question_count: question_count ?? 1, marks: [word, stem] };
  if (question_count !== null) return { query: quoted(stem), question_count, marks: [word, stem] };
  const alike = await store.findLikeWords(context, typed);
  if (alike.length === 0) return { query: quoted(stem), question_count: 0, marks: [] };
  return {
    query: either(alike.map((found) => quoted(found.word))),
    question_count: alike.reduce((sum, found) => sum + found.question_count, 0),
    marks: alike.map((found) => found.word),
  };
}

/** The words of a query, mistakes of typing mended by the words that the bank has. */
export async function termsOf(context: Context, { words }: SearchQuery): Promise<Terms> {
  const stems = words.length > 0 ? await store.stemsOf(context, words) : [];
  const lastWord = words.at(-1);
  const terms: Term[] = [];
  for (const stem of stems) terms.push(await termOf(context, stem, stem.word === lastWord));
  const known = terms.filter(({ question_count }) => question_count > 0);
  const byRarity = known.toSorted((a, b) => a.question_count - b.question_count);
  const rarest = byRarity.slice(0, 2);
  const five = byRarity.slice(0, 5).map(({ query }) => query);
  const allButOne = five.length < 3 ? [] : five.map((_one, at) => `(${five.filter((_other, place) => place !== at).join(' & ')})`);
  return {
    every: terms.map(({ query }) => query).join(' & '),
    allButOne: allButOne.join(' | '),
    rarest: rarest.length === 2 || known.length < terms.length ? rarest.map(({ query }) => query).join(' | ') : '',
    any: terms.map(({ query }) => query).join(' | '),
    marks: [...new Set(terms.flatMap(({ marks }) => marks))],
  };
}
