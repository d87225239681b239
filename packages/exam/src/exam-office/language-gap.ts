/** Ranked attempts of one level of score that count at a question: how many there are in each language, and how many of them are right. */
export interface LevelCounts {
  english: number;
  english_right: number;
  hindi: number;
  hindi_right: number;
}

/** Fewer readers of a language tell nothing, as for other doubts about a question. */
const LEAST_READERS = 10;
/** The chance that a paper in which both languages are equally hard shows any question. */
const FALSE_ALARM = 0.05;

/** 1 − erf(x) for x ≥ 0; Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26; wrong by at most 1.5e-7. */
function complementaryErrorFunction(x: number): number {
  const t = 1 / (1 + 0.327_591_1 * x);
  return ((((1.061_405_429 * t - 1.453_152_027) * t + 1.421_413_741) * t - 0.284_496_736) * t + 0.254_829_592) * t * Math.exp(-x * x);
}

/** How many more readers of Hindi are right than expected if both languages are equally hard within each level, and the variance of it. */
function gapOf(levels: readonly LevelCounts[]): { difference: number; variance: number } {
  let [difference, variance] = [0, 0];
  for (const { english, english_right, hindi, hindi_right } of levels) {
    const all = english + hindi;
    if (all < 2) continue;
    const right = english_right + hindi_right;
    difference += hindi_right - (hindi * right) / all;
    variance += (english * hindi * right * (all - right)) / (all * all * (all - 1));
  }
  return { difference, variance };
}

/**
 * The probability, 0-1, of a difference between the languages as large as this one if the question is equally hard in both for students of
 * the same level: the test of Mantel and Haenszel (1959) with their correction for continuity. 1 where nothing can be compared.
 */
export function chanceOfGap(levels: readonly LevelCounts[]): number {
  const { difference, variance } = gapOf(levels);
  if (variance === 0) return 1;
  const chi = Math.max(0, Math.abs(difference) - 0.5) / Math.sqrt(variance);
  return Math.min(1, complementaryErrorFunction(chi / Math.SQRT2));
}

/**
 * The language whose readers miss the question oddly often, compared with students of the same level who read the other one; null without
 * such a difference. `questions` is the number of compared questions of the paper: dividing the bound by it (Bonferroni) keeps the chance
 * of any false alarm in a whole paper at 5 %.
 */
export function harderLanguage(levels: readonly LevelCounts[], questions: number): 'en' | 'hi' | null {
  const sum = (of: (level: LevelCounts) => number) => levels.reduce((total, level) => total + of(level), 0);
  if (sum(({ english }) => english) < LEAST_READERS || sum(({ hindi }) => hindi) < LEAST_READERS) return null;
  if (chanceOfGap(levels) >= FALSE_ALARM / questions) return null;
  return gapOf(levels).difference < 0 ? 'hi' : 'en';
}
