import type { AcceptedAnswer } from '../bank/question.ts';
import { placeOf } from './blueprint.ts';

/** The sets of a printed paper: the same questions in different orders. Set A has the original order. */
export const setNames = ['A', 'B', 'C', 'D'] as const;
export type SetName = (typeof setNames)[number];

/** A question in the original order of the paper. */
export interface SetQuestion {
  id: number;
  /** Number of the section, from 0. Questions stay in their section. */
  section: number;
  /** Consecutive questions on the same passage stay together, in their order. */
  passage_id: number | null;
  /** Numbers of the options, ascending; empty for a numerical question. */
  options: readonly number[];
  /** Whether its options may be printed in another order. */
  may_move_options: boolean;
}

/** A question as a set prints it. */
export interface PlacedQuestion {
  id: number;
  /** The options in printed order: the printed number, and the number that the option has in the bank. */
  options: readonly { printed: number; original: number }[];
}

/** A reference to an option by its number or place, which another order would make wrong. */
const namesAnOption =
  /\b(?:above|below|these|those|former|latter|preceding|following|both|neither|options?)\b|\b(?:all|none|any) of\b|\([1-4a-d]\)/i;

/**
 * Whether the options of a question may be printed in another order: neither they nor the solution refer to an option by its number or
 * place, and none is a picture, which may show its number.
 */
export const mayMoveOptions = ({
  options,
  hasPictures,
  solution,
}: {
  options: readonly string[];
  hasPictures: boolean;
  solution: string;
}) =>
  options.length > 1 && !hasPictures && !options.some((text) => namesAnOption.test(text)) && !/\boptions?\b|\([1-4a-d]\)/i.test(solution);

/** The questions of a section in units that are moved as a whole: single questions, and passages with their questions. */
function unitsOf(questions: readonly SetQuestion[]): SetQuestion[][] {
  const units: SetQuestion[][] = [];
  for (const question of questions) {
    const last = units.at(-1);
    if (last && question.passage_id !== null && last[0]?.passage_id === question.passage_id) last.push(question);
    else units.push([question]);
  }
  return units;
}

function inOrderOf<T>(items: readonly T[], idOf: (item: T) => number, seed: number): T[] {
  return items.toSorted((a, b) => placeOf(idOf(a), seed) - placeOf(idOf(b), seed));
}

/** The seed of a set, and of the options of a question in it. A large odd factor keeps neighbouring seeds apart. */
const seedOf = (seed: number, set: SetName, id = 0) => (seed ^ Math.imul(setNames.indexOf(set) + 4 * id, 0x2545f491)) | 0;

function optionsOf({ id, options, may_move_options }: SetQuestion, set: SetName, seed: number, moves_options: boolean) {
  const isMoved = set !== 'A' && moves_options && may_move_options;
  const order = isMoved ? inOrderOf(options, (option) => option, seedOf(seed, set, id)) : options;
  return order.map((original, at) => ({ printed: options[at] ?? original, original }));
}

/**
 * The questions of a set in printed order. The same seed always gives the same order.
 * @param questions in the original order
 * @param moves_options whether the options of a question are moved too, where the question allows it
 */
export function orderOfSet(questions: readonly SetQuestion[], set: SetName, seed: number, moves_options: boolean): PlacedQuestion[] {
  const sections = [...new Set(questions.map(({ section }) => section))];
  return sections.flatMap((section) => {
    const units = unitsOf(questions.filter((question) => question.section === section));
    const ordered = set === 'A' ? units : inOrderOf(units, ([first]) => first?.id ?? 0, seedOf(seed, set));
    return ordered.flat().map((question) => ({ id: question.id, options: optionsOf(question, set, seed, moves_options) }));
  });
}

const mapped = (option: number, options: PlacedQuestion['options'], from: 'printed' | 'original', to: 'printed' | 'original') =>
  options.find((one) => one[from] === option)?.[to] ?? option;

/** The key of a question in a set: options by their printed numbers, numerical answers unchanged. */
export function keyOfSet(accepted: readonly AcceptedAnswer[], { options }: PlacedQuestion): AcceptedAnswer[] {
  const printed = (option: number) => mapped(option, options, 'original', 'printed');
  return accepted.map((answer) => {
    if (typeof answer === 'number') return printed(answer);
    return Array.isArray(answer) ? answer.map(printed).toSorted((a, b) => a - b) : answer;
  });
}

/** The options that a student chose on a printed set, by their numbers in the bank. */
export const originalOptions = (chosen: readonly number[], { options }: PlacedQuestion): number[] =>
  chosen.map((option) => mapped(option, options, 'printed', 'original')).toSorted((a, b) => a - b);
