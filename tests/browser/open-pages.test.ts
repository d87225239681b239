import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './student.ts';

/** Collects every request to another site. */
function watchRequests(page: Page): string[] {
  const foreign: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && protocol !== 'blob:' && page.url() !== 'about:blank' && origin !== new URL(page.url()).origin)
      foreign.push(request.url());
  });
  return foreign;
}

test('a visitor answers five questions on the test screen, whose code is loaded only then, and gets a level; nothing is stored', async ({
  page,
  context,
}) => {
  const foreign = watchRequests(page);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Practice for JEE');
  const start = page.getByRole('link', { name: 'Answer on the test screen' });
  await start.hover();
  await expectAccessible(page, 'landing');
  expect(scripts.filter((path) => /TryOnePage|RunningTest|session-engine/.test(path))).toEqual([]);

  await page.getByText('JEE', { exact: true }).click();
  await expect(page.getByText('touches the parabola')).toBeVisible();
  await page.getByText('NEET', { exact: true }).click();
  await start.click();
  // The question of the start page is the first one.
  await expect(page.getByText('slides down a rough incline')).toBeVisible();
  expect(scripts.some((path) => path.includes('TryOnePage'))).toBe(true);
  await expect(page.getByText('This trial is not saved')).toBeVisible();
  await page.getByRole('radio', { name: /^2/ }).click();
  await expectAccessible(page, 'try');
  await page.getByRole('button', { name: 'End Test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End Test' }).click();
  await expect(page.getByRole('heading', { name: '1 of 5 questions right' })).toBeVisible();
  await expect(page.getByText('4 of 20 marks')).toBeVisible();
  await expect(page.getByText(/you would solve about [0-9]+ of 10 questions of NEET/)).toBeVisible();
  await expectAccessible(page, 'try, ended');
  await expect(page.getByRole('link', { name: 'Join for Free' })).toHaveAttribute('href', '/login');

  const kept = await page.evaluate(async () => ({ local: Object.keys(localStorage), databases: (await indexedDB.databases()).length }));
  // These tests write `tour-seen` themselves, to skip the tour.
  expect([kept, await context.cookies()]).toEqual([{ local: ['tour-seen'], databases: 0 }, []]);
  expect(scripts.filter((path) => path.startsWith('/api/') && !/users\/me|get_try_questions|pictures/.test(path))).toEqual([]);
  expect(foreign).toEqual([]);
});

test('the solutions board keeps the search in its address, marks the matches, and shows a message without a match', async ({ page }) => {
  await page.goto('/solutions');
  await expect(page.getByText('Search for any question from our database')).toBeVisible();
  const field = page.getByRole('searchbox', { name: 'Search Questions' });
  await expect(field).toBeFocused();
  await field.fill('velocity');
  await expect(page).toHaveURL(/search_question_text=velocity/);
  await expect(page.getByRole('heading', { name: 'Results For "velocity"' })).toBeVisible();
  await expect(page.locator('mark').first()).toHaveText(/velocit/i);
  await expectAccessible(page, 'solutions');
  await page.getByRole('button', { name: 'Subject: All subjects' }).click();
  await page.getByRole('searchbox', { name: 'Search subjects' }).fill('phy');
  await page.getByRole('button', { name: 'Physics' }).click();
  await expect(page).toHaveURL(/subject_id=2/);
  await page.getByRole('button', { name: 'JEE' }).click();
  await expect(page).not.toHaveURL(/subject_id/);
  await field.fill('zzzzqqq');
  await field.press('Enter');
  await expect(page.getByText('No matches Found!')).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).click();
  await expect(page).not.toHaveURL(/search_question_text/);
});

test('the solutions board shows results again that it has shown before', async ({ page }) => {
  await page.goto('/solutions?search_question_text=velocity');
  const result = page.getByRole('heading', { name: 'Results For "velocity"' });
  const count = page.getByText(/^\(\d+ Questions?\)$/);
  await expect(count).toBeVisible();
  const before = (await count.textContent()) ?? '';
  const course = page.getByRole('button', { name: 'JEE' });
  await course.click();
  await expect(page).toHaveURL(/test_type_id/);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await course.click();
  await expect(page).not.toHaveURL(/test_type_id/);
  await expect(count).toHaveText(before);

  const field = page.getByRole('searchbox', { name: 'Search Questions' });
  for (const words of ['mass', 'velocity']) {
    await field.fill(words);
    await field.press('Enter');
    await expect(page.getByRole('heading', { name: `Results For "${words}"` })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }
  await expect(result).toBeVisible();
  await expect(count).toHaveText(before);
  // The address may change without the field, by a link or by Back.
  await page.goto('/solutions?search_question_text=mass');
  await expect(field).toHaveValue('mass');
});

test('when a search fails, the earlier results stay, with a line to try again', async ({ page, console }) => {
  console.expectFaults(/500|search_questions/);
  await page.goto('/solutions?search_question_text=velocity');
  await expect(page.locator('mark').first()).toBeVisible();
  await page.route('**/search_questions*', (route) =>
    route.fulfill({ status: 500, json: { code: 'defect', message: 'Something went wrong' } }),
  );
  await page.getByRole('searchbox', { name: 'Search Questions' }).fill('mass');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/search_questions*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Results For "mass"' })).toBeVisible();
});

test('former addresses redirect and keep the campaign; an institute that signs up is thanked', async ({ page }) => {
  await page.goto('/index');
  await expect(page).toHaveURL('/');
  await page.goto('/sign_up?info=HeaderSignUp');
  await expect(page).toHaveURL('/login?info=HeaderSignUp');
  await page.goto('/sign_in');
  await expect(page).toHaveURL('/login');
  await page.goto('/sign_up?type=INSTITUTE&info=Dashboards');
  await page.getByRole('button', { name: 'Join for Free' }).click();
  await expect(page.getByText('Invalid Phone!')).toBeVisible();
  await expectAccessible(page, 'enquiry');
  await page.getByLabel('Institute').fill('Vidya Classes');
  await page.getByLabel('Your name').fill('Vidya Iyer');
  await page.getByLabel('Phone').fill('9876543210');
  await page.getByRole('button', { name: 'Join for Free' }).click();
  await expect(page.getByText('Thank you for your interest, we will get back to you soon!')).toBeVisible();
});

test('an application is checked, sent with its resume, and confirmed', async ({ page }) => {
  await page.goto('/careers');
  await page.getByRole('link', { name: /UX designer/ }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Email is not valid!')).toBeVisible();
  await expectAccessible(page, 'job');
  await page.getByLabel('Name').fill('Nila Das');
  await page.getByLabel('Email').fill('nila@example.com');
  await page.getByLabel('Phone').fill('9876543210');
  const buffer = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
  await page.getByLabel('Resume').setInputFiles({ name: 'resume.pdf', mimeType: 'application/pdf', buffer });
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Your application has been successfully submited.')).toBeVisible();
});

test('about, terms, privacy and the page of the app are accessible and call no other site', async ({ page }) => {
  const foreign = watchRequests(page);
  for (const path of ['/about', '/terms', '/privacy', '/videos', '/mobile_redirection']) {
    await page.goto(path);
    await expect(page.locator('#content h1, #content p').first()).toBeVisible();
    await expectAccessible(page, path);
  }
  expect(foreign).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page shows its question with a folded solution, and a question of the board can be read', async ({ page, request }) => {
    await page.goto('/');
    await page.getByText('Show the solution').click();
    await expect(page.getByText('The answer is option 2.')).toBeVisible();
    const sitemap = await (await request.get('/sitemaps/solutions-0.xml')).text();
    const [, address = ''] = /<loc>([^<]*\/solutions\/\d+\/[^<]*)<\/loc>/.exec(sitemap) ?? [];
    await page.goto(new URL(address).pathname);
    await expect(page.getByRole('heading', { name: 'Solution', exact: true })).toBeVisible();
  });
});
