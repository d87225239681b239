/** Limits above every valid body. */
const mostLevels = 30;
const mostParts = 20_000;
const mostCommas = 100_000;
const mostNames = 1000;
/** A shorter text has fewer names than are allowed: each takes a quote, a character, a quote, a colon and a value. */
const shortestWithMostNames = 5 * mostNames;

const [quote, backslash, comma, colon, bracket, closedBracket, brace, closedBrace] = [34, 92, 44, 58, 91, 93, 123, 125];

/**
 * Whether a JSON text contains more than 20,000 lists and objects, 100,000 commas between values or 1,000 different names of fields, or nests
 * more than thirty deep. Parsing such a text costs up to a hundred times as much as others of the same length.
 */
export function isTooComplex(text: string): boolean {
  let level = 0;
  let parts = 0;
  let commas = 0;
  let isWithinText = false;
  let [textFrom, textTo] = [0, 0];
  const names = text.length < shortestWithMostNames ? null : new Set<string>();
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isWithinText) {
      if (code === backslash) at += 1;
      else if (code === quote) {
        isWithinText = false;
        textTo = at;
      }
    } else if (code === quote) {
      isWithinText = true;
      textFrom = at;
    } else if (code === bracket || code === brace) {
      level += 1;
      parts += 1;
      if (level > mostLevels || parts > mostParts) return true;
    } else if (code === comma) {
      commas += 1;
      if (commas > mostCommas) return true;
    } else if (code === colon && names) {
      names.add(text.slice(textFrom, textTo));
      if (names.size > mostNames) return true;
    } else if (code === closedBracket || code === closedBrace) level -= 1;
  }
  return false;
}

/** Parses a JSON text within a field. Throws a SyntaxError if it is not JSON, or is too complex. */
export function readJsonText(text: string): unknown {
  if (isTooComplex(text)) throw new SyntaxError('The JSON text is too complex');
  return JSON.parse(text);
}
