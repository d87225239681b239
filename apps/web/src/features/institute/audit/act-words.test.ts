import { expect, test } from 'vitest';
import { actInWords, changesOf } from './act-words.ts';

test('an action is shown in words, or by its name if it has none', () => {
  expect(actInWords('paper.extend')).toBe('gave more time');
  expect(actInWords('meeting.cancel_all')).toBe('meeting cancel all');
});

test('a change is shown field by field', () => {
  expect(changesOf('{"role":"teacher","same":1}', '{"role":"owner","same":1,"students":[1,2,3,4]}')).toEqual([
    { field: 'role', from: 'teacher', to: 'owner' },
    { field: 'students', from: null, to: '4 of them' },
  ]);
  expect(changesOf(null, null)).toEqual([]);
});
