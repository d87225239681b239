import { i18n } from '../platform/language.ts';
import type { QuestionResponse } from '@abhyas/contract/tests/attempts';
import type { Section } from '@abhyas/contract/tests/papers';
import type { ComprehensionQuestion, Question } from '@abhyas/contract/bank/questions';
import type { AcceptedAnswer, Answer, Key } from '@abhyas/exam/bank/question';
import { difficultyOf, questionTypes } from '@abhyas/exam/bank/question';
import type { Value } from '@abhyas/contract/endpoint';

export type QuestionContent = Value<typeof Question>;
export type PassageContent = Value<typeof ComprehensionQuestion>;
export type ServerResponse = Value<typeof QuestionResponse>;
export type PaperSection = Value<typeof Section>;
export type PictureContent = NonNullable<QuestionContent['supporting_picture']>;
export type SizeKey = QuestionContent['supporting_picture_size'];

export interface OptionContent {
  /** 1 to 4. */
  option: number;
  text: string | null;
  picture: PictureContent | null;
  size: SizeKey;
}

export const isNumerical = (question: QuestionContent): boolean => question.question_type === questionTypes.numerical;
export const takesSeveral = (question: QuestionContent): boolean => question.question_type === questionTypes.multiple_option;

/** The options that have a text or a picture. */
export function optionsOf(question: QuestionContent): OptionContent[] {
  return ([1, 2, 3, 4] as const)
    .map((option) => ({
      option,
      text: question[`option_${option}`],
      picture: question[`image_option_${option}`],
      size: question[`image_option_${option}_size`],
    }))
    .filter(({ text, picture }) => text !== null || picture !== null);
}

/** Every text of a question that may need typesetting. */
export const questionTexts = (question: QuestionContent): (string | null)[] => [
  question.question_text,
  ...optionsOf(question).map(({ text }) => text),
];

/** The addresses of all pictures of a question, of its passage and, if it was sent, of its solution. */
export const pictureAddresses = (question: QuestionContent, passage: PassageContent | null): string[] =>
  [
    question.supporting_picture,
    ...optionsOf(question).map(({ picture }) => picture),
    question.solution_supporting_picture,
    passage?.supporting_picture,
  ].flatMap((picture) => picture?.url ?? []);

/** The key of a question; null if the server did not send it. */
export function keyOf(question: QuestionContent): Key | null {
  if (!question.accepted_answers) return null;
  return {
    question_type: question.question_type,
    accepted_answers: question.accepted_answers as AcceptedAnswer[],
    precision: question.precision ?? 2,
  };
}

/** Whether a question of a finished test was sent without its key and solution: docs/decisions/008-review-by-question.md. */
export const isWithheld = (question: QuestionContent): boolean => question.accepted_answers === undefined;

const isSame = (one: ReadonlySet<number>, other: readonly number[]) =>
  one.size === other.length && other.every((option) => one.has(option));

/**
 * The options to show as right: every option that is accepted alone; if sets are accepted, the chosen set or else the first. Empty for
 * numerical questions; null if the question was sent without its key.
 */
export function rightOptions(question: QuestionContent, chosen: readonly number[]): ReadonlySet<number> | null {
  if (!question.accepted_answers) return null;
  const sets = question.accepted_answers.filter((accepted) => Array.isArray(accepted)).map((options) => new Set(options));
  if (sets.length > 0) return sets.find((options) => isSame(options, chosen)) ?? sets[0] ?? null;
  return new Set(question.accepted_answers.filter((accepted) => typeof accepted === 'number'));
}

/** Easy (levels 1 and 2), Medium (3) or Hard (4 and 5). */
export const difficultyWord = ({ complexity }: QuestionContent): string =>
  i18n.t({ E: 'Easy', M: 'Medium', H: 'Hard' }[difficultyOf(complexity)]);

/** A numerical key in words: `4`, or `0.74 to 0.80`. */
export function acceptedText(question: QuestionContent): string {
  return (question.accepted_answers ?? [])
    .map((accepted) =>
      typeof accepted === 'object' && !Array.isArray(accepted)
        ? i18n.t('{from} to {to}', { from: accepted.from, to: accepted.to })
        : String(accepted),
    )
    .join(' or ');
}

export const noAnswer: Answer = { responses: [], rich_response: null };
