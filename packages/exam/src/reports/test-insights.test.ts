import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareStandings, leaderboardName, type SubjectStanding, tieOrder } from './rank.ts';
import type { ReportedQuestion } from './report.ts';
import { answeredWithin, reportActions, scoreWithoutRushed, stretchesOf, timelineOf } from './test-insights.ts';

const reported = (question_id: number, outcome: ReportedQuestion['outcome'], marks: number, seconds: number): ReportedQuestion => ({
  question_id,
  chapter_name: 'Kinematics',
  outcome,
  marks,
  max_marks: 4,
  is_marked: false,
  question_time_spent: seconds,
  median_time: 60,
  answered_by: 40,
});

describe('the next steps of a report', () => {
  const questions = [
    reported(1, -1, -1, 10),
    reported(2, -1, 1, 70),
    reported(3, 1, 4, 121),
    reported(4, 0, 0, 130),
    reported(5, 2, 0, 500),
  ];

  it('are to redo wrong questions, review slow ones and try late skips, each with the marks or seconds that they cost', () => {
    expect(reportActions(questions)).toEqual({
      wrong: { question_ids: [1, 2], marks: 8, taken_off: 1, seconds: 80 },
      slow: { question_ids: [3], marks: 0, taken_off: 0, seconds: 121 },
      skipped_late: { question_ids: [4], marks: 4, taken_off: 0, seconds: 130 },
    });
  });

  it('the score without rushed answers includes the partial marks of these answers', () => {
    expect(scoreWithoutRushed(4, [...questions, reported(6, -1, 2, 5)])).toEqual({ count: 2, score: 5 });
  });
});

describe('the timeline of an attempt', () => {
  const visits = [
    { question_id: 2, second: 50, seconds: 20, answer: '' },
    { question_id: 1, second: 0, seconds: 50, answer: '2' },
    { question_id: 1, second: 90, seconds: 5, answer: '3' },
    { question_id: 1, second: 100, seconds: 5, answer: '' },
    { question_id: 3, second: 70, seconds: 20, answer: '1,3' },
  ];

  it('orders the visits and says which of them changed or cleared an answer', () => {
    expect(timelineOf(visits).map(({ second, is_answered, is_changed }) => [second, is_answered, is_changed])).toEqual([
      [0, true, false],
      [50, false, false],
      [70, true, false],
      [90, true, true],
      [100, false, true],
    ]);
  });

  it('joins consecutive visits in one subject, even if there is a gap between them', () => {
    expect(stretchesOf(timelineOf(visits), (id) => (id === 3 ? 'Maths' : 'Physics'))).toEqual([
      { subject: 'Physics', from: 0, to: 70 },
      { subject: 'Maths', from: 70, to: 90 },
      { subject: 'Physics', from: 90, to: 105 },
    ]);
  });

  it('counts the questions answered in slices that end within the requested minutes', () => {
    expect(
      answeredWithin(
        [
          { to: 15, answered: 3 },
          { to: 60, answered: 4 },
          { to: 75, answered: 5 },
        ],
        60,
      ),
    ).toBe(7);
  });
});

const standing = fc.record({ score: fc.integer({ min: -3, max: 8 }), correct: fc.nat(2), incorrect: fc.nat(2) });
const subjects = fc.record({ Maths: standing, Physics: standing, Chemistry: standing });

describe('the tie-break', () => {
  it('as a list of numbers gives the same order as compareStandings', () => {
    const firstStep = (a: readonly number[], b: readonly number[]) =>
      Math.sign(a.map((number, at) => (number === b[at] ? 0 : number - (b[at] ?? 0))).find((step) => step !== 0) ?? 0);
    fc.assert(
      fc.property(subjects, subjects, (a: Record<string, SubjectStanding>, b: Record<string, SubjectStanding>) => {
        const [first, second] = [a, b].map((of) => ({ total: 0, subjects: of }));
        if (!first || !second) return;
        expect(firstStep(tieOrder(first, 'jee'), tieOrder(second, 'jee'))).toBe(Math.sign(compareStandings(first, second, 'jee')));
      }),
    );
  });

  it('of a leaderboard has names cut to 15 characters', () => {
    expect(['Asha Rao', 'Meenakshi Sundaresan', 'Fifteen letters', '  '].map(leaderboardName)).toEqual([
      'Asha Rao',
      'Meenakshi Sunda…',
      'Fifteen letters',
      '',
    ]);
  });
});
