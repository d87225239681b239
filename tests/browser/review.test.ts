import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { institute } from './staff.ts';
import { beginTest, endTest, signInAs, test } from './student.ts';

/** A student of the institute that withholds a question of the paper for a later test. */
const riya = '9000000007';

test('a review shows the student’s answer to a question that the institute withholds, but not whether it is right', async ({ page }) => {
  const window = ['--opens', '2099-12-24T10:00+05:30', '--closes', '2099-12-24T11:00+05:30'];
  await institute('assign', 'browser-hall-later', '--phones', riya, ...window);
  const id = await beginTest(await signInAs(page, riya), 'Shared test');
  await page.getByRole('radio', { name: /coulomb/ }).click();
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await page.getByRole('radio').first().click();
  await endTest(page);
  await expect(page.getByRole('region', { name: 'Score' })).toBeVisible();

  await page.goto(`/test/${id}?review=true`);
  await expect(page.getByText('The result and the solution cannot be shown now')).toBeVisible();
  await expect(page.getByRole('radio', { name: /coulomb/ })).toBeChecked();
  await expect(page.getByText(/^(Correct answer|Correct, your answer|Incorrect, your answer|UNATTEMPTED)$/)).toHaveCount(0);
  const questions = page.getByRole('complementary', { name: 'Questions' });
  await expect(questions.getByRole('button', { name: 'Question 1, not shown yet' })).toBeVisible();
  await expectAccessible(page, 'review of a question kept back');

  await questions.getByRole('button', { name: /^Question 2/ }).click();
  await expect(page.getByRole('region', { name: 'Solution' })).toBeVisible();
  await expect(page.getByText('The result and the solution cannot be shown now')).toHaveCount(0);
});
