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

/** The keys: the key of a numerical question is its own position. */
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

  it('marks the first ten answers of each Section B, and adds up Botany and Zoology', () => {
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

  it('counts only questions that may be attempted as unattempted', () => {
    const { reports } = markPaper(sections, questionsOf(sections), new Map());
    expect(reports.at(-1)).toMatchObject({ unattempted: 180, accuracy: null, score: 0, question_count: 200 });
  });
});

it('a session with more numerical answers than the limit is flagged, and its first five are marked', () => {
  const sections = inARow(presets.jee_main_2022_24.sections);
  const answers = new Map(
    [20, 21, 22, 23, 24, 25].map((position): [number, Answer] => [1000 + position, { responses: [], rich_response: `${position}` }]),
  );
  const { reports, is_over_limit } = markPaper(sections, questionsOf(sections), answers);
  expect(is_over_limit).toBe(true);
  expect(reports.at(-1)).toMatchObject({ score: 20, correct: 5, not_counted: 1, accuracy: 100 });
});

it('unattempted questions earn marks only up to the number that may be attempted', () => {
  const [first] = presets.jee_main_2022_24.sections.slice(1);
  const sections = first ? inARow([{ ...first, unattempted: 1 }]) : [];
  const answers = new Map([[1003, { responses: [], rich_response: '3' }]]);
  expect(markPaper(sections, questionsOf(sections), answers).reports.at(-1)).toMatchObject({ score: 4 + 4, unattempted: 4 });
});

it('accuracy is rounded half up', () => {
  const sections = inARow([{ ...presets.neet_2025.sections[0], question_count: 8 } as Declared]);
  const right = (position: number): Answer => ({ responses: [(position % 4) + 1], rich_response: null });
  const wrong: Answer = { responses: [1, 2], rich_response: null };
  const answers = new Map(
    Array.from({ length: 8 }, (_, position): [number, Answer] => [1000 + position, position < 1 ? right(position) : wrong]),
  );
  expect(markPaper(sections, questionsOf(sections), answers).reports.at(-1)?.accuracy).toBe(13);
});

describe('a question that was withdrawn after the test', () => {
  const corrected = (sections: readonly SectionRules[], position: number, correction: 'dropped' | 'bonus') =>
    questionsOf(sections).map((question) => (question.position === position ? { ...question, correction } : question));
  const wrong: Answer = { responses: [4], rich_response: null };
  const compulsory = inARow([{ ...presets.neet_2025.sections[0], question_count: 3 } as Declared]);

  it.each([
    ['dropped', 'answered wrongly', new Map([[1000, wrong]]), 4],
    ['dropped', 'left out', new Map(), 4],
    ['bonus', 'answered wrongly', new Map([[1000, wrong]]), 4],
    ['bonus', 'left out', new Map(), 0],
  ] as const)('as %s, a question that a student %s gives %i marks', (correction, _, answers, score) => {
    expect(markPaper(compulsory, corrected(compulsory, 0, correction), answers).reports.at(-1)).toMatchObject({ score });
  });

  it('as dropped gives marks in a section with a limit only if it was attempted, and never more than the section has', () => {
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

it('a question that is in no section is refused', () => {
  expect(() =>
    markPaper([], [{ question_id: 1, position: 0, key: { question_type: 0, accepted_answers: [1], precision: 2 } }], new Map()),
  ).toThrow(RangeError);
});
