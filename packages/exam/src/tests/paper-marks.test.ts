import { describe, expect, it } from 'vitest';
import { markPaper, type PaperQuestion } from './paper-marks.ts';
import { presets } from './presets.ts';
import type { Answer } from '../bank/question.ts';
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

/** Keys by position: a number is the position itself. */
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
