import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tellStory } from '../../../testing/story.ts';
import { refreshSearchIndex } from '../../bank/search/search.ts';

const story = tellStory();
const page =
  '<!doctype html><html><head><title>Abhyas</title><meta name="description" content="x" /></head><body><div id="root"></div><noscript>needs JavaScript</noscript></body></html>';
let folder: string;
let site: FastifyInstance;

beforeAll(async () => {
  await story.database.db
    .updateTable('questions')
    .set({
      question_text: 'A <b>stone</b> thrown at \\(v = u + at\\), with a &lt; b, </script> & "more".',
      solution_text: 'Because \\(\\frac{1}{2}\\) is half.',
    })
    .where('code', '=', 'motion-001')
    .execute();
  await refreshSearchIndex({ db: story.database.db, now: story.now, random: () => 0.5 });
  folder = mkdtempSync(join(tmpdir(), 'abhyas-pages-'));
  writeFileSync(join(folder, 'index.html'), page);
  site = await story.serverWith({ siteFolder: folder });
});
afterAll(async () => {
  await site.close();
  rmSync(folder, { recursive: true });
});
const get = (url: string, headers: Record<string, string> = {}) => site.inject({ method: 'GET', url, headers });
const pageOf = async (code: string) => {
  const id = await story.idOf('questions', code);
  const { headers } = await get(`/solutions/${id}`);
  return { id, path: String(headers['location'] ?? '') };
};

describe('the solutions board without JavaScript', () => {
  const board = async (query = '') => (await get(`/solutions${query}`, { host: 'abhyas.example' })).body;
  const questionLinks = (body: string) => body.match(/href="\/solutions\/\d+\/[^"]*"/g) ?? [];
  /** The address of a link by its words. */
  const linkTo = (body: string, words: string) =>
    new RegExp(`<a href="([^"]*)"[^>]*>${words}</a>`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';

  test('lists the first twenty questions, and the pages lead through every question once', async () => {
    let body = await board();
    expect(body).toContain('<link rel="canonical" href="http://abhyas.example/solutions">');
    const pages: string[][] = [];
    while (pages.length < 20) {
      pages.push(questionLinks(body));
      const next = linkTo(body, 'Next page');
      if (next === '') break;
      body = await board(next.replace('/solutions', ''));
    }
    const total = Number(/<h2>([\d,]+) questions/.exec(body)?.[1]?.replace(',', ''));
    expect(pages[0]).toHaveLength(20);
    expect(new Set(pages.flat()).size).toBe(total);
    expect(pages.flat()).toHaveLength(total);
    expect(await board(linkTo(body, 'Previous page').replace('/solutions', ''))).toContain('Next page');
  });

  test('narrows by links, and a subject that is changed drops its chapter', async () => {
    const physics = linkTo(await board(), 'Physics');
    const chapters = await board(physics.replace('/solutions', ''));
    expect(linkTo(await board(), 'Motion')).toBe('');
    const chapter = linkTo(chapters, 'Motion');
    expect(chapter).toMatch(/subject_id=2&chapter_id=\d+/);
    const body = await board(chapter.replace('/solutions', ''));
    expect(questionLinks(body).length).toBeGreaterThan(0);
    expect(body).toContain('aria-current="true">Motion');
    expect(linkTo(body, 'Chemistry')).not.toContain('chapter_id');
  });

  test('searches by a form, keeps the filters in it, and shows nothing as anything but text', async () => {
    const found = await board('?search_question_text=stone&subject_id=2');
    expect(found).toContain('Results For &quot;stone&quot;: 1 question');
    expect(found).toContain('<input type="hidden" name="subject_id" value="2">');
    const odd = await board(`?search_question_text=${encodeURIComponent('"><script>x</script>')}&page=-3&chapter_id=zzz&subject_id[]=4`);
    expect(odd).not.toContain('<script>x');
    expect((await board('?search_question_text=zzzzqqq')).includes('No matches Found!')).toBe(true);
  });
});

describe('the page of a question', () => {
  test('has one address, to which its id and any other words lead', async () => {
    const { id, path } = await pageOf('motion-001');
    expect(path).toBe(`/solutions/${id}/a-stone-thrown-at-with-a-b-more`);
    const other = await get(`/solutions/${id}/other`);
    expect([other.statusCode, other.headers['location']]).toEqual([301, path]);
    const { body } = await get(path, { host: 'abhyas.example' });
    expect(body).toContain(`<link rel="canonical" href="http://abhyas.example${path}">`);
  });

  test('reads without JavaScript: text, formulas, options and solution, and no tag but the known ones', async () => {
    const { body, statusCode } = await get((await pageOf('motion-001')).path);
    expect(statusCode).toBe(200);
    expect(body).toContain('A <b>stone</b> thrown at');
    expect(body).toContain('<math');
    expect(body).toContain('&lt;/script&gt; &amp; &quot;more&quot;');
    expect(body).toContain('Correct answer');
    expect(body).not.toContain('<noscript>');
    expect(body.match(/<\/script>/g)).toHaveLength(2);
  });

  test('says in schema.org’s words what is asked and what is right', async () => {
    const { body } = await get((await pageOf('motion-001')).path);
    const data = JSON.parse(/application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as Record<string, unknown>;
    expect(data).toMatchObject({
      '@type': 'Quiz',
      hasPart: [{ '@type': 'Question', eduQuestionType: 'Multiple choice', acceptedAnswer: { '@type': 'Answer' } }],
    });
    expect(body).toMatch(/<title>A stone thrown at .*· Abhyas<\/title>/);
  });

  test('shows a question of Premium with a lock, and nothing of its solution', async () => {
    const { path } = await pageOf('motion-013');
    const { body } = await get(path);
    expect(body).toContain('The solution is part of Premium.');
    expect(body).not.toContain('acceptedAnswer');
    expect(body).not.toContain('The explanation of');
  });

  test.each(['motion-021', 'cells-021'])('is not there for %s, which a mock or an institute’s test holds', async (code) => {
    const { statusCode, body } = await get(`/solutions/${await story.idOf('questions', code)}/x`);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('open-page');
  });

  test.each(['/solutions/0/x', '/solutions/-1/x', '/solutions/999999999/x', '/solutions/abc/x', '/solutions/1%27/x'])(
    'is not there at %s',
    async (url) => expect((await get(url)).statusCode).toBe(404),
  );
});

test('every address of the sitemap answers, and it lists no question that a visitor may not see', async () => {
  const index = (await get('/sitemap.xml')).body;
  const locations = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => new URL(address ?? '').pathname);
  const listed = (await Promise.all(locations(index).map(async (path) => locations((await get(path)).body)))).flat();
  expect(listed).toContain('/solutions');
  const hidden = await story.idOf('questions', 'motion-021');
  expect(listed.some((path) => path.startsWith(`/solutions/${hidden}/`))).toBe(false);
  expect(listed.filter((path) => path.startsWith('/solutions/')).length).toBeGreaterThan(20);
  for (const path of listed.slice(0, 20)) expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
  expect((await get('/robots.txt')).body).toContain('Sitemap: http');
  expect((await get('/sitemaps/solutions-9999999.xml')).statusCode).toBe(400);
});
