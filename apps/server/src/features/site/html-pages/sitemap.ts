import type { Context } from '../../../context.ts';
import { openSolutions, solutionsEnd } from '../../bank/search/search.ts';
import { escapeHtml } from '../../../http/page.ts';
import { pathOfSolution } from './solution-page.ts';

/** Ids that one file of the sitemap is about. */
export const idsAtOnce = 2000;
const head = '<?xml version="1.0" encoding="UTF-8"?>';
const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const openPaths = ['/', '/solutions', '/about', '/careers', '/jobs', '/terms', '/privacy'];

const locations = (tag: 'url' | 'sitemap', site: string, paths: readonly string[]) =>
  paths.map((path) => `<${tag}><loc>${escapeHtml(site + path)}</loc></${tag}>`).join('\n');

/** The list of the files that the sitemap has: pages, and questions by their ids. */
export async function sitemapIndex(context: Context, site: string): Promise<string> {
  const files = Math.ceil((await solutionsEnd(context)) / idsAtOnce);
  const paths = ['/sitemaps/pages.xml', ...Array.from({ length: files }, (_none, at) => `/sitemaps/solutions-${at}.xml`)];
  return `${head}\n<sitemapindex ${xmlns}>\n${locations('sitemap', site, paths)}\n</sitemapindex>\n`;
}

export const sitemapOfPages = (site: string): string => `${head}\n<urlset ${xmlns}>\n${locations('url', site, openPaths)}\n</urlset>\n`;

/** The questions of one file: those of the shared bank that a visitor may see now. */
export async function sitemapOfSolutions(context: Context, site: string, file: number): Promise<string> {
  const questions = await openSolutions(context, file * idsAtOnce + 1, (file + 1) * idsAtOnce);
  return `${head}\n<urlset ${xmlns}>\n${locations('url', site, questions.map(pathOfSolution))}\n</urlset>\n`;
}
