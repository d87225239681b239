import type { Context } from '../../../context.ts';
import type { SearchQuery } from './search-text.ts';
import * as store from './search.store.ts';

const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
const either = (lexemes: readonly string[]) => (lexemes.length === 1 ? (lexemes[0] ?? '') : `(${lexemes.join(' | ')})`);
const shortestPrefix = 3;
/** The most words whose typing mistakes are corrected: each comparison with all words of the bank takes 30 ms. */
const mostCorrected = 3;

/** One word of a full-text query: a stem, a prefix while it is typed, or the most similar stems if no question has it. */
interface Term {
  query: string;
  /** Approximate number of questions with the word. */
  question_count: number;
  /** Words to highlight in the texts. */
  marks: string[];
}

export interface Terms {
  /** Query for all words. */
  every: string;
  /** Query for all except one of the five rarest words, in case a typing mistake made another word. Empty below three words. */
  allButOne: string;
  /** Query for either of the two rarest words, in case no question has all. Empty below two words. */
  rarest: string;
  /** Query for any of the words; empty without words. */
  any: string;
  /** Query for all words as they were typed, the last one as a prefix, for texts whose words the bank may not know. */
  literal: string;
  marks: string[];
}

const isUnknown = ({ question_count }: store.QueryWord) => question_count === null;

async function termOf(context: Context, typed: store.QueryWord, isLast: boolean, isCorrected: boolean): Promise<Term> {
  const { word, stem, question_count } = typed;
  if (isLast && stem.length >= shortestPrefix && (await store.hasWordWithPrefix(context, stem)))
    return { query: `${quoted(stem)}:*`, question_count: question_count ?? 1, marks: [word, stem] };
  if (question_count !== null) return { query: quoted(stem), question_count, marks: [word, stem] };
  const alike = isCorrected ? await store.findLikeWords(context, typed) : [];
  if (alike.length === 0) return { query: quoted(stem), question_count: 0, marks: [] };
  return {
    query: either(alike.map((found) => quoted(found.word))),
    question_count: alike.reduce((sum, found) => sum + found.question_count, 0),
    marks: alike.map((found) => found.word),
  };
}

/** The words of a query, with typing mistakes corrected by the words of the bank. */
export async function termsOf(context: Context, { words }: SearchQuery): Promise<Terms> {
  const stems = words.length > 0 ? await store.stemsOf(context, words) : [];
  const lastWord = words.at(-1);
  const corrected = stems.filter(isUnknown).slice(0, mostCorrected);
  const terms: Term[] = [];
  for (const stem of stems) terms.push(await termOf(context, stem, stem.word === lastWord, corrected.includes(stem)));
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
    literal: stems.map(({ word, stem }) => `${quoted(stem)}${word === lastWord ? ':*' : ''}`).join(' & '),
    marks: [...new Set(terms.flatMap(({ marks }) => marks))],
  };
}
