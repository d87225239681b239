import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectHeld, keptOnDevice, killTab, question, saveState, setOffline, timer, waitForWorker } from './device.ts';
import { beginTest, endTest, test } from './student.ts';

// Service workers are allowed, because these tests switch the network off for the page and for its worker.
test.use({ serviceWorkers: 'allow' });

const notYetSent = 'Saved on this device, not yet sent';
const uploadFailed = (page: Page) => page.getByRole('dialog', { name: 'Your answers could not be sent' });
const picture = (page: Page) => page.getByRole('article').locator('img');
const isShown = (image: Locator) => image.evaluate((element: HTMLImageElement) => element.decode().then(() => element.naturalWidth > 0));
const keptPictures = (page: Page) => page.evaluate(async () => (await (await caches.open('pictures')).keys()).length);

/** From now on IndexedDB stores nothing and ends no write, as if the page always closed or crashed before. */
const loseWrites = (page: Page) =>
  page.evaluate(() => {
    IDBObjectStore.prototype.put = function put() {
      const unanswered: IDBRequest = this.count();
      unanswered.addEventListener('success', (event) => event.stopImmediatePropagation());
      return unanswered;
    };
  });

/** Moves by keyboard from one question to a later one. */
async function stepTo(page: Page, from: number, to: number): Promise<void> {
  for (let number = from + 1; number <= to; number += 1) {
    await page.keyboard.press('ArrowRight');
    await expect(question(page, number)).toBeVisible();
  }
}

test('without a network a begun test continues, reopens at the same question and ends, and later every answer is sent', async ({
  page,
  student,
  context,
  console,
}) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  const id = await beginTest(student, 'Quick mock, 15 minutes');
  await page.keyboard.press('1');
  await waitForWorker(page);
  // The device has every picture of the paper, although no question with a picture was shown yet.
  await expect.poll(() => keptPictures(page)).toBe(2);

  await setOffline(context, true);
  await expect(saveState(page)).toHaveText(/^Saved/);
  await stepTo(page, 1, 2);
  await page.keyboard.press('2');
  await expect(saveState(page)).toHaveText(notYetSent);
  await stepTo(page, 2, 5);
  expect(await isShown(picture(page))).toBe(true);
  await page.keyboard.type('-12.5');

  await page.reload();
  await uploadFailed(page).getByRole('button', { name: 'Go on with the test' }).click();
  await expect(question(page, 5)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('-12.5');
  await expect(saveState(page)).toHaveText(notYetSent);
  await expect(timer(page)).toContainText('about');
  expect(await isShown(picture(page))).toBe(true);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('4');
  await stepTo(page, 4, 9);
  expect(await isShown(picture(page))).toBe(true);
  await page.keyboard.press('3');

  await endTest(page);
  await expect(page.getByText('Network error, please try again after sometime.')).toBeVisible();
  await expect(uploadFailed(page).getByRole('link', { name: 'Answer file' })).toHaveAttribute('href', '/answer_file');
  await expectAccessible(page, 'the upload-failed modal');
  const download = page.waitForEvent('download');
  await uploadFailed(page).getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^answers-\d+\.json$/);

  await setOffline(context, false);
  await expect(page.getByRole('region', { name: 'Score' })).toBeVisible();
  await expectHeld(student, id, [[1], [2], [], [4], '-12.5', [], [], [], [3], [], [], [], [], [], []], true);

  await page.goto('/home');
  await page.getByRole('button', { name: 'Profile of Nila Das' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
  expect(await page.evaluate(() => caches.has('pictures'))).toBe(false);
  for (const own of ['Nila Das', 'session_id', 'pictures/'])
    await expect.poll(() => keptOnDevice(page, { withSite: false })).not.toContain(own);
});

test('the answers to a test that was ended and closed without a network are sent as soon as the site is opened again', async ({
  page,
  student,
  context,
  console,
}) => {
  // A page that closes may send its last request past the browser's offline switch; the later page then finds the test ended.
  console.expectFaults(/ERR_INTERNET_DISCONNECTED|409/);
  const id = await beginTest(student, 'Short test');
  // Without a network the worker that is still being fetched would report a fault.
  await waitForWorker(page);
  await setOffline(context, true);
  await page.getByRole('radio', { name: /joule/ }).click();
  await endTest(page);
  await expect(uploadFailed(page)).toBeVisible();
  await page.close();

  await setOffline(context, false);
  const later = await context.newPage();
  await later.goto('/home');
  await expect(later.getByText('Answers that were kept on this device have been sent.')).toBeVisible();
  await later.goto(`/test_report/${id}`);
  await expect(later.getByRole('region', { name: 'Score' })).toContainText('4 / 16');
});

test('after a reload before IndexedDB had stored it, an answer and the question that the student had moved to are shown', async ({
  page,
  student,
  context,
  console,
}) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await beginTest(student, 'Quick mock, 15 minutes');
  await waitForWorker(page);
  await setOffline(context, true);
  await loseWrites(page);
  await page.keyboard.press('2');
  await stepTo(page, 1, 2);
  await page.reload();
  await uploadFailed(page).getByRole('button', { name: 'Go on with the test' }).click();
  await expect(question(page, 2)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(question(page, 1)).toBeVisible();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await expect(saveState(page)).toHaveText(notYetSent);
});

test('no answer is lost if the tab crashes right after it', async ({ page, student, context, console }) => {
  console.expectFaults(/ERR_FAILED/);
  await page.route('**/upload_student_responses', (route) => route.abort());
  const id = await beginTest(student, 'Short test');
  await loseWrites(page);
  await page.getByRole('radio', { name: /joule/ }).click();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('radio', { name: /metre/ }).click();
  await expect(page.getByRole('radio', { name: /metre/ })).toBeChecked();
  await killTab(page);
  await expectHeld(student, id, [[], [], [], [], []]);

  const again = await context.newPage();
  await again.goto(`/test/${id}`);
  await expect(question(again, 2)).toBeVisible();
  await expect(again.getByRole('radio', { name: /metre/ })).toBeChecked();
  await expectHeld(student, id, [[2], [3], [], [], []]);
});

test('a test in progress is offered without a network on the start page and on the lists', async ({ page, student, context, console }) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/home');
  await waitForWorker(page);
  const id = await beginTest(student, 'Quick mock, 15 minutes');
  await page.getByRole('radio').nth(1).click();
  await expect(saveState(page)).toHaveText('Saved');
  await setOffline(context, true);
  for (const address of ['/', '/home', '/mock', '/institute?type=test', `/test_instruction/${id}`]) {
    await page.goto(address);
    await expect(page.getByRole('link', { name: 'Continue Quick mock, 15 minutes' }), address).toBeVisible();
    await expect(page.getByText(/About 1\d minutes left · 1 of 15 answered/), address).toBeVisible();
  }
  await page.getByRole('link', { name: 'Continue Quick mock, 15 minutes' }).click();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
});
