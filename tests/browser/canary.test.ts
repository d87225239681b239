import { expect } from '@playwright/test';
import { keptOnDevice, waitForWorker } from './device.ts';
import { beginTest, endTest, test } from './student.ts';

/** A word in the keys, solutions and notes of the short test, and nowhere else (content/first-steps.yaml). */
const canary = 'canary';
const key = '73530597';

// The content of the service worker's caches is checked too.
test.use({ serviceWorkers: 'allow' });

test('no key or solution of a running test reaches the browser or stays in it', async ({ page, student, context }) => {
  const bodies: Promise<string>[] = [];
  context.on('response', (response) => {
    if (response.url().includes('/api/')) bodies.push(response.text().catch(() => ''));
  });
  const received = async () => (await Promise.all(bodies)).join('\n');

  const id = await beginTest(student, 'Short test');
  await page.getByRole('radio', { name: /ampere/ }).click();
  for (const number of [2, 3, 4, 5]) {
    await page.getByRole('button', { name: 'Save & Next' }).click();
    await expect(page.getByRole('heading', { name: `Question ${number}`, exact: true })).toBeVisible();
  }
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '4', exact: true }).click();
  await waitForWorker(page);
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('4');

  const during = (await received()) + (await keptOnDevice(page)) + (await page.content());
  // To show that the check works, it must find the texts that are allowed: the questions, the device's record and the typed answer.
  expect(during).toContain('A probe flies at');
  expect(during).toContain('rich_response');
  expect(during).not.toContain(canary);
  expect(during).not.toContain(key);

  await endTest(page);
  await expect(page).toHaveURL(`/initial_test_report/${id}`);
  // The report contains no key either. Only the call of the review returns the answers, and the device does not keep them.
  expect(await received()).not.toContain(canary);
  await page.getByRole('link', { name: 'Review answers' }).click();
  await expect(page.getByText('The joule, says the canary.')).toBeVisible();
  expect(await received()).toContain(canary);
  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'First steps' })).toBeVisible();
  const after = await keptOnDevice(page);
  expect(after).not.toContain(canary);
  expect(after).not.toContain('"responses"');
});
