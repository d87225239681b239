import { childNamed, childrenNamed, type Element } from '../markup/tree.ts';

interface Level {
  format: string;
  text: string;
  start: number;
}

const valueOf = (element: Element | undefined, name: string): string | undefined => childNamed(element, name)?.attributes['w:val'];

const romans: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function romanOf(number: number): string {
  let [rest, roman] = [number % 4000, ''];
  for (const [value, sign] of romans)
    while (rest >= value) {
      roman += sign;
      rest -= value;
    }
  return roman;
}

function written(number: number, format: string): string {
  const letter = String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(3, Math.floor((number - 1) / 26) + 1));
  if (format === 'lowerLetter') return letter;
  if (format === 'upperLetter') return letter.toUpperCase();
  if (format === 'lowerRoman') return romanOf(number);
  if (format === 'upperRoman') return romanOf(number).toUpperCase();
  return format === 'bullet' || format === 'none' ? '' : String(number);
}

/** The automatic numbers of a document's lists, which stand in no paragraph. */
export class Numbering {
  readonly #levels = new Map<string, Level[]>();
  readonly #lists = new Map<string, string>();
  readonly #starts = new Map<string, Map<number, number>>();
  readonly #counts = new Map<string, number[]>();

  constructor(numbering: Element | undefined) {
    if (!numbering) return;
    for (const abstract of childrenNamed(numbering, 'w:abstractNum')) {
      const levels = childrenNamed(abstract, 'w:lvl').map((level) => ({
        format: valueOf(level, 'w:numFmt') ?? 'decimal',
        text: valueOf(level, 'w:lvlText') ?? '',
        start: Number(valueOf(level, 'w:start') ?? '1'),
      }));
      this.#levels.set(abstract.attributes['w:abstractNumId'] ?? '', levels);
    }
    for (const list of childrenNamed(numbering, 'w:num')) {
      const id = list.attributes['w:numId'] ?? '';
      this.#lists.set(id, valueOf(list, 'w:abstractNumId') ?? '');
      const starts = childrenNamed(list, 'w:lvlOverride').flatMap((change) => {
        const start = valueOf(change, 'w:startOverride');
        return start === undefined ? [] : [[Number(change.attributes['w:ilvl'] ?? '0'), Number(start)] as const];
      });
      this.#starts.set(id, new Map(starts));
    }
  }

  /** The mark of the next paragraph of a list: `12. ` or `(b) `; empty for bullets and unknown lists. */
  next(list: string, level: number): string {
    const abstract = this.#lists.get(list);
    const levels = this.#levels.get(abstract ?? '');
    const own = levels?.[level];
    if (abstract === undefined || !levels || !own || level > 8) return '';
    // Lists of one form share their counters, unless a list has its own start.
    const overrides = this.#starts.get(list);
    const key = overrides && overrides.size > 0 ? `list ${list}` : `form ${abstract}`;
    const counts = this.#counts.get(key) ?? [];
    counts[level] = (counts[level] ?? (overrides?.get(level) ?? own.start) - 1) + 1;
    counts.length = level + 1;
    this.#counts.set(key, counts);
    if (own.format === 'bullet') return '';
    const text = own.text.slice(0, 40).replaceAll(/%([1-9])/g, (_all, digit: string) => {
      const at = Number(digit) - 1;
      return written(counts[at] ?? levels[at]?.start ?? 1, levels[at]?.format ?? 'decimal');
    });
    return text === '' ? '' : `${text} `;
  }
}
