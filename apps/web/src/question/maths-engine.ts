import { inlineTexOf, texInText, texOf } from '@abhyas/exam/bank/tex';
import DOMPurify from 'dompurify';
import katex from 'katex';
import 'katex/contrib/mhchem';
import 'katex/dist/katex.min.css';
import { MARK_CLOSE, MARK_OPEN } from './marks.ts';

const ALLOWED_TAGS = ['b', 'i', 'u', 'sub', 'sup', 'br', 'p', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td'];
/** The character that replaces a formula while the text around it is sanitised: authored text never contains this private range. */
const OPEN = '\uE000';
const CLOSE = '\uE001';
/** A formula with the words directly before and after it. */
const WITH_NEIGHBOURS = /([^\s<>\uE000\uE001]*)\uE000(\d+)\uE001([^\s<>\uE000\uE001]*)/g;
const STARTS_A_BLOCK = /^<(?:p|ul|ol|table)\b/i;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);

/** A formula as HTML with MathML beside it. mhchem can throw plain arrays; on any failure the source is shown. */
function formulaHtml(authored: string, isDisplayed: boolean): string {
  try {
    return katex.renderToString(isDisplayed ? texOf(authored) : inlineTexOf(authored), {
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
  const tied = safe.replaceAll(WITH_NEIGHBOURS, (_whole, before: string, index: string, after: string) => {
    const formula = formulas[Number(index)] ?? '';
    // A full stop after a formula stays on the formula's line.
    const isAlone = (before === '' && after === '') || formula.startsWith('<span class="katex-display"');
    return isAlone ? before + formula + after : `<span class="tied">${before}${formula}${after}</span>`;
  });
  return tied.replaceAll(MARK_OPEN, '<mark>').replaceAll(MARK_CLOSE, '</mark>');
}
