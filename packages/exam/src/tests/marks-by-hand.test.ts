import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markPaper, type PaperQuestion } from './paper-marks.ts';
import type { AcceptedAnswer, Answer, QuestionType } from '../bank/question.ts';
import type { SectionRules } from './sections.ts';

/** A key or an entry in thousandths, so that marking by hand needs no floating-point numbers. */
type Thousandths = number;
type HandKey = { value: Thousandths } | { from: Thousandths; to: Thousandths } | { options: number[] };

interface HandQuestion {
  keys: HandKey[];
  precision: 0 | 1 | 2;
  correction: 'dropped' | 'bonus' | null;
  chosen: number[];
  /** A typed text: empty, half an entry, or a number. */
  typed: null | '' | '-' | '.' | '-.' | { thousandths: Thousandths; isPadded: boolean };
}

interface HandSection {
  rules: SectionRules;
  questions: HandQuestion[];
}

const textOf = (thousandths: Thousandths, isPadded: boolean): string => {
  const size = Math.abs(thousandths);
  const decimals = String(size % 1000).padStart(3, '0');
  const text = `${thousandths < 0 ? '-' : ''}${Math.floor(size / 1000)}.${decimals}`;
  return isPadded ? text : text.replace(/\.?0+$/, '');
};

/** Rounds half away from zero, to whole units of the precision. */
function roundByHand(thousandths: Thousandths, precision: number): number {
  const unit = [1000, 100, 10][precision] ?? 1;
  const size = Math.abs(thousandths);
  const whole = Math.floor(size / unit);
  const rounded = (size % unit) * 2 >= unit ? whole + 1 : whole;
  return thousandths < 0 && rounded > 0 ? -rounded : rounded;
}

/** Outcome and marks of an answer for one key, as a person would mark it. */
function againstKey(rules: SectionRules, { chosen, typed, precision }: HandQuestion, key: HandKey): { isRight: boolean; marks: number } {
  const wrong = { isRight: false, marks: rules.incorrect };
  const right = { isRight: true, marks: rules.correct };
  if (rules.question_type === 1) {
    if (typeof typed !== 'object' || typed === null || 'options' in key) return wrong;
    const entered = typed.thousandths;
    if (rules.integer && entered % 1000 !== 0) return wrong;
    if ('from' in key) return entered >= key.from && entered <= key.to ? right : wrong;
    return roundByHand(entered, precision) === roundByHand(key.value, precision) ? right : wrong;
  }
  if (!('options' in key)) return wrong;
  for (const option of chosen) if (!key.options.includes(option)) return wrong;
  if (chosen.length === key.options.length) return right;
  if (rules.question_type !== 2 || rules.partial === null) return wrong;
  const [forOne = 0, forTwo = 0, forThree = 0] = rules.partial;
  return { isRight: false, marks: chosen.length === 1 ? forOne : chosen.length === 2 ? forTwo : forThree };
}

const isGiven = (rules: SectionRules, { chosen, typed }: HandQuestion): boolean =>
  rules.question_type === 1 ? typeof typed === 'object' && typed !== null : chosen.length > 0;

interface Line {
  subject: string;
  outcome: -1 | 0 | 1 | 2;
  marks: number;
}

const subjectByHand = ['', 'Maths', 'Physics', 'Chemistry', 'Biology', 'Biology'];

/** A second implementation of the marking rules, section by section and question by question, as a person would mark. */
function markByHand(paper: readonly HandSection[]): { lines: Line[]; isOverLimit: boolean } {
  const lines: Line[] = [];
  let isOverLimit = false;
  for (const { rules, questions } of paper) {
    const subject = subjectByHand[rules.subject_id] ?? '';
    const mayAttempt = rules.attempt_limit ?? questions.length;
    const answers = questions.filter((question) => isGiven(rules, question)).length;
    if (rules.limit_kind === 'block' && answers > mayAttempt) isOverLimit = true;
    let answersLeft = mayAttempt;
    let blanksLeft = mayAttempt - Math.min(answers, mayAttempt);
    for (const question of questions) {
      const full: Line = { subject, outcome: 1, marks: rules.correct };
      if (isGiven(rules, question)) {
        answersLeft -= 1;
        if (answersLeft < 0) lines.push({ subject, outcome: 2, marks: 0 });
        else if (question.correction !== null) lines.push(full);
        else {
          const judged = question.keys.map((key) => againstKey(rules, question, key));
          const marks = judged.reduce((best, one) => Math.max(best, one.marks), rules.incorrect);
          lines.push({ subject, outcome: judged.some(({ isRight }) => isRight) ? 1 : -1, marks });
        }
      } else if (question.correction === 'dropped' && rules.attempt_limit === null) lines.push(full);
      else {
        blanksLeft -= 1;
        lines.push({ subject, outcome: 0, marks: blanksLeft >= 0 ? rules.unattempted : 0 });
      }
    }
  }
  return { lines, isOverLimit };
}

const number: fc.Arbitrary<Thousandths> = fc.integer({ min: -2100, max: 2100 });
const optionSet = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
const keyFor: Record<QuestionType, fc.Arbitrary<HandKey>> = {
  0: fc.integer({ min: 1, max: 4 }).map((option) => ({ options: [option] })),
  1: fc.oneof(
    number.map((value) => ({ value })),
    fc.tuple(number, fc.nat(900)).map(([from, width]) => ({ from, to: from + width })),
  ),
  2: optionSet.map((options) => ({ options })),
  3: fc.integer({ min: 1, max: 4 }).map((option) => ({ options: [option] })),
};

/** Generates numbers that are often equal to a key, or close to a value at which the rounding changes. */
const typedNear = (keys: readonly HandKey[]): fc.Arbitrary<HandQuestion['typed']> =>
  fc.oneof(
    fc.constantFrom(null, '' as const, '-' as const, '.' as const, '-.' as const),
    fc.record({
      thousandths: fc.oneof(
        number,
        fc.tuple(fc.constantFrom(...keys), fc.constantFrom(-500, -50, -5, -4, -1, 0, 1, 4, 5, 50, 500)).map(([key, off]) => {
          const at = 'value' in key ? key.value : 'from' in key ? (off < 0 ? key.from : key.to) : 0;
          return at + off;
        }),
      ),
      isPadded: fc.boolean(),
    }),
  );

const questionOf = (question_type: QuestionType): fc.Arbitrary<HandQuestion> =>
  fc.array(keyFor[question_type], { minLength: 1, maxLength: 3 }).chain((keys) =>
    fc.record({
      keys: fc.constant(keys),
      precision: fc.constantFrom(0 as const, 1 as const, 2 as const),
      correction: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom('dropped' as const, 'bonus' as const)),
      chosen:
        question_type === 2
          ? fc.oneof(fc.constant<number[]>([]), optionSet)
          : fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 1 }),
      typed: question_type === 1 ? typedNear(keys) : fc.constant<HandQuestion['typed']>(null),
    }),
  );

const section: fc.Arbitrary<HandSection> = fc
  .record({
    name: fc.constant('A'),
    subject_id: fc.integer({ min: 1, max: 5 }),
    question_type: fc.constantFrom<QuestionType>(0, 1, 2, 3),
    limit: fc.option(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom('block' as const, 'first_n' as const))),
    integer: fc.boolean(),
    correct: fc.integer({ min: 3, max: 5 }),
    incorrect: fc.integer({ min: -3, max: 0 }),
    unattempted: fc.integer({ min: -1, max: 1 }),
    partial: fc.option(fc.constantFrom([1, 2, 3], [0, 0, 1])),
  })
  .chain(({ limit, ...rules }) =>
    fc.array(questionOf(rules.question_type), { minLength: 1, maxLength: 8 }).map((questions) => ({
      rules: {
        ...rules,
        question_count: questions.length,
        first_position: 0,
        attempt_limit: limit && Math.min(limit[0], questions.length),
        limit_kind: limit && limit[1],
      },
      questions,
    })),
  );

const paper = fc.array(section, { minLength: 1, maxLength: 6 }).map((sections) => {
  let next = 0;
  return sections.map(({ rules, questions }) => {
    const first_position = next;
    next += questions.length;
    return { rules: { ...rules, first_position }, questions };
  });
});

const acceptedOf = (question_type: QuestionType, key: HandKey): AcceptedAnswer => {
  if ('value' in key) return textOf(key.value, false);
  if ('from' in key) return { from: textOf(key.from, true), to: textOf(key.to, false) };
  return question_type === 2 ? key.options : (key.options[0] ?? 0);
};

/** The same paper and answers, in the product's data structures. */
function asHeld(sections: readonly HandSection[]) {
  const placed = sections.flatMap(({ rules, questions }) =>
    questions.map((question, at) => ({ rules, question, position: rules.first_position + at })),
  );
  const questions = placed.map(({ rules: { question_type }, question, position }): PaperQuestion => {
    const accepted_answers = question.keys.map((key) => acceptedOf(question_type, key));
    const key = { question_type, accepted_answers, precision: question.precision };
    return { question_id: 1000 + position, position, key, correction: question.correction };
  });
  const answers = new Map(
    placed.map(({ question: { chosen, typed }, position }): [number, Answer] => {
      const rich_response = typeof typed === 'object' && typed !== null ? textOf(typed.thousandths, typed.isPadded) : typed;
      return [1000 + position, { responses: chosen, rich_response }];
    }),
  );
  return { questions, answers, rules: sections.map((one) => one.rules) };
}

describe('marking a paper', () => {
  it('gives the same marks as the second implementation, for any paper, corrections and order of questions', () => {
    fc.assert(
      fc.property(paper, (sections) => {
        const byHand = markByHand(sections);
        const { rules, questions, answers } = asHeld(sections);
        const marked = markPaper(rules.toReversed(), questions.toReversed(), answers);
        expect(marked.questions.map(({ outcome, marks }) => [outcome, marks])).toEqual(
          byHand.lines.map(({ outcome, marks }) => [outcome, marks]),
        );
        expect(marked.is_over_limit).toBe(byHand.isOverLimit);

        const names = [...new Set(byHand.lines.map(({ subject }) => subject))];
        expect(marked.reports.map(({ subject_name }) => subject_name)).toEqual([...names, 'Total']);
        for (const report of marked.reports) {
          const own = (name: string): boolean => report.subject_id === null || name === report.subject_name;
          const lines = byHand.lines.filter(({ subject }) => own(subject));
          const ownRules = rules.filter(({ subject_id }) => own(subjectByHand[subject_id] ?? ''));
          const countOf = (outcome: number): number => lines.filter((line) => line.outcome === outcome).length;
          const mayAttempt = ownRules.reduce((sum, { attempt_limit, question_count }) => sum + (attempt_limit ?? question_count), 0);
          const attempted = countOf(1) + countOf(-1);
          expect(report).toMatchObject({
            score: lines.reduce((sum, { marks }) => sum + marks, 0),
            max_score: ownRules.reduce((sum, one) => sum + (one.attempt_limit ?? one.question_count) * one.correct, 0),
            correct: countOf(1),
            incorrect: countOf(-1),
            not_counted: countOf(2),
            unattempted: mayAttempt - attempted,
            question_count: lines.length,
            accuracy: attempted === 0 ? null : Math.floor((countOf(1) * 200 + attempted) / (attempted * 2)),
          });
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('gives subjects that add up to the total, no score above the maximum, and no negative count of unattempted questions', () => {
    fc.assert(
      fc.property(paper, (sections) => {
        const { rules, questions, answers } = asHeld(sections);
        const { reports } = markPaper(rules, questions, answers);
        const total = reports.at(-1);
        const subjects = reports.slice(0, -1);
        for (const field of ['score', 'max_score', 'correct', 'incorrect', 'unattempted', 'not_counted', 'question_count'] as const) {
          expect(subjects.reduce((sum, report) => sum + report[field], 0)).toBe(total?.[field]);
        }
        for (const { score, max_score, unattempted } of reports) {
          expect(score).toBeLessThanOrEqual(max_score);
          expect(unattempted).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});
