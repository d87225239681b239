import { expect, it } from 'vitest';
import { pairsAlike } from './likeness.ts';

const stone = {
  code: 'one',
  topic: 'line',
  text: 'A stone is thrown upward at \\(20\\ \\mathrm{m}\\) a second. How high does it rise?',
  options: ['10 m', '20 m', '30 m', '40 m'],
};

it.each([
  ['with other numbers', { ...stone, text: stone.text.replace('20', '45'), options: ['1 m', '2 m', '3 m', '4 m'] }],
  ['with one word changed', { ...stone, text: stone.text.replace('rise', 'climb') }],
  ['in another topic', { ...stone, topic: 'plane', text: stone.text.replace('20', '7.5') }],
])('a copy %s is found', (_what, copy) => {
  expect(pairsAlike([stone, { ...copy, code: 'two' }])).toHaveLength(1);
});

it('a question about the same subject in other words is not a copy', () => {
  const other = { ...stone, code: 'two', text: 'From what height was a ball dropped when it lands after \\(3\\ \\mathrm{s}\\)?' };
  expect(pairsAlike([stone, other])).toEqual([]);
});
