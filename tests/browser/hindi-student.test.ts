import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { joinInHindi, test } from './student.ts';

test.use({ locale: 'hi-IN', viewport: { width: 360, height: 740 } });

const devanagari = /\p{Script=Devanagari}/u;
const question = (page: Page) => page.getByRole('article');
const language = (page: Page) => page.getByRole('combobox', { name: /^भाषा/ });

/** The question as the student reads it: its text is in Hindi, and nothing is wider than the phone. */
async function expectHindi(page: Page): Promise<void> {
  await expect(question(page).locator('[lang="hi"]').first()).toContainText(devanagari);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

test('a student who reads no English signs in, practises, sits the NEET mock switching languages, and reads the report', async ({
  page,
}) => {
  await page.goto('/login');
  await joinInHindi(page);

  await page.getByRole('link', { name: 'शुरू करें' }).first().click();
  await expect(language(page)).toHaveValue('hi');
  await expectHindi(page);
  await question(page).getByRole('radio').first().click();
  await page.getByRole('button', { name: 'जाँचें' }).click();
  const solution = page.getByRole('button', { name: /^हल (दिखाएँ|छिपाएँ)$/ });
  await expect(solution).toBeVisible();
  if ((await solution.textContent())?.includes('दिखाएँ')) await solution.click();
  await expect(page.getByRole('region', { name: 'हल' }).locator('[lang="hi"]')).toContainText(devanagari);
  await expectAccessible(page, 'practice in Hindi');

  await page.goto('/mock');
  const mock = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'NEET मॉक 1', exact: true }) });
  await mock.getByRole('link', { name: 'आरंभ करें' }).click();
  await expect(page.getByRole('radio', { name: 'हिन्दी' })).toBeChecked();
  await expectAccessible(page, 'instructions in Hindi');
  await page.getByRole('button', { name: 'आरंभ करें' }).click();
  await expect(page.getByRole('heading', { name: 'प्रश्न 1', exact: true })).toBeVisible();
  await expectHindi(page);
  await page.getByRole('radio').nth(1).click();
  await language(page).selectOption('en');
  await expect(question(page).locator('[lang="hi"]')).toHaveCount(0);
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await page.getByRole('button', { name: 'सहेजें और अगला' }).click();
  await expect(page.getByRole('heading', { name: 'प्रश्न 2', exact: true })).toBeVisible();
  await expectHindi(page);
  await page.getByRole('radio').first().click();
  await expectAccessible(page, 'the test screen in Hindi');

  await page.getByRole('banner').getByRole('button').first().click();
  const summary = page.getByRole('dialog', { name: 'टेस्ट समाप्त करें' });
  await summary.getByRole('button', { name: 'टेस्ट समाप्त करें' }).click();
  await expect(page.getByRole('region', { name: 'स्कोर' })).toBeVisible();
  await expectAccessible(page, 'the report in Hindi');
  for (const heading of await page.locator('#content').getByRole('heading').allInnerTexts()) expect(heading).toMatch(devanagari);
  await page.getByRole('link', { name: 'उत्तर देखें' }).first().click();
  await expect(language(page)).toHaveValue('hi');
  await expectHindi(page);
});
