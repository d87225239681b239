import { brand } from '@abhyas/contract/institute/brand';
import { expect, type Page, type Route } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { saveState, sendNow, setOffline } from './device.ts';
import { signsInAgain } from './sign-in.ts';
import { beginTest, endTest, idOf, openSummary, signInAs, test } from './student.ts';

const uploads = '**/upload_student_responses';
const homeData = '**/get_student_home_data';
const refuse = (status: number, code: string, message: string) => (route: Route) => route.fulfill({ status, json: { code, message } });
const uploadFailed = (page: Page) => page.getByRole('dialog', { name: 'Your answers could not be sent' });

test('a failing call shows that something went wrong, with the phone number of support', async ({ page, student: _student, console }) => {
  console.expectFaults(/500/);
  await page.route(homeData, refuse(500, 'defect', 'Something went wrong'));
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('link', { name: brand.supportPhone })).toHaveAttribute('href', 'tel:+910000000000');
  await page.unroute(homeData);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Select a chapter to start practicing!' })).toBeVisible();
});

test('a screen whose code fails to load says so and opens at the next try, without fetching a file twice', async ({
  page,
  student: _student,
  console,
}) => {
  console.expectFaults(/ERR_FAILED|Failed to fetch dynamically imported module/);
  const code = '**/assets/ChapterPage-*.js';
  await page.goto('/home');
  await page.route(code, (route) => route.abort());
  await page.getByRole('link', { name: 'First steps' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await page.unroute(code);
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') fetched.push(new URL(request.url()).pathname);
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible();
  await page.getByRole('link', { name: 'Physics', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Select a chapter to start practicing!' })).toBeVisible();
  await page.getByRole('link', { name: 'First steps' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First steps' })).toBeVisible();
  expect(fetched.length).toBeGreaterThan(3);
  expect(fetched).toEqual([...new Set(fetched)]);
});

test('a dialog of a running test opens without a network, even if no service worker has cached the site yet', async ({
  page,
  student,
  context,
  console,
}) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  const files = ['ReportModal', 'InstructionsModal'].map((name) =>
    page.waitForResponse((response) => response.url().includes(`/assets/${name}-`) && response.ok()),
  );
  await beginTest(student, 'Wide test');
  await Promise.all(files);
  await setOffline(context, true);
  await page.getByRole('button', { name: 'Report an error in question 1' }).click();
  await expect(page.getByRole('dialog', { name: 'Let us know your concern with this question' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: 'Instructions' }).click();
  await expect(page.getByRole('dialog', { name: 'Instructions' })).toBeVisible();
});

test('if the code of a dialog cannot be fetched, the header of the test says so, and the dialog opens at the next press', async ({
  page,
  student,
  console,
}) => {
  console.expectFaults(/ERR_FAILED/);
  const code = '**/assets/ReportModal-*.js';
  await page.route(code, (route) => route.abort());
  await beginTest(student, 'Wide test');
  const report = page.getByRole('button', { name: 'Report an error in question 1' });
  await report.click();
  await expect(page.getByRole('banner').getByRole('alert')).toHaveText(
    'This part of the page could not be loaded. Try again after some time.',
  );
  await expect(page.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible();
  await page.unroute(code);
  await report.click();
  await expect(page.getByRole('dialog', { name: 'Let us know your concern with this question' })).toBeVisible();
});

test('formulas are shown as source while typesetting cannot be loaded, and typeset once the network is back', async ({
  page,
  student,
  console,
}) => {
  console.expectFaults(/ERR_FAILED/);
  const code = '**/assets/maths-engine-*.js';
  await page.route(code, (route) => route.abort());
  await beginTest(student, 'Wide test');
  const question = page.getByRole('article');
  await expect(question).toContainText('\\(');
  await page.unroute(code);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(question.locator('.katex').first()).toBeVisible();
  await expect(question).not.toContainText('\\(');
});

test('the maintenance page stays until the server answers again', async ({ page, student: _student, console }) => {
  console.expectFaults(/503/);
  await page.route(homeData, refuse(503, 'maintenance', 'Server under maintenance'));
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Server under maintenance' })).toBeVisible();
  await expect(page.getByText('please try again after sometime')).toBeVisible();
  await page.unroute(homeData);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Select a chapter to start practicing!' })).toBeVisible();
});

test('maintenance does not cover a running test, and its answers wait', async ({ page, student, console }) => {
  console.expectFaults(/503/);
  await beginTest(student, 'Short test');
  await page.route(uploads, refuse(503, 'maintenance', 'Server under maintenance'));
  await page.getByRole('radio', { name: /joule/ }).click();
  await sendNow(page);
  await expect(saveState(page)).toHaveText('Saved on this device, not yet sent');
  await expect(page.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible();
  await page.unroute(uploads);
  await sendNow(page);
  await expect(saveState(page)).toHaveText('Saved');
});

test('a test says whether the server, the network or the device makes it slow, and nothing once that is over', async ({
  page,
  student,
  context,
  console,
}) => {
  console.expectFaults(/503|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET/);
  await beginTest(student, 'Short test');
  const line = page.getByRole('status').filter({ hasText: /^(The server is|The network is|This device)/ });
  const answer = (option: number) => page.getByRole('radio').nth(option).click();
  await answer(0);
  await sendNow(page);
  await expect(saveState(page)).toHaveText('Saved');
  await expect(line).toHaveCount(0);

  await setOffline(context, true);
  await expect(line).toContainText('The network is slow or away.');
  await setOffline(context, false);
  await expect(line).toHaveCount(0);

  // Two uploads in a row without an answer prove neither the network nor the server.
  await page.route(uploads, (route) => route.abort('connectionreset'));
  await answer(2);
  await expect(async () => {
    await sendNow(page);
    await expect(line).toContainText('The server is not reached: the network or the server is away.', { timeout: 2000 });
  }).toPass();
  await page.unroute(uploads);
  await sendNow(page);
  await expect(saveState(page)).toHaveText('Saved');
  await expect(line).toHaveCount(0);

  await page.route(uploads, refuse(503, 'busy', 'The server is busy. Try again in a moment.'));
  await answer(1);
  await sendNow(page);
  await expect(line).toContainText('The server is busy. It is neither your device nor your network.');
  await expectAccessible(page, 'a test whose server is busy');
  await page.unroute(uploads);
  await sendNow(page);
  await expect(saveState(page)).toHaveText('Saved');
  await expect(line).toHaveCount(0);

  // Two standstills count as one if the page's timer does not fire between them, so the page may need a third.
  await expect(async () => {
    await page.evaluate(() => {
      const end = performance.now() + 5000;
      while (performance.now() < end);
    });
    await expect(line).toContainText('This device is slow to respond.', { timeout: 2000 });
  }).toPass();
});

test('without a network the pages say so, and loaded content stays', async ({ page, student: _student, context, console }) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/home');
  await expect(page.getByRole('link', { name: 'First steps' })).toBeVisible();
  await setOffline(context, true);
  await expect(page.getByText('You are offline. What you see may be out of date; it refreshes when the network is back.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'First steps' })).toBeVisible();
  await page.getByRole('link', { name: 'Maths', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('No connection');
  await page.getByRole('button', { name: 'Profile of Nila Das' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const offline = 'You seem to be offline. Try connecting to the internet and try again later.';
  await expect(page.getByRole('alert').filter({ hasText: offline }), 'the page and the message about the logout').toHaveCount(2);
  await setOffline(context, false);
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Select a chapter to start practicing!' })).toBeVisible();
});

test('a logout that the server refuses shows the reason, and the person stays signed in', async ({ page, student: _student, console }) => {
  console.expectFaults(/429/);
  await page.route('**/logout', refuse(429, 'too_many_requests', 'Too many requests. Try again in a minute.'));
  await page.goto('/home');
  await page.getByRole('button', { name: 'Profile of Nila Das' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Too many requests. Try again in a minute.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Profile of Nila Das' })).toBeVisible();
});

test('a test or practice that cannot be opened shows the page for maintenance or for a defect', async ({ page, student, console }) => {
  console.expectFaults(/503|500/);
  const id = await beginTest(student, 'Short test');
  await page.goto('/home');
  await page.route('**/get_test_questions*', refuse(503, 'maintenance', 'Server under maintenance'));
  await page.route('**/get_train_questions*', refuse(500, 'defect', 'Something went wrong'));
  await page.goto(`/test/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Server under maintenance' })).toBeVisible();
  await page.unroute('**/get_test_questions*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible();
  await page.goto(`/chapter/${await idOf(student, 'First steps')}`);
  await page.getByRole('link', { name: /^The four kinds/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('link', { name: brand.supportPhone })).toBeVisible();
});

test('practice answers that cannot be sent at the next opening are reported', async ({ page, student, console }) => {
  console.expectFaults(/503/);
  await page.goto(`/chapter/${await idOf(student, 'First steps')}`);
  await page.getByRole('link', { name: /^The four kinds/ }).click();
  await expect(page.getByRole('heading', { name: /^Question 1 of/ })).toBeVisible();
  await page.route(uploads, refuse(503, 'busy', 'The server is busy. Try again in a moment.'));
  // Handles either kind of first question.
  await page.locator('[data-option="1"], [aria-label="Keypad"] button').first().click();
  await expect(saveState(page)).toHaveText('On this device');
  await page.reload();
  await uploadFailed(page).getByRole('button', { name: 'Go on with the practice' }).click();
  await expect(page.getByRole('heading', { name: /^Question \d of/ })).toBeVisible();
});

test('a logout with answers that cannot be sent offers to save them as an answer file', async ({ page, student, console }) => {
  // The header of the page after the test may still ask for notifications when the logout arrives.
  console.expectFaults(/503|401.*\/api\/notifications/);
  await beginTest(student, 'Short test');
  await page.route(uploads, refuse(503, 'busy', 'The server is busy. Try again in a moment.'));
  await page.getByRole('radio', { name: /joule/ }).click();
  await (await openSummary(page)).getByRole('button', { name: 'Leave and continue later' }).click();
  await page.getByRole('button', { name: 'Profile of Nila Das' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const unsent = page.getByRole('dialog', { name: 'Some answers have not been sent' });
  const download = page.waitForEvent('download');
  await unsent.getByRole('button', { name: 'Save the answer file' }).click();
  expect((await download).suggestedFilename()).toMatch(/^answers-\d+\.json$/);
  await expect(unsent).toContainText('The answer file is saved. Send it from any device');
  await expectAccessible(page, 'a logout with answers that were not sent');
  await unsent.getByRole('button', { name: 'Log out and lose them' }).click();
  await expect(page).toHaveURL('/');
});

test('the bell fetches the notifications when it is opened, shows that it is loading, and offers another try after a failure', async ({
  page,
  student: _student,
  console,
}) => {
  console.expectFaults(/500/);
  let fail = () => {};
  const isFailing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await page.route('**/api/notifications?*', async (route) => {
    await isFailing;
    await refuse(500, 'defect', 'Something went wrong')(route);
  });
  // A page that is still loading sends no call by itself.
  await page.route('**/inter-latin-*.woff2', () => {});
  await page.goto('/home', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Notifications' }).click();
  const panel = page.getByRole('region', { name: 'Notifications' });
  await expect(panel).toContainText('Loading …');
  fail();
  await expect(panel.getByRole('alert')).toBeVisible();
  await page.unroute('**/api/notifications?*');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect(panel).toHaveText('No Notifications');
});

test('if the sign-in ends during a test, the student can sign in again on top of the test, and no answer is lost', async ({
  page,
  context,
  console,
}) => {
  console.expectFaults(/401|429/);
  const student = await signInAs(page, signsInAgain);
  await beginTest(student, 'Short test');
  await page.getByRole('radio', { name: /joule/ }).click();
  await context.clearCookies();
  const dialog = page.getByRole('dialog', { name: 'Sign in to go on' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText('Your answers are saved on this device');
  const code = dialog.getByText(/the code is \d{6}/);
  // A number gets at most one code in 30 s, and the first code may be less than 30 s old.
  await expect(async () => {
    await dialog.getByRole('button', { name: /code/ }).click();
    await expect(code).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 60_000 });
  const otp = /\d{6}/.exec(await code.innerText())?.[0] ?? '';
  await dialog.getByRole('textbox').first().pressSequentially(otp);
  await expect(dialog).toHaveCount(0);
  await expect(saveState(page)).toHaveText('Saved');
  await expect(page.getByRole('radio', { name: /joule/ })).toBeChecked();
  await endTest(page);
  await expect(page.getByRole('region', { name: 'Score' })).toContainText('4 / 16');
});

test('a failed finish is reported and keeps the answers; Try again sends them', async ({ page, student, console }) => {
  console.expectFaults(/ERR_FAILED/);
  await beginTest(student, 'Short test');
  await page.getByRole('radio', { name: /joule/ }).click();
  await page.route(uploads, (route) => route.abort());
  await endTest(page);
  await expect(page.getByText('Network error, please try again after sometime.')).toBeVisible();
  const dialog = uploadFailed(page);
  await expect(dialog).toContainText('They are saved on this device.');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('That did not work either. Check your connection and try again.')).toBeVisible();

  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/^answers-/);

  await page.unroute(uploads);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('region', { name: 'Score' })).toContainText('4 / 16');
});

test('a finish without a network is sent when the network is back', async ({ page, student, context, console }) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await beginTest(student, 'Short test');
  await setOffline(context, true);
  await page.getByRole('radio', { name: /joule/ }).click();
  await expect(saveState(page)).toHaveText('Saved on this device, not yet sent');
  await endTest(page);
  await expect(uploadFailed(page)).toBeVisible();
  await expect(page.getByText('Network error, please try again after sometime.')).toBeVisible();
  await setOffline(context, false);
  await expect(page.getByRole('region', { name: 'Score' })).toContainText('4 / 16');
});

test('a failed finish can be cancelled while time is left', async ({ page, student, console }) => {
  console.expectFaults(/ERR_FAILED/);
  await beginTest(student, 'Short test');
  await page.route(uploads, (route) => route.abort());
  await endTest(page);
  await uploadFailed(page).getByRole('button', { name: 'Go on with the test' }).click();
  await page.getByRole('radio', { name: /joule/ }).click();
  await page.unroute(uploads);
  await endTest(page);
  await expect(page.getByRole('region', { name: 'Score' })).toContainText('4 / 16');
});
