import type { QuestionEntry } from '@abhyas/contract/bank/authored-question';

const alikeFrom = 0.8;

/** The words and signs of a question without its numbers: copies with other numbers have the same words. */
function wordsOf({ text, options = [], passage = '' }: Pick<QuestionEntry, 'text' | 'options' | 'passage'>): string[] {
  const whole = [text, ...options, passage].join(' ').toLowerCase();
  const plain = whole.replace(/<[^>]*>|\\(?:mathrm|text|left|right|quad|displaystyle|[,;! ()[\]])/g, ' ').replace(/\d+(?:\.\d+)?/g, ' ');
  return plain.match(/\p{L}+|[-+*/=^_]/gu) ?? [];
}

function countOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The share of words that two questions have in common, counting repeats: 0 none, 1 all. */
function likeness(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let shared = 0;
  let all = 0;
  for (const word of new Set([...a.keys(), ...b.keys()])) {
    const [ofA, ofB] = [a.get(word) ?? 0, b.get(word) ?? 0];
    shared += Math.min(ofA, ofB);
    all += Math.max(ofA, ofB);
  }
  return all === 0 ? 1 : shared / all;
}

type Compared = Pick<QuestionEntry, 'code' | 'topic' | 'text' | 'options' | 'passage'>;

/** Pairs of questions with the same words anywhere, or with nearly the same words within a topic. */
export function pairsAlike(questions: readonly Compared[]): string[] {
  const read = questions.map((question) => {
    const words = wordsOf(question);
    return { code: question.code, topic: question.topic, sentence: words.join(' '), counts: countOf(words) };
  });
  return read.flatMap((one, at) =>
    read.slice(at + 1).flatMap((other) => {
      if (one.sentence === other.sentence) return [`${one.code} and ${other.code} say the same`];
      const part = one.topic === other.topic ? likeness(one.counts, other.counts) : 0;
      return part > alikeFrom ? [`${one.code} and ${other.code} share ${Math.round(part * 100)} % of their words`] : [];
    }),
  );
}
