import Big from 'big.js';
import { isEntry } from './numeric-entry.ts';

/** Codes of the question types, on the wire and in the database. */
export const questionTypes = { four_options: 0, numerical: 1, multiple_option: 2, comprehension: 3 } as const;
export type QuestionType = 0 | 1 | 2 | 3;

/** One option, a set of options, decimal text, or a closed range of decimal texts. */
export type AcceptedAnswer = number | number[] | string | { from: string; to: string };

/** A student's answer: options for every type except numerical, whose text is in `rich_response`. */
export interface Answer {
  responses: readonly number[];
  rich_response: string | null;
}

/**
 * The key of a question. `precision` is the number of decimals that are compared; `integer` makes entries with a non-zero fraction
 * incorrect.
 */
export interface Key {
  question_type: QuestionType;
  accepted_answers: readonly AcceptedAnswer[];
  precision: number;
  integer?: boolean;
}

/** -1 incorrect, 0 unattempted, 1 correct. */
export type Result = -1 | 0 | 1;

/** The value of an entry; null for a half-typed entry and for any text that is not an entry. */
function numberOf(text: string | null): Big | null {
  return text !== null && /\d/.test(text) && isEntry(text) ? new Big(text.replace(/\.$/, '')) : null;
}

/** Whether the question is answered: at least one option, or an entry that is a number. `""`, `-`, `.` and `-.` are not answers. */
export function isAnswered(question_type: QuestionType, answer: Answer): boolean {
  return question_type === questionTypes.numerical ? numberOf(answer.rich_response) !== null : answer.responses.length > 0;
}

/** Whether the chosen options are exactly the options of one accepted answer. */
function isSameSet(chosen: ReadonlySet<number>, accepted: AcceptedAnswer): boolean {
  if (typeof accepted === 'number') return chosen.size === 1 && chosen.has(accepted);
  if (!Array.isArray(accepted)) return false;
  const right = new Set(accepted);
  return right.size === chosen.size && accepted.every((option) => chosen.has(option));
}

/** Values are rounded half away from zero to `precision` and compared; for a closed range the entry is not rounded. */
function isAcceptedNumber(entered: Big, accepted: AcceptedAnswer, precision: number): boolean {
  if (Array.isArray(accepted)) return false;
  if (typeof accepted === 'object') return entered.gte(accepted.from) && entered.lte(accepted.to);
  return entered.round(precision, Big.roundHalfUp).eq(new Big(accepted).round(precision, Big.roundHalfUp));
}

/**
 * Result of an answer: correct if it equals any accepted answer of the key. A partly right set of options counts as incorrect here; the
 * marking scheme of the section may still give it marks.
 * @throws when an accepted value of a numerical key is not decimal text
 */
export function resultOf(key: Key, answer: Answer): Result {
  if (key.question_type === questionTypes.numerical) {
    const entered = numberOf(answer.rich_response);
    if (entered === null) return 0;
    if (key.integer && !entered.eq(entered.round(0, Big.roundDown))) return -1;
    return key.accepted_answers.some((accepted) => isAcceptedNumber(entered, accepted, key.precision)) ? 1 : -1;
  }
  if (answer.responses.length === 0) return 0;
  const chosen = new Set(answer.responses);
  return key.accepted_answers.some((accepted) => isSameSet(chosen, accepted)) ? 1 : -1;
}

/** Complexity 1-2 is easy, 3 medium, 4-5 hard. */
export function difficultyOf(complexity: number): 'E' | 'M' | 'H' {
  if (complexity <= 2) return 'E';
  return complexity === 3 ? 'M' : 'H';
}

/** Whether two answers are the same: the same options in any order, and the same text. */
export function sameAnswer(a: Answer, b: Answer): boolean {
  const options = new Set(a.responses);
  return (
    (a.rich_response ?? '') === (b.rich_response ?? '') &&
    options.size === new Set(b.responses).size &&
    b.responses.every((option) => options.has(option))
  );
}
