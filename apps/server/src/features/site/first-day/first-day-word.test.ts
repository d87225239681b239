import { describe, expect, test } from 'vitest';
import { endOfPass, groupedWord, judgeWord, mostWrongTries, plainWord, type StoredWord } from './first-day-word.ts';

const made = new Date('2027-01-10T04:00:00Z');
const after = (seconds: number) => new Date(made.getTime() + seconds * 1000);
const fresh: StoredWord = { word_hash: Buffer.from('word'), made_at: made, wrong_tries: 0, pass_hash: null, entered_at: null };
const entered = { ...fresh, pass_hash: Buffer.from('pass'), entered_at: after(1800) };
const is = (text: string) => (hash: Buffer) => hash.toString() === text;

describe('a word', () => {
  test.each([
    ['right at once', fresh, 'word', 0, 'right'],
    ['right until an hour is over', fresh, 'word', 3599, 'right'],
    ['dead after an hour', fresh, 'word', 3600, 'dead'],
    ['wrong if it is another', fresh, 'other', 0, 'wrong'],
    ['right after four wrong tries', { ...fresh, wrong_tries: mostWrongTries - 1 }, 'word', 0, 'right'],
    ['dead after five', { ...fresh, wrong_tries: mostWrongTries }, 'word', 0, 'dead'],
    ['dead once it was used', entered, 'word', 1801, 'dead'],
    ['dead, not wrong, for whoever guesses later', entered, 'other', 1801, 'dead'],
  ] as const)('is %s', (_what, stored, typed, seconds, expected) => {
    expect(judgeWord(stored, is(typed), after(seconds))).toBe(expected);
  });

  test('may be typed with or without its dashes, in small letters, with spaces around it', () => {
    const word = 'ABCDEFGHJKLM2345';
    expect(groupedWord(word)).toBe('ABCD-EFGH-JKLM-2345');
    for (const typed of [groupedWord(word), word.toLowerCase(), ` ${groupedWord(word)}\n`, `#${word}`]) expect(plainWord(typed)).toBe(word);
  });
});

describe('a pass', () => {
  test('is valid for an hour from the entry, and any other pass is refused', () => {
    const end = after(1800 + 3600);
    expect(endOfPass(entered, is('pass'), after(1800 + 3599))).toEqual(end);
    expect(endOfPass(entered, is('pass'), end)).toBeNull();
    expect(endOfPass(entered, is('word'), after(1801))).toBeNull();
    expect(endOfPass(fresh, is('word'), after(1))).toBeNull();
  });
});
