import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { beginTest, endTest, test } from './student.ts';

test('a question that an institute keeps to itself stands in a review as it was answered, without a verdict', async ({ page, student }) => {
  const id = await beginTest(student, 'Shared test');
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
