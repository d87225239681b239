import { wholeCharacters } from '@abhyas/exam/institute/cut-text';
import { ForgedHook } from './meetings.ts';

export type Fields = Record<string, unknown>;

/** The body of a hook as an object. Throws `ForgedHook` for anything else. */
export function readBody(body: Buffer): Fields {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {
    // The error below covers a body that is not JSON.
  }
  throw new ForgedHook('The body is not a JSON object');
}

/** The field as an object; an empty object for any other value. */
export const part = (fields: Fields, name: string): Fields => {
  const value = fields[name];
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
};
export const text = (fields: Fields, name: string): string =>
  // The database cannot store a zero byte: without this, one such name would make a hook fail for everybody listed after it.
  wholeCharacters(typeof fields[name] === 'string' ? fields[name] : String(fields[name] ?? '')).replaceAll('\0', '');

/** A time given in milliseconds or as a date; `now` for anything else, for a future time, and for a time before 1970. */
export function momentOf(value: unknown, now: Date): Date {
  const at = new Date(typeof value === 'number' || typeof value === 'string' ? value : Number.NaN);
  return at.getTime() >= 0 && at <= now ? at : now;
}

/** The id of one of our people, where a provider repeats the id that we gave it. */
export const personOf = (value: unknown): number | null => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
