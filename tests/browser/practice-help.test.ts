import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { setOffline } from './device.ts';
import { beginTest, idOf, passFirstMinutes, type Student, test } from './student.ts';

async function openPractice(student: Student): Promise<void> {
  await student.page.goto(`/chapter/${await idOf(student, 'First steps')}`);
  await student.page.getByRole('link', { name: /^The four kinds/ }).click();
  await expect(student.page.getByRole('heading', { name: /^Question 1 of/ })).toBeVisible();
}
const pad = (page: Page) => page.getByRole('region', { name: 'Scratchpad' });
const lines = (page: Page) => pad(page).locator('svg[data-tool] path');

/** Draws a line across the sheet. */
async function drawLine(page: Page): Promise<void> {
  const sheet = pad(page).locator('svg[data-tool]');
  await sheet.scrollIntoViewIfNeeded();
  const box = await sheet.boundingBox();
  if (!box) throw new Error('The sheet is not shown');
  await page.mouse.move(box.x + 40, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 140, box.y + 60, { steps: 8 });
  await page.mouse.up();
}

test('a hint opens before the answer, says when it cannot, and the steps of the solution open one by one', async ({
  page,
  student,
  console,
}) => {
  console.expectFaults(/503|Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPractice(student);
  const hint = page.getByRole('region', { name: 'Hint' });
  await setOffline(page.context(), true);
  await hint.getByRole('button', { name: 'Show a hint' }).click();
  await expect(hint.getByRole('alert')).toContainText('The hint is not on this device.');
  await setOffline(page.context(), false);
  await page.route('**/show_hint', (route) => route.fulfill({ status: 503, json: { code: 'busy', message: 'Too many people.' } }));
  await hint.getByRole('button', { name: 'Show a hint' }).click();
  await expect(hint.getByRole('alert')).toContainText('The hint was not loaded.');
  await page.unroute('**/show_hint');
  await hint.getByRole('button', { name: 'Show a hint' }).click();
  await expect(hint.getByRole('status')).toContainText('what kind of quantity');
  await expect(hint.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page, 'a hint');

  // The question about force has a solution of two steps; the topic serves it in a place of its choice.
  for (let at = 1; at < 4; at += 1) {
    if (await page.getByText('Which of these is a unit of force?').isVisible()) break;
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('heading', { name: new RegExp(`^Question ${at + 1} of`) })).toBeVisible();
  }
  const solution = page.getByRole('region', { name: 'Solution' });
  await solution.getByRole('button', { name: 'Show Text Solution' }).click();
  await expect(solution.getByRole('listitem')).toHaveCount(1);
  await solution.getByRole('button', { name: /^Next step/ }).click();
  await expect(solution.getByRole('listitem')).toHaveCount(2);
  await expect(solution.getByRole('button', { name: /^Next step/ })).toHaveCount(0);
});

test('a scratchpad keeps drawn and typed working on the device, by question and without a network', async ({ page, student, console }) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await openPractice(student);
  await page.getByRole('button', { name: 'Scratchpad' }).click();
  await expect(pad(page).getByRole('img', { name: 'An empty sheet' })).toBeVisible();
  await expect(pad(page)).toContainText('Only on this device');
  await setOffline(page.context(), true);
  await drawLine(page);
  await drawLine(page);
  await expect(lines(page)).toHaveCount(2);
  await pad(page).getByRole('button', { name: 'Undo' }).click();
  await expect(lines(page)).toHaveCount(1);
  await pad(page).getByLabel('Or type').pressSequentially('F = ma, option 1');
  await setOffline(page.context(), false);
  await expectAccessible(page, 'a scratchpad');
  // Typed letters and digits choose no option.
  await expect(page.getByRole('article').getByRole('radio', { checked: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: /^Question 2 of/ })).toBeVisible();
  await expect(lines(page)).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: 'Prev' }).click();
  await page.getByRole('button', { name: 'Scratchpad' }).click();
  await expect(lines(page)).toHaveCount(1);
  await expect(pad(page).getByLabel('Or type')).toHaveValue('F = ma, option 1');
  await pad(page).getByRole('button', { name: 'Eraser' }).click();
  await drawLine(page);
  await expect(lines(page)).toHaveCount(0);
});

test('a self-paced test has a scratchpad, and an exam-exact test has none', async ({ page, student }) => {
  await beginTest(student, 'Short test');
  // A browser that refuses the sheet's store.
  await page.evaluate(() => {
    const open = indexedDB.open.bind(indexedDB);
    indexedDB.open = (name, version) => {
      if (name === 'abhyas-scratchpads') throw new DOMException('The store is refused', 'SecurityError');
      return open(name, version);
    };
  });
  await page.getByRole('button', { name: 'Scratchpad' }).click();
  await drawLine(page);
  await expect(lines(page)).toHaveCount(1);
  await expect(pad(page).getByRole('status')).toContainText('the sheet is lost when you leave the question');

  await page.goto(`/test_instruction/${await idOf(student, 'Quick mock, 15 minutes')}`);
  await page.getByRole('checkbox', { name: 'Exam-exact mode' }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await passFirstMinutes(page, { worksWithKeyboard: false });
  await expect(page.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Scratchpad' })).toHaveCount(0);
});
