import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { setOffline } from './device.ts';
import { signInAs, test } from './student.ts';

const owner = '9000000011';
/** The moment `minutes` from now, as a date-and-time field shows it in India. */
const field = (minutes: number) => new Date(Date.now() + (minutes + 330) * 60_000).toISOString().slice(0, 16);
const textOf = (page: Page, number: number) => page.getByRole('article', { name: `Question ${number}`, exact: true });
const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^\s*Saved$/ });

/** The most presses from "New test" to a test with a window. The test counts them; typing a date and time counts as one press. */
const mostPresses = 15;

test('a teacher composes a test of their own and gives it a window in at most fifteen presses', async ({ page }) => {
  await signInAs(page, owner);
  let presses = 0;
  const press = async (name: string | RegExp, role: 'button' | 'link' = 'button', within: Pick<Page, 'getByRole'> = page) => {
    presses += 1;
    await within.getByRole(role, { name, exact: typeof name === 'string' }).click();
  };
  await page.goto('/staff/tests?type=test');
  await press('New test');
  await press('Compose a paper of your own', 'link', page.getByRole('dialog', { name: 'New test' }));
  const dialog = page.getByRole('dialog', { name: 'New paper' });
  await expectAccessible(page, 'the beginning of a paper');
  presses += 1;
  await dialog.getByRole('radio', { name: 'NEET' }).check();
  await press('Begin', 'button', dialog);
  await expect(page.getByRole('heading', { level: 1, name: 'NEET test' })).toBeVisible();
  await press('Fill 180 questions');
  await expect(page.getByText('180 of 180 questions chosen. The paper is ready to become a test.')).toBeVisible();
  await expectAccessible(page, 'a filled paper');

  // A teacher looks, swaps one question and locks another.
  await expect(textOf(page, 1)).toBeVisible();
  const before = await textOf(page, 1).innerText();
  await press('Swap question 1');
  await expect(page.getByText('Question 1 was replaced.')).toBeAttached();
  expect(await textOf(page, 1).innerText()).not.toBe(before);
  await expect(page.getByRole('button', { name: 'Swap question 1', exact: true })).toBeFocused();
  await press('Lock question 2');
  await expect(page.getByRole('button', { name: 'Swap question 2', exact: true })).toBeDisabled();

  await press('Make the test');
  await expect(page.getByRole('heading', { name: 'Window and rules' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Opens' }).fill(field(60 * 24 * 300));
  await page.getByRole('textbox', { name: 'Closes' }).fill(field(60 * 24 * 300 + 180));
  presses += 2;
  await press('Save');
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sit it yourself' })).toBeVisible();
  expect(presses).toBeLessThanOrEqual(mostPresses);

  // The composed paper links to its test, and can no longer be changed.
  await page.goto('/staff/papers');
  await page.getByRole('link', { name: 'Read: NEET test' }).click();
  await expect(page.getByText('This paper was made into a test and can no longer be changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Swap/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Open the test' }).click();
  await page.getByRole('button', { name: 'Delete this test' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page).toHaveURL(/\/staff\/tests/);
});

test('a paper is arranged by keyboard, and a change made without a connection survives a reload', async ({ page, context, console }) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await signInAs(page, owner);
  await page.goto('/staff/papers');
  await expectAccessible(page, 'the list of papers');
  await page.getByRole('button', { name: 'New paper' }).click();
  const dialog = page.getByRole('dialog', { name: 'New paper' });
  await dialog.getByRole('radio', { name: /^Chapter test/ }).check();
  await expect(dialog.getByRole('button', { name: 'Begin' })).toBeDisabled();
  await dialog.getByLabel('Questions').selectOption('10');
  // Tests beside this one add questions to other chapters and remove them again.
  await dialog.getByRole('checkbox', { name: /^Laws of motion/ }).check();
  await dialog.getByLabel('Name').fill('Ten of one chapter');
  await dialog.getByRole('button', { name: 'Begin' }).click();
  const languages = page.getByRole('combobox', { name: 'Languages' });
  await languages.selectOption('English and Hindi');
  await page.reload();
  await expect(languages).toHaveValue('hi');
  await languages.selectOption('English, or both');
  const choose = page.getByRole('button', { name: /^Choose a question for / });
  await choose.click();
  const chosen = page.getByRole('dialog', { name: 'Choose a question' });
  await chosen.getByRole('textbox', { name: 'Words of the question' }).fill('no question has these words');
  await chosen.getByRole('button', { name: 'Search' }).click();
  await expect(chosen.getByText('No question with these words fits this section. Try fewer words.')).toBeVisible();
  await chosen.getByRole('textbox', { name: 'Words of the question' }).fill('');
  await chosen.getByRole('button', { name: 'Search' }).click();
  await chosen.getByRole('button', { name: 'Add question 1 of the list' }).click();
  await expect(chosen.getByRole('button', { name: 'Add question 1 of the list' })).toBeDisabled();
  await expectAccessible(page, 'choosing a question');
  await page.keyboard.press('Escape');
  await expect(choose).toBeFocused();
  await page.getByRole('button', { name: 'Lock question 1', exact: true }).click();
  await page.getByRole('button', { name: 'Remove question 1', exact: true }).click();
  await expect(page.getByText('No question yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Fill 10 questions' }).click();
  await expect(textOf(page, 2)).toBeVisible();
  const second = await textOf(page, 2).innerText();

  await page.getByRole('button', { name: 'Move question 2 up' }).focus();
  await page.keyboard.press('Enter');
  expect((await textOf(page, 1).innerText()).split('\n').slice(2)).toEqual(second.split('\n').slice(2));
  // Question 1 cannot move further up, so the focus goes to another of its buttons.
  await expect(page.locator(':focus')).toHaveAccessibleName(/question 1$/);
  await page.getByRole('button', { name: 'Lock question 1', exact: true }).press('Space');
  await expect(saved(page)).toBeVisible();

  await setOffline(context, true);
  // A device without room says so instead of promising to keep the change.
  await page.evaluate(() => {
    const all = 'x'.repeat(1024 * 1024);
    for (let size = all.length; size > 0; size = Math.floor(size / 2))
      try {
        for (let at = 0; ; at += 1) localStorage.setItem(`filling-${size}-${at}`, all.slice(0, size));
      } catch {
        // Full at this size; a smaller entry may still fit.
      }
  });
  await page.getByLabel('Name', { exact: true }).first().fill('A device without room');
  await expect(page.getByText('Not saved yet, and this device has no room to keep it: stay on this page until it is saved')).toBeVisible();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('filling-')) localStorage.removeItem(key);
  });
  await page.getByLabel('Name', { exact: true }).first().fill('Renamed on the train');
  await expect(page.getByText('Not saved yet: kept on this device until there is a connection')).toBeVisible();
  await setOffline(context, false);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Renamed on the train' })).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Lock question 1', exact: true })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('link', { name: 'Back to the papers' }).click();
  await page.getByRole('button', { name: 'Delete Renamed on the train' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Renamed on the train')).toHaveCount(0);
});
