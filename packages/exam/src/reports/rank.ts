const MIN_STUDENTS_FOR_PERCENTILE = 20;

/** The facts that decide the order of two ranked sessions of a paper. */
export interface Standing {
  total: number;
  /** By subject name; a missing subject counts as zeros. */
  subjects: Readonly<Record<string, SubjectStanding>>;
}

export interface SubjectStanding {
  score: number;
  correct: number;
  incorrect: number;
}

export type TieBreak = 'jee' | 'neet';

/** Subjects in the order in which they break ties. */
export const tieBreaks: Readonly<Record<TieBreak, readonly string[]>> = {
  jee: ['Maths', 'Physics', 'Chemistry'],
  neet: ['Biology', 'Chemistry', 'Physics'],
};

const zeros: SubjectStanding = { score: 0, correct: 0, incorrect: 0 };

const ratio = ({ correct, incorrect }: SubjectStanding): number => (incorrect === 0 ? 0 : incorrect / correct);

/**
 * Negative if `a` has the lower ratio of incorrect to correct answers. Without incorrect answers the ratio is 0; with only incorrect ones
 * it is infinite.
 */
function compareRatios(a: SubjectStanding, b: SubjectStanding): number {
  const [ofA, ofB] = [ratio(a), ratio(b)];
  return ofA === ofB ? 0 : ofA - ofB;
}

function overall({ subjects }: Standing): SubjectStanding {
  return Object.values(subjects).reduce(
    (sum, { score, correct, incorrect }) => ({
      score: sum.score + score,
      correct: sum.correct + correct,
      incorrect: sum.incorrect + incorrect,
    }),
    zeros,
  );
}

/**
 * Order of two standings, negative when `a` comes first: total, then subject scores in the exam's order, then the lower ratio of incorrect
 * to correct overall, then subject by subject. 0 is an unbroken tie. Follows the tie-break rules of NTA.
 */
export function compareStandings(a: Standing, b: Standing, tieBreak: TieBreak): number {
  const subject = (standing: Standing, name: string): SubjectStanding => standing.subjects[name] ?? zeros;
  const names = tieBreaks[tieBreak];
  const steps = [
    b.total - a.total,
    ...names.map((name) => subject(b, name).score - subject(a, name).score),
    compareRatios(overall(a), overall(b)),
    ...names.map((name) => compareRatios(subject(a, name), subject(b, name))),
  ];
  return steps.find((step) => step !== 0) ?? 0;
}

/**
 * The tie-break of equal totals as a list of numbers, by which a database can sort. Compared element by element, the smaller list comes
 * first, which is the same order as that of `compareStandings`.
 */
export function tieOrder({ subjects }: Pick<Standing, 'subjects'>, tieBreak: TieBreak): number[] {
  const names = tieBreaks[tieBreak];
  const of = (name: string): SubjectStanding => subjects[name] ?? zeros;
  const scores = names.map((name) => 0 - of(name).score);
  return [...scores, ratio(overall({ total: 0, subjects })), ...names.map((name) => ratio(of(name)))];
}

/** The exam whose tie-break applies: NEET for a paper with Biology, otherwise JEE. */
export const tieBreakOf = (subjects: readonly string[]): TieBreak => (subjects.includes('Biology') ? 'neet' : 'jee');

/** 1 + the number of totals above `total`; equal totals share a rank. */
export function rankOf(total: number, totals: readonly number[]): number {
  return 1 + totals.filter((other) => other > total).length;
}

/** 1 + the number of standings that are ahead, with the exam's tie-break. */
export function rankWithTieBreak(standing: Standing, others: readonly Standing[], tieBreak: TieBreak): number {
  return 1 + others.filter((other) => compareStandings(other, standing, tieBreak) < 0).length;
}

/**
 * Percentile as NTA computes it: 100 x (students with a score <= `total`) / (students who appeared), rounded to 7 decimals; null below 20
 * students. `totals` contains the totals of all students, including this one.
 */
export function percentileOf(total: number, totals: readonly number[]): number | null {
  return percentileFromCounts(totals.filter((other) => other <= total).length, totals.length);
}

/** The percentile from two counts, as a database gives them: students with a score <= the student's, and students who appeared. */
export function percentileFromCounts(atOrBelow: number, appeared: number): number | null {
  if (appeared < MIN_STUDENTS_FOR_PERCENTILE) return null;
  // Integers, because doubles would round some halves down.
  const [share, all] = [BigInt(atOrBelow), BigInt(appeared)];
  return Number((2n * share * 1_000_000_000n + all) / (2n * all)) / 1e7;
}

const NAME_LENGTH = 15;

/** A name as a leaderboard shows it: at most 15 characters, then an ellipsis. */
export function leaderboardName(name: string): string {
  const characters = [...name.trim()];
  return characters.length > NAME_LENGTH ? `${characters.slice(0, NAME_LENGTH).join('').trimEnd()}…` : characters.join('');
}
