import { plainFormula } from '@abhyas/exam/bank/plain-formula';
import { beginningOf } from '@abhyas/exam/institute/cut-text';

/** The searchable parts of a text: its words, and its formulas in plain form. */
export interface SearchText {
  /** Words separated by blanks, for full-text search. */
  words: string;
  /** Plain forms of the formulas, each once. */
  formulas: string[];
}

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"', '&#39;': "'" };
/** A formula ends before the next one begins, so that brackets without a partner take no quadratic time. */
const mathsPlaces = /\\\(((?:(?!\\\().)*?)\\\)|\\\[((?:(?!\\\[).)*?)\\\]/gs;
/** Words and formulas of authored HTML with TeX. */
export function searchTextOf(html: string): SearchText {
  const formulas = new Set<string>();
  const prose = html.replaceAll(mathsPlaces, (_whole, inline: string | undefined, displayed: string | undefined) => {
    const plain = plainFormula((inline ?? displayed ?? '').replaceAll(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities[entity] ?? entity));
    if (plain.length > 1) formulas.add(plain);
    return ' ';
  });
  const words = prose
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/&(?:lt|gt|amp|quot|#39);/g, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}'-]+/gu, ' ')
    .trim();
  return { words, formulas: [...formulas] };
}

const slugWords = 10;

/** The first words of a question in lower case, for its address; `question` if no word fits into an address. */
export function slugOf(html: string): string {
  const words = searchTextOf(html)
    .words.toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return words.slice(0, slugWords).join('-').slice(0, 80).replace(/-$/, '') || 'question';
}

/** A typed query: words, and parts that look like a formula. */
export interface SearchQuery {
  words: string[];
  formulas: string[];
}

const mostWords = 12;
const mostFormulas = 3;
const isFormula = (part: string): boolean => /[\\^_=+*/<>{}]|\d[a-zA-Z]|[a-zA-Z]\d/.test(part) && /[\p{L}\p{N}]/u.test(part);

/**
 * Parses a typed query: TeX between `\(` and `\)` or `$`, parts with signs of a formula, and words. At most 12 words and 3 formulas count.
 */
export function readSearchQuery(typed: string): SearchQuery {
  const formulas: string[] = [];
  const rest = typed.replaceAll(/\\\((.*?)\\\)|\$([^$]*)\$/gs, (_whole, tex: string | undefined, dollars: string | undefined) => {
    formulas.push(plainFormula(tex ?? dollars ?? ''));
    return ' ';
  });
  // "v = u + at" is one formula, though it has blanks.
  const joined = rest.replaceAll(/\s*([=+*/<>^])\s*/g, '$1');
  const words: string[] = [];
  for (const part of joined.split(/\s+/)) {
    if (isFormula(part)) formulas.push(plainFormula(part));
    else words.push(...part.split(/[^\p{L}\p{M}\p{N}'-]+/u));
  }
  const isWord = (word: string) => /[\p{L}\p{N}]/u.test(word);
  return {
    words: [...new Set(words.filter(isWord).map((word) => beginningOf(word.toLowerCase(), 40)))].slice(0, mostWords),
    formulas: [...new Set(formulas.filter((formula) => formula.length > 1))].slice(0, mostFormulas),
  };
}
