import { plainFormula } from '@abhyas/exam/bank/plain-formula';
import { texInText } from '@abhyas/exam/bank/tex';
import type { QuestionContent } from './question-content.ts';

/** Characters that surround a highlighted part until the text is typeset. Authored text never contains this private range. */
export const MARK_OPEN = '\uE002';
export const MARK_CLOSE = '\uE003';

/** The words and formulas that a search matched. */
export interface Matched {
  /** Words and stems of words. */
  words: readonly string[];
  /** Formulas in their plain form. */
  formulas: readonly string[];
}

const word = /[\p{L}\p{N}'-]+/gu;
/** The most letters that a word may have after its stem, as `velocities` after `veloc`. */
const longestEnding = 5;
const shortestStem = 3;
const tagOrEntity = /(<[^<>]*>|&[a-z#0-9]{2,6};)/;

function isMatched(text: string, words: readonly string[]): boolean {
  const found = text.toLowerCase();
  return words.some((stem) => {
    if (found === stem) return true;
    if (stem.length < shortestStem) return false;
    const isForm = found.startsWith(stem) && found.length - stem.length <= longestEnding;
    // The stem of `energies` is `energi`.
    return isForm || (stem.endsWith('i') && found === `${stem.slice(0, -1)}y`);
  });
}

function withMarkedWords(html: string, words: readonly string[]): string {
  return html
    .split(tagOrEntity)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(word, (one) => (isMatched(one, words) ? MARK_OPEN + one + MARK_CLOSE : one))))
    .join('');
}

/** Surrounds the matched words and formulas of an authored text with these characters, so that they are highlighted. */
export function withMarks(text: string, { words, formulas }: Matched): string {
  const unmarked = text.replaceAll(/[\uE002\uE003]/g, '');
  let marked = '';
  let from = 0;
  for (const formula of unmarked.matchAll(texInText)) {
    marked += withMarkedWords(unmarked.slice(from, formula.index), words);
    const plain = plainFormula(formula[1] ?? formula[2] ?? '');
    const isFound = formulas.some((wanted) => plain.includes(wanted));
    marked += isFound ? MARK_OPEN + formula[0] + MARK_CLOSE : formula[0];
    from = formula.index + formula[0].length;
  }
  return marked + withMarkedWords(unmarked.slice(from), words);
}

/** The question with the matched words and formulas highlighted in its text and options. */
export function markedQuestion<Q extends QuestionContent>(question: Q, matched: Matched): Q {
  if (matched.words.length === 0 && matched.formulas.length === 0) return question;
  const mark = (text: string | null) => (text === null ? null : withMarks(text, matched));
  return {
    ...question,
    question_text: withMarks(question.question_text, matched),
    option_1: mark(question.option_1),
    option_2: mark(question.option_2),
    option_3: mark(question.option_3),
    option_4: mark(question.option_4),
  };
}
