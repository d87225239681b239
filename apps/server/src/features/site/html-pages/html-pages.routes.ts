import { brand } from '@abhyas/contract/institute/brand';
import { landingPlace } from '@abhyas/contract/institute/access';
import { campaignCookie, storeAddress } from '@abhyas/contract/site/campaign';
import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { holderOfAddress } from '../../../budgets/budgets.ts';
import type { Context, Person } from '../../../context.ts';
import { type KeptAnswers, sendKept } from '../../../http/kept-answers.ts';
import type { Page, WritePage } from '../../../http/page.ts';
import { sendPage, siteOf } from '../../../http/site.ts';
import { landingFigures } from '../home/home.ts';
import { filterCategories, searchOfVisitor, solution } from '../../bank/search/search.ts';
import type { SiteTexts } from '../public-pages/public-pages.ts';
import { registerPicturesOfBrand } from './brand-pictures.ts';
import { landingPage } from './landing-page.ts';
import { tryQuestions } from './html-pages.ts';
import { openSitemaps, type Sitemap } from './sitemap.ts';
import { pathOfSolution, solutionPage } from './solution-page.ts';
import { readBoardQuery, solutionsBoard } from './solutions-board.ts';
import { jobPage, textPages } from './text-pages.ts';

interface Options {
  writePage: WritePage;
  siteUrl: string | undefined;
  contextOf: () => Context;
  texts: SiteTexts;
  /** Folder of the brand's pictures. */
  brandFolder: string | undefined;
  kept: KeptAnswers;
  /** The person who is signed in; null without a valid sign-in. */
  personOf: (request: FastifyRequest) => Promise<Person | null>;
}

const mostFiles = 1_000_000;
const SitemapFile = Type.Object({ file: Type.String({ pattern: '^(pages|solutions-[0-9]{1,6})\\.xml$' }) });
const keptSeconds = 3600;

const asXml = 'application/xml; charset=utf-8';
const asHtml = 'text/html; charset=utf-8';

/** The start page of a signed-in person. */
function startOf(person: Person): string {
  const place = landingPlace(person);
  if (place === 'institute site') return brand.instituteSite;
  return place === 'parent portal' ? brand.parentPortal : place;
}

/** Addresses that answer with content beside the site's code, for search engines and browsers without JavaScript. */
export function registerHtmlPages(
  app: FastifyInstance,
  { writePage, siteUrl, contextOf, texts, brandFolder, kept, personOf }: Options,
): void {
  const visitorContext = () => ({ ...contextOf(), caller: null });

  /** A page that changes only with `version`. */
  const sendKeptPage = (request: FastifyRequest, reply: FastifyReply, path: string, version: unknown, write: () => Page) => {
    const site = siteOf(request, siteUrl);
    const page = kept.of(`${site} ${path}`, version, () => writePage(write(), site));
    return sendKept(request, reply.header('cache-control', 'no-cache'), page, asHtml);
  };
  const sendXml = (request: FastifyRequest, reply: FastifyReply, path: string, { shown, write }: Sitemap) => {
    const site = siteOf(request, siteUrl);
    const cached = reply.header('cache-control', `public, max-age=${keptSeconds}`);
    return sendKept(
      request,
      cached,
      kept.of(`${site} ${path}`, shown, () => write(site)),
      asXml,
    );
  };
  const sitemaps = openSitemaps();

  app.get('/', async (request, reply) => {
    const person = await personOf(request);
    // The site itself redirects a person whom the device remembers. Here only the cookie shows who it is.
    if (person) {
      const query = request.url.split('?')[1];
      const place = startOf(person);
      return reply.header('cache-control', 'no-store').redirect(query ? `${place}${place.includes('?') ? '&' : '?'}${query}` : place, 302);
    }
    const figures = await landingFigures(contextOf());
    return sendKeptPage(request, reply, '/', figures, () => landingPage(brand, { ...figures, questions: tryQuestions() }));
  });
  for (const [path, write] of Object.entries(textPages))
    app.get(path, (request, reply) => sendKeptPage(request, reply, path, null, () => write(brand, texts)));
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
    const query = readBoardQuery(request.query);
    const context = visitorContext();
    const [{ data }, categories] = await Promise.all([
      searchOfVisitor(context, holderOfAddress(request.ip), query),
      filterCategories(context, query),
    ]);
    return sendPage(request, reply, writePage(solutionsBoard(query, data, categories), siteOf(request, siteUrl)));
  });
  app.get<{ Params: { id: string; slug?: string } }>('/solutions/:id/:slug?', async (request, reply) => {
    const { id, slug } = request.params;
    const site = siteOf(request, siteUrl);
    // An institute's own question is hidden from visitors; for a member, the site's code loads it with the sign-in.
    const missing = () => sendPage(request, reply.status(404), writePage(null, site));
    if (!/^[1-9]\d{0,14}$/.test(id)) return missing();
    try {
      const answer = await solution(visitorContext(), { id: Number(id) });
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
  app.get('/sitemap.xml', async (request, reply) => sendXml(request, reply, '/sitemap.xml', await sitemaps.index(contextOf())));
  app.get<{ Params: { file: string } }>('/sitemaps/:file', { schema: { params: SitemapFile } }, async (request, reply) => {
    const { file } = request.params;
    const number = Number(/\d+/.exec(file)?.[0] ?? mostFiles);
    const shown = number === mostFiles ? sitemaps.pages() : await sitemaps.solutions(contextOf(), number);
    return sendXml(request, reply, `/sitemaps/${file}`, shown);
  });
}
