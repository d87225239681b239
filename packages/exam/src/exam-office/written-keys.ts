import { canBeTyped, readNumber } from '../bank/numeric-entry.ts';
import type { AcceptedAnswer, QuestionType } from '../bank/question.ts';

/** A key as a teacher writes it: the accepted answers, or a sentence that says what is wrong. */
export type WrittenKey = { keys: AcceptedAnswer[] } | { fault: string };

const letters = 'ABCD';

/** The option of a letter or a number from 1 to 4; null for anything else. */
function optionOf(sign: string): number | null {
  if (/^[A-D]$/i.test(sign)) return letters.indexOf(sign.toUpperCase()) + 1;
  return /^[1-4]$/.test(sign) ? Number(sign) : null;
}

function readSeveral(text: string): AcceptedAnswer | null {
  const options = [...text.replaceAll(/[\s,&+]|and/gi, '')].map(optionOf);
  const chosen = options.filter((option) => option !== null);
  if (chosen.length === 0 || chosen.length < options.length || new Set(chosen).size < chosen.length) return null;
  return chosen.toSorted((a, b) => a - b);
}

function readValue(text: string): AcceptedAnswer | null {
  const [, from, to] = /^(.+?)\s*(?:to|–|—|(?<=\d)-)\s*(.+)$/i.exec(text) ?? [];
  if (from === undefined || to === undefined) {
    const number = readNumber(text);
    return number !== null && canBeTyped(number) ? number : null;
  }
  const [least, most] = [readNumber(from), readNumber(to)];
  if (least === null || most === null || !canBeTyped(least) || !canBeTyped(most) || Number(least) > Number(most)) return null;
  return { from: least, to: most };
}

const expected: Record<QuestionType, string> = {
  0: 'one option, such as B or 2',
  1: 'a number or a range, such as 2.5 or 2.4 to 2.6',
  2: 'one or more options, such as AC',
  3: 'one option, such as B or 2',
};

/**
 * Reads the key of one question: an option (`B`, `2`), several (`AC`, `1,3`), a number or a range (`2.5`, `2.4 to 2.6`). A slash separates
 * keys that are all accepted.
 */
export function readKey(type: QuestionType, text: string): WrittenKey {
  const parts = text.split('/').map((part) => part.trim());
  const keys = parts.map((part) => (type === 1 ? readValue(part) : type === 2 ? readSeveral(part) : optionOf(part)));
  const read = keys.filter((key) => key !== null);
  if (read.length < keys.length) return { fault: `Enter ${expected[type]}.` };
  return { keys: read };
}

/** The key as the field of one question shows it. */
export const writeKey = (keys: readonly AcceptedAnswer[]): string =>
  keys
    .map((key) => {
      if (typeof key === 'number') return letters[key - 1] ?? '';
      if (typeof key === 'string') return key;
      return 'from' in key ? `${key.from} to ${key.to}` : key.map((option) => letters[option - 1] ?? '').join('');
    })
    .join('/');

const single = /(?:[A-D](?![A-Z])|[1-4](?![A-Z0-9]|\.\d))(?:\s*\/\s*(?:[A-D](?![A-Z])|[1-4](?![A-Z0-9]|\.\d)))*/iy;
/** The patterns of a key in a line, by form. */
const value: Record<QuestionType, RegExp> = {
  0: single,
  1: /[-+−]?\d*\.?\d+(?:\s*(?:to|[-–—/])\s*[-+−]?\d*\.?\d+)*/iy,
  2: /[A-D]+(?:(?:\s*[,&+/]\s*|\s+and\s+)[A-D]+)*(?![A-Z])|[1-4]{1,4}(?:[,&+/][1-4])*(?![A-Z0-9]|\.\d)/iy,
  3: single,
};
const mostShown = 20;

/** A line of keys such as `1A 2C 3) 2.5 4. AC`, or only letters for the questions in order. */
export interface KeyLine {
  /** The keys by the number of the question. */
  keys: Map<number, AcceptedAnswer[]>;
  faults: string[];
}

/** Letters without numbers: the keys of all questions in order. Null if the text has anything else, or too many letters. */
function readLetters(types: readonly QuestionType[], text: string): KeyLine | null {
  const signs = [...text.replaceAll(/[\s,;]/g, '')];
  if (signs.length < 2 || signs.length > types.length || !signs.every((sign) => /[A-D]/i.test(sign))) return null;
  if (types.slice(0, signs.length).some((type) => type === 1 || type === 2)) return null;
  return { keys: new Map(signs.map((sign, at) => [at + 1, [optionOf(sign) ?? 0]])), faults: [] };
}

/**
 * Reads many keys from one text. What cannot be read is a fault that names its place, and the rest is read all the same.
 * @param types the form of each question, the first one that of question 1
 */
export function readKeyLine(types: readonly QuestionType[], text: string): KeyLine {
  const only = readLetters(types, text);
  if (only) return only;
  const keys = new Map<number, AcceptedAnswer[]>();
  const faults: string[] = [];
  const entry = /[\s,;|]*(?:Q\s*\.?\s*)?(\d{1,3})\s*(?:[.):=\-–]+\s*)?\(?/iy;
  const skip = (from: number) => {
    const next = /[\s,;|]/g;
    next.lastIndex = from + 1;
    return next.exec(text)?.index ?? text.length;
  };
  for (let at = 0; at < text.length; ) {
    const first = text.slice(at).search(/[^\s,;|)]/);
    if (first === -1) break;
    entry.lastIndex = at;
    const number = Number(entry.exec(text)?.[1] ?? 0);
    const begins = entry.lastIndex;
    const type = number > 0 ? types[number - 1] : undefined;
    const pattern = type === undefined ? null : value[type];
    if (pattern) pattern.lastIndex = begins;
    const found = pattern?.exec(text)?.[0] ?? '';
    const read = type === undefined || found === '' ? null : readKey(type, found);
    if (read && 'keys' in read) {
      if (keys.has(number)) faults.push(`Question ${number} has two keys.`);
      keys.set(number, read.keys);
      at = begins + found.length;
      if (text[at] === ')') at += 1;
      continue;
    }
    const end = skip(number > 0 ? Math.max(begins - 1, at) : at + first);
    const shown = text.slice(at, end).trim();
    if (number > types.length) faults.push(`There is no question ${number}.`);
    else if (type !== undefined) faults.push(`Question ${number}: enter ${expected[type]}.`);
    else faults.push(`“${shown.slice(0, mostShown)}” is not the number of a question with its key.`);
    at = end;
  }
  return { keys, faults };
}
