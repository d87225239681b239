import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { signInAs, test } from './student.ts';

const [riya, owner] = ['9000000007', '9000000011'] as const;
const reason = 'Measured from the roof the ground is at 20 m below, so the height is minus 20 m.';

test('a student challenges a provisional key, and staff keep it with a reason', async ({ page, browser }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, riya);
  await page.goto('/home');
  await page.getByRole('button', { name: /Notifications/ }).click();
  await page.getByText('The provisional key is out').click();
  await expect(page).toHaveURL(/\/key_challenges\/\d+$/);
  await expect(page.getByRole('status')).toContainText('open for challenges until');
  await page.getByRole('button', { name: /^Q 1/ }).click();
  await page.getByRole('button', { name: 'Challenge this key' }).click();
  await page.getByRole('button', { name: 'Send the challenge' }).click();
  await expect(page.getByText('Choose the answer that you take for right.')).toBeVisible();
  await page.getByRole('radio', { name: 'No answer is right' }).check();
  await page.getByLabel('Your reason').fill(reason);
  await expectAccessible(page, 'the form of a challenge');
  await page.getByRole('button', { name: 'Send the challenge' }).click();
  await expect(page.getByRole('button', { name: /^Q 1.*Challenged/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Challenged' }).check();
  await expect(page.getByRole('button', { name: /^Q \d/ })).toHaveCount(2);

  const staff = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await signInAs(staff, owner);
  await staff.goto('/staff/tests');
  await staff.getByRole('link', { name: 'Results: Class test: motion' }).click();
  await staff.getByRole('link', { name: 'Key challenges' }).click();
  await expect(staff.getByText(reason)).toBeVisible();
  await expectAccessible(staff, 'the challenges of the keys of a test');
  await staff.getByRole('button', { name: 'Keep the key of question 1' }).click();
  const dialog = staff.getByRole('dialog', { name: 'Keep the key of question 1?' });
  await dialog.getByLabel('Your reason').fill('A height has no sign: the roof is 20 m above the ground.');
  await dialog.getByRole('button', { name: 'Keep the key' }).click();
  await expect(staff.getByText('Key kept')).toBeVisible();
  await expect(staff.getByRole('button', { name: 'Publish the final key' })).toBeDisabled();
  await staff.getByText('The question', { exact: true }).first().click();
  await expect(staff.getByRole('heading', { name: /^Question \d$/, level: 2 })).toBeVisible();
  await staff.getByRole('link', { name: 'Try a correction of question 1' }).click();
  await expect(staff.getByRole('heading', { name: 'Question 1, correct the key' })).toBeVisible();
});
