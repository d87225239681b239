import { Problem } from '@abhyas/contract/problem';
import type { Static, TProperties, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import Format from 'typebox/format';

/** ISO 8601 text that JavaScript can read too: a leap second or a zone in brackets would become an invalid date further on. */
Format.Set('date-time', (text) => Format.IsDateTime(text) && !Number.isNaN(Date.parse(text)));

interface Fields {
  properties?: TProperties;
  required?: readonly string[];
}

/**
 * Checks outside values against the schema of an object. `faultOf` names the first wrong field by the same compiled checks, because the
 * library’s list of errors takes quadratic time.
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

/** PostgreSQL stores neither NUL nor a lone surrogate. */
const isUnstorable = (text: string): boolean => text.includes('\0') || /\p{Surrogate}/u.test(text);

/** Without recursion, because a deeply nested value would overflow the stack. */
function holdsUnstorable(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string' && isUnstorable(next)) return true;
    if (typeof next === 'object' && next !== null) for (const part of Object.values(next)) open.push(part);
  }
  return false;
}

/** Possible values of a text in an address: the text itself, a number, or a boolean. */
function readingsOf(text: unknown): unknown[] {
  if (typeof text !== 'string') return [text];
  return [text, ...(/^-?\d+(\.\d+)?$/.test(text) ? [Number(text)] : []), ...(text === 'true' || text === 'false' ? [text === 'true'] : [])];
}

/**
 * Accepts only the fields of the schema. Values in addresses are text, which is read by the type in the schema; bodies are JSON and are not
 * converted.
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
