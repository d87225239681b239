/** The query of an address, read field by field: a field with a wrong value is left out. */
type Query = Record<string, unknown>;

/** `name=true`. */
export const flag = <const N extends string>(query: Query, name: N): { [K in N]?: true } =>
  (query[name] === true || query[name] === 'true' ? { [name]: true } : {}) as { [K in N]?: true };

/** A whole number. */
export const number = <const N extends string>(query: Query, name: N): { [K in N]?: number } => {
  const value = Number(query[name] ?? Number.NaN);
  return (Number.isSafeInteger(value) ? { [name]: value } : {}) as { [K in N]?: number };
};

/** Any text. */
export const text = <const N extends string>(query: Query, name: N): { [K in N]?: string } =>
  (typeof query[name] === 'string' ? { [name]: query[name] } : {}) as { [K in N]?: string };

/** A calendar day in the form 2027-01-10. */
export const date = <const N extends string>(query: Query, name: N): { [K in N]?: string } => {
  const value = query[name];
  const isDay = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && dayOf(value) === value;
  return (isDay ? { [name]: value } : {}) as { [K in N]?: string };
};

const dayOf = (text: string) => (Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString().slice(0, 10));

/** One of the given words; any other value counts as the first word. */
export const oneOf = <const N extends string, const W extends string>(
  query: Query,
  name: N,
  words: readonly [W, ...W[]],
): { [K in N]: W } => ({ [name]: words.find((word) => word === query[name]) ?? words[0] }) as { [K in N]: W };

/** One of the given words, or nothing. The first word means the same as an absent field and is also left out. */
export const chosen = <const N extends string, const W extends string>(
  query: Query,
  name: N,
  words: readonly [W, ...W[]],
): { [K in N]?: W } => {
  const word = words.slice(1).find((one) => one === query[name]);
  return (word === undefined ? {} : { [name]: word }) as { [K in N]?: W };
};
