import { describe, expect, it } from 'vitest';
import {
  assignmentReport,
  chapterPerformance,
  improvementsOf,
  isLateSkip,
  isRushedAnswer,
  overallTimeChart,
  type PractisedQuestion,
  type ReportedQuestion,
  topicProgress,
} from './report.ts';

const practised = (result: -1 | 0 | 1, rest: Partial<PractisedQuestion> = {}): PractisedQuestion => ({
  topic_id: 1,
  topic_name: 'Lines',
  result,
  is_key_used: false,
  question_time_spent: 30,
  ...rest,
});
const reported = (question_id: number, outcome: ReportedQuestion['outcome'], rest: Partial<ReportedQuestion> = {}): ReportedQuestion => ({
  question_id,
  chapter_name: 'Kinematics',
  outcome,
  marks: outcome === 1 ? 4 : outcome === -1 ? -1 : 0,
  max_marks: 4,
  is_marked: false,
  question_time_spent: 60,
  median_time: 100,
  answered_by: 20,
  ...rest,
});

describe('the report of a practice session', () => {
  it('counts a question whose solution was opened first as neither right nor wrong', () => {
    const questions = [
      practised(1),
      practised(1, { question_time_spent: 61 }),
      practised(-1),
      practised(0),
      practised(0, { is_key_used: true, question_time_spent: 500 }),
    ];
    expect(assignmentReport(questions)).toEqual({ accuracy: 67, correct: 2, incorrect: 1, unattempted: 1, key_used: 1, avg_speed: 40 });
  });

  it('has no accuracy and no speed without an attempted question', () => {
    expect(assignmentReport([practised(0)])).toEqual({
      accuracy: null,
      correct: 0,
      incorrect: 0,
      unattempted: 1,
      key_used: 0,
      avg_speed: null,
    });
  });

  it('lists topics in the order of their first question', () => {
    const second = { topic_id: 2, topic_name: 'Planes' };
    expect(topicProgress([practised(1, second), practised(1), practised(-1, second), practised(0)])).toEqual([
      { id: 2, name: 'Planes', correct: 1, total: 2 },
      { id: 1, name: 'Lines', correct: 1, total: 2 },
    ]);
  });
});

describe('the overall time chart', () => {
  it('puts each question into the slice of its first answer, and computes accuracy from the questions that count', () => {
    const questions = [reported(1, 1), reported(2, -1), reported(3, 1), reported(4, 0), reported(5, 2)];
    const visits = [
      { question_id: 1, second: 0, seconds: 60, answer: '2' },
      { question_id: 2, second: 60, seconds: 100, answer: '' },
      { question_id: 1, second: 1000, seconds: 60, answer: '3' },
      { question_id: 2, second: 2000, seconds: 100, answer: '1,3' },
      { question_id: 3, second: 899, seconds: 0, answer: '-2.5' },
      { question_id: 4, second: 2100, seconds: 50, answer: '-' },
      { question_id: 5, second: 2500, seconds: 600, answer: '1' },
    ];
    expect(overallTimeChart(questions, visits, 2400)).toEqual([
      { from: 0, to: 15, answered: 2, correct: 2, incorrect: 0, accuracy: 100 },
      { from: 15, to: 30, answered: 0, correct: 0, incorrect: 0, accuracy: null },
      { from: 30, to: 40, answered: 2, correct: 0, incorrect: 1, accuracy: 0 },
    ]);
  });
});

describe('chapters', () => {
  it('with at least 2 questions are weak below 50 % and strong from 75 %, ordered by marks lost or won', () => {
    const chapter = (chapter_name: string, ...outcomes: (-1 | 0 | 1 | 2)[]) =>
      outcomes.map((outcome, at) => reported(at, outcome, { chapter_name }));
    const questions = [
      ...chapter('One question', -1),
      ...chapter('Half', 1, 0),
      ...chapter('Skipped', 0, 0),
      ...chapter('Wrong', -1, -1),
      ...chapter('All', 1, 1),
      ...chapter('Three of four', 1, 1, 1, 0),
      ...chapter('Not counted', 1, 2),
    ];
    const { weak_chapters, strong_chapters } = chapterPerformance(questions);
    expect(weak_chapters).toEqual([
      { chapter_name: 'Wrong', correct: 0, total: 2, marks: 10 },
      { chapter_name: 'Skipped', correct: 0, total: 2, marks: 8 },
    ]);
    expect(strong_chapters.map(({ chapter_name }) => chapter_name)).toEqual(['Three of four', 'All']);
  });
});

describe('rushed answers and late skips', () => {
  it.each([
    [-1, 39, 100, 20, true],
    [-1, 40, 100, 20, false],
    [1, 10, 100, 20, false],
    [-1, 24, 100, 19, true],
    [-1, 30, 100, 19, false],
    [-1, 24, null, 0, true],
  ] as const)(
    'outcome %i after %i s, median %j of %i students: rushed %j',
    (outcome, question_time_spent, median_time, answered_by, isRushed) => {
      expect(isRushedAnswer(reported(1, outcome, { question_time_spent, median_time, answered_by }))).toBe(isRushed);
    },
  );

  it.each([
    [0, 201, 100, 20, true],
    [0, 200, 100, 20, false],
    [-1, 500, 100, 20, false],
    [0, 121, 100, 19, true],
    [0, 120, null, 0, false],
  ] as const)(
    'outcome %i after %i s, median %j of %i students: late skip %j',
    (outcome, question_time_spent, median_time, answered_by, isLate) => {
      expect(isLateSkip(reported(1, outcome, { question_time_spent, median_time, answered_by }))).toBe(isLate);
    },
  );

  it('are listed among the improvements, and a question can have several types', () => {
    const questions = [
      reported(1, -1, { question_time_spent: 5, is_marked: true }),
      reported(2, 0, { question_time_spent: 300 }),
      reported(3, 1),
      reported(4, 2, { is_marked: true }),
    ];
    expect(improvementsOf(questions)).toEqual({ incorrect: [1], unattempted: [2], rushed: [1], late_skip: [2], marked: [1, 4] });
  });
});
