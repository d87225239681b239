import { readFileSync } from 'node:fs';
import dictionary from 'dictionary-en-gb';
import Typo from 'typo-js';

const asText = (bytes: Uint8Array) => Buffer.from(bytes).toString('utf8');

/** Whether a word is British English or in the list of the subjects' terms, which has one word per line. */
export function spellingOf(termsFile: string): (word: string) => boolean {
  const typo = new Typo('en_GB', asText(dictionary.aff), asText(dictionary.dic));
  const terms = new Set(readFileSync(termsFile, 'utf8').split('\n'));
  const known = new Map<string, boolean>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    // A term may begin a sentence with a capital; a name is never written in lower case.
    const isKnown = typo.check(word) || terms.has(word) || terms.has(word.charAt(0).toLowerCase() + word.slice(1));
    known.set(word, isKnown);
    return isKnown;
  };
}
