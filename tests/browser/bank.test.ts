import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { setOffline } from './device.ts';
import { signInAs, test } from './student.ts';

const owner = '9000000011';
const teacher = '9000000012';
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const says = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

/** The number of numerical questions of Ray optics that a paper of NEET may ask. */
const poolOf = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const { chapters } = await (await fetch('/api/staff/question_pool?exam=NEET')).json();
    const counts: { question_type: number; count: number }[] =
      chapters.find((chapter: { name: string }) => chapter.name === 'Ray optics')?.counts ?? [];
    return counts.filter(({ question_type }) => question_type === 1).reduce((sum, { count }) => sum + count, 0);
  });

async function begin(page: Page) {
  await page.goto('/staff/bank');
  await page.getByRole('button', { name: 'New question' }).click();
  await expect(field(page, 'Question')).toBeVisible();
}

test('a teacher writes a question with its preview, a colleague approves it, and papers of the institute can contain it', async ({
  page,
  browser,
}) => {
  await signInAs(page, teacher);
  await page.goto('/staff/bank');
  await expect(page.getByRole('link', { name: /prism of angle/ })).toBeVisible();
  await expectAccessible(page, 'the list of questions');
  await begin(page);
  await expectAccessible(page, 'an empty question');
  await page.getByRole('combobox', { name: 'Topic' }).selectOption({ label: 'Reflection and mirrors' });
  await page.getByRole('combobox', { name: 'Type' }).selectOption('numerical');
  await field(page, 'Question').fill('A mirror turns by 17 degrees. By how many degrees does the reflected ray turn? The answer is ');
  await page.getByRole('button', { name: 'Symbols for Question' }).click();
  await field(page, 'Question').press('End');
  await page.getByRole('button', { name: 'formula in the line' }).click();
  await expect(field(page, 'Question')).toBeFocused();
  await page.keyboard.type('2 < 3');
  await expect(page.getByText('Write &lt; and &gt; in TeX too')).toBeVisible();
  await field(page, 'Question').fill(String.raw`A mirror turns by \(17^{\circ}\). By how many degrees does the reflected ray turn?`);
  await field(page, 'Value').fill('0,34');
  await expect(page.getByText('The answer 0,34 cannot be typed on the keypad')).toBeVisible();
  await field(page, 'Value').fill('34');
  await expect(says(page, 'No faults.')).toBeVisible();
  const preview = page.frameLocator('iframe[title="Preview of the question"]');
  await expect(preview.getByText('Correct answer: 34')).toBeVisible();
  await page.getByRole('button', { name: 'Key', exact: true }).click();
  await expect(preview.getByText('Correct answer: 34')).toHaveCount(0);
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect(preview.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await field(page, 'Question').press('Control+s');
  await expect(page.getByRole('status').filter({ hasText: /^\s*Saved$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await expect(page.getByText('In review', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  const address = page.url();

  const other = await browser.newContext({ serviceWorkers: 'block' });
  const reviewer = await other.newPage();
  await signInAs(reviewer, owner);
  await reviewer.goto('/staff/bank');
  await reviewer.getByRole('button', { name: 'For me to review' }).click();
  await reviewer.getByRole('link', { name: /A mirror turns by/ }).click();
  await expect(reviewer).toHaveURL(address);
  await expectAccessible(reviewer, 'a question in review');
  const before = await poolOf(reviewer);
  await reviewer.getByRole('button', { name: 'Approve' }).click();
  await expect(reviewer.getByText('Approved', { exact: true })).toBeVisible();

  expect(await poolOf(reviewer)).toBe(before + 1);
  await other.close();
});

test('a text that is written without a connection stays on the device, and two texts are compared', async ({ page, context, console }) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await signInAs(page, teacher);
  await begin(page);
  await field(page, 'Question').fill('Written with a connection');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^\s*Saved$/ })).toBeVisible();
  await setOffline(context, true);
  await field(page, 'Question').fill('Sent later');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(says(page, 'kept on this device until there is a connection')).toBeVisible();
  await setOffline(context, false);
  await expect(page.getByRole('status').filter({ hasText: /^\s*Saved$/ })).toBeVisible();
  await field(page, 'Question').fill('Written on this device');
  await page.reload();
  await expect(field(page, 'Question')).toHaveValue('Written on this device');

  // Meanwhile another page saves another text.
  const id = page.url().split('/').at(-1);
  await page.evaluate(async (question) => {
    const { version, content } = await (await fetch(`/api/staff/bank_questions/${question}`)).json();
    const body = JSON.stringify({ version, content: { ...content, text: 'Written elsewhere' } });
    await fetch(`/api/staff/bank_questions/${question}/save`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  }, id);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = page.getByRole('region', { name: 'This question was changed elsewhere' });
  await expect(conflict.locator('del')).toHaveText('elsewhere');
  await expect(conflict.locator('ins')).toHaveText('on this device');
  await expectAccessible(page, 'two texts of a question');
  await conflict.getByRole('button', { name: 'Use this device’s text' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: /^\s*Saved$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Versions' }).click();
  await expect(page.getByRole('dialog', { name: 'Versions' }).locator('ins')).toHaveText('on this device');
});

test('a change of several questions is previewed, made and undone on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, owner);
  await page.goto('/staff/bank?state=approved');
  const boxes = page.getByRole('checkbox', { name: /^Choose question/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await page.getByRole('combobox', { name: 'Change' }).selectOption({ label: 'Retire' });
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Retire' });
  await expect(dialog.getByText('approved → retired')).toHaveCount(2);
  await expectAccessible(page, 'the preview of a change');
  await dialog.getByRole('button', { name: 'Change 2 questions' }).click();
  await expect(says(page, 'Retire: 2 questions changed.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(says(page, 'Undone for 2 questions.')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});
