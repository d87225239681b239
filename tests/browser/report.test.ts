import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { beginTest, endTest, letAnotherSit, test } from './student.ts';

test('a report has links to the wrong answers, their review and the leaderboard, which lead back to it', async ({ page, student }) => {
  const id = await beginTest(student, 'Short test');
  await letAnotherSit(id);
  await page.getByRole('radio').first().click();
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await page.getByRole('button', { name: 'Mark for review & Next' }).click();
  await endTest(page);
  const score = page.getByRole('region', { name: 'Score' });
  await expect(score).toContainText('/ 16');
  await expect(score).toContainText('Rank');
  await expect(page.getByRole('region', { name: 'Leaderboard' })).toContainText('You');
  await expectAccessible(page, 'a report with its charts');
  await page.emulateMedia({ media: 'print' });
  const chart = page.locator('.recharts-surface').first();
  await expect.poll(async () => (await chart.boundingBox())?.width, 'the printed report has its charts').toBeGreaterThan(200);
  await page.emulateMedia({ media: 'screen' });

  const redo = page.getByRole('link', { name: /^Redo 1$/ });
  const isWrong = (await redo.count()) === 1;
  await page.goto(`/improvements/${id}/${isWrong ? 'incorrect' : 'unattempted'}`);
  await expect(page.getByRole('navigation', { name: 'Improvements' })).toContainText('Unattempted');
  await expect(page.getByRole('heading', { name: /^Question \d+$/ }).first()).toBeVisible();
  await expectAccessible(page, 'improvements');
  await page
    .getByRole('navigation', { name: 'Improvements' })
    .getByRole('link', { name: /^Marked/ })
    .click();
  await page.getByRole('button', { name: 'Add to Mistake Book' }).first().click();
  await expect(page.getByText('In your Mistake Book').first()).toBeVisible();

  await page.goto(`/test/${id}?review=true&only=marked`);
  await expect(page.getByRole('heading', { name: 'Question 2', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeDisabled();
  await page.getByRole('link', { name: /^Marked/ }).click();
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toBeEnabled();

  await page.goto(`/leaderboard/${id}`);
  await expect(page.getByRole('region', { name: 'Everybody' })).toContainText('You');
  await expectAccessible(page, 'a leaderboard');
  await page.getByRole('link', { name: 'Back to the report' }).first().click();
  await expect(page).toHaveURL(`/test_report/${id}`);
});

test('the address of an unknown report says so, with a link back', async ({ page, student, console }) => {
  console.expectFaults(/404/);
  const id = await beginTest(student, 'Short test');
  await page.goto(`/improvements/${id}/clever`);
  await expect(page.getByText('Please try accessing correct page!')).toBeVisible();
  await page.goto(`/test_report/${id}/chapter_performance`);
  await expect(page.getByText('Please try accessing correct page!')).toBeVisible();
  await page.goto(`/test_report/${id}`);
  await expect(page.getByText('Test report will be available in few minutes..!')).toBeVisible();
});
