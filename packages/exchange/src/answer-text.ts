import type { AcceptedAnswer } from '@abhyas/exam/bank/question';
import { keyOfText } from './numerical.ts';

const separators = /[\s,;/|&.()[\]]+|\band\b/i;

/** Places of options, from 0, that an answer names: `B`, `(b)`, `2`, `A, C`, `AC`, `a and d`; null for any other text. */
export function optionsOfText(text: string): number[] | null {
  const written = text.trim().replace(/^(?:option|choice)s?\s+/i, '');
  if (written.length > 60) return null;
  const parts = written.split(separators).filter((part) => part !== '');
  const marks = parts.length === 1 && /^[A-Ea-e]{2,5}$/.test(parts[0] ?? '') ? [...(parts[0] ?? '')] : parts;
  if (marks.length === 0 || !marks.every((mark) => /^[A-Ea-e1-5]$/.test(mark))) return null;
  const places = marks.map((mark) => (/\d/.test(mark) ? Number(mark) - 1 : mark.toLowerCase().charCodeAt(0) - 97));
  return [...new Set(places)];
}

/** The keys of a numerical question: a number, a range, or several with `|` or "or" between them; null for any other text. */
export function numbersOfText(text: string): AcceptedAnswer[] | null {
  if (text.length > 500) return null;
  const keys = text
    .split(/\s*\|\s*|\s+or\s+/i)
    .filter((part) => part.trim() !== '')
    .map(keyOfText);
  return keys.length > 0 && keys.every((key) => key !== null) ? keys : null;
}
