// The rules of marking, implemented a second time in a simple way; this file imports nothing of the product.
import { compare, readDecimal, rounded } from './decimal.ts';

export type Key = number | number[] | string | { from: string; to: string };

export interface MarkedSection {
  first_position: number;
  question_count: number;
  attempt_limit: number | null;
  limit_kind: 'block' | 'first_n' | null;
  integer: boolean;
  correct: number;
  incorrect: number;
  unattempted: number;
  partial: number[] | null;
}

export interface PaperQuestion {
  question: number;
  position: number;
  /** 0 four options, 1 numerical, 2 several options, 3 on a passage. */
  type: number;
  keys: Key[];
  precision: number;
}

export interface Answered {
  options: number[];
  text: string | null;
}

export interface Marks {
  total: number;
  max: number;
  isOverLimit: boolean;
  /** By question: the result (1 correct, -1 incorrect, 0 unattempted, 2 not counted) and the marks. */
  results: Map<number, { result: number; marks: number }>;
}

function isAttempted(type: number, answered: Answered | undefined): answered is Answered {
  if (!answered) return false;
  return type === 1 ? readDecimal(answered.text ?? '') !== null : answered.options.length > 0;
}

function isRightNumber(text: string, key: Key, precision: number): boolean {
  const entered = readDecimal(text);
  if (!entered) return false;
  if (typeof key === 'string') {
    const wanted = readDecimal(key);
    return wanted !== null && compare(rounded(entered, precision), rounded(wanted, precision)) === 0;
  }
  if (typeof key !== 'object' || Array.isArray(key)) return false;
  const [from, to] = [readDecimal(key.from), readDecimal(key.to)];
  return from !== null && to !== null && compare(from, entered) <= 0 && compare(entered, to) <= 0;
}

function isWhole(text: string): boolean {
  const entered = readDecimal(text);
  return entered !== null && entered.units % 10n ** BigInt(entered.places) === 0n;
}

const setOf = (key: Key): number[] => (Array.isArray(key) ? key : typeof key === 'number' ? [key] : []);

function isRight({ type, keys, precision }: PaperQuestion, { options, text }: Answered, needsWhole: boolean): boolean {
  if (type === 1) return (!needsWhole || isWhole(text ?? '')) && keys.some((key) => isRightNumber(text ?? '', key, precision));
  return keys.some((key) => setOf(key).length === options.length && setOf(key).every((option) => options.includes(option)));
}

/** Marks of an answer that is not fully right: some of the right options and no wrong one may earn partial marks. */
function marksOfWrong(section: MarkedSection, { type, keys }: PaperQuestion, { options }: Answered): number {
  const parts = keys.map((key) => {
    const isPart = type === 2 && options.length < setOf(key).length && options.every((option) => setOf(key).includes(option));
    return isPart ? (section.partial?.[options.length - 1] ?? section.incorrect) : section.incorrect;
  });
  return Math.max(section.incorrect, ...parts);
}

/** Marks a whole paper. */
export function markIndependently(
  sections: readonly MarkedSection[],
  questions: readonly PaperQuestion[],
  answers: ReadonlyMap<number, Answered>,
): Marks {
  const marks: Marks = { total: 0, max: 0, isOverLimit: false, results: new Map() };
  for (const section of sections) {
    const own = questions
      .filter(({ position }) => position >= section.first_position && position < section.first_position + section.question_count)
      .toSorted((a, b) => a.position - b.position);
    const limit = section.attempt_limit ?? own.length;
    let attempted = 0;
    let leftOut = 0;
    for (const question of own) {
      const answered = answers.get(question.question);
      const note = (result: number, earned: number) => {
        marks.results.set(question.question, { result, marks: earned });
        marks.total += earned;
      };
      if (!isAttempted(question.type, answered)) {
        leftOut += 1;
        // The result is decided below, when the number of attempts is known.
        note(0, 0);
        continue;
      }
      attempted += 1;
      if (attempted > limit) note(2, 0);
      else if (isRight(question, answered, section.integer)) note(1, section.correct);
      else note(-1, marksOfWrong(section, question, answered));
    }
    marks.total += Math.min(leftOut, Math.max(0, limit - attempted)) * section.unattempted;
    marks.max += limit * section.correct;
    marks.isOverLimit ||= section.limit_kind === 'block' && attempted > limit;
  }
  return marks;
}
