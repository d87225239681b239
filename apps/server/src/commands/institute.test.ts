import { lockTestByOtp } from '@abhyas/contract/tests/test-codes';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPaper, attempt, fourOptions, phoneOf, response, staff } from '../testing/attempts.ts';
import { tellStory, type Visitor } from '../testing/story.ts';
import { digestOfTables } from '../testing/table-digest.ts';

const story = tellStory();
let student: Visitor & { id: number };
let phone: string;
let paper: number;
beforeAll(async () => {
  paper = await addPaper(story, 'told', [fourOptions(21, 22, 23)]);
  student = await story.student({ institute: 'school' });
  phone = await phoneOf(story, student);
});

test('each command prints its result and exits with 0', async () => {
  const run = (...args: string[]) => staff(story, ...args);
  expect(await run('assign', 'told', '--phones', ` ${phone} `, '--lock')).toEqual({ said: 'Assigned to 1 students.', exit: 0 });
  expect(await run('status', 'told')).toEqual({ said: `${phone}  Asha: not begun`, exit: 0 });
  const { upload, questions } = await attempt(student, paper);
  await student.call(lockTestByOtp, { id: paper });
  await upload([response(questions[0], { responses: [2] })], { absences: [5] });
  expect(await run('status', 'told')).toEqual({ said: `${phone}  Asha: in progress; left the window 2 times`, exit: 0 });
  expect(await run('extend', 'told', '--minutes', '1', '--phones', phone)).toEqual({ said: '1 students have 1 minutes more.', exit: 0 });
  story.pass(660 + 61);
  const late = questions.slice(1).map((id) => response(id, { responses: [2] }));
  await expect(upload(late)).rejects.toMatchObject({ code: 'received_late' });
  expect(await run('status', 'told')).toEqual({
    said: expect.stringMatching(new RegExp(`^${phone}  Asha: 4 of 12; late answers to 2 questions; left the window 2 times\\n`)),
    exit: 0,
  });
  expect(await run('accept-late', 'told', '--phone', phone)).toEqual({ said: 'Accepted; the attempt was marked again.', exit: 0 });
  expect(await run('correct-key', 'cells-021', '--keys', '[3]', '--reason', 'Misprint.')).toEqual({
    said: 'Corrected; the attempts at 2 papers are marked again.',
    exit: 0,
  });
  expect(await run('publish', 'told')).toEqual({ said: expect.stringMatching(/^Published; 1 students were notified\.\n/), exit: 0 });
  expect(await run('otp', 'told')).toEqual({ said: expect.stringMatching(/^The code is \d{6}\. It is shown once\.$/), exit: 0 });
  expect(await run('status', 'told')).toEqual({ said: `${phone}  Asha: 7 of 12; left the window 2 times`, exit: 0 });
});

describe('a command that is not understood exits with 2, and changes nothing:', () => {
  test.each<[string[], RegExp]>([
    [[], /^Usage:\n/],
    [['asign', 'told'], /^Usage:\n/],
    [['toString', 'told'], /^Usage:\n/],
    [['assign'], /^Usage:\n/],
    [['assign', 'told', 'hall'], /^Usage:\n/],
    [['assign', 'told', '--hard'], /--hard/],
    [['assign', 'told', '--opens', 'tomorrow'], /^--opens must be a date and time: tomorrow\.$/],
    [['assign', 'told', '--opens', '2027-02-01T10:00'], /^--opens must be a date and time with its zone/],
    [['extend', 'told'], /^--minutes is missing\.$/],
    [['extend', 'told', '--minutes', '0'], /^--minutes must be a whole number from 1 to 600\.$/],
    [['extend', 'told', '--minutes', '1.5'], /^--minutes must be a whole number from 1 to 600\.$/],
    [['extend', 'told', '--minutes', '601'], /^--minutes must be a whole number from 1 to 600\.$/],
    [['accept-late', 'told'], /^--phone is missing\.$/],
    [['correct-key', 'cells-021', '--reason', 'None.'], /^Give one of --keys, --dropped and --bonus\.$/],
    [['correct-key', 'cells-021', '--reason', 'None.', '--dropped', '--bonus'], /^Give one of --keys, --dropped and --bonus\.$/],
    [['correct-key', 'cells-021', '--dropped', '--reason', '  '], /^--reason is missing\.$/],
    [['correct-key', 'cells-021', '--reason', 'None.', '--keys', '2'], /^--keys must be a JSON list of accepted answers/],
    [['correct-key', 'cells-021', '--reason', 'None.', '--keys', '[]'], /^--keys must be a JSON list of accepted answers/],
    [['correct-key', 'cells-021', '--reason', 'None.', '--keys', '[2'], /^--keys must be a JSON list of accepted answers/],
  ])('%j', async (args, says) => {
    const before = await digestOfTables(story.database);
    expect(await staff(story, ...args)).toEqual({ said: expect.stringMatching(says), exit: 2 });
    expect(await digestOfTables(story.database)).toEqual(before);
  });
});

test.each([
  ['assign', 'nothing'],
  ['extend', 'nothing', '--minutes', '5'],
  ['publish', 'nothing'],
  ['status', 'nothing'],
  ['otp', 'nothing'],
  ['accept-late', 'nothing', '--phone', '9000000001'],
])('%s with an unknown paper exits with 1', async (...args) => {
  expect(await staff(story, ...args)).toEqual({ said: 'There is no paper nothing.', exit: 1 });
});
