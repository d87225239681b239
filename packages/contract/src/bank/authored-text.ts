import { isChemistry, texInText, texOf } from '@abhyas/exam/bank/tex';
import katex from 'katex';
import 'katex/contrib/mhchem';
import { beginningOf } from '@abhyas/exam/institute/cut-text';

const allowedTag = /^<\/?(?:b|i|u|sub|sup|br|p|ul|ol|li|table|thead|tbody|tr|th|td)\s*\/?>/;
const entity = /^&(?:[a-z]{2,8}|#\d{2,6});/i;

/** Characters that no page can show. */
export const unreadable = /(?![\t\n\r])\p{Cc}|[\uFFFD-\uFFFF]/gu;
const loneSurrogate = /\p{Cs}/gu;

function nameOfCharacter(character: string): string {
  if (character === '\uFFFD') return 'The sign \uFFFD, which stands where a character was lost,';
  const hex = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return /\p{Cs}/u.test(character) ? `Half a character (U+${hex})` : `The control character U+${hex}`;
}

/** Faults of a text's characters: characters that no page can show or no database can store. */
export function faultsOfCharacters(text: string): string[] {
  const found = [...(text.match(unreadable) ?? []), ...(text.match(loneSurrogate) ?? [])];
  return [...new Set(found)].map((character) => `${nameOfCharacter(character)} cannot be shown`);
}

/** Limits of size and depth, with which typesetting takes under 100 ms on a phone. The demo's longest formula has 125 characters. */
const most = { formula: 1500, chemistry: 300, braces: 20, typeset: 20_000, tags: 12 } as const;

const shown = (source: string) => {
  const line = source.replaceAll(/\s+/g, ' ').trim();
  return line.length > 80 ? `${beginningOf(line, 79)}…` : line;
};

/** Depth of nested braces in a formula. */
function depthOfBraces(tex: string): number {
  let [depth, deepest] = [0, 0];
  for (const brace of tex.replaceAll(/\\[{}]/g, '').match(/[{}]/g) ?? []) {
    depth += brace === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** KaTeX's message, without the position, which refers to an expansion that no author wrote. mhchem throws plain arrays for some faults. */
function wordsOfFailure(error: unknown): string {
  if (error instanceof RangeError) return 'its parts are nested too deep';
  if (error instanceof katex.ParseError && typeof error.rawMessage === 'string') return error.rawMessage;
  return Array.isArray(error) ? error.map(String).join(' ') : error instanceof Error ? error.message : String(error);
}

/** Why a formula would take too long, found before typesetting it. */
function faultOfSize(tex: string): string | undefined {
  if (tex.length > most.formula) return `has more than ${most.formula} characters`;
  if (isChemistry(tex) && tex.length > most.chemistry) return `with \\ce or \\pu has more than ${most.chemistry} characters`;
  if (depthOfBraces(tex) > most.braces) return `has braces nested more than ${most.braces} deep`;
  return undefined;
}

function faultOfTex(source: string, displayMode: boolean): string | undefined {
  const tex = texOf(source);
  const tooLarge = faultOfSize(tex);
  if (tooLarge) return `The formula ${tooLarge}: split it: ${shown(source)}`;
  try {
    const typeset = katex.renderToString(tex, {
      displayMode,
      // MathML alone has a tenth of the size that a page gets, and takes a third of the time.
      output: 'mathml',
      throwOnError: true,
      trust: ({ command }) => {
        throw new Error(`${command} is not allowed`);
      },
      strict: (code: string) => (code === 'unicodeTextInMathMode' ? 'ignore' : 'error'),
    });
    return typeset.length > most.typeset ? `The formula is too large to typeset at once: split it: ${shown(source)}` : undefined;
  } catch (error) {
    return `TeX does not render: ${wordsOfFailure(error)}, in ${shown(source)}`;
  }
}

/** Faults of the tags in a text without its formulas. */
function faultsOfTags(prose: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  let deepest = 0;
  for (const [, slash, tag] of prose.matchAll(/<(\/?)([a-z]+)\s*\/?>/g)) {
    if (tag === 'br' || tag === undefined) continue;
    if (!slash) open.push(tag);
    else if (open.pop() !== tag) faults.push(`</${tag}> closes what is not open`);
    deepest = Math.max(deepest, open.length);
  }
  if (deepest > most.tags) return [`Tags are nested ${deepest} deep; ${most.tags} are enough`];
  if (open.length > 0) faults.push(`<${open.join('>, <')}> is not closed`);
  return faults;
}

/** The faults of an authored text, one by one, with repetitions. */
function* everyFaultOfText(text: string): Generator<string> {
  for (const [, inline, displayed] of text.matchAll(texInText)) {
    const source = inline ?? displayed ?? '';
    const fault = faultOfTex(source, displayed !== undefined);
    if (fault) yield fault;
    // The page parses HTML before TeX, and would take a `<` for a tag.
    if (/[<>]/.test(source)) yield `Write &lt; and &gt; in TeX too, or \\lt and \\gt: ${shown(source)}`;
  }
  const prose = text.replaceAll(texInText, ' ');
  if (/\\[()[\]]/.test(prose)) yield 'A TeX bracket has no partner';
  if (/\\[a-z]+/i.test(prose)) yield `TeX outside its brackets: ${/\\[a-z]+/i.exec(prose)?.[0]}`;
  if (prose.includes('$')) yield 'Write TeX between \\( and \\), not between dollars';
  for (const { 0: character, index } of prose.matchAll(/[<&]/g)) {
    const rest = beginningOf(prose.slice(index), 20);
    if (character === '<' && !allowedTag.test(rest)) yield `Not an allowed tag: ${rest}`;
    if (character === '&' && !entity.test(rest)) yield `A bare & must be written &amp;: ${rest}`;
  }
  if (prose.replaceAll(/<[^<>]*>/g, '').includes('>')) yield 'A bare > must be written &gt;';
  yield* faultsOfTags(prose);
}

/** The most faults of one text that are listed, because a long text can have thousands. */
const mostFaults = 20;

/**
 * Faults of an authored text: forbidden tags, bare `<` `>` `&`, formulas between dollars, TeX that does not render or takes too long. Each is
 * listed once, and at most 20 are listed.
 */
export function faultsOfText(text: string): string[] {
  const faults = new Set<string>();
  for (const fault of everyFaultOfText(text)) {
    faults.add(fault);
    if (faults.size >= mostFaults) break;
  }
  return [...faults];
}
