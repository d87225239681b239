import { expect, type Locator } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { newPhone } from './sign-in.ts';
import { test } from './student.ts';

const colorOf = (box: Locator) => box.evaluate((element) => getComputedStyle(element).borderTopColor);

test.describe('signing in', () => {
  test('the first box has the focus, a wrong code turns all six boxes red, and the code stays valid after a reload or Back', async ({
    page,
    console,
  }) => {
    console.expectFaults(/422/);
    const phone = newPhone();
    await page.goto('/');
    await page.getByRole('link', { name: 'Log In' }).first().click();
    await page.getByLabel('Phone number').fill(phone);
    await page.keyboard.press('Enter');
    const boxes = page.getByLabel(/^Digit \d of 6$/);
    await expect(boxes.first()).toBeFocused();

    await page.reload();
    await expect(boxes.first()).toBeFocused();
    const plain = await colorOf(boxes.last());
    await page.keyboard.type('000000');
    await expect(page.getByRole('alert')).toBeVisible();
    await expect.poll(async () => new Set(await Promise.all((await boxes.all()).map(colorOf))).size).toBe(1);
    expect(await colorOf(boxes.last())).not.toBe(plain);

    await page.goto('/');
    await page.getByRole('link', { name: 'Log In' }).first().click();
    await page.getByRole('button', { name: 'change' }).click();
    await expect(page.getByLabel('Phone number')).toBeFocused();
    // The code is still valid: the same number gets no new one.
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText(`+91 ${phone.slice(0, 5)} ${phone.slice(5)}`)).toBeVisible();
    const code = await page.locator('strong.tabular').textContent();
    await page.keyboard.type(code ?? '');
    await expect(page.getByLabel('Your name')).toBeFocused();
  });

  test('when two children share a phone, the page asks, after the right code, which of them is practising', async ({ page, console }) => {
    // The sign-in by number alone is refused, because the number has two people.
    console.expectFaults(/409/);
    await page.goto('/login');
    await page.getByLabel('Phone number').fill('+91 90000 00009');
    await page.keyboard.press('Enter');
    await page.keyboard.type((await page.locator('strong.tabular').textContent()) ?? '');
    await expect(page.getByRole('heading', { name: 'Who is practising?' })).toBeFocused();
    await expectAccessible(page, 'the choice of who practises');
    await page.getByRole('button', { name: /^Om/ }).click();
    await expect(page).toHaveURL(/\/home$/);
    await page.goto('/profile');
    await expect(page.getByRole('main')).toContainText('Om Pillai');
  });
});

test('after a failed save the focus moves to the faulty field of the page or dialog, or back to the button if no field is faulty', async ({
  page,
  console,
}) => {
  console.expectFaults(/503/);
  await page.goto('/login');
  await page.getByLabel('Phone number').fill(newPhone());
  await page.keyboard.press('Enter');
  await page.keyboard.type((await page.locator('strong.tabular').textContent()) ?? '');
  await page.getByLabel('Your name').fill('Nila Das');
  const age = page.getByLabel('Age', { exact: true });
  await age.fill('3');
  await page.getByText('Medical').click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter your age in years.')).toBeVisible();
  await expect(age).toBeFocused();
  await age.fill('19');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Skip' }).click();
  // The address changes before the page, whose header replaces that of the registration.
  await expect(page.getByRole('link', { name: 'Mistake Book' })).toBeVisible();

  await page.getByRole('button', { name: 'Profile of Nila Das' }).click();
  await page.getByRole('button', { name: 'Feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Feedback' });
  const send = dialog.getByRole('button', { name: 'Send' });
  await send.click();
  await expect(dialog.getByRole('radio').first()).toBeFocused();
  await dialog.getByRole('radio', { name: 'Good', exact: true }).check();
  await page.route('**/api/feedbacks', (route) => route.fulfill({ status: 503, json: { code: 'busy', message: 'Busy.' } }));
  await send.click();
  await expect(page.getByText('Feeback not sent.')).toBeVisible();
  await expect(send).toBeFocused();
});
