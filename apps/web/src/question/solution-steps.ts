const blocks = /<(?:ul|ol|li|table|thead|tbody|tr|th|td|p)\b/i;

/**
 * The steps of a solution: its paragraphs. A solution with a list or a table, or with a formula across a blank line, is one step, because
 * its parts do not stand alone.
 */
export function stepsOf(solution: string): string[] {
  const parts = solution
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isWhole = (part: string) =>
    part.split('\\(').length === part.split('\\)').length && part.split('\\[').length === part.split('\\]').length;
  return parts.length === 0 || blocks.test(solution) || !parts.every(isWhole) ? [solution] : parts;
}
