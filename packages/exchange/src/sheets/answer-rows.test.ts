import { expect, test } from 'vitest';
import { readAnswerRows } from './answer-rows.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { ReadSection } from './read-sheet.ts';

const sections: ReadSection[] = [
  { name: 'A', question_count: 2, is_numerical: false, integer: false, has_several: false },
  { name: 'B', question_count: 1, is_numerical: false, integer: false, has_several: true },
  { name: 'C', question_count: 1, is_numerical: true, integer: false, has_several: false },
];

test('letters, numbers, several options and decimal numbers are answers; dashes and empty cells are none', () => {
  const { rows, faults } = readAnswerRows('\uFEFFRoll No.,Booklet,Q1,Q2,Q3,Q4\n101,b,A,4,"A,C",-2.50\n102,,-,,,\n', sections);
  expect(faults).toEqual([]);
  expect(rows).toMatchObject([
    {
      line: 2,
      roll_number: '101',
      set: 'B',
      answers: [{ options: [1] }, { options: [4] }, { options: [1, 3], doubt: null }, { text: '-2.50' }],
    },
    { line: 3, roll_number: '102', set: 'A', answers: [{ options: [] }, { options: [] }, { options: [] }, { text: null }] },
  ]);
});

test('two marks in a question with one answer wait for a person', () => {
  const { rows } = readAnswerRows('Roll,1,2,3,4\n101,AB,*,AB,1\n', sections);
  expect(rows[0]?.answers.map(({ options, doubt }) => [options, doubt])).toEqual([
    [[1, 2], 'two_marks'],
    [[], 'two_marks'],
    [[1, 2], null],
    [[], null],
  ]);
});

test('each faulty row is named with its reason, and the others are read', () => {
  const text = 'Roll,Set,1,2,3,4\n101,A,E,A,A,1\n,A,A,A,A,1\n103,F,A,A,A,1\n104,A,A,A,A,1e3\n105,A,A,A,A,1\n105,A,A,A,A,1\n';
  const { rows, faults } = readAnswerRows(text, sections);
  expect(rows.map(({ roll_number }) => roll_number)).toEqual(['105']);
  expect(faults).toEqual([
    { line: 2, message: '“E” is no answer to question 1, which has the options A to D.' },
    { line: 3, message: 'The roll number is empty.' },
    { line: 4, message: 'There is no set F. Sets are A, B, C and D.' },
    { line: 5, message: '“1e3” is no answer to question 4, which is a number.' },
    { line: 7, message: 'Line 6 has the same roll number.' },
  ]);
});

test.each([
  ['1,2,3,4\n', 'The first line names no column of roll numbers. Name it “Roll number”.'],
  ['Roll,Name\n', 'The first line names no questions. Name their columns 1, 2, 3 or Q1, Q2, Q3.'],
  ['Roll,1,2,3\n', 'The file has no column of question 4.'],
  ['Roll,1,2,3,4,5\n', 'The file has a question 5, and the test has 4.'],
  ['Roll,1,Q1,2,3,4\n', 'Two columns are of question 1.'],
])('a file without the needed columns is refused with their names (%j)', (text, message) => {
  expect(readAnswerRows(text, sections)).toEqual({ rows: [], faults: [{ line: 1, message }] });
});

test('a fingerprint changes with every byte and with the length', () => {
  const bytes = new Uint8Array(1000).map((_, at) => at % 251);
  const all = [bytes, bytes.with(999, 7), bytes.with(0, 7), bytes.slice(0, 999), new Uint8Array()].map(fingerprintOf);
  expect(new Set(all).size).toBe(all.length);
  for (const print of all) expect(print).toMatch(/^[0-9a-f]{64}$/);
});
