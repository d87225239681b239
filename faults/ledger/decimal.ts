/** A decimal number, exact in decimal: `units` / 10^`places`. */
export interface Decimal {
  units: bigint;
  places: number;
}

/** Reads digits with an optional sign and point; null for any other text, and for a text without a digit. */
export function readDecimal(text: string): Decimal | null {
  const match = /^(-?)(\d*)\.?(\d*)$/.exec(text);
  if (!match || (match[2] === '' && match[3] === '')) return null;
  const [, sign, whole = '', fraction = ''] = match;
  const units = BigInt(`${whole}${fraction}`);
  return { units: sign === '-' ? -units : units, places: fraction.length };
}

const power = (places: number) => 10n ** BigInt(places);

/** Negative when `a` is smaller, zero when both are equal. */
export function compare(a: Decimal, b: Decimal): number {
  const difference = a.units * power(b.places) - b.units * power(a.places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Rounds half away from zero. */
export function rounded({ units, places }: Decimal, to: number): Decimal {
  if (places <= to) return { units, places };
  const step = power(places - to);
  const size = units < 0n ? -units : units;
  const result = (2n * size + step) / (2n * step);
  return { units: units < 0n ? -result : result, places: to };
}
