/** What an address may carry after `?`, read field by field: a field that does not fit is left out. */
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

/** One of the words given; the first when it is none of them. */
export const oneOf = <const N extends string, const W extends string>(
  query: Query,
  name: N,
  words: readonly [W, ...W[]],
): { [K in N]: W } => ({ [name]: words.find((word) => word === query[name]) ?? words[0] }) as { [K in N]: W };
