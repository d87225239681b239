import { Problem } from '@abhyas/contract/problem';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import type { WritePage } from '../../http/page.ts';
import { sendPage, siteOf } from '../../http/site.ts';
import { solution } from '../search/search.ts';
import { sitemapIndex, sitemapOfPages, sitemapOfSolutions } from './sitemap.ts';
import { pathOfSolution, solutionPage } from './solution-page.ts';

interface Options {
  writePage: WritePage;
  siteUrl: string | undefined;
  contextOf: () => Context;
}

const mostFiles = 1_000_000;
const SitemapFile = Type.Object({ file: Type.String({ pattern: '^(pages|solutions-[0-9]{1,6})\\.xml$' }) });
const keptSeconds = 3600;

const sendXml = (reply: FastifyReply, xml: string) =>
  reply.type('application/xml; charset=utf-8').header('cache-control', `public, max-age=${keptSeconds}`).send(xml);

/** Addresses that answer with more than the site's code: what search engines read, and who has no JavaScript. */
export function registerOpenPages(app: FastifyInstance, { writePage, siteUrl, contextOf }: Options): void {
  const visitorContext = () => ({ ...contextOf(), caller: null });

  app.get('/', (request, reply) => sendPage(request, reply, writePage(null, siteOf(request, siteUrl))));

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
