/** The most characters of an entry. */
export const MAX_ENTRY_LENGTH = 12;

export const minusWarning = 'Minus cannot be added within a number.';
export const pointWarning = 'There cannot be more than 1 decimal points in a number.';

/**
 * Whether the text may be stored as a numerical entry: `-?(digits[.digits] | .digits)` of at most 12 characters, or the beginning of such a
 * text: empty, `-`, `.`, `-.`, or `5.`, which is read as 5.
 */
export function isEntry(text: string): boolean {
  return text.length <= MAX_ENTRY_LENGTH && /^-?[0-9]*(\.[0-9]*)?$/.test(text);
}

/**
 * The entry after the student presses a key: a digit, `.`, `-`, `Delete` (removes the last character) or `Clear`. A key that does not fit
 * changes nothing. A second point or a misplaced minus also gives a warning (fixed texts: docs/product.md).
 */
export function pressKey(entry: string, key: string): { entry: string; warning?: string } {
  if (key === 'Clear') return { entry: '' };
  if (key === 'Delete') return { entry: entry.slice(0, -1) };
  if (key === '-' && entry !== '') return { entry, warning: minusWarning };
  if (key === '.' && entry.includes('.')) return { entry, warning: pointWarning };
  if (!/^[0-9.-]$/.test(key) || entry.length >= MAX_ENTRY_LENGTH) return { entry };
  return { entry: entry + key };
}

/**
 * Digits, ungrouped or grouped in the western or the Indian way. A leading group of 0 is excluded, because its comma is a decimal comma.
 */
const grouping = '[0-9]+|[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]?(?:,[0-9]{2})+,[0-9]{3}';
const writtenNumber = new RegExp(`^([+-]?)(${grouping})?(?:\\.([0-9]*))?$`);

/**
 * Reads a number as authors write it and returns its decimal text: without a leading plus, thousands commas (western or Indian, never
 * mixed) or surrounding blanks, and with an ASCII minus. Null for any other text, also for exponents and decimal commas (`0,123`).
 */
export function readNumber(text: string): string | null {
  const match = writtenNumber.exec(text.trim().replace(/^[\u2212\u2012\u2013\uFE63\uFF0D]/, '-'));
  if (!match) return null;
  const [, sign = '', grouped = '', fraction = ''] = match;
  if (grouped === '' && fraction === '') return null;
  return `${sign === '-' ? '-' : ''}${grouped.replaceAll(',', '')}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * The entry after a whole text was inserted by paste, dictation or a soft keyboard. A number is accepted, also as authors write it
 * (`readNumber`). Any other text leaves the entry unchanged and gives the warning for the first character that did not fit.
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
