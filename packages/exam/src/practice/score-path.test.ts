import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exams } from './day-plan.ts';
import { chapterGains, type KnownChapter, levelOf, marksOfExam, scaledScore } from './score-path.ts';

const [maths, physics, chemistry, botany] = [1, 2, 3, 4];

test.each([
  ['NEET', 720, 60, [45, 45, 45, 45]],
  ['JEE Main', 300, 144, [25, 25, 25]],
  ['JEE Advanced', 360, 225, [32, 32, 32]],
] as const)('%s has %i marks and %d s a question', (exam, full_marks, pace, questions) => {
  const marks = marksOfExam(exam);
  expect(marks.full_marks).toBe(full_marks);
  expect(marks.seconds_a_question).toBeCloseTo(pace, 1);
  expect([...marks.subjects.values()].map((subject) => subject.questions)).toEqual(questions);
});

test('right and wrong answers have the mean marks of the sections', () => {
  expect(marksOfExam('NEET').subjects.get(physics)).toEqual({ questions: 45, correct: 4, incorrect: -1 });
  expect(marksOfExam('JEE Main').subjects.get(maths)).toEqual({ questions: 25, correct: 4, incorrect: -1 });
});

test('a score is scaled to the marks of the whole exam', () => {
  expect(scaledScore(45, 60, 720)).toBe(540);
  expect(scaledScore(-5, 60, 720)).toBe(-60);
});

describe('the level', () => {
  test.each([
    ['is unknown without a test', [], null],
    ['is the score of the only test', [{ score: 30, max_score: 60 }], 360],
    [
      'weighs tests by their maximum marks',
      [
        { score: 60, max_score: 60 },
        { score: 360, max_score: 720 },
      ],
      388,
    ],
    [
      'counts the latest three tests only',
      [
        { score: 10, max_score: 100 },
        { score: 10, max_score: 100 },
        { score: 10, max_score: 100 },
        { score: 100, max_score: 100 },
      ],
      72,
    ],
  ])('%s', (_title, tests, level) => {
    expect(levelOf(tests, 720)).toBe(level);
  });
});

const chapter = (id: number, known: Partial<KnownChapter> = {}): KnownChapter => ({
  id,
  subject_id: physics,
  asked: 3,
  correct: 0,
  incorrect: 0,
  seconds: 0,
  ...known,
});
const neet = marksOfExam('NEET');
const idsOf = (chapters: readonly KnownChapter[], target = 600) => chapterGains(neet, target, chapters).map(({ id }) => id);

describe('the gains of chapters', () => {
  const practised = (id: number, correct: number, seconds = 60, asked = 3) =>
    chapter(id, { correct, incorrect: 40 - correct, seconds: 40 * seconds, asked });

  test('a chapter that is solved less often is worth more', () => {
    expect(idsOf([practised(1, 30), practised(2, 10)])).toEqual([2, 1]);
  });

  test('a chapter that the exam asks more often is worth more', () => {
    expect(idsOf([practised(1, 20, 60, 2), practised(2, 20, 60, 9)])).toEqual([2, 1]);
  });

  test('a chapter that takes too long is worth more, a faster one than the exam asks is not worth less', () => {
    expect(idsOf([practised(1, 30, 60), practised(2, 30, 150)])).toEqual([2, 1]);
    const [slow, fast] = [practised(1, 30, 60), practised(1, 30, 20)].map((of) => chapterGains(neet, 600, [of])[0]?.marks);
    expect(fast).toBe(slow);
  });

  test('a chapter that is solved as well as the target needs is left out', () => {
    expect(idsOf([practised(1, 40), practised(2, 20)], 500)).toEqual([2]);
  });

  test('the questions of a subject are shared out among its chapters', () => {
    const gains = chapterGains(neet, 600, [chapter(1, { asked: 1 }), chapter(2, { asked: 7 }), chapter(3, { subject_id: botany })]);
    expect(new Map(gains.map(({ id, questions }) => [id, questions]))).toEqual(
      new Map([
        [1, 7.5],
        [2, 37.5],
        [3, 45],
      ]),
    );
  });

  test('figures are withheld below five answers', () => {
    const [few] = chapterGains(neet, 600, [chapter(1, { correct: 2, incorrect: 2, seconds: 200 })]);
    expect(few).toMatchObject({ solves_of_ten: null, seconds: null });
    const [enough] = chapterGains(neet, 600, [chapter(1, { correct: 2, incorrect: 3, seconds: 300 })]);
    expect(enough).toMatchObject({ solves_of_ten: 4, seconds: 60 });
  });

  test('a chapter outside the exam is worth nothing', () => {
    expect(idsOf([chapter(1, { subject_id: maths })])).toEqual([]);
    expect(idsOf([])).toEqual([]);
  });

  test('no gain is above the marks of the exam, and a higher target never makes a chapter worth less', () => {
    const known = fc.record({
      id: fc.nat(1000),
      subject_id: fc.constantFrom(maths, physics, chemistry, botany, 5),
      asked: fc.nat(40),
      correct: fc.nat(500),
      incorrect: fc.nat(500),
      seconds: fc.nat(500_000),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...exams),
        fc.uniqueArray(known, { selector: ({ id }) => id, maxLength: 40 }),
        fc.nat(720),
        (name, chapters, points) => {
          const exam = marksOfExam(name);
          const target = Math.min(points, exam.full_marks);
          const gains = chapterGains(exam, target, chapters);
          expect(gains.reduce((sum, { marks }) => sum + marks, 0)).toBeLessThanOrEqual(exam.full_marks + chapters.length * 0.05);
          const higher = new Map(chapterGains(exam, exam.full_marks, chapters).map(({ id, marks }) => [id, marks]));
          for (const { id, marks } of gains) expect(higher.get(id)).toBeGreaterThanOrEqual(marks);
        },
      ),
    );
  });
});
