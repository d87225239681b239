import { Problem } from '@abhyas/contract/problem';
import type { Static, TProperties, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

interface Fields {
  properties?: TProperties;
  required?: readonly string[];
}

/**
 * Checks values from outside against the schema of an object. `faultOf` names the first field that is wrong by the same compiled checks: the
 * library's list of errors costs the square of what was sent.
 */
export function compileCheck<S extends TSchema>(schema: S) {
  const whole = Compile(schema);
  const { properties = {}, required = [] } = schema as Fields;
  const fields = Object.entries(properties).map(
    ([name, field]) => ({ name, check: Compile(field), isRequired: required.includes(name) }) as const,
  );
  const faultOf = (value: unknown): string | undefined => {
    if (typeof value !== 'object' || value === null) return undefined;
    const values = value as Record<string, unknown>;
    return fields.find(({ name, check, isRequired }) => (Object.hasOwn(values, name) ? !check.Check(values[name]) : isRequired))?.name;
  };
  return { isGood: (value: unknown): value is Static<S> => whole.Check(value), faultOf, fields };
}

/** PostgreSQL stores neither NUL nor half a character. */
const isUnstorable = (text: string): boolean => text.includes('\0') || /\p{Surrogate}/u.test(text);

/** Not by recursion: what is nested deeply would end the stack. */
function holdsUnstorable(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && isUnstorable(next)) return true;
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) open.push(part);
  }
  return false;
}

/** What a field of an address may stand for: the text itself, a number in digits, or a truth value. */
function readingsOf(text: unknown): unknown[] {
  if (typeof text !== 'string') return [text];
  return [text, ...(/^-?\d+(\.\d+)?$/.test(text) ? [Number(text)] : []), ...(text === 'true' || text === 'false' ? [text === 'true'] : [])];
}

/**
 * Takes the fields that the schema lists and no others. Addresses carry text, so their values are read from it, never guessed; bodies are JSON
 * and are taken as they are.
 */
export function compileValidator({ schema, httpPart }: { schema: unknown; httpPart?: string }) {
  const { isGood, faultOf, fields } = compileCheck(schema as TSchema);
  const read = (texts: Record<string, unknown>) =>
    Object.fromEntries(
      fields.flatMap(({ name, check }) => {
        if (!Object.hasOwn(texts, name)) return [];
        const text = texts[name];
        return [[name, httpPart === 'body' ? text : (readingsOf(text).find((value) => check.Check(value)) ?? text)]];
      }),
    );
  return (data: unknown) => {
    const value = typeof data === 'object' && data !== null && !Array.isArray(data) ? read(data as Record<string, unknown>) : data;
    const isUnderstood = isGood(value);
    if (isUnderstood && !holdsUnstorable(value)) return { value };
    const place = isUnderstood ? undefined : faultOf(value);
    return { error: new Problem('invalid_input', place ? `That request was not understood: ${place}.` : undefined) };
  };
}
