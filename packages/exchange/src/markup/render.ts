import type { Notices } from '../notices.ts';
import type { PartOfItem } from '../draft.ts';
import { cleanCharacters, escapeHtml, finishText } from './authored.ts';
import { texOfMathml } from './mathml.ts';
import { type Element, isElement, type Node, textOf } from './tree.ts';

export interface Rendering {
  notices: Notices;
  /** Whether single dollars enclose formulas in this format. */
  dollars: boolean;
  /** The index of a picture that the source names; null, with its own notice, if there is none to show. */
  picture: (source: string, alt: string) => number | null;
}

const inlineTags: Readonly<Record<string, string>> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  cite: 'i',
  var: 'i',
  dfn: 'i',
  u: 'u',
  ins: 'u',
  sub: 'sub',
  sup: 'sup',
};
const headings = /^(?:h[1-6]|caption|dt)$/;
const blocks =
  /^(?:p|div|section|article|aside|header|footer|main|nav|center|address|blockquote|figure|figcaption|form|dl|dd|body|html|fieldset|hr)$/;
const media = /^(?:audio|video|iframe|embed|object|canvas|svg|applet|source|track)$/;
const fields = /^(?:input|select|textarea|button|label)$/;
const dropped = /^(?:style|head|title|meta|link|template|noscript|colgroup|col|loss)$/;
const mostTags = 10;

interface Place {
  /** Whether blank lines separate paragraphs here; within tags only breaks do. */
  isTop: boolean;
  tags: number;
  isPre: boolean;
}

/** Meaning that a style carries, as tags of the product; colours and the like are a loss. */
function tagsOfStyle(style: string, notices: Notices): string[] {
  if (/(?:^|;)\s*(?:color|background(?:-color)?)\s*:/i.test(style)) notices.loss('colour', 'Colours of the text were left out.');
  if (/line-through/i.test(style)) notices.loss('strikethrough', 'Struck-out text is shown as plain text.');
  const found: string[] = [];
  if (/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style)) found.push('b');
  if (/font-style\s*:\s*italic/i.test(style)) found.push('i');
  if (/text-decoration[^;]*underline/i.test(style)) found.push('u');
  if (/vertical-align\s*:\s*super/i.test(style)) found.push('sup');
  if (/vertical-align\s*:\s*sub/i.test(style)) found.push('sub');
  return found;
}

class Renderer {
  readonly figures: number[] = [];
  readonly #to: Rendering;

  constructor(to: Rendering) {
    this.#to = to;
  }

  nodes(nodes: readonly Node[], place: Place): string {
    return nodes.map((node) => (isElement(node) ? this.#element(node, place) : this.#text(node, place))).join('');
  }

  #text(text: string, { isPre }: Place): string {
    const clean = cleanCharacters(text, this.#to.notices);
    return isPre ? escapeHtml(clean).replaceAll('\n', '<br>') : escapeHtml(clean.replaceAll(/\s+/g, ' '));
  }

  #block(element: Element, place: Place, tag = ''): string {
    const inner = tag ? this.#tagged(element, place, tag) : this.nodes(element.children, place);
    if (place.isTop) return `\n\n${inner}\n\n`;
    return `\uE002${inner}\uE002`;
  }

  /** The children within a tag of the product, where only breaks separate blocks. */
  #tagged({ children }: Element, place: Place, tag: string): string {
    if (place.tags >= mostTags) return this.nodes(children, place);
    const inner = trimBreaks(this.nodes(children, { ...place, isTop: false, tags: place.tags + 1 }));
    return inner === '' ? '' : `<${tag}>${inner}</${tag}>`;
  }

  #element(element: Element, place: Place): string {
    const { name, attributes, children } = element;
    const { notices } = this.#to;
    const inline = inlineTags[name];
    if (inline) return this.#tagged(element, place, inline);
    if (name === 'br') return place.isTop || !place.isPre ? '<br>' : '\n';
    if (name === 'img') return this.#picture(attributes['src'] ?? '', attributes['alt'] ?? '');
    if (name === 'object' && (attributes['type'] ?? '').startsWith('image/'))
      return this.#picture(attributes['data'] ?? '', textOf(element));
    if (name === 'math') return this.#maths(element);
    if (name === 'tex')
      return ` ${attributes['display'] ? '\\[' : '\\('}${escapeHtml(textOf(element))}${attributes['display'] ? '\\]' : '\\)'} `.trim();
    if (/^(?:table|ul|ol)$/.test(name)) return this.#container(element, place);
    if (name === 'script') notices.loss('script', 'A script was left out.');
    if (name === 'script' || dropped.test(name)) return '';
    if (media.test(name)) return this.#left('media', `A part that plays or draws (${name}) was left out.`);
    if (fields.test(name) && name !== 'label') return this.#left('form_field', `A field of a form (${name}) was left out.`);
    if (/^(?:s|strike|del)$/.test(name)) notices.loss('strikethrough', 'Struck-out text is shown as plain text.');
    if (name === 'font' && attributes['color']) notices.loss('colour', 'Colours of the text were left out.');
    if (/^(?:code|kbd|samp|tt|pre)$/.test(name)) notices.loss('code', 'Text in a fixed width is shown as plain text.');
    if (name === 'a' && /^[a-z]+:/i.test(attributes['href'] ?? ''))
      notices.loss('link', 'The text of links was kept, their addresses were not.');
    if (headings.test(name)) return this.#block(element, place, 'b');
    const inner = name === 'pre' ? { ...place, isPre: true } : place;
    const styled = tagsOfStyle(attributes['style'] ?? '', notices);
    const tag = styled[0];
    if (blocks.test(name) || name === 'pre') return this.#block(element, inner, tag);
    return tag ? this.#tagged({ ...element, children }, inner, tag) : this.nodes(children, inner);
  }

  #left(code: string, sentence: string): string {
    this.#to.notices.loss(code, sentence);
    return '';
  }

  #picture(source: string, alt: string): string {
    const index = this.#to.picture(source, alt);
    if (index !== null && !this.figures.includes(index)) this.figures.push(index);
    return '';
  }

  #maths(element: Element): string {
    const tex = texOfMathml(element);
    if (tex === null) {
      this.#to.notices.loss('mathml', 'A formula in MathML could not be converted; its text is shown.');
      return this.#text(textOf(element), { isTop: false, tags: 0, isPre: false });
    }
    const isDisplayed = element.attributes['display'] === 'block';
    return tex === '' ? '' : `${isDisplayed ? '\\[' : '\\('}${escapeHtml(tex)}${isDisplayed ? '\\]' : '\\)'}`;
  }

  /** A list or a table, without anything between its items, rows and cells. */
  #container(element: Element, place: Place): string {
    const isTable = element.name === 'table';
    if (place.tags + (isTable ? 3 : 2) > mostTags) return this.#block(element, place);
    const inner = isTable
      ? this.#rows(element, { ...place, tags: place.tags + 2 })
      : this.#items(element, { ...place, tags: place.tags + 1 });
    if (inner === '') return '';
    const whole = `<${element.name}>${inner}</${element.name}>`;
    return place.isTop ? `\n\n${whole}\n\n` : whole;
  }

  #items({ children }: Element, place: Place): string {
    return children
      .filter((child) => isElement(child) || child.trim() !== '')
      .map((child) =>
        this.#tagged(isElement(child) && child.name === 'li' ? child : { name: 'li', attributes: {}, children: [child] }, place, 'li'),
      )
      .join('');
  }

  #rows(table: Element, place: Place): string {
    return table.children
      .filter(isElement)
      .map((child) => {
        if (child.name === 'tr') return `<tr>${this.#cells(child, place)}</tr>`;
        if (child.name === 'caption') return `<tr>${this.#cell({ ...child, name: 'td' }, place)}</tr>`;
        return this.#rows(child, place);
      })
      .join('');
  }

  #cells(row: Element, place: Place): string {
    return row.children
      .filter(isElement)
      .map((cell) => this.#cell(cell, place))
      .join('');
  }

  #cell(cell: Element, place: Place): string {
    const spans = [cell.attributes['colspan'], cell.attributes['rowspan']].some((span) => span !== undefined && span !== '1');
    if (spans) this.#to.notices.loss('table_cells', 'Merged cells of a table were split into single cells.');
    const tag = cell.name === 'th' ? 'th' : 'td';
    return this.#tagged(cell, place, tag) || `<${tag}></${tag}>`;
  }
}

/** Breaks between blocks within a tag, without those at its ends; empty if nothing else is there. */
function trimBreaks(html: string): string {
  const inner = html
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?\uE002[ \uE002]*/g, '\uE002')
    .replaceAll(/^\uE002|\uE002$/g, '')
    .replaceAll('\uE002', '<br>');
  return inner.trim() === '' ? '' : inner;
}

/** Blocks as paragraphs, without breaks at their ends. Runs are made short first, so that each pattern takes one pass. */
const tidyBlocks = (html: string): string =>
  html
    .replaceAll('\uE002', '\n\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n[ \n]*/g, '\n\n')
    .replaceAll(/(?:<br> ?){3,}/g, '<br><br>')
    .replaceAll(/(?:\s?<br>){1,2}\s?(?=\n\n|$)/g, '')
    .replaceAll(/(^|\n\n)\s?(?:<br>\s?){1,2}/g, '$1');

/** The authored text of a tree of HTML, with the pictures in it. */
export function renderText(nodes: readonly Node[], to: Rendering): PartOfItem {
  const renderer = new Renderer(to);
  const html = renderer.nodes(nodes, { isTop: true, tags: 0, isPre: false });
  return { text: finishText(tidyBlocks(html), to), figures: renderer.figures };
}
