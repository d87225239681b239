import { expect, type Page } from '@playwright/test';
import { setOffline } from './device.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './student.ts';

async function apply(page: Page, label: string, code: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).fill(code);
  await page.getByRole('button', { name: `Apply ${label.toLowerCase()}` }).click();
}

test.describe('buying Premium', () => {
  test('works with a coupon and a referral code, through a failed payment, to the invoice', async ({ student: { page } }) => {
    await page.goto('/payment');
    await expect(page.getByRole('heading', { name: 'Everything you practise, opened for 12 months' })).toBeVisible();
    await expect(page.getByText('33% off')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay ₹4,000' })).toBeEnabled();

    await apply(page, 'Coupon', 'wrong1');
    await expect(page.getByText('Invalid Coupon Code')).toBeVisible();
    await expect(page.getByLabel('Coupon', { exact: true })).toBeFocused();
    await apply(page, 'Referral code', 'K7M2QX');
    await expect(page.getByText('Invalid Referral Code')).toBeVisible();
    await expectAccessible(page, 'The bill with two codes that are none');

    await apply(page, 'Coupon', 'neet27');
    await expect(page.getByText('Coupon Applied')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay ₹3,600' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove coupon' }).click();
    await expect(page.getByRole('button', { name: 'Pay ₹4,000' })).toBeVisible();
    await apply(page, 'Coupon', 'neet27');
    await apply(page, 'Referral code', 'meera7');
    await expect(page.getByText('Referral Applied')).toBeVisible();
    await expectAccessible(page, 'The bill with both codes');

    await page.getByRole('button', { name: 'Pay ₹3,400' }).click();
    await expect(page).toHaveURL(/\/payment\/order\/\d+$/);
    await expect(page.getByText('no money moves')).toBeVisible();
    await expectAccessible(page, 'The checkout of the demo');
    await page.getByRole('button', { name: 'Let the payment fail' }).click();
    await expect(page.getByText('Nothing was taken.')).toBeVisible();
    await expectAccessible(page, 'A payment that failed');
    await page.getByRole('link', { name: 'Back to the plan' }).click();

    await apply(page, 'Coupon', 'NEET27');
    await page.getByRole('button', { name: 'Pay ₹3,600' }).click();
    await page.getByRole('button', { name: 'Close the checkout' }).click();
    await page.getByRole('button', { name: 'Pay ₹3,600' }).click();
    await page.getByRole('group', { name: 'Demo checkout' }).getByRole('button', { name: 'Pay ₹3,600' }).click();

    const told = page.getByRole('dialog', { name: 'Payment Successful' });
    await expect(told).toContainText("Happy learning! Let's achieve something awesome together!");
    await expectAccessible(page, 'Payment Successful');
    await told.getByRole('button', { name: 'Start learning' }).click();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Select a chapter to start practicing!' })).toBeVisible();
    await expect(told).toBeHidden();

    await page.goto('/payment');
    await expect(page.getByRole('heading', { name: 'You have Premium' })).toBeVisible();
    await expect(page.getByText('Plan amount')).toBeVisible();
    await expectAccessible(page, 'A valid subscription');
    await page.getByRole('link', { name: /^Invoice of/ }).click();
    await expect(page.getByRole('heading', { name: 'Tax invoice' })).toBeVisible();
    await expect(page.getByText(/^INV\/\d\d-\d\d\/\d{6}$/)).toBeVisible();
    await expect(page.getByText('₹3,050.85')).toBeVisible();
    await expectAccessible(page, 'The invoice');
  });

  test('a delayed payment is shown as on its way, and later as paid, without another press', async ({ student: { page } }) => {
    await page.goto('/payment');
    await page.getByRole('button', { name: 'Pay ₹4,000' }).click();
    await page.getByRole('button', { name: /20 seconds/ }).click();
    await expect(page.getByText('Your payment of ₹4,000 is on its way')).toBeVisible();
    await expectAccessible(page, 'Money on its way');
    await page.getByRole('link', { name: 'Back to Subscription' }).click();
    await page.getByRole('link', { name: /A payment of ₹4,000 is on its way/ }).click();
    await expect(page.getByRole('dialog', { name: 'Payment Successful' })).toBeVisible({ timeout: 45_000 });
  });

  test('without a network no payment can begin, and a message says why a code was not checked', async ({ student: { page }, console }) => {
    console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/payment');
    await expect(page.getByRole('button', { name: 'Pay ₹4,000' })).toBeEnabled();
    await setOffline(page.context(), true);
    await expect(page.getByText('You are offline. Paying needs a network.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay ₹4,000' })).toBeDisabled();
    await apply(page, 'Coupon', 'NEET27');
    await expect(page.getByText('Network error, try again after sometime.')).toBeVisible();
  });

  test('pressing a referral code copies it', async ({ student: { page } }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/home');
    await page.getByRole('button', { name: /^Profile of/ }).click();
    await page.getByRole('link', { name: 'Refer and Earn' }).click();
    const code = await page.getByText(/^[A-Z0-9]{6}$/).innerText();
    await page.getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    await expectAccessible(page, 'Refer and Earn');
  });
});
