/** Deeper than anything that a call takes. */
const mostLevels = 30;

const [quote, backslash, bracket, closedBracket, brace, closedBrace] = [34, 92, 91, 93, 123, 125];

/** Whether lists and objects of a JSON text stand within each other more than thirty deep. Such texts cost a hundred times what flat ones do to read. */
export function isNestedTooDeep(text: string): boolean {
  let level = 0;
  let isWithinText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isWithinText) {
      if (code === backslash) at += 1;
      else if (code === quote) isWithinText = false;
    } else if (code === quote) isWithinText = true;
    else if (code === bracket || code === brace) {
      level += 1;
      if (level > mostLevels) return true;
    } else if (code === closedBracket || code === closedBrace) level -= 1;
  }
  return false;
}

/** What a JSON text within a field holds. Throws a SyntaxError where it is none, or nested too deep. */
export function readJsonText(text: string): unknown {
  if (isNestedTooDeep(text)) throw new SyntaxError('The JSON text is nested too deep');
  return JSON.parse(text);
}
