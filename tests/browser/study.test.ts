// Contents: cheat sheet · video solutions · reporting an error · my progress · score path · a locked topic
import { expect, type Page } from '@playwright/test';
import { setOffline } from './device.ts';
import { expectAccessible } from './accessibility.ts';
import { idOf, signInAs, test } from './student.ts';

/** The demo's student with Premium and some practice. */
const paying = '9000000002';
const OFFLINE = 'You seem to be offline. Try connecting to the internet and try again later.';
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Quick points' }).getByRole('link', { name: new RegExp(`^${name}, `) });

test('points of a cheat sheet can be tagged (undone if the call fails), searched, and printed on one page', async ({ page, console }) => {
  console.expectFaults(/update_student_quickpoint_tag/);
  const id = await idOf(await signInAs(page, paying), 'Kinematics');
  await page.goto(`/chapter/${id}`);
  await page.getByRole('link', { name: 'Cheat Sheet' }).click();
  await expect(page).toHaveURL(new RegExp(`/cheat_sheet/${id}`));
  const points = page.getByRole('main').locator('ol > li');
  await expect(points.first()).toBeVisible();
  const all = await points.count();
  await expect(tab(page, 'All')).toHaveAccessibleName(`All, ${all}`);
  await expectAccessible(page, 'cheat sheet');

  const last = points.last();
  const title = await last.getByRole('heading').innerText();
  await page.route('**/update_student_quickpoint_tag', (route) => route.abort());
  await last.getByRole('button', { name: 'Known', exact: true }).click();
  await expect(page.getByText('Failed to update. Try again after sometime')).toBeVisible();
  await expect(last.getByRole('button', { name: 'Known', exact: true })).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/update_student_quickpoint_tag');
  const sent = page.waitForResponse((response) => response.url().includes('update_student_quickpoint_tag'));
  await last.getByRole('button', { name: 'Unknown' }).click();
  await expect(last.getByRole('button', { name: 'Unknown' })).toHaveAttribute('aria-pressed', 'true');
  expect((await sent).status()).toBe(200);
  await tab(page, 'Unknown').click();
  await expect(points.filter({ hasText: title })).toHaveCount(1);

  await tab(page, 'All').click();
  await page.getByRole('searchbox').fill('average speed');
  await expect(points.first()).toContainText('Average speed');
  expect(await points.count()).toBeLessThan(all);
  await page.getByRole('searchbox').fill('xyzzy');
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await expect(points).toHaveCount(all);

  const pdf = await page.pdf({ format: 'A4', margin: { top: '10mm', bottom: '10mm', left: '10mm', right: '10mm' } });
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
});

test('a chapter’s videos play on its page, with captions, and call no other site', async ({ page }) => {
  const elsewhere: string[] = [];
  const id = await idOf(await signInAs(page, paying), 'Kinematics');
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).hostname !== '127.0.0.1') elsewhere.push(request.url());
  });
  await page.goto(`/chapter_video_list/${id}`);
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.duration)).toBe(32);
  expect(await video.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.kind)).toBe('captions');
  await page.getByRole('navigation', { name: 'Videos' }).getByRole('link').last().click();
  await expect(page).toHaveURL(/\?question=\d+$/);
  await expectAccessible(page, 'video solutions');
  expect(elsewhere).toEqual([]);
});

test('an error in a question is reported with its type, and the question is marked', async ({ page, context, student, console }) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await page.goto(`/chapter/${await idOf(student, 'First steps')}`);
  await page.getByRole('link', { name: /^The four kinds/ }).click();
  await page.getByRole('button', { name: 'Report an error in question 1', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Let us know your concern with this question' });
  await expect(dialog.getByRole('radio')).toHaveCount(5);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('You have to select atleast one field.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Other issue' }).check();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Please specify the issue.')).toBeVisible();
  await expectAccessible(page, 'report an error');
  await dialog.getByRole('textbox').fill('The unit is missing.');
  await setOffline(context, true);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText(OFFLINE)).toBeVisible();
  await setOffline(context, false);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('dialog', { name: 'Your report was sent' }).getByRole('button', { name: 'Go on' }).click();
  const mark = page.getByRole('button', { name: /^Question 1 is reported/ });
  await expect(mark).toBeFocused();
  await page.reload();
  await expect(mark).toBeVisible();
});

test('My Progress first suggests where to start, and later shows the practised subjects', async ({ page, student }) => {
  await student.page.goto('/my_progress');
  await expect(page.getByText('Start Praticing and check your daily progress.')).toBeVisible();
  await expectAccessible(page, 'no progress yet');
  await page.getByRole('link', { name: 'Start Now' }).click();
  await expect(page).toHaveURL('/physics');

  await signInAs(page, paying);
  await page.goto('/my_progress');
  await expect(page.getByRole('region', { name: 'In all' })).toContainText('Attempted');
  await expect(page.getByRole('region', { name: 'Questions answered' }).locator('tbody tr')).toHaveCount(7);
  await expect(page.locator('.recharts-xAxis .recharts-cartesian-axis-tick')).toHaveCount(7);
  await expectAccessible(page, 'progress');
  await page.getByRole('navigation', { name: 'Subjects' }).getByRole('link', { name: 'Chemistry' }).click();
  await expect(page).toHaveURL('/my_progress?subject=chemistry');
  await expect(page.getByRole('region', { name: 'Your level' }).getByRole('listitem')).toHaveCount(1);
});

test('the score path asks for exam and target, then lists mock tests and the chapters worth the most marks', async ({
  page,
  student,
  console,
}) => {
  console.expectFaults(/update_daily_plan|get_score_path|ERR_INTERNET_DISCONNECTED/);
  await student.page.goto('/score_path');
  await expect(page.getByText('Which exam are you preparing for?')).toBeVisible();
  await expectAccessible(page, 'score path without an exam');
  await page.getByLabel('Exam').selectOption('JEE Main');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: 'Mock tests' })).toContainText('No mock test yet.');
  const chapters = page.getByRole('region', { name: 'Where the marks are' });
  await expect(chapters).toContainText('Choose a target');
  await page.getByLabel('Score you aim at').fill('240');
  await setOffline(page.context(), true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').filter({ hasText: OFFLINE })).toBeVisible();
  await setOffline(page.context(), false);
  await page.route('**/update_daily_plan', (route) => route.abort());
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Network error, please try again after sometime.')).toBeVisible();
  await page.unroute('**/update_daily_plan');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(chapters.getByRole('listitem')).toHaveCount(8);
  await expect(page.getByText('240 of 300')).toBeVisible();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(chapters).toContainText('Choose a target');

  await signInAs(page, paying);
  await page.route('**/get_score_path*', (route) => route.abort());
  await page.goto('/score_path');
  await expect(page.getByRole('button', { name: /try again/i })).toBeVisible();
  await page.unroute('**/get_score_path*');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: /try again/i }).click();
  const tests = page.getByRole('region', { name: 'Mock tests' });
  await expect(tests.getByRole('row')).toHaveCount(4);
  await expect(tests).toContainText('marks to your target');
  await expectAccessible(page, 'score path');
  const [chapter] = await chapters.getByRole('link').allInnerTexts();
  await page.goto('/home');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText('on your score path');
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(chapter ?? '');
});

test('a locked topic shows its content and one question to try', async ({ page, student }) => {
  await page.goto(`/chapter/${await idOf(student, 'Kinematics')}`);
  await page.getByRole('button', { name: /^Projectile/ }).click();
  await page.getByRole('button', { name: 'Try one question' }).click();
  const dialog = page.getByRole('dialog', { name: 'Projectile and circular motion is part of Premium' });
  await expect(dialog.getByText(/^\d+ questions with solutions: /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Show Text Solution' }).click();
  await expect(dialog.getByRole('region', { name: 'Solution' })).not.toHaveText('');
  await expectAccessible(page, 'locked topic');
  await dialog.getByRole('button', { name: 'Later' }).click();
  await expect(dialog).toHaveCount(0);
});
