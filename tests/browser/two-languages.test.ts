import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectHeld, question, setOffline } from './device.ts';
import { endTest, idOf, test } from './student.ts';

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
