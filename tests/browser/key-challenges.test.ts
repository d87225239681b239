import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { setOffline } from './device.ts';
import { signInAs, test } from './student.ts';

const [riya, owner] = ['9000000007', '9000000011'] as const;
const reason = 'Measured from the roof the ground is at 20 m below, so the height is minus 20 m.';

test('a student challenges a provisional key, which is kept on the device until it is sent, and staff keep the key with a reason', async ({
  page,
  browser,
  console,
}) => {
  console.expectFaults(/500|ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, riya);
  await page.goto('/home');
  await page.getByRole('button', { name: /Notifications/ }).click();
  await page.route('**/api/key_challenges/*', (route) => route.abort());
  await page.getByText('The provisional key is out').click();
  await expect(page).toHaveURL(/\/key_challenges\/\d+$/);
  await expect(page.getByRole('alert')).toContainText('No connection');
  await page.unroute('**/api/key_challenges/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Back to the report' }).click();
  await page.getByRole('link', { name: 'Check and challenge the key' }).click();
  await expect(page.getByRole('status')).toContainText('open for challenges until');
  await page.getByRole('button', { name: /^Q 1/ }).click();
  await page.getByRole('button', { name: 'Challenge this key' }).click();
  await page.getByRole('button', { name: 'Send the challenge' }).click();
  await expect(page.getByText('Choose the answer that you take for right.')).toBeVisible();
  await page.getByRole('radio', { name: 'No answer is right' }).check();
  await page.getByLabel('Your reason').fill(reason);
  await expectAccessible(page, 'the form of a challenge');
  const send = page.getByRole('button', { name: 'Send the challenge' });
  const failure = page.getByRole('alert').filter({ hasText: 'Not sent.' });
  await setOffline(page.context(), true);
  await send.click();
  await expect(failure).toContainText('You seem to be offline.');
  await setOffline(page.context(), false);
  await page.route('**/key_challenges/*/challenge', (route) =>
    route.fulfill({ status: 500, json: { code: 'defect', message: 'Something went wrong' } }),
  );
  await send.click();
  await expect(failure).toContainText('Something went wrong');
  await expect(failure).toContainText('What you wrote is kept on this device.');
  await page.unroute('**/key_challenges/*/challenge');
  await page.reload();
  await page.getByRole('button', { name: /^Q 1/ }).click();
  await expect(page.getByLabel('Your reason')).toHaveValue(reason);
  await expect(page.getByRole('radio', { name: 'No answer is right' })).toBeChecked();
  await send.click();
  await expect(page.getByRole('button', { name: /^Q 1.*Challenged/ })).toBeVisible();
  await page.getByRole('radio', { name: 'Challenged' }).check();
  await expect(page.getByRole('button', { name: /^Q \d/ })).toHaveCount(2);

  const staff = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await signInAs(staff, owner);
  await staff.goto('/staff/tests');
  await staff.getByRole('link', { name: 'Results: Revision test 1' }).click();
  await staff.getByRole('link', { name: 'Key challenges' }).click();
  await expect(staff.getByText('Let students check the key')).toBeVisible();
  await staff.getByRole('button', { name: 'Open the keys for challenges' }).click();
  await setOffline(staff.context(), true);
  await staff.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click();
  await expect(staff.getByRole('dialog').getByRole('alert')).toContainText('Nothing changed. You seem to be offline.');
  await setOffline(staff.context(), false);
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

  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('button', { name: /^Q \d/ })).toHaveCount(1);
  await page.getByRole('button', { name: /^Q 2/ }).click();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByText('You challenged no key.')).toBeVisible();
});
