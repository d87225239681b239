import { expect, test } from 'vitest';
import { stepsOf } from './solution-steps.ts';

test('the paragraphs of a solution are its steps', () => {
  expect(stepsOf('First \\(a\\).\n\n  Then \\[b\\]\n\n\nSo c.\n')).toEqual(['First \\(a\\).', 'Then \\[b\\]', 'So c.']);
  expect(stepsOf('One line\nand its next')).toEqual(['One line\nand its next']);
});

test.each(['Look:\n\n<ul><li>a</li>\n\n<li>b</li></ul>', 'A formula \\[a\n\n+ b\\] goes on', ''])('%j is one step', (solution) => {
  expect(stepsOf(solution)).toEqual([solution]);
});
