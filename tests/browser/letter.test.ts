import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { setOffline } from './device.ts';
import { signInAs, test } from './student.ts';

const [aman, teacher, owner, guardian] = ['9000000008', '9000000012', '9000000011', '9000000014'] as const;

test('a student opens the Monday letter from the menu, and subscribes to it with one press and unsubscribes with another', async ({
  page,
  console,
}) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, aman);
  await page.route('**/get_letters*', (route) => route.abort());
  await page.goto('/letter');
  await expect(page.getByRole('alert')).toContainText('This letter is not on this device.');
  await page.unroute('**/get_letters*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/^Monday, .*, to Sunday, /)).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Revision test 2');
  await expect(page.getByRole('article')).toContainText('Revision test 3');
  await expectAccessible(page, 'the letter of a student');
  const agreement = page.getByRole('checkbox', { name: 'By a notification' });
  await expect(agreement).not.toBeChecked();
  await agreement.click();
  // The tick is shown at once; until the server has answered, the box is disabled.
  await expect(agreement).toBeEnabled();
  await expect(agreement).toBeChecked();
  await page.reload();
  await expect(agreement).toBeChecked();
  await setOffline(page.context(), true);
  await agreement.click();
  await expect(page.getByRole('alert')).toContainText('Not changed');
  await setOffline(page.context(), false);
  await agreement.click();
  await expect(agreement).not.toBeChecked();
});

test('a student confirms an address for the Monday e-mails by the link in an e-mail, and ends them', async ({
  student: { page },
  console,
}) => {
  console.expectFaults(/422/);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/letter');
  await expect(page.getByRole('article')).toContainText('A quiet week');
  const byText = page.getByRole('checkbox', { name: 'By a text message' });
  await byText.click();
  await expect(byText).toBeChecked();
  await page.getByLabel('By e-mail').fill('nila@example');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Write one e-mail address')).toBeVisible();
  await page.getByLabel('By e-mail').fill('nila@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Open the link of the e-mail' }).click();
  await expectAccessible(page, 'the page that confirms an address');
  expect(page.url()).not.toContain('#');
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByText('The address is confirmed')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the letter' }).click();
  await expect(page.getByText('By e-mail to nila@example.com')).toBeVisible();
  await expectAccessible(page, 'the ways in which a letter is announced');
  await page.getByRole('button', { name: 'End the e-mails' }).click();
  await expect(page.getByLabel('By e-mail')).toBeVisible();
  await page.goto('/letter_mail#a-link-that-was-damaged.on-its-way');
  await page.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has expired or is damaged');
});

test('owner and teacher open the letter of their institute and batches from Today, and a guardian gets one for each child', async ({
  browser,
}) => {
  for (const [phone, about] of [
    [owner, 'Vidya Classes'],
    [teacher, 'Your batches at Vidya Classes'],
  ] as const) {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
    await signInAs(page, phone);
    await page.goto('/staff');
    await page.getByRole('link', { name: 'The letter of last week' }).click();
    await expect(page).toHaveURL('/staff/letter');
    await expect(page.getByRole('heading', { name: about })).toBeVisible();
    await expectAccessible(page, `the letter of ${phone === owner ? 'an owner' : 'a teacher'}`);
  }
  const page = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await signInAs(page, guardian);
  await page.goto('/letter');
  await expect(page.getByRole('heading', { level: 2 })).not.toHaveCount(0);
  await expectAccessible(page, 'the letters of a guardian');
});
