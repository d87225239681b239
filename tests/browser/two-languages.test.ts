import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectHeld, question, setOffline } from './device.ts';
import { endTest, idOf, signInAs, test } from './student.ts';

test('a student reads a test in Hindi, changes the language of one question, and keeps answer, place and time', async ({
  page,
  student,
  console,
}) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await idOf(student, 'Test in two languages');
  await page.goto(`/test_instruction/${id}`);
  await expect(page.getByText('the English version counts.')).toBeVisible();
  await page.getByRole('radio', { name: 'Hindi' }).check();
  await expectAccessible(page, 'instructions of a test in two languages');
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(question(page, 1)).toBeVisible();
  const view = page.getByRole('combobox', { name: /^View in/ });
  await expect(view).toHaveValue('hi');
  const hindi = page.getByText('इनमें से कौन-सी राशि सदिश नहीं है?');
  await expect(hindi).toBeVisible();
  expect(await hindi.evaluate((element) => element.closest('[lang]')?.getAttribute('lang'))).toBe('hi');
  await expectAccessible(page, 'a question in Hindi');
  await page.getByRole('radio', { name: 'द्रव्यमान' }).click();

  await view.selectOption('en');
  await expect(page.getByText('Which of these is not a vector?')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'mass' })).toBeChecked();
  await setOffline(page.context(), true);
  await view.selectOption('hi');
  await expect(page.getByRole('radio', { name: 'द्रव्यमान' })).toBeChecked();
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await expect(page.getByText('इसकी औसत चाल क्या है?')).toBeVisible();
  await setOffline(page.context(), false);
  await page.getByRole('radio').nth(3).click();
  await endTest(page);
  await expect(page.getByRole('region', { name: 'Score' })).toBeVisible();
  await expectHeld(student, id, [[2], [4]], true);

  await page.goto(`/test/${id}?review=true`);
  await expect(page.getByText('इनमें से कौन-सी राशि सदिश नहीं है?')).toBeVisible();
  await expect(page.getByText('द्रव्यमान की कोई दिशा नहीं होती।')).toBeVisible();
});

const [aman, riya, teacher] = ['9000000008', '9000000007', '9000000012'] as const;
const isInHindi = /\p{Script=Devanagari}/u;
const questionHindi = 'question-language';

test('a visitor reads a found question and its solution in the language of the choice', async ({ page }) => {
  await page.goto('/solutions?search_question_text=trolley');
  const card = page
    .locator('ol > li')
    .filter({ has: page.getByRole('combobox') })
    .first();
  const view = card.getByRole('combobox', { name: /^View in/ });
  await expect(view).toHaveValue('en');
  await view.selectOption('hi');
  await expect(card.locator('[lang="hi"]').first()).toContainText(isInHindi);
  await expectAccessible(page, 'a found question in Hindi');

  await page.evaluate((key) => localStorage.setItem(key, 'hi'), questionHindi);
  await card.getByRole('link').first().click();
  await expect(page.getByRole('region', { name: 'Question' })).toContainText(isInHindi);
  await page.getByRole('combobox', { name: /^View in/ }).selectOption('en');
  await expect(page.getByRole('region', { name: 'Question' })).not.toContainText(isInHindi);
});

test('a doubt asked beside the Hindi shows its question in Hindi to the student, and to the teacher by a press', async ({
  page,
  browser,
}) => {
  const student = await signInAs(page, aman);
  await page.goto(`/chapter/${await idOf(student, 'Laws of motion')}`);
  await page.evaluate((key) => localStorage.setItem(key, 'hi'), questionHindi);
  await page
    .getByRole('link', { name: /^Newton's laws/ })
    .first()
    .click();
  await expect(page.getByRole('combobox', { name: /^View in/ })).toHaveValue('hi');
  await expect(page.getByRole('article')).toContainText(isInHindi);
  const words = 'The word of the second line is not clear to me.';
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const asking = page.getByRole('dialog', { name: 'Ask about this question' });
  await asking.getByLabel('What do you not understand?').fill(words);
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(asking.getByText('Sent. You will be notified')).toBeVisible();
  await page.goto('/doubts');
  const card = page.getByRole('listitem').filter({ hasText: words });
  await expect(card.getByRole('region', { name: 'The question' })).toContainText(isInHindi);
  await expectAccessible(page, 'doubts in Hindi');

  const staff = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await signInAs(staff, teacher);
  await staff.goto('/staff/doubts');
  const row = staff.getByRole('listitem').filter({ hasText: words });
  await expect(row).toContainText('read it in Hindi');
  await row.getByText('The question', { exact: true }).click();
  await expect(row.getByRole('article')).not.toContainText(isInHindi);
  await row.getByRole('combobox', { name: /^View in/ }).selectOption('hi');
  await expect(row.getByRole('article')).toContainText(isInHindi);
});

test('the response sheet of a test shows a question in the language of the choice', async ({ page }) => {
  await signInAs(page, riya);
  await page.goto('/home');
  await page.evaluate((key) => localStorage.setItem(key, 'hi'), questionHindi);
  await page.getByRole('button', { name: /Notifications/ }).click();
  await page.getByText('The provisional key is out').click();
  await page.getByRole('button', { name: /^Q 1/ }).click();
  await expect(page.getByRole('combobox', { name: /^View in/ })).toHaveValue('hi');
  await expect(page.getByRole('article')).toContainText(isInHindi);
  await expectAccessible(page, 'a response sheet in Hindi');
});
