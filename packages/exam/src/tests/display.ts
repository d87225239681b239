import { type Answer, isAnswered, type QuestionType } from '../bank/question.ts';

/** The fields of a response that the palette needs. */
export interface PaletteResponse extends Answer {
  question_type: QuestionType;
  is_marked: boolean;
  is_visited: boolean;
}

export const paletteStates = ['not_visited', 'not_answered', 'answered', 'marked', 'answered_marked'] as const;
export type PaletteState = (typeof paletteStates)[number];

/** State of a question in the palette while its session runs. Without a response the question is not visited. */
export function paletteState(response: PaletteResponse | undefined): PaletteState {
  if (!response) return 'not_visited';
  const isGiven = isAnswered(response.question_type, response);
  if (response.is_marked) return isGiven ? 'answered_marked' : 'marked';
  if (isGiven) return 'answered';
  return response.is_visited ? 'not_answered' : 'not_visited';
}

/** Number of questions in each state of the palette. */
export function countStates(responses: readonly (PaletteResponse | undefined)[]): Record<PaletteState, number> {
  const counts = { not_visited: 0, not_answered: 0, answered: 0, marked: 0, answered_marked: 0 };
  for (const response of responses) counts[paletteState(response)] += 1;
  return counts;
}

export type StatusLabel = 'Correct' | 'Incorrect' | 'Marked' | 'Unattempted' | 'Unvisited' | 'Attempted' | 'Key_Used' | 'Not_Counted';

/** The fields of a response that the label needs. */
export interface LabelledResponse extends PaletteResponse {
  verified: boolean;
  solution_request_time: number | null;
}

const resultLabels = { '-1': 'Incorrect', '1': 'Correct', '2': 'Not_Counted' } as const;

/** Whether the student opened the solution before verifying: the question then counts as neither right nor wrong. */
export function isKeyUsed(response: { verified: boolean; solution_request_time: number | null }): boolean {
  return response.solution_request_time !== null && !response.verified;
}

/**
 * The label of a question's state, one of the fixed names (docs/product.md). `result` is null while it may not be known (-1 incorrect,
 * 0 unattempted, 1 correct, 2 not counted); a solution that was opened before answering overrides it.
 */
export function statusLabel(response: LabelledResponse | undefined, result: -1 | 0 | 1 | 2 | null): StatusLabel {
  if (!response) return 'Unvisited';
  if (isKeyUsed(response)) return 'Key_Used';
  if (result !== null && result !== 0) return resultLabels[result];
  if (result === null && response.is_marked) return 'Marked';
  if (result === null && isAnswered(response.question_type, response)) return 'Attempted';
  return response.is_visited ? 'Unattempted' : 'Unvisited';
}
