/** A source of random decisions that repeats them for the same seed. */
export interface Chance {
  /** A number from 0 up to, but not including, 1. */
  next(): number;
  between(least: number, most: number): number;
  /** Like `between`, but uniform on a logarithmic scale, so that short times are as likely as long ones. */
  ratioBetween(least: number, most: number): number;
  /** True with this probability. */
  isIn(part: number): boolean;
}

/** The FNV-1a hash, so that neighbouring seeds and purposes start far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

/** The generator mulberry32, with a separate one for each purpose of a run. */
export function chanceOf(seed: number, purpose: string): Chance {
  let state = hashOf(`${seed}/${purpose}`);
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (least, most) => least + next() * (most - least),
    ratioBetween: (least, most) => least * (most / least) ** next(),
    isIn: (part) => next() < part,
  };
}
