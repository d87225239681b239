import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { assignTest, copyPaper, setUpTest } from '@abhyas/contract/exam-office/institute-tests';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { boundlessBudgets, tellStory } from '../../../testing/story.ts';
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
  /** The address of the link with this text. */
  const linkTo = (body: string, words: string) =>
    new RegExp(`<a href="([^"]*)"[^>]*>${words}</a>`).exec(body)?.[1]?.replaceAll('&amp;', '&') ?? '';

  test('lists the first twenty questions, and its pages list every question once', async () => {
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

  test('has filters as links, and a change of the subject drops the chapter', async () => {
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

  test('searches by a form that keeps the filters, and escapes every text', async () => {
    const found = await board('?search_question_text=stone&subject_id=2');
    expect(found).toContain('Results For &quot;stone&quot;: 1 question');
    expect(found).toContain('<input type="hidden" name="subject_id" value="2">');
    const odd = await board(`?search_question_text=${encodeURIComponent('"><script>x</script>')}&page=-3&chapter_id=zzz&subject_id[]=4`);
    expect(odd).not.toContain('<script>x');
    expect((await board('?search_question_text=zzzzqqq')).includes('No matches Found!')).toBe(true);
  });
});

describe('the page of a question', () => {
  test('has one address; its id followed by other words redirects there', async () => {
    const { id, path } = await pageOf('motion-001');
    expect(path).toBe(`/solutions/${id}/a-stone-thrown-at-with-a-b-more`);
    const other = await get(`/solutions/${id}/other`);
    expect([other.statusCode, other.headers['location']]).toEqual([301, path]);
    const { body } = await get(path, { host: 'abhyas.example' });
    expect(body).toContain(`<link rel="canonical" href="http://abhyas.example${path}">`);
  });

  test('shows text, formulas, options and solution without JavaScript, with known tags only', async () => {
    const { body, statusCode } = await get((await pageOf('motion-001')).path);
    expect(statusCode).toBe(200);
    expect(body).toContain('A <b>stone</b> thrown at');
    expect(body).toContain('<math');
    expect(body).toContain('&lt;/script&gt; &amp; &quot;more&quot;');
    expect(body).toContain('Correct answer');
    expect(body).not.toContain('<noscript>');
    expect(body.match(/<\/script>/g)).toHaveLength(2);
  });

  test('has question and answer as schema.org data', async () => {
    const { body } = await get((await pageOf('motion-001')).path);
    const data = JSON.parse(/application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as Record<string, unknown>;
    expect(data).toMatchObject({
      '@type': 'Quiz',
      hasPart: [{ '@type': 'Question', eduQuestionType: 'Multiple choice', acceptedAnswer: { '@type': 'Answer' } }],
    });
    expect(body).toMatch(/<title>A stone thrown at .*· Abhyas<\/title>/);
  });

  test('shows a question of Premium with a lock and without its solution', async () => {
    const { path } = await pageOf('motion-013');
    const { body } = await get(path);
    expect(body).toContain('The solution is part of Premium.');
    expect(body).not.toContain('acceptedAnswer');
    expect(body).not.toContain('The explanation of');
  });

  test.each(['motion-021', 'cells-021'])('is not found for %s, which a mock or an institute’s test contains', async (code) => {
    const { statusCode, body } = await get(`/solutions/${await story.idOf('questions', code)}/x`);
    expect(statusCode).toBe(404);
    expect(body).not.toContain('open-page');
  });

  test.each(['/solutions/0/x', '/solutions/-1/x', '/solutions/999999999/x', '/solutions/abc/x', '/solutions/1%27/x'])(
    'is not found at %s',
    async (url) => expect((await get(url)).statusCode).toBe(404),
  );
});

test('every address of the sitemap exists, and the sitemap lists no question that a visitor may not see', async () => {
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

test('copies of a shared paper remove no page from the sitemap, whether they are assigned to nobody or to a whole institute', async () => {
  const listed = async () => {
    story.pass(601);
    return (await get('/sitemaps/solutions-0.xml')).body;
  };
  await story.database.pool.query(
    "delete from paper_questions where paper_id in (select id from papers where code in ('mock', 'locked-mock'))",
  );
  const before = await listed();
  const single = await story.idOf('papers', 'single');
  const { rows } = await story.database.pool.query<{ id: number }>('select question_id as id from paper_questions where paper_id = $1', [
    single,
  ]);
  const isListed = (xml: string) => rows.filter(({ id }) => xml.includes(`/solutions/${id}/`)).length;
  expect(isListed(before)).toBeGreaterThan(0);
  const owner = await story.staff('school', 'owner');
  await story.join((await story.student()).id, 'school', 'student');
  const inHours = (hours: number) => new Date(story.now.getTime() + hours * 3_600_000).toISOString();
  for (const isGiven of [false, true]) {
    const { id } = await owner.call(copyPaper, { paper_id: single, name: 'Our own', is_assignment: false });
    if (isGiven) await owner.call(assignTest, { id, everybody: true });
    await owner.call(setUpTest, { id, opens_at: inHours(2), closes_at: inHours(4) });
    expect(isListed(await listed())).toBe(isListed(before));
  }
});

test.each(['/', '/about', '/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/solutions-0.xml', '/api/docs'])(
  '%s is made once, and not sent again to a client that has it',
  async (url) => {
    const first = await get(url, { 'accept-encoding': 'br' });
    expect([first.statusCode, first.headers['etag']]).toEqual([200, expect.stringMatching(/^"[0-9a-f]{16}"$/)]);
    const again = await get(url);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    if (first.headers['content-encoding'] === 'br') expect(brotliDecompressSync(first.rawPayload).toString()).toBe(again.body);
    const known = await get(url, { 'if-none-match': String(first.headers['etag']) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
  },
);

test('a file of the sitemap shows changes within ten minutes', async () => {
  const url = '/sitemaps/solutions-0.xml';
  const before = await get(url);
  const { path } = await pageOf('motion-002');
  expect(before.body).toContain(path);
  await story.database.db
    .updateTable('questions')
    .set({ question_text: 'Entirely other words' })
    .where('code', '=', 'motion-002')
    .execute();
  expect((await get(url)).body).toBe(before.body);
  story.pass(601);
  const after = await get(url);
  expect(after.body).not.toContain(path);
  expect(after.headers['etag']).not.toBe(before.headers['etag']);
});

test('every request draws on one budget once, except built files, health checks, and hooks of providers', async () => {
  const taken: string[] = [];
  const take = (budget: string) => {
    taken.push(budget);
    return budget !== 'anonymous_calls' || taken.filter((one) => one === budget).length < 1000;
  };
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const counting = await story.serverWith({ siteFolder: folder }, { budgets: { ...boundlessBudgets, take } });
  const takenBy = async (url: string, method: 'GET' | 'POST' = 'GET') => {
    taken.length = 0;
    await counting.inject({ method, url });
    return taken.filter((budget) => budget === 'anonymous_calls').length;
  };
  const id = await story.idOf('questions', 'motion-003');
  for (const url of [
    '/',
    '/about',
    '/solutions',
    `/solutions/${id}`,
    '/sitemap.xml',
    '/sitemaps/solutions-0.xml',
    '/robots.txt',
    '/api/docs',
    '/api/reference',
    '/api/nothing',
    `/api/pictures/${'0'.repeat(64)}`,
    '/api/users/get_user_info',
  ])
    expect([url, await takenBy(url)]).toEqual([url, 1]);
  for (const url of ['/favicon.svg', '/assets/main.js', '/home', '/healthz', '/readyz'])
    expect([url, await takenBy(url)]).toEqual([url, 0]);
  expect(await takenBy('/hooks/zoom', 'POST')).toBe(0);
  await counting.close();
  const spent = await story.serverWith({ siteFolder: folder }, { budgets: { ...boundlessBudgets, take: () => false } });
  const refused = await spent.inject('/sitemap.xml');
  expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'too_many_requests' }]);
  await spent.close();
});

test.each([
  ['a student', {}, '/home'],
  ['a student with tests only', { institute: 'school', has_only_test_board_access: true }, '/institute?type=test'],
] as const)(
  'the start page redirects %s to their own page by the cookie alone, and shows a visitor the landing page',
  async (_who, columns, place) => {
    const student = await story.student(columns);
    const asked = (cookie: string) => get('/?force_hide_header=true', { cookie });
    const { statusCode, headers } = await asked(`abhyas=${student.token ?? ''}`);
    expect([statusCode, headers['cache-control']]).toEqual([302, 'no-store']);
    expect(headers['location']).toBe(`${place}${place.includes('?') ? '&' : '?'}force_hide_header=true`);
    expect((await asked('abhyas=of-nobody')).statusCode).toBe(200);
  },
);
