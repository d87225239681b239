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

/** Whether the text is a number: a half-typed entry, such as `-`, is not. */
export const isNumber = (text: string | null): text is string => text !== null && /\d/.test(text) && isEntry(text);

/** Whether the question is answered: at least one option, or an entry that is a number. `""`, `-`, `.` and `-.` are not answers. */
export function isAnswered(question_type: QuestionType, answer: Answer): boolean {
  return question_type === questionTypes.numerical ? isNumber(answer.rich_response) : answer.responses.length > 0;
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
