import { type AcceptedAnswer, type Answer, type Key, questionTypes, type Result, resultOf } from '../bank/question.ts';

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
 * Outcome and marks of one answer. If several answers are accepted, the one that gives the most marks counts. A partly right set of options
 * has the outcome incorrect and may still get partial marks.
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
