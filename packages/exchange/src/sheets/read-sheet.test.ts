import { sheetPages } from '@abhyas/exam/exam-office/answer-sheet';
import { describe, expect, test } from 'vitest';
import { countedAgainst, sheetCase } from '../testing/filled-sheets.ts';
import { type FilledBubble, photoOf } from '../testing/sheet-photos.ts';
import { readSheet, type ReadSection } from './read-sheet.ts';

const sections: ReadSection[] = [
  { name: 'A', question_count: 6, is_numerical: false, integer: false, has_several: false },
  { name: 'B', question_count: 2, is_numerical: false, integer: false, has_several: true },
  { name: 'C', question_count: 3, is_numerical: true, integer: false, has_several: false },
];
const code = { kind: 'draft', id: 12, set: 'C', page: 1 } as const;
const plain = { tilt: 0.3, shadow: 0.2, noise: 0.2, blur: 0.3, fold: 0 };

/** Marks as `question column value`, with `faint` or `erased` after them where they are not plain. */
function read(marks: string[], more: Partial<typeof plain> = {}, seed = 1) {
  const filled = marks.map((text): FilledBubble => {
    const [question = '', column, value = '', mark = 'plain'] = text.split(' ');
    return {
      question: question === 'roll' ? null : Number(question),
      column: Number(column),
      value,
      mark: mark === 'faint' || mark === 'erased' ? mark : 'plain',
    };
  });
  const photo = photoOf({ code, sections, marks: filled, tool: 'pen' }, { ...plain, ...more }, seed);
  const sheet = readSheet(photo, () => sections);
  if (sheet.kind === 'unread') throw new Error(sheet.why);
  return sheet;
}

const answer = (sheet: ReturnType<typeof read>, question: number) => sheet.answers.find((one) => one.question === question);

describe('a photo of an answer sheet', () => {
  test.each([
    ...[1, 2, 3, 4].map((seed) => ['with tilt, shadow, noise, blur and a fold', seed] as const),
    ['very blurred, so that its circles are pale', 11],
    ['on a table with dark patterns at the edge of the sheet', 130],
    ['noisy, with a mark that was erased well', 194],
  ] as const)('%s is read without a wrong answer (%i)', (_title, seed) => {
    const one = sheetCase(seed);
    const counts = countedAgainst(
      one,
      readSheet(photoOf(one.sheet, one.faults, seed), () => one.sheet.sections),
    );
    expect(counts.wrong).toBe(0);
    expect(counts.right / counts.bubbles).toBeGreaterThanOrEqual(0.98);
  });

  test('is read with its code and its roll number', () => {
    const sheet = read(['roll 0 4', 'roll 1 0', 'roll 2 7']);
    expect(sheet.code).toEqual(code);
    expect(sheet.roll).toEqual({ digits: '407', doubt: null });
  });

  test('gives blank answers for empty rows, and the marked option otherwise', () => {
    const sheet = read(['1 0 3', '6 0 1']);
    expect(sheet.answers.slice(0, 6).map(({ options, doubt }) => [options, doubt])).toEqual([
      [[3], null],
      [[], null],
      [[], null],
      [[], null],
      [[], null],
      [[1], null],
    ]);
  });

  test('has a doubt at two marks, unless the question allows several options', () => {
    const sheet = read(['2 0 1', '2 0 4', '7 0 1', '7 0 4', '1 0 2', '3 0 2']);
    expect(answer(sheet, 2)).toMatchObject({ options: [1, 4], doubt: 'two_marks' });
    expect(answer(sheet, 7)).toMatchObject({ options: [1, 4], doubt: null });
  });

  test('has a doubt at a faint mark, and at a second mark that seems erased', () => {
    const sheet = read(['1 0 2', '2 0 1', '3 0 4', '4 0 3 faint', '5 0 1', '5 0 2 erased', '6 0 1']);
    expect(answer(sheet, 4)?.doubt).toBe('faint');
    expect(answer(sheet, 5)?.doubt).toBe('erased');
  });

  test('gives numbers as decimal text, and has a doubt at a missing digit', () => {
    const sheet = read(['9 0 -', '9 3 1', '9 4 2', '9 5 5', '10 5 7', '10 6 5', '11 1 1', '11 4 2', 'roll 0 1', 'roll 2 1']);
    expect(answer(sheet, 9)).toMatchObject({ text: '-12.5', doubt: null });
    expect(answer(sheet, 10)).toMatchObject({ text: '0.75', doubt: null });
    expect(answer(sheet, 11)?.doubt).toBe('gap');
    expect(sheet.roll.doubt).toBe('gap');
  });

  test('of another paper is refused, and a picture without a sheet has no corners', () => {
    const photo = photoOf({ code, sections, marks: [], tool: 'pen' }, plain, 3);
    expect(readSheet(photo, () => null)).toEqual({ kind: 'unread', why: 'other_paper' });
    const empty = { width: 900, height: 1200, data: new Uint8Array(900 * 1200).fill(180) };
    expect(readSheet(empty, () => sections)).toEqual({ kind: 'unread', why: 'no_corners' });
    const covered = { ...photo, data: photo.data.map((light, at) => (at < photo.width * 420 ? 120 : light)) };
    expect(readSheet(covered, () => sections)).toMatchObject({ kind: 'unread' });
  });

  test('gives the place of each question, so that a person can look there', () => {
    const { areas } = read(['1 0 3']);
    const place = sheetPages(sections)[0]?.bubbles.find(({ question }) => question === 1);
    const area = areas.questions.get(1);
    expect(area && place && place.x > area.x && place.x < area.x + area.width && place.y > area.y && place.y < area.y + area.height).toBe(
      true,
    );
  });
});
