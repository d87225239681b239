import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectHeld, question, setOffline } from './device.ts';
import { endTest, idOf, isNarrow, openSummary, passFirstMinutes, signInAs, test } from './student.ts';

const keypad = (page: Page) => page.getByRole('group', { name: 'Keypad' });

test('in exam-exact mode only saved answers count, keys have no effect, and a draft survives a reload', async ({ page, student }) => {
  const id = await idOf(student, 'Quick mock, 15 minutes');
  await page.goto(`/test_instruction/${id}`);
  await page.getByRole('checkbox', { name: 'Exam-exact mode' }).check();
  await expect(page.getByText('As in the real exam, an answer counts only after Save & Next')).toBeVisible();
  await expectAccessible(page, 'instructions of an exam-exact test');
  await page.getByRole('button', { name: 'Begin' }).click();
  await passFirstMinutes(page, { worksWithKeyboard: true });
  await expect(question(page, 1)).toBeVisible();

  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(async () => {
    await page.getByRole('radio').first().press('ArrowDown');
    await expect(page.getByRole('radio').nth(1)).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Space');
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await expect(page.getByText('Not saved. It counts after Save & Next.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await page.getByRole('button', { name: 'Save & Next' }).click();

  await page.getByRole('radio').nth(2).click();
  await page.getByRole('button', { name: 'Prev' }).click();
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.getByRole('radio').nth(2).click();
  await page.getByRole('button', { name: 'Mark for review & Next' }).click();

  await page.getByRole('button', { name: 'Save & Next' }).click();
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await expect(question(page, 5)).toBeVisible();
  await page.keyboard.type('7');
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('');
  await keypad(page).getByRole('button', { name: '7', exact: true }).click();
  const summary = await openSummary(page);
  await expect(summary).toContainText('Your choice at question 5 is not saved and does not count.');
  await summary.getByRole('button', { name: 'Back to the test' }).click();
  await endTest(page);
  await expect(page.getByRole('region', { name: 'Score' })).toBeVisible();
  await expectHeld(student, id, [[2], [3], ...Array.from({ length: 13 }, () => [])], true);
});

test('an exam-exact test begins with the name of the candidate, two parts of instructions and a declaration; then the keyboard is off', async ({
  page,
  student,
  console,
}) => {
  console.expectFaults(/ERR_FAILED/);
  await page.route('**/get_candidate*', (route) => route.abort());
  await page.goto(`/test_instruction/${await idOf(student, 'Quick mock, 15 minutes')}`);
  await page.getByRole('checkbox', { name: 'Exam-exact mode' }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  const welcome = page.getByRole('dialog', { name: 'Welcome' });
  await expect(welcome).toContainText('Could not be loaded. It changes nothing in the test.');
  await welcome.getByRole('button', { name: 'Back' }).click();
  await page.unroute('**/get_candidate*');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(welcome).toContainText('Nila Das');
  await expectAccessible(page, 'the welcome before a test');
  await passFirstMinutes(page, { worksWithKeyboard: false });
  await expect(question(page, 1)).toBeVisible();

  await page.getByRole('radio').first().focus();
  for (const key of ['Space', '2', 'Enter', 'ArrowRight']) await page.keyboard.press(key);
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(question(page, 1)).toBeVisible();
  await expect(page.getByText('The keyboard is off, as in the exam. Use the mouse.')).toBeVisible();
  await page.getByRole('radio').first().click();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await page.getByRole('button', { name: 'End Test' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a student of an institute adds a photograph, which is shown beside name and roll number before a test', async ({ page, console }) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize({ width: 360, height: 740 });
  const student = await signInAs(page, '9000000008');
  await page.goto('/profile');
  const part = page.getByRole('region', { name: 'Photograph for tests' });
  await expect(part.getByRole('group', { name: 'A photo of your face' })).toBeVisible();
  const picture = await page.screenshot({ type: 'jpeg', quality: 30 });
  await part.locator('input[type=file]').first().setInputFiles({ name: 'face.jpg', mimeType: 'image/jpeg', buffer: picture });
  await setOffline(page.context(), true);
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(part.getByRole('alert')).toContainText('Not saved: You seem to be offline.');
  await setOffline(page.context(), false);
  await part.getByRole('button', { name: 'Save' }).click();
  await expect(part.getByRole('img', { name: 'Photograph of Aman Verma' })).toBeVisible();
  await expectAccessible(page, 'the photograph of a student');

  await page.goto(`/test_instruction/${await idOf(student, 'Exam-exact rehearsal')}`);
  await page.getByRole('button', { name: 'Begin' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('img', { name: 'Photograph of Aman Verma' })).toBeVisible();
  await expect(dialog).toContainText('VC-104');
  // Each part begins at its top, also after a part that was read to its end.
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('3 of 3')).toBeInViewport();
});

test('all keypad keys and both buttons of the finish dialog are in view on a small phone', async ({ page, student }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await idOf(student, 'Quick mock, 15 minutes');
  await page.goto(`/test_instruction/${id}`);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(question(page, 1)).toBeVisible();
  expect(isNarrow(page)).toBe(true);
  for (let number = 2; number <= 5; number += 1) await page.getByRole('button', { name: 'Save & Next' }).click();
  await expect(question(page, 5)).toBeVisible();
  for (const key of await keypad(page).getByRole('button').all()) await expect(key).toBeInViewport({ ratio: 1 });
  const summary = await openSummary(page);
  const [back, end] = ['Back to the test', 'End Test'].map((name) => summary.getByRole('button', { name }));
  const row = summary.getByRole('row', { name: /^Total of 15/ });
  for (const part of [back, end, row]) await expect(part ?? row).toBeInViewport({ ratio: 1 });
  expect((await back?.boundingBox())?.width).toBe((await end?.boundingBox())?.width);
});

test('the tour is shown before the first test, while the clock of the test does not run yet', async ({ browser, student }) => {
  const context = await browser.newContext({ storageState: await student.page.context().storageState() });
  const page = await context.newPage();
  await page.goto(`${process.env['SITE_ADDRESS'] ?? ''}/test_instruction/${await idOf(student, 'Short test')}`);
  await page.evaluate(() => localStorage.removeItem('tour-seen'));
  await page.reload();
  await page.getByRole('button', { name: 'Begin' }).click();
  const tour = page.getByRole('dialog', { name: 'Before your first test' });
  for (const step of ['1 of 4', '2 of 4', '3 of 4']) {
    await expect(tour).toContainText(step);
    await tour.getByRole('button', { name: 'Next' }).click();
  }
  await tour.getByRole('button', { name: 'Begin the test' }).click();
  await expect(question(page, 1)).toBeVisible();
  await context.close();
});
