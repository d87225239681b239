import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Brand, brand, brandPicture } from '@abhyas/contract/institute/brand';
import { accentStyle } from '@abhyas/contract/institute/colours';

/** The content of an address before the site's code is loaded, for search engines and browsers without JavaScript. */
export interface Page {
  title: string;
  description: string;
  /** The canonical path, if several paths show the same page. */
  path?: string;
  /** Data by schema.org. */
  structuredData?: object;
  /** HTML that is shown until the site's code is loaded, or for good without JavaScript. */
  body?: string;
  /** Responses that the page would request at once, by the id of the element that contains each as JSON. */
  enclosed?: Readonly<Record<string, unknown>>;
}

/** Writes the page of an address; null is any other address. `site` is the origin of the request. */
export type WritePage = (page: Page | null, site: string) => string;

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML and attributes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? sign);

/** JSON that is safe in a script element, because nothing in it can end the element. */
const jsonInPage = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/** Style rules that replace the product's colours by the installation's. */
const styleOf = ({ colours }: Brand): string => (colours ? `<style>${accentStyle(colours.accent, colours.accentDark)}</style>` : '');

/** Styles of the content that is written into a page; colours are those of the site (theme.css). */
const bodyStyle = `<style>.open-page{max-width:68ch;margin:0 auto;padding:24px 16px 64px;line-height:1.6}.open-page a{color:var(--accent)}.open-page h1{margin:16px 0 8px;font-size:1.5rem;line-height:1.3}.open-page h2{margin:24px 0 8px;font-size:1rem}.open-page p,.open-page ul{margin:0 0 12px}.open-page section{margin-top:16px}.open-page ol{padding-left:28px}.open-page form{margin:16px 0}.open-page input,.open-page button{min-height:44px;padding:0 12px;font:inherit}.open-page [aria-current]{color:inherit;font-weight:650}.open-page li>p:first-child{margin:16px 0 0;color:var(--ink-soft);font-size:.875rem}.open-page img{max-width:100%;height:auto;background:#fff}.open-page table{border-collapse:collapse}.open-page td,.open-page th{padding:4px 8px;border:1px solid var(--line)}</style>`;

/** Empty boxes in place of a page's header and content, so that a slow first load shows the layout. */
const placeholder =
  '<style>.first-view{display:block}.first-view>i{display:block;height:64px;border-bottom:1px solid var(--line);background:var(--surface)}.first-view>div{max-width:1120px;margin:0 auto;padding:24px 16px}.first-view b{display:block;height:120px;margin-bottom:16px;border-radius:12px;background:var(--line);opacity:.6}.first-view b:first-child{width:40%;height:24px}</style><div id="root"><div class="first-view" aria-hidden="true"><i></i><div><b></b><b></b><b></b></div></div></div>';

/** Reads the built page once; content of the address and the brand is inserted into it. */
export function readPage(siteFolder: string): WritePage {
  const file = join(siteFolder, 'index.html');
  const built = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const icon = brand.logo ? `<link rel="icon" href="${brandPicture(brand.logo)}">` : '';
  const ofBrand = `<script type="application/json" id="brand">${jsonInPage(brand)}</script>${icon}${styleOf(brand)}</head>`;
  const branded = built.replace('</head>', () => ofBrand);
  const usual: Page = { title: brand.name, description: brand.description };
  return (page, site) => {
    const { title, description, path, structuredData, body, enclosed = {} } = page ?? usual;
    const data = structuredData ? `<script type="application/ld+json">${jsonInPage(structuredData)}</script>` : '';
    const answers = Object.entries(enclosed).map(
      ([id, value]) => `<script type="application/json" id="${id}">${jsonInPage(value)}</script>`,
    );
    const canonical = path === undefined ? '' : `<link rel="canonical" href="${escapeHtml(site + path)}">`;
    const head = `<meta property="og:title" content="${escapeHtml(title)}"><meta property="og:description" content="${escapeHtml(description)}">`;
    return (
      branded
        .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
        .replace(/(<meta name="description" content=")[^"]*/, (_whole, before: string) => before + escapeHtml(description))
        .replace('</head>', () => `${page ? head : ''}${canonical}${data}${answers.join('')}</head>`)
        // Must be first, because the inserted content may have an element of this kind too.
        .replace(/<noscript>.*?<\/noscript>/s, (needs) => (body === undefined ? needs : ''))
        .replace('<div id="root"></div>', () => (body === undefined ? placeholder : `${bodyStyle}<div id="root">${body}</div>`))
    );
  };
}
