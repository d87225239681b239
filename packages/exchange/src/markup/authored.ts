import type { Notices } from '../notices.ts';

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters of text as HTML. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => signs[sign] ?? sign);

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&#36;': '$', '&#92;': '\\' };
/** The characters of HTML that `escapeHtml` or a person wrote. */
export const unescapeHtml = (html: string): string =>
  html.replaceAll(/&(?:amp|lt|gt|nbsp|#36|#92);/g, (entity) => entities[entity] ?? entity);

/** Stand-ins for a dollar and a backslash that the source wrote as entities, which therefore begin no formula. */
const [plainDollar, plainBackslash] = ['\uE003', '\uE004'] as const;
export const withPlainSigns = (html: string): string => html.replaceAll('&#36;', plainDollar).replaceAll('&#92;', plainBackslash);
export const withoutPlainSigns = (text: string): string => text.replaceAll(plainDollar, '$').replaceAll(plainBackslash, '\\');

export interface Segment {
  kind: 'prose' | 'inline' | 'display';
  text: string;
}

/** The longest formula that is looked for; a longer one has lost its closing bracket. */
const mostFormula = 4000;

const pairs = [
  { open: '\\(', close: '\\)', kind: 'inline' },
  { open: '\\[', close: '\\]', kind: 'display' },
  { open: '$$', close: '$$', kind: 'display' },
  { open: '$', close: '$', kind: 'inline' },
] as const;

/** Finds the next place of a text, and remembers it, so that many openings without a closing take no longer than one. */
function finder(text: string, sign: string): (from: number) => number {
  let known = -2;
  return (from) => {
    if (known === -1 || known >= from) return known;
    known = text.indexOf(sign, from);
    return known;
  };
}

/** Whether dollars stand for a formula: as in pandoc, no blank inside the dollars and no digit after them, so that prices stay prose. */
const isDollarMaths = (text: string, from: number, to: number): boolean =>
  to > from && !/\s/.test(text[from] ?? ' ') && !/[\s\\]/.test(text[to - 1] ?? ' ') && !/\d/.test(text[to + 1] ?? '');

const environment = /\\begin\{((?:equation|align|gather|eqnarray|multline|alignat)\*?)\}/y;

/** Cuts a text into prose and formulas. `dollars` says whether single dollars enclose formulas in this format. */
export function splitMaths(text: string, { dollars }: { dollars: boolean }): Segment[] {
  const segments: Segment[] = [];
  const closings = new Map(pairs.map(({ open, close }) => [open, finder(text, close)] as const));
  const opening = /\\[\\$]|\\begin\{|\\\(|\\\[|\$\$?/g;
  let start = 0;
  const push = (from: number, to: number, kind: Segment['kind'], formula: string) => {
    if (from > start) segments.push({ kind: 'prose', text: text.slice(start, from) });
    segments.push({ kind, text: formula });
    start = to;
    opening.lastIndex = to;
  };
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const [sign] = found;
    const from = found.index + sign.length;
    if (sign === '\\begin{') {
      environment.lastIndex = found.index;
      const name = environment.exec(text)?.[1];
      const end = name === undefined ? -1 : text.slice(from, from + mostFormula).indexOf(`\\end{${name}}`);
      if (name === undefined || end < 0) continue;
      const to = from + end + `\\end{${name}}`.length;
      push(found.index, to, 'display', text.slice(found.index, to));
      continue;
    }
    const pair = pairs.find(({ open }) => open === sign);
    if (!pair || (sign === '$' && !dollars)) continue;
    const to = closings.get(pair.open)?.(from) ?? -1;
    if (to < 0 || to - from > mostFormula || (sign === '$' && !isDollarMaths(text, from, to))) continue;
    push(found.index, to + pair.close.length, pair.kind, text.slice(from, to));
  }
  if (start < text.length) segments.push({ kind: 'prose', text: text.slice(start) });
  return segments;
}

const isBalanced = (html: string): boolean => {
  const open: string[] = [];
  for (const [, slash, tag] of html.matchAll(/<(\/?)([a-z]+)\s*\/?>/g)) {
    if (tag === undefined || tag === 'br') continue;
    if (!slash) open.push(tag);
    else if (open.pop() !== tag) return false;
  }
  return open.length === 0;
};

/** Commands of LaTeX that KaTeX does not know, with the commands of KaTeX for them. */
const rewritten: readonly (readonly [RegExp, string])[] = [
  [/\\begin\{eqnarray(\*?)\}/g, '\\begin{align$1}'],
  [/\\end\{eqnarray(\*?)\}/g, '\\end{align$1}'],
  [/\\begin\{multline(\*?)\}/g, '\\begin{gather$1}'],
  [/\\end\{multline(\*?)\}/g, '\\end{gather$1}'],
  [/\\label\{[^{}]*\}/g, ''],
  [/\\ensuremath(?![A-Za-z])/g, ''],
  [/\\mathds(?![A-Za-z])/g, '\\mathbb'],
  [/\\textdegree(?![A-Za-z])/g, '^{\\circ}'],
  [/\\degree(?:C|F)?(?![A-Za-z])/g, '^{\\circ}'],
  [/\\(?:mathchoice|unit|si)(?=\{)/g, '\\mathrm'],
];

/** No text that a question can hold is longer, with its tags; a longer one is cut, and the question refused for its length. */
const mostText = 60_000;

/** TeX as an authored text writes it: signs that HTML takes for its own are escaped, and numbered environments lose their numbers. */
function writtenTex(source: string): string {
  let tex = source;
  for (const [from, to] of rewritten) tex = tex.replaceAll(from, to);
  return tex
    .replaceAll(/(?<!\\)%[^\n]*/g, '')
    .replaceAll(/&(?=[A-Za-z#])/g, '& ')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function formulaOf({ kind, text }: Segment): string {
  const plain = unescapeHtml(
    withoutPlainSigns(text)
      .replaceAll(/<br\s*\/?>|\n/g, ' ')
      .replaceAll(/<[^<>]*>/g, ''),
  );
  const tex = writtenTex(plain);
  if (tex === '') return '';
  return kind === 'inline' ? `\\(${tex}\\)` : `\\[${tex}\\]`;
}

/**
 * The authored text of HTML with TeX: formulas stand in `\( … \)` and `\[ … \]`, and prose has no dollar, backslash or bare sign. The HTML has
 * only the tags of an authored text, without attributes.
 */
export function finishText(html: string, { dollars }: { dollars: boolean }): string {
  if (html.length > mostText) return escapeHtml(html.slice(0, mostText));
  const parts = splitMaths(html, { dollars }).map((segment) => {
    if (segment.kind !== 'prose' && isBalanced(segment.text)) return formulaOf(segment);
    const { kind, text } = segment;
    const whole = kind === 'prose' ? text : kind === 'inline' ? `(${text})` : `[${text}]`;
    return whole
      .replaceAll(/\\([$%&#_{}\\])/g, (_all, sign: string) => (sign === '$' ? '&#36;' : sign === '\\' ? '&#92;' : sign))
      .replaceAll('$', '&#36;')
      .replaceAll('\\', '&#92;');
  });
  return parts
    .join('')
    .replaceAll(plainDollar, '&#36;')
    .replaceAll(plainBackslash, '&#92;')
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Replaces characters that no page can show by blanks, and reports that as a loss. */
export function cleanCharacters(text: string, notices: Notices): string {
  const clean = text.replaceAll(/(?![\t\n])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu, ' ');
  if (clean !== text) notices.loss('control_characters', 'Control characters, which no page can show, were left out.');
  return clean.replaceAll('\u00A0', ' ');
}

/** The authored text of plain text, as `finishText` gives it: line ends are kept as breaks. */
export function textOfPlain(plain: string, notices: Notices, { dollars = true } = {}): string {
  const html = escapeHtml(cleanCharacters(plain.trim(), notices))
    .replaceAll(/\n[ \t]*\n\s*/g, '\u0000')
    .replaceAll('\n', '<br>')
    .replaceAll('\u0000', '\n\n');
  return finishText(html, { dollars });
}
