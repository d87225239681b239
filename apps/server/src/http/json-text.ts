/** More than anything that a call takes. */
const mostLevels = 30;
const mostParts = 20_000;

const [quote, backslash, bracket, closedBracket, brace, closedBrace] = [34, 92, 91, 93, 123, 125];

/**
 * Whether a JSON text holds more than 20,000 lists and objects, or some within each other more than thirty deep. Such texts cost up to a
 * hundred times what others of their length do to read.
 */
export function isTooComplex(text: string): boolean {
  let level = 0;
  let parts = 0;
  let isWithinText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isWithinText) {
      if (code === backslash) at += 1;
      else if (code === quote) isWithinText = false;
    } else if (code === quote) isWithinText = true;
    else if (code === bracket || code === brace) {
      level += 1;
      parts += 1;
      if (level > mostLevels || parts > mostParts) return true;
    } else if (code === closedBracket || code === closedBrace) level -= 1;
  }
  return false;
}

/** What a JSON text within a field holds. Throws a SyntaxError where it is none, or too complex. */
export function readJsonText(text: string): unknown {
  if (isTooComplex(text)) throw new SyntaxError('The JSON text is too complex');
  return JSON.parse(text);
}
