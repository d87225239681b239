import { type AcceptedAnswer, type Answer, type Key, questionTypes, type Result } from '../bank/question.ts';
import { resultOf } from '../bank/result.ts';

/** Marks of a section. `partial[k - 1]` is given for k chosen options that are all right, if the key has more than k. */
export interface MarkingScheme {
  correct: number;
  incorrect: number;
  unattempted: number;
  partial: readonly number[] | null;
}

function partialMarks(scheme: MarkingScheme, accepted: AcceptedAnswer, chosen: ReadonlySet<number>): number | null {
  if (!scheme.partial || !Array.isArray(accepted)) return null;
  const right = new Set(accepted);
  const isProperSubset = chosen.size < right.size && [...chosen].every((option) => right.has(option));
  return isProperSubset ? (scheme.partial[chosen.size - 1] ?? null) : null;
}

/**
 * Outcome and marks of one answer. If the key accepts several answers, the one that gives the most marks counts. A set of options that is
 * only partly right counts as incorrect and may get partial marks.
 */
export function marksOf(scheme: MarkingScheme, key: Key, answer: Answer): { outcome: Result; marks: number } {
  const outcome = resultOf(key, answer);
  if (outcome === 0) return { outcome, marks: scheme.unattempted };
  if (outcome === 1) return { outcome, marks: scheme.correct };
  if (key.question_type !== questionTypes.multiple_option) return { outcome, marks: scheme.incorrect };
  const chosen = new Set(answer.responses);
  const partials = key.accepted_answers.map((accepted) => partialMarks(scheme, accepted, chosen) ?? scheme.incorrect);
  return { outcome, marks: Math.max(scheme.incorrect, ...partials) };
}
