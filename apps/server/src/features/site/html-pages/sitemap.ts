import type { Context } from '../../../context.ts';
import { openSolutions, solutionsEnd } from '../../bank/search/search.ts';
import { escapeHtml } from '../../../http/page.ts';
import { pathOfSolution } from './solution-page.ts';

/** Size of the range of question ids in one file of the sitemap. */
export const idsAtOnce = 2000;
const head = '<?xml version="1.0" encoding="UTF-8"?>';
const xmlns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const openPaths = ['/', '/solutions', '/about', '/careers', '/jobs', '/terms', '/privacy'];

const locations = (tag: 'url' | 'sitemap', site: string, paths: readonly string[]) =>
  paths.map((path) => `<${tag}><loc>${escapeHtml(site + path)}</loc></${tag}>`).join('\n');

/** A file of the sitemap: its content, which is a new object after a change, and a function that writes the content for a site. */
export interface Sitemap {
  shown: readonly string[];
  write(site: string): string;
}

/** The least time between two reads of a file's content; search engines call far less often. */
const freshMs = 10 * 60_000;
const mostKept = 100;

const indexOf = (shown: readonly string[]): Sitemap => ({
  shown,
  write: (site) => `${head}\n<sitemapindex ${xmlns}>\n${locations('sitemap', site, shown)}\n</sitemapindex>\n`,
});
const listOf = (shown: readonly string[]): Sitemap => ({
  shown,
  write: (site) => `${head}\n<urlset ${xmlns}>\n${locations('url', site, shown)}\n</urlset>\n`,
});

async function filesOf(context: Context): Promise<string[]> {
  const files = Math.ceil((await solutionsEnd(context)) / idsAtOnce);
  return ['/sitemaps/pages.xml', ...Array.from({ length: files }, (_none, at) => `/sitemaps/solutions-${at}.xml`)];
}

/** One file of questions of the shared bank that a visitor may see now. */
const questionsOf = async (context: Context, file: number) =>
  (await openSolutions(context, file * idsAtOnce + 1, (file + 1) * idsAtOnce)).map(pathOfSolution);

/** The files of the sitemap: its index, pages, and questions by their ids. Simultaneous requests for a file share one statement. */
export function openSitemaps() {
  const known = new Map<string, { at: number; paths: Promise<readonly string[]> }>();
  const pathsOf = (name: string, { now }: Context, find: () => Promise<readonly string[]>) => {
    const at = now.getTime();
    const kept = known.get(name);
    if (kept && Math.abs(at - kept.at) < freshMs) return kept.paths;
    const paths = find();
    if (known.size >= mostKept) for (const oldest of known.keys()) if (known.delete(oldest)) break;
    known.set(name, { at, paths });
    paths.catch(() => known.delete(name));
    return paths;
  };
  return {
    index: async (context: Context) => indexOf(await pathsOf('index', context, () => filesOf(context))),
    pages: () => listOf(openPaths),
    solutions: async (context: Context, file: number) => listOf(await pathsOf(String(file), context, () => questionsOf(context, file))),
  };
}
