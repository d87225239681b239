import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectHeld, killTab, setOffline } from './device.ts';
import { institute } from './staff.ts';
import { beginTest, bringToken, endTest, idOf, signInAs, type Student, test } from './student.ts';

/** Ends a test without a network, saves its answer file, and closes the page for good. */
async function takeFile({ page }: Student, context: BrowserContext): Promise<{ name: string; text: string }> {
  await endTest(page);
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'Your answers could not be sent' }).getByRole('button', { name: 'Download' }).click();
  const file = await download;
  const text = await readFile(await file.path(), 'utf8');
  await killTab(page);
  await context.close();
  return { name: file.suggestedFilename(), text };
}

/** Chooses a file on the page for answer files, and sends it. */
async function send(page: Page, name: string, text: string): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Send' }).click();
}

test('an answer file is accepted on another device, and an altered one is refused with a message', async ({
  page,
  student,
  context,
  browser,
  console,
}) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  const id = await beginTest(student, 'Short test');
  await setOffline(context, true);
  await page.getByRole('radio', { name: 'joule' }).click();
  const { name, text } = await takeFile(student, context);
  // A person who finds the file cannot read the answers.
  expect(text).not.toContain('responses');

  const elsewhere = await (await browser.newContext()).newPage();
  await bringToken(elsewhere, student.token);
  await elsewhere.goto('/answer_file');
  const refused = elsewhere.getByRole('alert').filter({ hasText: 'This is not one of your answer files, or it was changed.' });
  const at = text.indexOf('"sealed":"') + 40;
  const altered = text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);
  for (const damaged of [altered, text.slice(0, -60), 'My holiday']) {
    await send(elsewhere, name, damaged);
    await expect(refused).toContainText('choose the file exactly as the device saved it');
  }
  await expectAccessible(elsewhere, 'an altered answer file');
  await expectHeld(student, id, [[], [], [], [], []]);

  await send(elsewhere, name, text);
  await expect(elsewhere.getByText('Your answers are received, and the test is finished.')).toBeVisible();
  await expectAccessible(elsewhere, 'an answer file that was taken');
  await elsewhere.getByRole('link', { name: 'Report' }).click();
  await expect(elsewhere).toHaveURL(`/test_report/${id}`);
  await expect(elsewhere.getByRole('region', { name: 'Score' })).toContainText('4 / 16');

  await elsewhere.goto('/answer_file');
  await send(elsewhere, name, text);
  await expect(elsewhere.getByText('Every answer that reached the server in time counts.')).toBeVisible();
  await elsewhere.context().close();
});

test('an answer file that arrives after the end is kept, and counts once the institute accepts it', async ({
  page,
  context,
  browser,
  console,
}) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await institute('assign', 'browser-hall-late', '--phones', '9000000004');
  const student = await signInAs(page, '9000000004');
  const id = await beginTest(student, 'Late test');
  await setOffline(context, true);
  await page.getByRole('radio', { name: 'coulomb' }).click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('radio', { name: 'pascal' }).click();
  const { name, text } = await takeFile(student, context);

  const elsewhere = await (await browser.newContext()).newPage();
  await signInAs(elsewhere, '9000000004');
  await elsewhere.goto(`/test/${id}`);
  await endTest(elsewhere);
  const score = elsewhere.getByRole('region', { name: 'Score' });
  await expect(score).toContainText('0 / 12');
  await elsewhere.goto('/answer_file');
  await send(elsewhere, name, text);
  await expect(elsewhere.getByText('Your answers came after the end of the test. They are kept')).toBeVisible();
  await elsewhere.goto(`/test_report/${id}`);
  await expect(elsewhere.getByRole('note').filter({ hasText: 'received late' })).toBeVisible();
  await expect(score).toContainText('0 / 12');

  await institute('accept-late', 'browser-hall-late', '--phone', '9000000004');
  await elsewhere.reload();
  await expect(score).toContainText('8 / 12');
  await elsewhere.context().close();
});

test('after the answer file of an assignment is sent, the assignment’s report opens', async ({ page, context, browser, console }) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await institute('assign', 'browser-hall-assignment', '--phones', '9000000004');
  const student = await signInAs(page, '9000000004');
  const id = await idOf(student, 'Hall assignment');
  await beginTest(student, 'Hall assignment');
  await setOffline(context, true);
  await page.getByRole('radio', { name: 'coulomb' }).click();
  const { name, text } = await takeFile(student, context);
  const elsewhere = await (await browser.newContext()).newPage();
  await signInAs(elsewhere, '9000000004');
  await elsewhere.goto('/answer_file');
  await send(elsewhere, name, text);
  await elsewhere.getByRole('link', { name: 'Report' }).click();
  await expect(elsewhere).toHaveURL(new RegExp(`/session_report/${id}\\?object_type=6&session_type=0$`));
  await expect(elsewhere.getByRole('heading', { name: / of \d+ marks$/ })).toBeVisible();
  await elsewhere.context().close();
});
