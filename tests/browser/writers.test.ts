import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectHeld, question, saveState, sendNow, setOffline, waitForWorker } from './device.ts';
import { beginTest, bringToken, idOf, openSummary, test } from './student.ts';

const takenOver = (page: Page) =>
  page.getByRole('alert').filter({
    hasText: 'This test is open in another tab or on another device, and answers are given there. Here you can only read.',
  });
const goesOnHere = (page: Page) => page.getByText('The test continues here. Where it was open before, it is now read-only.');
const option = (page: Page, name: string) => page.getByRole('radio', { name });

test('a second tab takes the test over at once; the first tab is read-only until it takes the test over again', async ({
  page,
  student,
  context,
}) => {
  const id = await beginTest(student, 'Short test');
  await option(page, 'joule').click();

  const second = await context.newPage();
  await second.goto(`/test/${id}`);
  await expect(option(second, 'joule')).toBeChecked();
  await expect(second.getByRole('banner').getByText('The test continues here.')).toBeVisible();
  await expect(goesOnHere(second)).toHaveCount(1);

  await expect(takenOver(page)).toBeVisible();
  await expect(option(page, 'kelvin')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('4');
  await expect(page.getByRole('button', { name: 'Mark for review & Next' })).toBeDisabled();
  await expectAccessible(page, 'a test that another tab took over');
  const summary = await openSummary(page);
  await expect(summary.getByRole('button', { name: 'End Test' })).toBeDisabled();
  await page.keyboard.press('Escape');
  // The first tab can still show other questions.
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(question(page, 2)).toBeVisible();

  await option(second, 'kelvin').click();
  await sendNow(second);
  await expect(saveState(second)).toHaveText('Saved');
  await expectHeld(student, id, [[3], [], [], [], []]);

  await page.getByRole('button', { name: 'Go on here' }).click();
  await expect(option(page, 'kelvin')).toBeChecked();
  await expect(takenOver(page)).toHaveCount(0);
  await expect(takenOver(second)).toBeVisible();
  await option(page, 'candela').click();
  await second.close();
  await sendNow(page);
  await expectHeld(student, id, [[4], [], [], [], []]);
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a second tab of the same browser takes over too, and no older answer replaces a newer one', async ({
    page,
    student,
    context,
    console,
  }) => {
    console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
    const id = await beginTest(student, 'Short test');
    await waitForWorker(page);
    await setOffline(context, true);
    await option(page, 'ampere').click();

    const second = await context.newPage();
    await second.goto(`/test/${id}`);
    await second.getByRole('button', { name: 'Go on with the test' }).click();
    await expect(option(second, 'ampere')).toBeChecked();
    await expect(takenOver(page)).toBeVisible();
    await option(second, 'joule').click();
    await expect(option(second, 'joule')).toBeChecked();
    await second.close();

    await page.getByRole('button', { name: 'Go on here' }).click();
    await page.getByRole('button', { name: 'Go on with the test' }).click();
    await expect(option(page, 'joule')).toBeChecked();
    await setOffline(context, false);
    await expect(saveState(page)).toHaveText('Saved');
    await expectHeld(student, id, [[2], [], [], [], []]);
  });
});

test('a second device takes over; an unsent answer of the first device counts only where the second has none', async ({
  page,
  student,
  context,
  browser,
  console,
}) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  const id = await beginTest(student, 'Short test');
  await option(page, 'ampere').click();
  await sendNow(page);
  await expectHeld(student, id, [[1], [], [], [], []]);
  await setOffline(context, true);
  await option(page, 'candela').click();
  await page.keyboard.press('ArrowRight');
  await option(page, 'metre').click();
  await expect(saveState(page)).toHaveText('Saved on this device, not yet sent');

  const elsewhere = await browser.newContext();
  const second = await elsewhere.newPage();
  await bringToken(second, student.token);
  await second.goto('/previous_paper');
  await second.getByRole('listitem').filter({ hasText: 'Short test' }).getByRole('link', { name: 'Continue' }).click();
  await expect(option(second, 'ampere')).toBeChecked();
  await expect(goesOnHere(second)).toBeVisible();
  await option(second, 'joule').click();
  await sendNow(second);
  await expectHeld(student, id, [[2], [], [], [], []]);

  await setOffline(context, false);
  await expect(takenOver(page)).toBeVisible();
  await expectHeld(student, id, [[2], [3], [], [], []]);
  await expect(saveState(page)).toHaveText('Saved');

  await page.getByRole('button', { name: 'Go on here' }).click();
  await expect(option(page, 'joule')).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(option(page, 'metre')).toBeChecked();
  // An upload that is on its way when the page is asked to send may have left before the test was taken over.
  await expect(async () => {
    await sendNow(second);
    await expect(takenOver(second)).toBeVisible({ timeout: 2000 });
  }).toPass();
  await elsewhere.close();
});

test('practice too has only one writer at a time', async ({ page, student, context }) => {
  await page.goto(`/chapter/${await idOf(student, 'First steps')}`);
  await page.getByRole('link', { name: /^The four kinds/ }).click();
  await expect(page.getByRole('heading', { name: /^Question 1 of/ })).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(second.getByRole('heading', { name: /^Question 1 of/ })).toBeVisible();
  const notice = page.getByRole('alert').filter({ hasText: 'This practice is open in another tab or on another device' });
  await notice.getByRole('button', { name: 'Go on here' }).click();
  await expect(notice).toHaveCount(0);
  await expect(second.getByRole('alert')).toContainText('Here you can only read.');
});
