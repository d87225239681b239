import { expect, test } from 'vitest';
import { actInWords, changesOf } from './act-words.ts';

test('an action is a predicate with its object, or the action’s own name if the table has no words for it', () => {
  expect(actInWords('paper.extend', 'Weekly test 3')).toBe('gave more time in Weekly test 3');
  expect(actInWords('paper.extend', null)).toBe('gave more time in a test');
  expect(actInWords('meeting.cancel_all', 'Optics')).toBe('meeting cancel all (Optics)');
});

test('a question is named by its beginning, without the signs of formulas and cut at a word', () => {
  expect(actInWords('bank_question.approve', 'Where is the image?')).toBe('approved “Where is the image?”');
  expect(
    actInWords(
      'bank_question.create',
      'A prism of angle \\(A\\) has the refractive index \\(\\sqrt{2}\\). Find the least devi'.padEnd(80, 'a'),
    ),
  ).toBe('began “A prism of angle A has the refractive index sqrt 2. Find the least …”');
});

test('a change is shown field by field, in words and without ids', () => {
  expect(changesOf('{"role":"teacher","same":1}', '{"role":"owner","same":1,"students":[1,2,3,4],"student":7}')).toEqual([
    { field: 'role', from: 'teacher', to: 'owner' },
    { field: 'students', from: null, to: '4 students' },
  ]);
  expect(
    changesOf(
      '{"closes_at":null,"allows_review":false}',
      '{"closes_at":"2027-01-10T06:30:00.000Z","allows_review":true,"duration_seconds":3600}',
    ),
  ).toEqual([
    { field: 'closes', from: 'none', to: '10 Jan 2027, 12:00' },
    { field: 'review of questions', from: 'no', to: 'yes' },
    { field: 'length', from: null, to: '1 hour' },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});
