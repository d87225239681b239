/** Characters that an entry may have. */
export const MAX_ENTRY_LENGTH = 12;

export const minusWarning = 'Minus cannot be added within a number.';
export const pointWarning = 'There cannot be more than 1 decimal points in a number.';

/**
 * Whether the text may be stored as a numerical entry: `-?(digits[.digits] | .digits)` of at most 12 characters, or one that is on its way
 * there: empty, `-`, `.`, `-.`, and `5.`, which reads as 5.
 */
export function isEntry(text: string): boolean {
  return text.length <= MAX_ENTRY_LENGTH && /^-?[0-9]*(\.[0-9]*)?$/.test(text);
}

/**
 * The entry after a key of the keypad: a digit, `.`, `-`, `Delete` (last character) or `Clear`. A key that does not fit leaves the entry
 * as it was, with the specification's warning where it has one; any other key is refused silently.
 */
export function pressKey(entry: string, key: string): { entry: string; warning?: string } {
  if (key === 'Clear') return { entry: '' };
  if (key === 'Delete') return { entry: entry.slice(0, -1) };
  if (key === '-' && entry !== '') return { entry, warning: minusWarning };
  if (key === '.' && entry.includes('.')) return { entry, warning: pointWarning };
  if (!/^[0-9.-]$/.test(key) || entry.length >= MAX_ENTRY_LENGTH) return { entry };
  return { entry: entry + key };
}

/** Digits alone, or grouped by thousands in the western or in the Indian way; a group that begins with 0 would be a decimal comma's. */
const grouping = '[0-9]+|[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}';
const writtenNumber = new RegExp(`^([+-]?)(${grouping})?(?:\\.([0-9]*))?$`);

/**
 * Decimal text of a number as authors write it: a leading plus, thousands commas (western or Indian, never mixed), a Unicode minus and
 * surrounding blanks are read away. Null for anything else, exponents and decimal commas (`0,123`) included.
 */
export function readNumber(text: string): string | null {
  const match = writtenNumber.exec(text.trim().replace(/^[\u2212\u2012\u2013\uFE63\uFF0D]/, '-'));
  if (!match) return null;
  const [, sign = '', grouped = '', fraction = ''] = match;
  if (grouped === '' && fraction === '') return null;
  return `${sign === '-' ? '-' : ''}${grouped.replaceAll(',', '')}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * The entry after a whole text came at once, as by paste, dictation or a soft keyboard. A number is taken, in the ways that authors write one
 * too; anything else leaves the entry as it was, with the warning of the first key that did not fit.
 */
export function replaceEntry(entry: string, text: string): { entry: string; warning?: string } {
  const typed = text.trim();
  const number = isEntry(typed) ? typed : readNumber(typed);
  if (number !== null && isEntry(number)) return { entry: number };
  let pressed: { entry: string; warning?: string } = { entry: '' };
  for (const key of typed) {
    pressed = pressKey(pressed.entry, key);
    if (pressed.warning) return { entry, warning: pressed.warning };
  }
  return { entry };
}

/** Whether a student can type this number on the keypad. */
export function canBeTyped(text: string): boolean {
  return isEntry(text) && /[0-9]$/.test(text);
}
