import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { newPhone } from './sign-in.ts';
import { joinInHindi, test } from './student.ts';

test.use({ locale: 'hi-IN', viewport: { width: 360, height: 740 } });

const expectLanguage = (page: Page, language: string) => expect(page.locator('html')).toHaveAttribute('lang', language);

test('a visitor whose browser is in Hindi reads Hindi, joins in it, changes to English, and finds English again on another device', async ({
  page,
  browser,
}) => {
  await page.goto('/');
  await expectLanguage(page, 'hi-IN');
  await expect(page.getByRole('button', { name: 'English' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'लॉग इन' }).first().click();
  await expect(page.getByRole('heading', { name: 'लॉग इन करें या जुड़ें' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'हिन्दी' })).toBeChecked();
  await expectAccessible(page, 'the sign-in page in Hindi');
  await joinInHindi(page);
  await expectAccessible(page, 'home in Hindi');

  await page.goto('/profile');
  await page.getByRole('radio', { name: 'English' }).click();
  await expectLanguage(page, 'en-IN');
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My Account' })).toBeVisible();

  const other = await browser.newContext({ locale: 'hi-IN' });
  const token = await page.context().cookies();
  await other.addCookies(token);
  const elsewhere = await other.newPage();
  await elsewhere.goto('/profile');
  await expect(elsewhere.getByRole('heading', { name: 'My Account' })).toBeVisible();
  await expectLanguage(elsewhere, 'en-IN');
  await other.close();
});

test('a language that a visitor chooses before the sign-in is kept on the account', async ({ page, console }) => {
  console.expectFaults(/422/);
  const phone = newPhone();
  await page.goto('/login');
  await page.getByRole('radio', { name: 'English' }).click();
  await expectLanguage(page, 'en-IN');
  await page.getByRole('radio', { name: 'हिन्दी' }).click();
  await page.getByLabel('फ़ोन नंबर').fill(phone);
  await page.keyboard.press('Enter');
  const code = (await page.locator('strong.tabular').textContent()) ?? '';
  await page.keyboard.type(code === '000000' ? '000001' : '000000');
  await expect(page.getByText('ओटीपी सही नहीं है।').first()).toBeVisible();
  const saved = page.waitForResponse((response) => response.url().endsWith('/choose_language'));
  await page.keyboard.type(code);
  expect(((await (await saved).json()) as { user: { language: string } }).user.language).toBe('hi');
});
