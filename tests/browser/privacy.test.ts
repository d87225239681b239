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

async function newMinor(page: Page): Promise<void> {
  const token = await signIn(site(), newPhone(), { name: 'Nila Das', course: 'MED' });
  await callSite(site(), token, updateProfile, { age: 15, is_onboarding: false });
  await bringToken(page, token);
}

test('a student under 18 answers free questions and a short test first, and the answers are not sent before a guardian agrees', async ({
  page,
  browser,
}) => {
  await newMinor(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.goto('/home');
  await expect(page).toHaveURL('/consent');
  await expectAccessible(page, 'the first steps');
  await page.getByRole('link', { name: 'Begin ten questions' }).click();
  for (const number of [1, 2]) {
    await expect(page.getByRole('heading', { name: `Question ${number} of 10` })).toBeVisible();
    const option = page.getByRole('radio').first();
    if (await option.count()) await option.click();
    else await page.getByRole('button', { name: '1', exact: true }).click();
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(page.getByText(/^(Correct|Incorrect)$/)).toBeVisible();
    // The Verify button is removed, so the focus moves to the result.
    await expect(page.locator(':focus').getByRole('button', { name: 'Next' })).toBeVisible();
    if (number === 1) await expectAccessible(page, 'a first question, verified');
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await page.getByRole('link', { name: 'Back to your first steps' }).click();
  const goOn = page.getByRole('link', { name: 'Continue: question 3 of 10' });
  await expect(goOn).toBeVisible();
  // The answers are there after a reload too.
  await page.reload();
  await goOn.click();
  await expect(page.getByText('2 of 10 done')).toBeVisible();
  await page.goto('/try');
  await page.getByRole('button', { name: 'End Test' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End Test' }).click();
  await page.getByRole('link', { name: 'Go on' }).click();
  await expect(page.getByText('0 of 5 questions right')).toBeVisible();
  expect(sent).toEqual([]);

  await page.getByLabel('Phone number of your parent or guardian').fill(newPhone());
  await page.getByRole('button', { name: 'Send them a link' }).click();
  const address = (await page.getByRole('link', { name: 'this link' }).getAttribute('href')) ?? '';
  await expectAccessible(page, 'a link that was sent');

  const elsewhere = await browser.newContext({ serviceWorkers: 'block' });
  const parent = await elsewhere.newPage();
  await parent.goto(site() + address);
  await expect(parent.getByText('Nila Das is under 18')).toBeVisible();
  await expect(parent).toHaveURL(/\/agree$/);
  await expectAccessible(parent, 'what the guardian reads');
  await parent.getByLabel('Your name').fill('Sunita Das');
  await parent.getByRole('button', { name: 'I agree' }).click();
  await expect(parent.getByText('Nila Das can study now')).toBeVisible();
  await elsewhere.close();
  await expect(page).toHaveURL('/home', { timeout: 20_000 });
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('first-steps')))).toEqual([]);
});

test('a guardian who is beside the student agrees with a code that is sent to the guardian’s phone', async ({ page, console }) => {
  console.expectFaults(/429/);
  await newMinor(page);
  await page.goto('/consent');
  await page.getByLabel('Phone number of your parent or guardian').fill(newPhone());
  await page.getByRole('button', { name: 'They are with me: use a code' }).click();
  await page.getByLabel('Name of the parent or guardian').fill('Sunita Das');
  await page.getByLabel('Relation to the student').selectOption('Mother');
  await expectAccessible(page, 'the consent by code');
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
