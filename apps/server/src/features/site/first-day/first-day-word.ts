/** Minutes for which the word of the first day is valid, and then the pass for which it was exchanged. */
const goodMinutes = 60;
/** Number of wrong tries after which a word is no longer valid. */
export const mostWrongTries = 5;

/** The stored facts about the word of the first day. */
export interface StoredWord {
  word_hash: Buffer;
  made_at: Date;
  wrong_tries: number;
  /** The pass for which the word was exchanged; null until then. */
  pass_hash: Buffer | null;
  entered_at: Date | null;
}

const endOf = (begin: Date) => new Date(begin.getTime() + goodMinutes * 60_000);

/**
 * The result of a try. `dead`: the word is no longer valid, and the try does not count. `wrong`: the try counts. `right`: the word is
 * exchanged.
 */
export function judgeWord(stored: StoredWord, isSame: (hash: Buffer) => boolean, now: Date): 'dead' | 'wrong' | 'right' {
  const { word_hash, made_at, wrong_tries, pass_hash } = stored;
  if (pass_hash !== null || wrong_tries >= mostWrongTries || now >= endOf(made_at)) return 'dead';
  return isSame(word_hash) ? 'right' : 'wrong';
}

/** The moment until which the pass is valid; null for any other pass, and for an expired one. */
export function endOfPass({ pass_hash, entered_at }: StoredWord, isSame: (hash: Buffer) => boolean, now: Date): Date | null {
  if (pass_hash === null || entered_at === null || now >= endOf(entered_at)) return null;
  return isSame(pass_hash) ? endOf(entered_at) : null;
}

/** The form of a word that is hashed: in capitals, without the dashes and spaces of a copied text. */
export const plainWord = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');

/** A word in groups of four letters, which people can compare. */
export const groupedWord = (word: string): string => word.match(/.{1,4}/g)?.join('-') ?? word;
