/** The pattern of a sentence, 'The results of {0} are published.', and the words of its gaps. */
export interface Pattern {
  pattern: string;
  words: Record<string, string>;
}

/** An English sentence that students, guardians or visitors read. The site says it in the reader's language by its pattern. */
export class Sentence implements Pattern {
  readonly text: string;
  readonly pattern: string;
  readonly words: Record<string, string>;
  /** Words that are sentences themselves. */
  readonly parts: readonly Sentence[];
  constructor(pattern: string, words: Record<string, string>, parts: readonly Sentence[] = []) {
    this.text = pattern.replaceAll(/\{(\w+)\}/g, (gap, name: string) => words[name] ?? gap);
    this.pattern = pattern;
    this.words = words;
    this.parts = parts;
  }
}

/** The sentence of a template, whose gaps are numbered from 0. Each pattern has its Hindi in the site's catalogue. */
export function say(parts: TemplateStringsArray, ...words: readonly (string | number | Sentence)[]): Sentence {
  const pattern = parts.map((part, at) => (at === 0 ? part : `{${at - 1}}${part}`)).join('');
  return new Sentence(
    pattern,
    Object.fromEntries(words.map((word, at) => [at, word instanceof Sentence ? word.text : String(word)])),
    words.filter((word) => word instanceof Sentence),
  );
}

/** The patterns of those sentences, and of their parts, that have gaps; a sentence without gaps is its own pattern. */
export const patternsOf = (sentences: readonly (Sentence | string)[]): Pattern[] =>
  sentences.flatMap((one) => {
    if (typeof one === 'string' || Object.keys(one.words).length === 0) return [];
    return [{ pattern: one.pattern, words: one.words }, ...patternsOf(one.parts)];
  });

export const textOf = (sentence: Sentence | string): string => (sentence instanceof Sentence ? sentence.text : sentence);
