// Contents: the guardian's consent · the export and the deletion
import { readFile } from 'node:fs/promises';
import { updateProfile } from '@abhyas/contract/institute/identity';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { callSite, newPhone, signIn } from './sign-in.ts';
import { bringToken, signInAs, test } from './student.ts';

const site = () => process.env['SITE_ADDRESS'] ?? '';

/** Requests a code until the wait after the last one is over, and enters the code that the demo shows; the sixth digit submits it. */
async function enterCode(page: Page): Promise<void> {
  const code = page.getByText(/^\d{6}$/);
  await expect(async () => {
    await page.getByRole('button', { name: /^Send a code to/ }).click();
    await expect(code).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 45_000, intervals: [3_000] });
  await page.getByLabel('Digit 1 of 6').pressSequentially(await code.innerText());
}

test('a student under 18 must wait for a guardian, who agrees with a code that is sent to the guardian’s phone', async ({ page }) => {
  const token = await signIn(site(), newPhone(), { name: 'Nila Das', course: 'MED' });
  await callSite(site(), token, updateProfile, { age: 15, is_onboarding: false });
  await bringToken(page, token);
  await page.goto('/home');
  await expect(page).toHaveURL('/consent');
  await expectAccessible(page, 'the request for a guardian’s consent');
  await page.getByLabel('Name of your parent or guardian').fill('Sunita Das');
  await page.getByLabel('They are your').selectOption('Mother');
  await page.getByLabel('Their phone number').fill(newPhone());
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('To Sunita Das:')).toBeVisible();
  await expectAccessible(page, 'what the guardian reads');
  await enterCode(page);
  await expect(page).toHaveURL('/home');
});

test('all personal data is exported in one file, which needs a fresh code', async ({ page, console }) => {
  console.expectFaults(/429/);
  await signInAs(page, '9000000001');
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Download my data/ }).click();
  await expectAccessible(page, 'the code before the export');
  await enterCode(page);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Save the file' }).click();
  const file = await readFile(await (await download).path());
  // A zip file begins with these letters.
  expect(file.subarray(0, 2).toString()).toBe('PK');
});

test('a deletion waits for seven days, is announced on every page, and can be cancelled there', async ({ page, console }) => {
  console.expectFaults(/429/);
  await signInAs(page, '9000000003');
  await page.goto('/profile');
  await page.getByRole('button', { name: /^Delete my account/ }).click();
  await expectAccessible(page, 'what a deletion does');
  await enterCode(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/home');
  const notice = page.getByRole('region', { name: 'Deletion of your account' });
  await expect(notice).toContainText('Your account will be deleted on');
  await expectAccessible(page, 'a page of an account that is to be deleted');
  await notice.getByRole('button', { name: 'Keep my account' }).click();
  await expect(notice).toHaveCount(0);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: /^Delete my account/ })).toBeVisible();
});
