import { inlineTexOf, texInText, texOf } from '@abhyas/exam/bank/tex';
import DOMPurify from 'dompurify';
import katex from 'katex';
import 'katex/contrib/mhchem';
import { i18n } from '../platform/language.ts';
import 'katex/dist/katex.min.css';
import { MARK_CLOSE, MARK_OPEN } from './marks.ts';

const ALLOWED_TAGS = ['b', 'i', 'u', 'sub', 'sup', 'br', 'p', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
/** The character that replaces a formula while the text around it is sanitised: authored text never contains this private range. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
/** A formula with the words directly before and after it; a no-break space belongs to a word. */
const WITH_NEIGHBOURS = /((?:[^\s<>\uE000\uE001]|\u00A0)*)\uE000(\d+)\uE001((?:[^\s<>\uE000\uE001]|\u00A0)*)/g;
/** The label at the start of a cell of a match list, which stays on the line of its first word: 'A. ', 'IV. ', '(P) ', '(2) '. */
const CELL_LABEL = /(<t[dh]>\s*(?:[A-Z]\.|[IVX]+\.|\d\.|\([A-Z\d]\)))\s+/g;
const PERCENT = /(?<=\d) %/g;
const LAST_PART = '<span class="katex-base">';
const ENDS_OF_FORMULA = '</span></span>';
const STARTS_A_BLOCK = /^<(?:p|ul|ol|table)\b/i;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

/** Words in Devanagari within a formula: KaTeX has no measures of them and takes them to be as high as an M and without depth. */
const DEVANAGARI_WORDS = /\\text\s*\{[^{}]*\p{Script=Devanagari}[^{}]*\}/gu;
/** An invisible rule beside such words, as high and deep as their vowel signs reach, so that a fraction keeps clear of them. */
const withRoom = (tex: string) => tex.replaceAll(DEVANAGARI_WORDS, (words) => `{${words}\\rule[-0.42em]{0em}{1.42em}}`);

/** A formula as HTML with MathML beside it. mhchem can throw plain arrays; on any failure the source is shown. */
function formulaHtml(authored: string, isDisplayed: boolean): string {
  try {
    return katex.renderToString(withRoom(isDisplayed ? texOf(authored) : inlineTexOf(authored)), {
      displayMode: isDisplayed,
      throwOnError: false,
      errorColor: 'currentColor',
      output: 'htmlAndMathml',
      strict: 'ignore',
      trust: false,
      maxExpand: 1000,
      maxSize: 40,
    });
  } catch {
    return `<code>${escapeHtml(texOf(authored))}</code>`;
  }
}

/** A formula whose last part does not let the text after it break off: browsers allow a break after any inline block. */
function withFirmEnd(formula: string): string {
  const last = formula.lastIndexOf(LAST_PART);
  if (last < 0) return formula;
  const end = formula.length - ENDS_OF_FORMULA.length;
  return i18n.t('{last}<span class="firm">{last2}</span>{end}', {
    last: formula.slice(0, last),
    last2: formula.slice(last, end),
    end: formula.slice(end),
  });
}

/** Blank lines separate paragraphs; lists and tables are not paragraphs. */
function withParagraphs(text: string): string {
  return text
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (STARTS_A_BLOCK.test(part) ? part : `<p>${part}</p>`))
    .join('');
}

/**
 * Authored text as safe HTML, one formula per step. The text is sanitised without the formulas, whose HTML comes from KaTeX; they are
 * inserted afterwards.
 */
export function* renderAuthored(source: string): Generator<undefined, string> {
  const authored = source.replaceAll(/[\uE000\uE001]/g, '');
  const formulas: string[] = [];
  for (const [, inline, displayed] of authored.matchAll(texInText)) {
    formulas.push(formulaHtml(inline ?? displayed ?? '', displayed !== undefined));
    yield;
  }
  let count = 0;
  const text = authored.replaceAll(texInText, () => `${OPEN}${count++}${CLOSE}`);
  const html = withParagraphs(text);
  // A text without a tag or an entity needs no sanitising, which saves parsing it.
  const safe = /[<&]/.test(text)
    ? DOMPurify.sanitize(html, { ALLOWED_TAGS, ALLOWED_ATTR: [], ALLOW_DATA_ATTR: false, ALLOW_ARIA_ATTR: false })
    : html;
  const labelled = safe.replaceAll(CELL_LABEL, '$1\u00A0').replaceAll(PERCENT, '\u00A0%');
  const tied = labelled.replaceAll(WITH_NEIGHBOURS, (_whole, before: string, index: string, after: string) => {
    const formula = formulas[Number(index)] ?? '';
    // A full stop after a formula stays on the formula's line.
    const isAlone = (before === '' && after === '') || formula.startsWith('<span class="katex-display"');
    if (isAlone) return before + formula + after;
    return `<span class="tied">${before}${after === '' ? formula : withFirmEnd(formula)}${after}</span>`;
  });
  return tied.replaceAll(MARK_OPEN, '<mark>').replaceAll(MARK_CLOSE, '</mark>');
}
