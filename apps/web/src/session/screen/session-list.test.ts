import { objectTypes, testModes } from '@abhyas/contract/bank/catalogue';
import { expect, it } from 'vitest';
import { listOf } from './session-list.ts';

const { assignment, checkpoint, test } = objectTypes;
const cases = [
  ['an assignment', { object_type: assignment, test_mode_type: testModes.institute }, 'Back to the assignments'],
  ['a test of an institute', { object_type: test, test_mode_type: testModes.institute }, 'Back to the tests'],
  ['a mock test', { object_type: test, test_mode_type: testModes.mock }, 'Back to Test Series'],
  ['a previous paper', { object_type: test, test_mode_type: testModes.previous_paper }, 'Back to Previous Papers'],
  ['practice of a topic', { object_type: checkpoint, test_mode_type: null, chapter_id: 7 }, 'Back to the chapter'],
  ['what is not known yet', undefined, 'Back to the start'],
] as const;

it.each(cases)('%s leads back to the list from which it was opened', (_what, info, label) => {
  expect(listOf(info).label).toBe(label);
});
