import { brand } from '@abhyas/contract/institute/brand';
import { campaignCookie, storeAddress } from '@abhyas/contract/site/campaign';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { type Budgets, holderOfAddress } from '../../../budgets/budgets.ts';
import type { Context } from '../../../context.ts';
import type { WritePage } from '../../../http/page.ts';
import { sendPage, siteOf } from '../../../http/site.ts';
import { landingFigures } from '../home/home.ts';
import { filterCategories, search, solution } from '../../bank/search/search.ts';
import type { SiteTexts } from '../public-pages/public-pages.ts';
import { registerPicturesOfBrand } from './brand-pictures.ts';
import { landingPage } from './landing-page.ts';
import { tryQuestions } from './html-pages.ts';
import { sitemapIndex, sitemapOfPages, sitemapOfSolutions } from './sitemap.ts';
import { pathOfSolution, solutionPage } from './solution-page.ts';
import { readBoardQuery, solutionsBoard } from './solutions-board.ts';
import { jobPage, textPages } from './text-pages.ts';

interface Options {
  writePage: WritePage;
  siteUrl: string | undefined;
  contextOf: () => Context;
  texts: SiteTexts;
  /** Where the pictures of the brand lie. */
  brandFolder: string | undefined;
  budgets: Budgets;
}

const mostFiles = 1_000_000;
const SitemapFile = Type.Object({ file: Type.String({ pattern: '^(pages|solutions-[0-9]{1,6})\\.xml$' }) });
const keptSeconds = 3600;

const sendXml = (reply: FastifyReply, xml: string) =>
  reply.type('application/xml; charset=utf-8').header('cache-control', `public, max-age=${keptSeconds}`).send(xml);

/** Addresses that answer with more than the site's code: what search engines read, and who has no JavaScript. */
export function registerHtmlPages(app: FastifyInstance, { writePage, siteUrl, contextOf, texts, brandFolder, budgets }: Options): void {
  const visitorContext = () => ({ ...contextOf(), caller: null });

  app.get('/', async (request, reply) => {
    const data = { ...(await landingFigures(contextOf())), questions: tryQuestions() };
    return sendPage(request, reply, writePage(landingPage(brand, data), siteOf(request, siteUrl)));
  });
  for (const [path, write] of Object.entries(textPages))
    app.get(path, (request, reply) => sendPage(request, reply, writePage(write(brand, texts), siteOf(request, siteUrl))));
  app.get<{ Querystring: { type?: unknown } }>('/jobs/get_openings', (request, reply) => {
    const site = siteOf(request, siteUrl);
    try {
      return sendPage(request, reply, writePage(jobPage(brand, texts, String(request.query.type ?? '')), site));
    } catch (error) {
      if (error instanceof Problem) return sendPage(request, reply.status(404), writePage(null, site));
      throw error;
    }
  });
  app.get('/talent', (_request, reply) => reply.redirect(brand.talent ?? '/careers', 302));
  app.get<{ Querystring: Record<string, unknown> }>('/playstore_redirect', (request, reply) => {
    const saved = request.cookies[campaignCookie];
    return reply.header('cache-control', 'no-store').redirect(storeAddress(brand.storeLink, request.query, saved), 302);
  });
  if (brandFolder) registerPicturesOfBrand(app, brandFolder);

  app.get<{ Querystring: Record<string, unknown> }>('/solutions', async (request, reply) => {
    // A search costs what a call costs, so it counts as one.
    if (!budgets.take('anonymous_calls', holderOfAddress(request.ip))) throw new Problem('too_many_requests');
    const query = readBoardQuery(request.query);
    const context = visitorContext();
    const [{ data }, categories] = await Promise.all([search(context, query), filterCategories(context, query)]);
    return sendPage(request, reply, writePage(solutionsBoard(query, data, categories), siteOf(request, siteUrl)));
  });
  app.get<{ Params: { id: string; slug?: string } }>('/solutions/:id/:slug?', async (request, reply) => {
    const { id, slug } = request.params;
    const site = siteOf(request, siteUrl);
    // A member's own question is not a visitor's: the site's code asks again, with the sign-in.
    const missing = () => sendPage(request, reply.status(404), writePage(null, site));
    if (!/^[1-9]\d{0,14}$/.test(id)) return missing();
    try {
      const answer = await solution(visitorContext(), Number(id));
      if (slug !== answer.question.slug) return reply.redirect(pathOfSolution(answer.question), 301);
      return sendPage(request, reply, writePage(solutionPage(answer), site));
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return missing();
      throw error;
    }
  });

  app.get('/robots.txt', (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\nAllow: /api/pictures/\nSitemap: ${siteOf(request, siteUrl)}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', async (request, reply) => sendXml(reply, await sitemapIndex(contextOf(), siteOf(request, siteUrl))));
  app.get<{ Params: { file: string } }>('/sitemaps/:file', { schema: { params: SitemapFile } }, async (request, reply) => {
    const site = siteOf(request, siteUrl);
    const number = Number(/\d+/.exec(request.params.file)?.[0] ?? mostFiles);
    return sendXml(reply, number === mostFiles ? sitemapOfPages(site) : await sitemapOfSolutions(contextOf(), site, number));
  });
}
