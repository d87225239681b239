import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { signInAs, test } from './student.ts';

const owner = '9000000011';
const teacher = '9000000012';

const sheet = String.raw`question,option_a,option_b,option_c,option_d,answer,solution,topic
"How far behind a plane mirror is the image of a lamp 2 m in front of it?",1 m,2 m,3 m,4 m,B,"As far behind as the lamp is in front.",Plane mirrors
"A mirror has the focal length \(\frac{R}{2\). What is R?",1,2,3,4,A,,Plane mirrors
"Which mirror enlarges a face?",Plane,Concave,Convex,A,None,,
`;

const upload = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a teacher imports a sheet: maps its topics, mends a formula, adds the questions to the bank, exports them and undoes the import', async ({
  page,
}) => {
  await signInAs(page, teacher);
  await page.goto('/staff/bank');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('link', { name: 'moodle-export-lenses.xml' })).toBeVisible();
  await expect(page.getByText('No questions were recognised in this file.')).toBeVisible();
  await expectAccessible(page, 'the list of imports');
  await upload(page, 'mirrors.csv', sheet);
  await expect(page.getByRole('heading', { name: 'Questions of the file' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('To mend', { exact: true })).toHaveCount(3);
  await expectAccessible(page, 'an import to check');

  await page.getByRole('combobox', { name: 'Topic for Plane mirrors' }).selectOption({ label: 'Reflection and mirrors' });
  await page.getByRole('button', { name: 'Use these topics' }).click();
  await expect(page.getByRole('heading', { name: '1 question is ready for the bank' })).toBeVisible();

  await page.getByRole('listitem', { name: 'Row 3' }).getByRole('button', { name: 'Mend' }).click();
  const form = page.getByRole('form', { name: 'Question 2' });
  await expect(form.getByText(/TeX does not render/)).toBeVisible();
  await expectAccessible(page, 'a question that is mended');
  await form
    .getByRole('textbox', { name: 'Question', exact: true })
    .fill(String.raw`A mirror has the focal length \(\frac{R}{2}\). What is R?`);
  await expect(form.getByText(/TeX does not render/)).toHaveCount(0);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: '2 questions are ready for the bank' })).toBeVisible();

  await page.getByRole('button', { name: 'Add 2 questions to the bank' }).click();
  await expect(page.getByText('2 questions of this file are in the bank.')).toBeVisible({ timeout: 30_000 });
  await page.reload();
  await page.getByRole('link', { name: 'Open the bank' }).click();
  await expect(page.getByRole('link', { name: /How far behind a plane mirror/ })).toBeVisible();

  await page.getByRole('searchbox', { name: 'Search' }).fill('behind a plane mirror');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download' }).click();
  const path = await (await download).path();
  expect(readFileSync(path).subarray(0, 2).toString()).toBe('PK');

  await page.goto('/staff/import');
  await page.getByRole('link', { name: 'mirrors.csv' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo the import' });
  await expectAccessible(page, 'the undo of an import');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: '2 questions are ready for the bank' })).toBeVisible({ timeout: 30_000 });
});

test('the same file again is named before it is read twice, and an import is deleted, on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, owner);
  const text = sheet.replaceAll('mirror', 'looking-glass');
  for (const round of [1, 2]) {
    await page.goto('/staff/import');
    await upload(page, `again-${round}.csv`, text);
    if (round === 1) await expect(page.getByRole('heading', { name: 'Questions of the file' })).toBeVisible({ timeout: 30_000 });
  }
  const dialog = page.getByRole('dialog', { name: 'This file was imported before' });
  await expectAccessible(page, 'a file that was imported before');
  await dialog.getByRole('link', { name: 'again-1.csv' }).click();
  await expect(page.getByRole('heading', { name: 'Questions of the file' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete the import' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Imports' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'again-1.csv' })).toHaveCount(0);
});
