import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { signInAs, test } from './student.ts';

const teacher = '9000000012';

test.use({ deviceScaleFactor: 2 });

/** Composes a paper, prints set B of its answer sheet, makes it a test, and returns both. */
async function printedSheet(page: Page) {
  await page.goto('/staff/papers');
  await page.getByRole('button', { name: 'New paper' }).click();
  const dialog = page.getByRole('dialog', { name: 'New paper' });
  await dialog.getByRole('radio', { name: 'JEE Main', exact: true }).check();
  await dialog.getByLabel('Name').fill('On paper');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Fill 75 questions' }).click();
  await expect(page.getByText('75 of 75 questions chosen.')).toBeVisible();
  const draft = Number(/papers\/(\d+)/.exec(page.url())?.[1]);
  await page.getByRole('link', { name: 'Print', exact: true }).click();
  await page.getByRole('combobox', { name: 'Set' }).selectOption('B');
  await page.getByRole('checkbox', { name: 'Question paper' }).uncheck();
  await page.getByRole('checkbox', { name: 'Answer sheet' }).check();
  const sheets = page.getByRole('region', { name: /^Answer sheet, set B/ });
  await expect(sheets.first()).toBeVisible();
  return { draft, sheets };
}

/** Fills bubbles of the shown sheets: `question column value`, each with its shade. */
const fill = (page: Page, marks: Record<string, string>) =>
  page.evaluate((shades) => {
    for (const [bubble, shade] of Object.entries(shades))
      for (const circle of document.querySelectorAll(`[data-bubble="${bubble}"] circle`)) circle.setAttribute('fill', shade);
  }, marks);

test('a teacher loads a printed sheet, settles its doubts, enters it and takes it back', async ({ page }) => {
  await signInAs(page, teacher);
  const { draft, sheets } = await printedSheet(page);
  const roll = Object.fromEntries([...'101'].map((digit, column) => [`roll ${column} ${digit}`, '#222']));
  // Question 1 has one mark, question 2 two, question 3 a faint one.
  await fill(page, { ...roll, '1 0 2': '#222', '2 0 1': '#222', '2 0 4': '#222', '3 0 3': '#d0d0d0' });
  // As it is printed: without the console's bar above the pages.
  await page.emulateMedia({ media: 'print' });
  const pictures = [];
  for (const [at, sheet] of (await sheets.all()).entries())
    pictures.push({ name: `sheet-${at + 1}.png`, mimeType: 'image/png', buffer: await sheet.screenshot() });
  const paper = await page.evaluate(async (id) => {
    const { version } = await (await fetch(`/api/staff/paper_drafts/${id}`)).json();
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ version }) };
    const { paper_id } = await (await fetch(`/api/staff/paper_drafts/${id}/publish`, options)).json();
    return paper_id as number;
  }, draft);

  await page.emulateMedia({ media: null });
  await page.goto(`/staff/tests/${paper}/sheets`);
  await expect(page.getByText('No sheet is loaded yet')).toBeVisible();
  const field = page.locator('input[type="file"]');
  await field.setInputFiles(pictures);
  await expect(page.getByRole('status').getByText(`${pictures.length} loaded`)).toBeVisible();
  await expect(page.getByText('2 doubts')).toBeVisible();
  await expectAccessible(page, 'loaded answer sheets');

  await page.getByRole('button', { name: 'Look at the sheet of Kabir Khan' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Kabir Khan: 2 doubts' });
  await expect(dialog.getByAltText('Question 2 as it was marked')).toBeVisible();
  await expect(dialog.getByText('Two marks count as a wrong answer.')).toBeVisible();
  await expectAccessible(page, 'the doubts of an answer sheet');
  await dialog
    .getByRole('group', { name: /^Question 2/ })
    .getByRole('checkbox', { name: '4' })
    .uncheck();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('2 doubts', { exact: true })).toBeHidden();

  await field.setInputFiles(pictures.slice(0, 1));
  await expect(page.getByText('sheet-1.png: This sheet was loaded before.')).toBeVisible();
  await page.getByRole('button', { name: `Enter ${pictures.length} sheets` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(page.getByText(/of 300 marks/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Take entered sheets back' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByRole('button', { name: `Enter ${pictures.length} sheets` })).toBeVisible();
});

test('a picture without a sheet and rows with faults are refused with the reason', async ({ page }) => {
  await signInAs(page, teacher);
  await page.goto('/staff');
  const { tests } = await page.evaluate(async () => (await fetch('/api/staff/tests?is_assignment=false')).json());
  const { id } = tests.find((one: { question_count: number }) => one.question_count > 1);
  await page.goto(`/staff/tests/${id}/sheets`);
  const blank = await page.locator('h1').screenshot();
  const rows = 'Roll number,1\n101,A\n';
  await page.locator('input[type="file"]').setInputFiles([
    { name: 'table.png', mimeType: 'image/png', buffer: blank },
    { name: 'answers.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) },
  ]);
  await expect(page.getByText(/^table\.png: The four squares in the corners were not found/)).toBeVisible();
  await expect(page.getByText('answers.csv, line 1: The file has no column of question 2.')).toBeVisible();
});
