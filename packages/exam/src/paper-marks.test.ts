import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markPaper, type PaperQuestion } from './paper-marks.ts';
import { presets } from './presets.ts';
import type { Answer, QuestionType } from './question.ts';
import type { SectionRules } from './sections.ts';

type Declared = Omit<SectionRules, 'first_position'>;

function inARow(declared: readonly Declared[]): SectionRules[] {
  let next = 0;
  return declared.map((section) => {
    const first_position = next;
    next += section.question_count;
    return { ...section, first_position };
  });
}

const rightOptions = [[1], [2, 3], [1, 2, 4], [1, 2, 3, 4]];

/** Keys by position, so that the restatement below needs no look at them: numbers are the position itself. */
function questionsOf(sections: readonly SectionRules[]): PaperQuestion[] {
  return sections.flatMap(({ first_position, question_count, question_type }) =>
    Array.from({ length: question_count }, (_, at): PaperQuestion => {
      const position = first_position + at;
      const accepted =
        question_type === 1 ? `${position}.0` : question_type === 2 ? (rightOptions[position % 4] ?? []) : (position % 4) + 1;
      return { question_id: 1000 + position, position, key: { question_type, accepted_answers: [accepted], precision: 2 } };
    }),
  );
}

interface Given {
  options: number[];
  text: string | null;
}

/** Rules 5 once more, written as a person with a pencil would go through the paper. */
function markByHand(sections: readonly SectionRules[], given: readonly Given[]) {
  const lines: { subject: number; outcome: number; marks: number }[] = [];
  let maxScore = 0;
  for (const section of sections) {
    let answersSeen = 0;
    let mayAttempt = section.question_count;
    if (section.attempt_limit !== null) mayAttempt = section.attempt_limit;
    maxScore += mayAttempt * section.correct;
    for (let at = 0; at < section.question_count; at += 1) {
      const position = section.first_position + at;
      const { options, text } = given[position] ?? { options: [], text: null };
      let outcome = 0;
      let marks = 0;
      if (section.question_type === 1) {
        if (text !== null && !['', '-', '.', '-.'].includes(text)) {
          const isRight = Math.abs(Number(text) - position) < 0.0049 && (!section.integer || Number.isInteger(Number(text)));
          outcome = isRight ? 1 : -1;
          marks = isRight ? section.correct : section.incorrect;
        }
      } else if (options.length > 0) {
        const right = section.question_type === 2 ? (rightOptions[position % 4] ?? []) : [(position % 4) + 1];
        const hits = options.filter((option) => right.includes(option)).length;
        const misses = options.length - hits;
        if (misses === 0 && hits === right.length) [outcome, marks] = [1, section.correct];
        else if (misses === 0 && section.question_type === 2 && section.partial)
          [outcome, marks] = [-1, section.partial[hits - 1] ?? section.incorrect];
        else [outcome, marks] = [-1, section.incorrect];
      }
      if (outcome !== 0) {
        answersSeen += 1;
        if (answersSeen > mayAttempt) [outcome, marks] = [2, 0];
      }
      lines.push({ subject: section.subject_id, outcome, marks });
    }
  }
  const countOf = (outcome: number): number => lines.filter((line) => line.outcome === outcome).length;
  return {
    lines,
    maxScore,
    score: lines.reduce((sum, { marks }) => sum + marks, 0),
    correct: countOf(1),
    incorrect: countOf(-1),
    notCounted: countOf(2),
  };
}

const sectionRules = fc.record({
  name: fc.constant('A'),
  subject_id: fc.integer({ min: 1, max: 5 }),
  question_type: fc.constantFrom<QuestionType>(0, 1, 2, 3),
  question_count: fc.integer({ min: 1, max: 8 }),
  limit: fc.option(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.constantFrom('block' as const, 'first_n' as const))),
  integer: fc.boolean(),
  correct: fc.integer({ min: 3, max: 5 }),
  incorrect: fc.integer({ min: -3, max: 0 }),
  partial: fc.option(fc.constant([1, 2, 3])),
});

const paper = fc.array(sectionRules, { minLength: 1, maxLength: 6 }).map((sections) =>
  inARow(
    sections.map(({ limit, ...rules }) => ({
      ...rules,
      unattempted: 0,
      attempt_limit: limit ? Math.min(limit[0], rules.question_count) : null,
      limit_kind: limit ? limit[1] : null,
    })),
  ),
);

const answerAt = (position: number) =>
  fc.record({
    options: fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 4 }),
    text: fc.constantFrom(
      null,
      '',
      '-',
      '.',
      `${position}`,
      `${position}.00`,
      `${position}.004`,
      `${position}.5`,
      `-${position + 1}`,
      '99999',
    ),
  });
const filledPaper = paper.chain((sections) => {
  const count = sections.reduce((sum, { question_count }) => sum + question_count, 0);
  return fc.tuple(fc.constant(sections), fc.tuple(...Array.from({ length: count }, (_, position) => answerAt(position))));
});

const answersOf = (given: readonly Given[]): Map<number, Answer> =>
  new Map(given.map(({ options, text }, position) => [1000 + position, { responses: options, rich_response: text }]));

describe('marking a paper', () => {
  it('agrees with the same rules applied by hand, whatever the paper and the order of its questions', () => {
    fc.assert(
      fc.property(filledPaper, ([sections, given]) => {
        const byHand = markByHand(sections, given);
        const marked = markPaper(sections.toReversed(), questionsOf(sections).toReversed(), answersOf(given));
        expect(marked.questions.map(({ outcome, marks }) => [outcome, marks])).toEqual(
          byHand.lines.map(({ outcome, marks }) => [outcome, marks]),
        );
        expect(marked.reports.at(-1)).toMatchObject({
          subject_id: null,
          subject_name: 'Total',
          score: byHand.score,
          max_score: byHand.maxScore,
          correct: byHand.correct,
          incorrect: byHand.incorrect,
          not_counted: byHand.notCounted,
        });
      }),
      { numRuns: 1000 },
    );
  });

  it('gives subjects that add up to the total, and no subject a score above its best', () => {
    fc.assert(
      fc.property(filledPaper, ([sections, given]) => {
        const { reports } = markPaper(sections, questionsOf(sections), answersOf(given));
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

describe('a NEET paper of 2022', () => {
  const sections = inARow(presets.new_neet_2022_24.sections);
  const all = new Map(
    questionsOf(sections).map(({ question_id, position }): [number, Answer] => [
      question_id,
      { responses: [(position % 4) + 1], rich_response: null },
    ]),
  );

  it('marks the first ten of each Section B, and puts Botany and Zoology together', () => {
    const { reports, questions, is_over_limit } = markPaper(sections, questionsOf(sections), all);
    expect(
      reports.map(({ subject_name, subject_id, score, max_score, not_counted }) => [
        subject_name,
        subject_id,
        score,
        max_score,
        not_counted,
      ]),
    ).toEqual([
      ['Physics', 2, 180, 180, 5],
      ['Chemistry', 3, 180, 180, 5],
      ['Biology', 4, 360, 360, 10],
      ['Total', null, 720, 720, 20],
    ]);
    expect(
      questions
        .filter(({ outcome }) => outcome === 2)
        .map(({ position }) => position)
        .slice(0, 5),
    ).toEqual([45, 46, 47, 48, 49]);
    expect(is_over_limit).toBe(false);
  });

  it('counts as unattempted only what might have been attempted', () => {
    const { reports } = markPaper(sections, questionsOf(sections), new Map());
    expect(reports.at(-1)).toMatchObject({ unattempted: 180, accuracy: null, score: 0, question_count: 200 });
  });
});

it('flags a session that holds more numerical answers than the cap lets through, and marks the first five', () => {
  const sections = inARow(presets.jee_main_2022_24.sections);
  const answers = new Map(
    [20, 21, 22, 23, 24, 25].map((position): [number, Answer] => [1000 + position, { responses: [], rich_response: `${position}` }]),
  );
  const { reports, is_over_limit } = markPaper(sections, questionsOf(sections), answers);
  expect(is_over_limit).toBe(true);
  expect(reports.at(-1)).toMatchObject({ score: 20, correct: 5, not_counted: 1, accuracy: 100 });
});

it('gives marks for leaving questions out only for as many as may be attempted', () => {
  const [first] = presets.jee_main_2022_24.sections.slice(1);
  const sections = first ? inARow([{ ...first, unattempted: 1 }]) : [];
  const answers = new Map([[1003, { responses: [], rich_response: '3' }]]);
  expect(markPaper(sections, questionsOf(sections), answers).reports.at(-1)).toMatchObject({ score: 4 + 4, unattempted: 4 });
});

it('rounds accuracy half up', () => {
  const sections = inARow([{ ...presets.neet_2025.sections[0], question_count: 8 } as Declared]);
  const right = (position: number): Answer => ({ responses: [(position % 4) + 1], rich_response: null });
  const wrong: Answer = { responses: [1, 2], rich_response: null };
  const answers = new Map(
    Array.from({ length: 8 }, (_, position): [number, Answer] => [1000 + position, position < 1 ? right(position) : wrong]),
  );
  expect(markPaper(sections, questionsOf(sections), answers).reports.at(-1)?.accuracy).toBe(13);
});

describe('a question that fell after the test', () => {
  const corrected = (sections: readonly SectionRules[], position: number, correction: 'dropped' | 'bonus') =>
    questionsOf(sections).map((question) => (question.position === position ? { ...question, correction } : question));
  const wrong: Answer = { responses: [4], rich_response: null };
  const compulsory = inARow([{ ...presets.neet_2025.sections[0], question_count: 3 } as Declared]);

  it.each([
    ['dropped', 'answered wrongly', new Map([[1000, wrong]]), 4],
    ['dropped', 'left out', new Map(), 4],
    ['bonus', 'answered wrongly', new Map([[1000, wrong]]), 4],
    ['bonus', 'left out', new Map(), 0],
  ] as const)('as %s gives a student who has %s it %i marks', (correction, _, answers, score) => {
    expect(markPaper(compulsory, corrected(compulsory, 0, correction), answers).reports.at(-1)).toMatchObject({ score });
  });

  it('as dropped counts in a section with a limit only where it was attempted, and never lifts the section above its best', () => {
    const limited = inARow(presets.new_neet_2022_24.sections.slice(1, 2));
    const questions = corrected(limited, 14, 'dropped');
    expect(markPaper(limited, questions, new Map()).reports.at(-1)).toMatchObject({ score: 0, max_score: 40 });
    expect(markPaper(limited, questions, new Map([[1014, wrong]])).reports.at(-1)).toMatchObject({ score: 4, max_score: 40 });
    const all = new Map(
      questionsOf(limited).map(({ question_id, position }): [number, Answer] => [
        question_id,
        { responses: [(position % 4) + 1], rich_response: null },
      ]),
    );
    expect(markPaper(limited, questions, all).reports.at(-1)).toMatchObject({ score: 40, not_counted: 5 });
  });
});

it('refuses a question that stands in no section', () => {
  expect(() =>
    markPaper([], [{ question_id: 1, position: 0, key: { question_type: 0, accepted_answers: [1], precision: 2 } }], new Map()),
  ).toThrow(RangeError);
});
