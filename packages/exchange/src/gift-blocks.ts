import { splitMaths } from './markup/authored.ts';

/** A question of a GIFT file, cut into its parts; still with escapes. */
export interface GiftBlock {
  line: number;
  source: string;
  topic: string;
  title: string;
  stem: string;
  /** The text between the braces; null if there are none. */
  body: string | null;
  tail: string;
  isUnclosed: boolean;
}

interface Lines {
  line: number;
  lines: string[];
}

const isComment = (line: string): boolean => line.trimStart().startsWith('//');

/** The braces of a line that no backslash escapes: `{` opens, `}` closes. */
function bracesOf(line: string): { opens: number; closes: number } {
  const plain = line.replaceAll(/\\./g, '');
  return { opens: plain.split('{').length - 1, closes: plain.split('}').length - 1 };
}

/** Runs of lines that belong together: a blank line ends one, except within braces that a later line closes. */
function* runsOf(text: string): Generator<Lines> {
  let run: Lines = { line: 1, lines: [] };
  let waiting: Lines | null = null;
  let [isOpen, hasAnswer] = [false, false];
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() !== '') {
      if (waiting && (/^\s*(?:::|\$CATEGORY:)/.test(line) || bracesOf(line).opens > 0)) {
        // The closing brace before the blank line was forgotten, so that question ends there.
        yield { line: run.line, lines: run.lines.slice(0, waiting.lines.length) };
        const later = run.lines.slice(waiting.lines.length + 1);
        run = { line: run.line + waiting.lines.length + 1, lines: later };
        [waiting, isOpen] = [null, false];
      }
      if (hasAnswer && !isOpen && /^\s*::/.test(line)) {
        yield run;
        [run, hasAnswer] = [{ line: at + 1, lines: [] }, false];
      }
      if (run.lines.length === 0) run.line = at + 1;
      run.lines.push(line);
      if (!isComment(line)) {
        const { opens, closes } = bracesOf(line);
        if (closes > 0) hasAnswer = true;
        if (opens > closes) isOpen = true;
        else if (closes > opens) [isOpen, waiting] = [false, null];
      }
    } else if (isOpen) {
      waiting ??= { line: run.line, lines: [...run.lines] };
      run.lines.push('');
    } else if (run.lines.length > 0) {
      yield run;
      [run, hasAnswer] = [{ line: at + 2, lines: [] }, false];
    }
  }
  if (run.lines.length > 0) yield run;
}

/** The category of a question bank, without the names that every course has. */
export const topicOfCategory = (path: string): string =>
  path
    .replaceAll(/\/\//g, '\u0000')
    .split('/')
    .map((part) => part.replaceAll('\u0000', '/').trim())
    .filter((part) => part !== '' && part !== 'top' && !/^\$\w+\$$/.test(part))
    .map((part) => part.replace(/^Default for /, ''))
    .join(' / ');

const structural = /(?<!\\)[~=#{}:]/g;

/** The text with the signs within formulas escaped: teachers write `\frac{1}{2}` as it is. */
const withEscapedFormulas = (text: string): string =>
  splitMaths(text, { dollars: false })
    .map(({ kind, text: part }) => {
      if (kind === 'prose') return part;
      const inner = part.replaceAll(structural, '\\$&');
      return kind === 'inline' ? `\\(${inner}\\)` : `\\[${inner}\\]`;
    })
    .join('');

function indexOfBrace(text: string, brace: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === brace) return at;
  }
  return -1;
}

function cut({ line: first, lines }: Lines, topic: string): GiftBlock {
  const line = first + lines.findIndex((one) => !isComment(one));
  const source = lines.join('\n').trim();
  const written = withEscapedFormulas(lines.filter((one) => !isComment(one)).join('\n'));
  const title = /^\s*::((?:\\.|[^\\]){0,300}?)::/s.exec(written);
  const text = title ? written.slice(title[0].length) : written;
  const from = indexOfBrace(text, '{', 0);
  const to = from < 0 ? -1 : indexOfBrace(text, '}', from);
  const tags = [...source.matchAll(/\[tag:([^\]\n]{1,80})\]/g)].map(([, tag]) => (tag ?? '').trim()).join(', ');
  const shared = { line, source, topic: topic || tags, title: title?.[1] ?? '' };
  if (from < 0 || to < 0) return { ...shared, stem: text, body: null, tail: '', isUnclosed: from >= 0 };
  return { ...shared, stem: text.slice(0, from), body: text.slice(from + 1, to), tail: text.slice(to + 1), isUnclosed: false };
}

/** The questions of a GIFT file; lines of categories give them their topic, and comments belong to nothing. */
export function* giftBlocks(text: string): Generator<GiftBlock> {
  let topic = '';
  for (const run of runsOf(text)) {
    let from = 0;
    for (const [at, line] of run.lines.entries()) {
      const category = /^\s*\$CATEGORY:(.*)$/.exec(line)?.[1];
      if (category === undefined) continue;
      const before = { line: run.line + from, lines: run.lines.slice(from, at) };
      if (before.lines.some((one) => !isComment(one))) yield cut(before, topic);
      topic = topicOfCategory(category.trim());
      from = at + 1;
    }
    const rest = { line: run.line + from, lines: run.lines.slice(from) };
    if (rest.lines.some((one) => one.trim() !== '' && !isComment(one))) yield cut(rest, topic);
  }
}
