import { BOOKMARKS_PER_PAGE, updateQuestionBookmarkStatus } from '@abhyas/contract/practice/bookmarks';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { expect, type Locator, type Page } from '@playwright/test';
import { setOffline } from './device.ts';
import { expectAccessible } from './accessibility.ts';
import { callSite } from './sign-in.ts';
import { institute } from './staff.ts';
import { beginTest, endTest, idOf, signInAs, type Student, test } from './student.ts';

const OFFLINE = 'You seem to be offline. Try connecting to the internet and try again later.';
const bookmark = (on: Page | Locator, number: number) => on.getByRole('button', { name: `Bookmark question ${number}`, exact: true });
const choice = (page: Page) => page.getByRole('dialog', { name: 'Choose Bookmark Type' });
const heading = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true });
const listed = (page: Page) => page.getByRole('main').getByRole('article');
const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}(, \\d+)?$`) });

async function openPractice({ page, token }: Student): Promise<void> {
  await page.goto(`/chapter/${await idOf({ page, token }, 'First steps')}`);
  await page.getByRole('link', { name: /^The four kinds/ }).click();
  await expect(page.getByRole('heading', { name: /^Question 1 of/ })).toBeVisible();
}

/** Presses the bookmark and waits until the server has received it. */
async function pressAndSend(page: Page, press: () => Promise<void>): Promise<void> {
  const sent = page.waitForResponse((response) => response.url().includes('update_question_bookmark_status'));
  await press();
  expect((await sent).status()).toBe(200);
}

test('a question bookmarked in practice is listed with its solution, and its bookmark can be removed there', async ({ page, student }) => {
  await openPractice(student);
  const text = await page.getByRole('article').innerText();
  await expect(bookmark(page, 1)).toHaveAttribute('aria-pressed', 'false');
  await bookmark(page, 1).click();
  await expect(choice(page)).toBeVisible();
  await expectAccessible(page, 'bookmark type');
  await pressAndSend(page, () => choice(page).getByRole('button', { name: 'Doubts' }).click());
  await expect(bookmark(page, 1)).toHaveAttribute('aria-pressed', 'true');
  await expect(bookmark(page, 1)).toBeFocused();
  await page.reload();
  await expect(bookmark(page, 1)).toHaveAttribute('aria-pressed', 'true');

  await page.goto('/home');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Bookmark' }).click();
  await expect(page).toHaveURL('/bookmark');
  await expect(listed(page)).toHaveCount(1);
  await tab(page, 'Revise').click();
  await expect(page.getByText('No questions added.')).toBeVisible();
  await tab(page, 'Doubts').click();
  await expect(page).toHaveURL('/bookmark/doubts');
  await expect(listed(page)).toHaveCount(1);
  const [asked = ''] = (await listed(page).locator('header + div').innerText()).split('\n');
  expect(text).toContain(asked);
  await expectAccessible(page, 'bookmarks');

  // Opening the solution unfolds the question too.
  await expect(page.getByRole('button', { name: 'Show whole question' })).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Show Text Solution' }).click();
  await expect(page.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('region', { name: 'Solution' })).not.toHaveText('');
  await expect(page.getByText(/Correct answer/).first()).toBeVisible();
  await expectAccessible(page, 'bookmarks: solution');

  await pressAndSend(page, () => bookmark(page, 1).click());
  await expect(bookmark(page, 1)).toHaveAttribute('aria-pressed', 'false');
  await page.reload();
  await expect(page.getByText('No questions added.')).toBeVisible();
});

test('the tag is chosen by keyboard, and the keys of the test do nothing meanwhile', async ({ page, student }) => {
  await beginTest(student, 'Short test');
  await bookmark(page, 1).focus();
  await page.keyboard.press('Enter');
  await expect(choice(page).getByRole('button', { name: 'Revise' })).toBeFocused();
  for (const key of ['m', '2', 'ArrowRight', 'p']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await expect(choice(page)).toHaveCount(0);
  await expect(bookmark(page, 1)).toBeFocused();
  await expect(bookmark(page, 1)).toHaveAttribute('aria-pressed', 'false');
  await expect(heading(page, 1)).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Marked for review', exact: true })).toHaveCount(0);
});

test('a bookmark in a running test reveals no answer, is shown in the review, and can be removed there', async ({ page, student }) => {
  const calls: string[] = [];
  page.on('request', (request) => void calls.push(request.url()));
  const id = await beginTest(student, 'Short test');
  calls.length = 0;
  await bookmark(page, 1).click();
  await pressAndSend(page, () => choice(page).getByRole('button', { name: 'Revise' }).click());
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await expect(bookmark(page, 2)).toHaveAttribute('aria-pressed', 'false');
  expect(calls.filter((url) => url.includes('get_test_questions'))).toEqual([]);

  const other = await page.context().newPage();
  await other.goto('/bookmark');
  await expect(listed(other)).toHaveCount(1);
  await expect(other.getByText('The solution cannot be shown now')).toBeVisible();
  await expect(other.getByRole('button', { name: 'Show Text Solution' })).toHaveCount(0);
  await other.close();

  await endTest(page);
  await expect(page.getByRole('region', { name: 'Score' })).toBeVisible();
  await page.goto(`/test/${id}?review=true`);
  const questions = page.getByRole('complementary', { name: 'Questions' });
  await expect(questions.getByRole('button', { name: 'Question 1, unattempted, bookmarked' })).toBeVisible();
  await expect(questions.getByRole('button', { name: 'Question 2, unattempted', exact: true })).toBeVisible();
  await expectAccessible(page, 'review with a bookmark');
  await questions.getByRole('button', { name: 'Bookmarked 1' }).click();
  await expect(questions.getByRole('button', { name: /^Question \d/ })).toHaveCount(1);
  await pressAndSend(page, () => bookmark(page, 1).click());
  await expect(questions.getByText('No question is bookmarked.')).toBeVisible();
  await page.goto('/bookmark');
  await expect(page.getByText('No questions added.')).toBeVisible();
});

test('a message that is shown before the list of messages is loaded is plain text', async ({ page, student, context, console }) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await openPractice(student);
  await bookmark(page, 1).click();
  await pressAndSend(page, () => choice(page).getByRole('button', { name: 'Doubts' }).click());
  await page.route('**/ToastList*', (route) => route.abort('internetdisconnected'));
  await page.goto('/bookmark/doubts');
  await expect(listed(page)).toHaveCount(1);
  await setOffline(context, true);
  await bookmark(page, 1).click();
  await expect(page.getByRole('alert').filter({ hasText: OFFLINE })).toBeVisible();
});

test('without a network a bookmark is refused with a message; a bookmark that the server refuses is undone', async ({
  page,
  student,
  context,
  console,
}) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED|503/);
  await openPractice(student);
  await setOffline(context, true);
  await bookmark(page, 1).click();
  // In practice the message is in the header, where it covers nothing.
  await expect(page.getByRole('banner').getByRole('alert')).toHaveText(OFFLINE);
  await expect(choice(page)).toHaveCount(0);
  await expect(bookmark(page, 1)).toHaveAttribute('aria-pressed', 'false');
  await setOffline(context, false);

  let answer: (() => void) | undefined;
  await page.route('**/update_question_bookmark_status', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.fulfill({ status: 503, json: { code: 'busy', message: 'The server is busy. Try again in a moment.' } });
  });
  await bookmark(page, 1).click();
  await choice(page).getByRole('button', { name: 'Revise' }).click();
  await expect(bookmark(page, 1)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => answer).toBeDefined();
  answer?.();
  await expect(page.getByRole('banner').getByRole('alert')).toContainText('The server is busy.');
  await expect(bookmark(page, 1)).toHaveAttribute('aria-pressed', 'false');
});

test('a long list loads page by page while it is scrolled, skips no bookmark after a removal, and has a button to its top', async ({
  page,
  student,
}) => {
  const address = process.env['SITE_ADDRESS'] ?? '';
  const id = await idOf(student, 'JEE Main mock 1');
  // The practice is not begun on this device: the device would send the visit of its first question, and then fetch the list again.
  await callSite(address, student.token, findOrCreateSessionItem, { id });
  const { questions } = await callSite(address, student.token, getTestQuestions, { id });
  const physics = questions.filter(({ subject_id }) => subject_id === 2);
  for (const { id: question_id } of physics)
    await callSite(address, student.token, updateQuestionBookmarkStatus, { question_id, is_bookmarked: true });
  expect(physics.length).toBeGreaterThan(BOOKMARKS_PER_PAGE);

  await page.goto('/bookmark?subject=physics');
  await expect(listed(page)).toHaveCount(BOOKMARKS_PER_PAGE);
  await expect(page.getByRole('button', { name: 'Scroll To Top' })).toHaveCount(0);
  await pressAndSend(page, () => bookmark(page, 2).click());
  await listed(page).last().scrollIntoViewIfNeeded();
  await expect(listed(page)).toHaveCount(physics.length);
  await expect(bookmark(page, 2)).toHaveAttribute('aria-pressed', 'false');
  await page.getByRole('button', { name: 'Scroll To Top' }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.reload();
  await expect(listed(page)).toHaveCount(BOOKMARKS_PER_PAGE);
});

test('a student who has only the test board sees no bookmark', async ({ page }) => {
  await institute('assign', 'browser-hall-assignment', '--phones', '9000000005');
  const student = await signInAs(page, '9000000005');
  await beginTest(student, 'Hall assignment');
  await expect(page.getByRole('article')).toBeVisible();
  await expect(bookmark(page, 1)).toHaveCount(0);
});
