import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { letterOfBatches, letterOfStudent, type WeekOfStudent } from './weekly-letter.ts';

const quiet: WeekOfStudent = {
  child: null,
  practice: null,
  results: [],
  missed_tests: [],
  missed_classes: [],
  next_test: null,
  at_risk: [],
  weak_subject: null,
  due_mistakes: 0,
};
const of = (week: Partial<WeekOfStudent>) => letterOfStudent({ ...quiet, ...week });

describe('the letter of a student', () => {
  test('of a week without anything is empty', () => {
    expect(of({})).toEqual({ rose: [], held: [], fell: [], absent: [], next: [], one_thing: null, said: [] });
  });

  test('names results that rose or fell against the usual ones, and says of others that they are as usual', () => {
    const results = [
      { name: 'Test 1', percent: 70, usual: 60 },
      { name: 'Test 2', percent: 40, usual: 60 },
      { name: 'Test 3', percent: 61, usual: 60 },
      { name: 'Test 4', percent: 55, usual: null },
    ];
    expect(of({ results })).toMatchObject({
      rose: ['Test 1: 70%, after 60%.'],
      held: ['Test 3: 61%, as usual.', 'Test 4: 55%.'],
      fell: ['Test 2: 40%, after 60%.'],
    });
  });

  test.each([
    [40, 80, 20, 80, ['Practice: 40 answers, after 20 answers.'], []],
    [25, 80, 20, 80, [], []],
    [30, 70, 30, 80, [], ['Right answers in practice: 70%, after 80%.']],
    [10, 10, 12, 90, [], []],
    [0, null, 30, 80, [], ['Practice: 0 answers, after 30 answers.']],
  ])('%i answers with %s%% right after %i with %i%%', (total_attempted, accuracy, earlier, earlierAccuracy, rose, fell) => {
    const practice = { week: { total_attempted, accuracy }, before: { total_attempted: earlier, accuracy: earlierAccuracy } };
    expect(of({ practice })).toMatchObject({ rose, fell });
  });

  test('asks for one thing only, the most urgent', () => {
    const week = {
      at_risk: [{ subject_name: 'Physics', classes_needed: 3 }],
      missed_tests: ['Test 5'],
      due_mistakes: 4,
      weak_subject: { name: 'Maths', percent: 31 },
    };
    const texts = [week, { ...week, at_risk: [] }, { ...week, at_risk: [], due_mistakes: 0 }, { missed_tests: ['Test 5'] }].map(
      (each) => of(each).one_thing?.text,
    );
    expect(texts).toEqual([
      'Attend the next 3 Physics classes: your attendance there is below 75%.',
      'Redo 4 mistakes that you made earlier.',
      'Practise Maths: it brought 31% of its marks in the latest tests.',
      'Read the questions of Test 5, which you missed.',
    ]);
    expect(of({ ...week, child: 'Riya', at_risk: [] }).one_thing?.text).toBe('Ask Riya why Test 5 was missed.');
  });

  test('says nothing about practice that the reader may not see, and has four lines of a kind at most', () => {
    const names = fc.array(fc.string({ minLength: 1, maxLength: 10 }), { maxLength: 12 });
    fc.assert(
      fc.property(names, names, (missed_tests, missed_classes) => {
        const letter = of({ missed_tests, missed_classes, child: 'Riya' });
        for (const lines of [letter.rose, letter.fell, letter.absent, letter.next]) expect(lines.length).toBeLessThanOrEqual(4);
        expect([...letter.rose, ...letter.fell].join(' ')).not.toContain('ractice');
      }),
    );
  });
});

test('the letter of an institute names batches that rose or fell, missed tests, what is next, and the task that waits longest', () => {
  const letter = letterOfBatches({
    batches: [
      { name: 'A1', percent: 62, before: 55 },
      { name: 'B2', percent: 40, before: 58 },
      { name: 'C3', percent: 50, before: 49 },
      { name: 'D4', percent: 50, before: null },
    ],
    missed_tests: [
      { name: 'Weekly test', missed: 3, given: 24 },
      { name: 'Quick test', missed: 0, given: 24 },
    ],
    next: [{ name: 'Mock', when: 'Saturday 10:00' }],
    waiting: [{ title: 'Doubts', count: 4, url: '/staff/doubts' }],
  });
  expect(letter).toEqual({
    rose: ['A1: 62%, after 55%.'],
    held: [],
    fell: ['B2: 40%, after 58%.'],
    absent: ['Weekly test: 3 of 24 students did not take it.'],
    next: ['Mock, Saturday 10:00.'],
    one_thing: { text: 'Doubts: 4. No other task has waited longer.', url: '/staff/doubts' },
    said: expect.arrayContaining([{ pattern: '{0}: {1}%, after {2}%.', words: { 0: 'A1', 1: '62', 2: '55' } }]),
  });
});
