import { decodeHTML } from 'entities';

const block = /<(?:table|ul|ol|p)>/;
/** Entities of HTML as characters, except those that XML has and those that keep a formula from beginning. */
const plainEntities = (html: string): string =>
  html.replaceAll(/&(?!(?:amp|lt|gt|#36|#92);)(?:[a-z]{2,8}|#\d{2,6});/gi, (entity) => {
    const sign = decodeHTML(entity);
    return /[&<>]/.test(sign) ? ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' }[sign] ?? '') : sign;
  });

/** An authored text as HTML that is XML too: its paragraphs are elements. A bare `&`, which formulas may have, is escaped. */
export function htmlOfText(text: string): string {
  const html = plainEntities(text.replaceAll(/&(?!(?:[a-z]{2,8}|#\d{2,6});)/gi, '&amp;')).replaceAll(/<br\s*\/?>/g, '<br/>');
  const parts = html
    .split(/\n\s*\n/)
    .map((part) => part.replaceAll(/\s*\n\s*/g, ' ').trim())
    .filter((part) => part !== '');
  return parts.map((part) => (block.test(part) ? `<div>${part}</div>` : `<p>${part}</p>`)).join('');
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeXml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? sign);
