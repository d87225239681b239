// Texts are cut between characters, because the server refuses half a surrogate pair, and `encodeURIComponent` throws on it.

/** The text with U+FFFD in place of each lone half of a surrogate pair. */
export const wholeCharacters = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD');

/** The beginning of a text: whole characters, at most `most` UTF-16 code units. */
export function beginningOf(text: string, most: number): string {
  const cut = text.slice(0, most);
  return wholeCharacters(text.length > most ? cut.replace(/[\uD800-\uDBFF]$/, '') : cut);
}

/** The end of a text, cut like `beginningOf`; used for file names, because it keeps the extension. */
export function endOf(text: string, most: number): string {
  const cut = most === 0 ? '' : text.slice(-most);
  return wholeCharacters(text.length > most ? cut.replace(/^[\uDC00-\uDFFF]/, '') : cut);
}
