import { inlineTexOf, texInText, texOf } from '@abhyas/exam/bank/tex';
import katex from 'katex';
import 'katex/contrib/mhchem';
import { escapeHtml } from '../../../http/page.ts';

const allowedTag = /^<\/?(?:b|i|u|sub|sup|br|p|ul|ol|li|table|thead|tbody|tr|th|td)\s*\/?>$/i;
const tagOrEntity = /(<[^<>]*>|&(?:lt|gt|amp|quot|#39);)/;

/** Authored text without its formulas. Known tags stay, everything else is escaped; the importer already refuses other tags. */
const safeHtml = (text: string): string =>
  text
    .split(tagOrEntity)
    .map((part, at) => (at % 2 === 1 && (part.startsWith('&') || allowedTag.test(part)) ? part : escapeHtml(part)))
    .join('');

/** A formula as MathML, which browsers show without code; its source if it cannot be parsed. */
function mathsOf(authored: string, isDisplayed: boolean): string {
  try {
    return katex.renderToString(isDisplayed ? texOf(authored) : inlineTexOf(authored), {
      displayMode: isDisplayed,
      output: 'mathml',
      throwOnError: false,
      errorColor: 'currentColor',
      strict: 'ignore',
      trust: false,
      maxExpand: 1000,
      maxSize: 40,
    });
  } catch {
    return `<code>${escapeHtml(texOf(authored))}</code>`;
  }
}

/** Authored text as HTML that needs no JavaScript. */
export function authoredHtml(text: string): string {
  let html = '';
  let from = 0;
  for (const formula of text.matchAll(texInText)) {
    const [whole, inline, displayed] = formula;
    html += safeHtml(text.slice(from, formula.index)) + mathsOf(inline ?? displayed ?? '', displayed !== undefined);
    from = formula.index + whole.length;
  }
  html += safeHtml(text.slice(from));
  return html
    .split(/\n[ \t]*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (/^<(?:p|ul|ol|table)\b/i.test(part) ? part : `<p>${part}</p>`))
    .join('');
}

/** Authored text as plain text, formulas as their source. */
export const plainText = (text: string): string =>
  text
    .replaceAll(texInText, (_whole, inline: string | undefined, displayed: string | undefined) => ` ${texOf(inline ?? displayed ?? '')} `)
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
