import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';

/** A question as compared: the words of its passage belong to it. */
export interface Compared extends Pick<QuestionEntry, 'code' | 'text' | 'options' | 'passage'> {
  subject: string;
  passage_text?: string | undefined;
}

export interface Twins {
  codes: readonly [string, string];
  /** 0: nothing in common, 1: the same words, numbers and formulas. */
  likeness: number;
}

const common = new Set(
  `a an the of is are was be been to in on at by for from with and or not as it its that this which what how who when where whose each all
  any one two three four both between into than then if so such only no other same following given find show shows called has have had
  does do can may will are there their they them these those would should could number value equal equals statement assertion reason
  correct incorrect statements true false answer option options about per out up down most more less least list match another after
  before while during over under very also`.split(/\s+/),
);
const endings = /(?<=\p{L}{3})(?:ations|ation|ingly|ing|ies|ied|ed|es|s|ly)$/u;
const layout = /\\(?:mathrm|text|left|right|quad|displaystyle|[,;! ()[\]])/g;

/** Runs of three signs of a formula, with every letter replaced by the same one: the structure without the names. */
function runsOf(formula: string): string[] {
  const signs = formula.replaceAll(layout, ' ').match(/\\[a-z]+|[a-z]|\d+(?:\.\d+)?|[-+*/=^_<>|]/g) ?? [];
  const unnamed = signs.map((sign) => (/^[a-z]$/.test(sign) ? 'x' : sign));
  return unnamed.slice(2).map((_sign, at) => `@${unnamed.slice(at, at + 3).join(' ')}`);
}

/** The compared features: stems of words, numbers, signs, and runs of signs of each formula. */
function featuresOf({ subject, text, options = [], passage_text = '' }: Compared): string[] {
  // Options are compared except in maths, where they look alike in all questions of one kind. In other subjects they name what is asked.
  const whole = [text, passage_text, ...(subject === 'maths' ? [] : options)].join(' ').toLowerCase();
  const source = whole.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\\[dt]frac/g, '\\frac');
  const runs = (source.match(/\\\(.*?\\\)|\\\[.*?\\\]/gs) ?? []).flatMap(runsOf);
  const plain = source
    .replaceAll(/\\frac\s*(\d)(\d)/g, ' $1 / $2 ')
    .replaceAll(/\\(?:frac|ce|vec|hat)/g, ' ')
    .replaceAll(layout, ' ');
  const words = plain.match(/\p{L}{2,}|\d+(?:\.\d+)?|[-+*/=^<>]/gu) ?? [];
  return [...words.filter((word) => !common.has(word)).map((word) => word.replace(endings, '')), ...runs];
}

function countOf(features: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  return counts;
}

/** Features weighted by their rarity within the questions of a subject, as a vector of length 1. */
function vectorsOf(questions: readonly Compared[]): Map<string, number>[] {
  const counts = questions.map((question) => countOf(featuresOf(question)));
  const holding = countOf(counts.flatMap((count) => [...count.keys()]));
  return counts.map((count) => {
    const weights = [...count].map(([feature, times]) => {
      const rarity = Math.log(questions.length / (holding.get(feature) ?? 1));
      return [feature, (1 + Math.log(times)) * rarity] as const;
    });
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return new Map(weights.map(([feature, weight]) => [feature, weight / length]));
  });
}

/** Pairs within a subject with a similarity of at least `from`, the most similar first. Questions on the same passage are not compared. */
export function twinsOf(questions: readonly Compared[], from: number): Twins[] {
  const found: Twins[] = [];
  for (const subject of new Set(questions.map((question) => question.subject))) {
    const ofSubject = questions.filter((question) => question.subject === subject);
    const holders = new Map<string, [number, number][]>();
    for (const [at, vector] of vectorsOf(ofSubject).entries()) {
      const shared = new Map<number, number>();
      for (const [feature, weight] of vector) {
        const before = holders.get(feature) ?? [];
        for (const [other, otherWeight] of before) shared.set(other, (shared.get(other) ?? 0) + weight * otherWeight);
        holders.set(feature, [...before, [at, weight]]);
      }
      for (const [other, likeness] of shared) {
        const [one, two] = [ofSubject[other], ofSubject[at]];
        if (!one || !two || likeness < from || (one.passage !== undefined && one.passage === two.passage)) continue;
        found.push({ codes: [one.code, two.code], likeness });
      }
    }
  }
  return found.toSorted((a, b) => b.likeness - a.likeness);
}
