import { Marked } from 'marked';
import type { PartOfItem } from '../draft.ts';
import { escapeHtml, splitMaths, textOfPlain, withPlainSigns } from './authored.ts';
import { hasTags, parseHtml, withEscapedSigns } from './html.ts';
import { type Rendering, renderText } from './render.ts';

/** How a source writes its texts; `mixed` is plain text with a few tags of HTML, as people type into cells. */
export type Markup = 'plain' | 'mixed' | 'html' | 'markdown';

/** Longer texts are refused for their length; a parser of Markdown takes long for hostile ones. */
const mostMarkdown = 20_000;
const markdown = new Marked({ gfm: true, breaks: true, async: false });

/** Markdown as HTML, with its formulas as they were: Markdown would take their underscores and backslashes for its own. */
function htmlOfMarkdown(text: string, dollars: boolean): string {
  const formulas: string[] = [];
  const kept = splitMaths(text, { dollars })
    .map((segment) => {
      if (segment.kind === 'prose') return segment.text.replaceAll(/[\uE000\uE001]/g, '');
      const isDisplayed = segment.kind === 'display';
      formulas.push(`${isDisplayed ? '\\[' : '\\('}${escapeHtml(segment.text)}${isDisplayed ? '\\]' : '\\)'}`);
      return `\uE000${formulas.length - 1}\uE001`;
    })
    .join('');
  const html = withEscapedSigns(String(markdown.parse(kept)));
  return html.replaceAll(/\uE000(\d+)\uE001/g, (_all, at: string) => formulas[Number(at)] ?? '');
}

/** No text that a question can hold has more tags; the parser's time grows with the square of nested ones. */
const mostTags = 5000;

/** Converts text of a source to authored text, with the pictures that it contains. */
export function readText(text: string, markup: Markup, to: Rendering): PartOfItem {
  if (markup !== 'plain' && text.split('<', mostTags + 1).length > mostTags)
    return { text: escapeHtml(text.slice(0, 50_000)), figures: [] };
  if (markup === 'html') return renderText(parseHtml(withEscapedSigns(withPlainSigns(text))), to);
  if (markup === 'markdown' && text.length <= mostMarkdown) return renderText(parseHtml(htmlOfMarkdown(text, to.dollars)), to);
  if (markup !== 'mixed' || !(hasTags(text) || /&(?:[a-z]{2,8}|#\d{2,6});/i.test(text)))
    return { text: textOfPlain(text, to.notices, { dollars: to.dollars }), figures: [] };
  const html = text
    .trim()
    .replaceAll(/\n[ \t]*\n\s*/g, '<p>')
    .replaceAll(/\n(?!<)/g, '<br>');
  return renderText(parseHtml(withEscapedSigns(withPlainSigns(html))), to);
}
