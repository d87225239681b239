import { Parser } from 'htmlparser2';
import { type Element, mostDepth, type Node } from './tree.ts';

const mostElements = 50_000;

/** The nodes of HTML as people and programs write it; it is never refused. Comments are left out. */
export function parseHtml(html: string): Node[] {
  const root: Element = { name: '', attributes: {}, children: [] };
  const open: (Element | null)[] = [root];
  let elements = 0;
  let top: Element = root;
  const topOf = () => open.findLast((element) => element !== null) ?? root;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        elements += 1;
        if (elements > mostElements || open.length >= mostDepth) return void open.push(null);
        const element: Element = { name, attributes, children: [] };
        top.children.push(element);
        open.push(element);
        top = element;
      },
      onclosetag: () => {
        const element = open.length > 1 ? open.pop() : null;
        if (element) top = topOf();
      },
      ontext: (text) => void top.children.push(text),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(html);
  return root.children;
}

const known =
  'a|abbr|address|article|aside|audio|b|big|blockquote|body|br|caption|center|cite|code|col|colgroup|dd|del|dfn|div|dl|dt|em|embed|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|main|mark|math|nav|object|ol|p|pre|q|s|samp|script|section|select|small|source|span|strike|strong|style|sub|sup|svg|table|tbody|td|textarea|tfoot|th|thead|tr|tt|u|ul|var|video';
const mathml =
  'annotation|annotation-xml|m(?:action|enclose|error|fenced|frac|i|multiscripts|n|o|over|padded|phantom|prescripts|root|row|s|space|sqrt|style|sub|subsup|sup|table|td|text|tr|under|underover)|none|semantics';
const tag = new RegExp(`<(?!/?(?:${known}|${mathml})(?:\\s[^<>]*)?/?>)`, 'gi');
const anyTag = new RegExp(`</?(?:${known})(?:\\s[^<>]*)?/?>`, 'i');

/** Whether a text of a cell or line has tags of HTML, and not only signs of comparison. */
export const hasTags = (text: string): boolean => anyTag.test(text);

/** HTML in which a `<` that begins no tag of HTML is a character: people write `a<b` between tags, and in formulas. */
export const withEscapedSigns = (html: string): string => html.replaceAll(/<!--[^]*?-->/g, '').replaceAll(tag, '&lt;');
