import { ForgedHook } from './meetings.ts';

export type Fields = Record<string, unknown>;

/** The body of a hook as an object. Throws `ForgedHook` for anything else. */
export function readBody(body: Buffer): Fields {
  try {
    const value: unknown = JSON.parse(body.toString());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields;
  } catch {
    // Told below.
  }
  throw new ForgedHook('The body is no JSON object');
}

/** A part that is an object, else an empty one. */
export const part = (fields: Fields, name: string): Fields => {
  const value = fields[name];
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
};
export const text = (fields: Fields, name: string): string =>
  typeof fields[name] === 'string' ? fields[name] : String(fields[name] ?? '');

/** A number of ms or a date as text; `now` where it is neither or lies ahead. */
export function momentOf(value: unknown, now: Date): Date {
  const at = new Date(typeof value === 'number' || typeof value === 'string' ? value : Number.NaN);
  return Number.isNaN(at.getTime()) || at > now ? now : at;
}

/** One of ours, where a provider repeats the id that we gave it. */
export const personOf = (value: unknown): number | null => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};
