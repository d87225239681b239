import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectHeld, question, sendNow, setOffline, timeLeft } from './device.ts';
import { callSite } from './sign-in.ts';
import { institute } from './staff.ts';
import { beginTest, endTest, idOf, openSummary, signInAs, test } from './student.ts';

/** Students of the demo's institute; the second has only the test board. */
const [kabir, tara] = ['9000000004', '9000000005'] as const;
const inList = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });
const codeOf = (said: string) => /\d{6}/.exec(said)?.[0] ?? '';
/** A code of six digits that is not this one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const type = (page: Page, code: string) => page.getByRole('dialog').getByRole('textbox').first().pressSequentially(code);

test('a test whose window is in the future is listed with its time, and cannot be begun before it', async ({ page }) => {
  const window = ['--opens', '2099-12-24T10:00+05:30', '--closes', '2099-12-24T11:00+05:30'];
  await institute('assign', 'browser-hall-later', '--phones', kabir, ...window);
  const student = await signInAs(page, kabir);
  await page.goto('/institute?type=test');
  // A test that opens later has no button: its time is a link to the instructions.
  await expect(inList(page, 'Later test').getByRole('link', { name: 'Begin' })).toHaveCount(0);
  await inList(page, 'Later test').getByRole('link', { name: 'Opens 24 Dec 2099, 10:00' }).click();

  const words = 'Test cannot start before 24 Dec 2099 10:00';
  const begin = page.getByRole('button', { name: 'Begin' });
  await expect(begin).toHaveAttribute('aria-disabled', 'true');
  await expect(begin).toHaveAccessibleDescription(words);
  await begin.press('Enter');
  await expect(page.getByText(words)).toHaveCount(2);
  await expect(page).toHaveURL(/\/test_instruction\/\d+$/);
  await expectAccessible(page, 'a test before its window');
  const id = await idOf(student, 'Later test');
  await expect(callSite(process.env['SITE_ADDRESS'] ?? '', student.token, findOrCreateSessionItem, { id })).rejects.toThrow(words);
});

test('a missed test shows its questions once the institute has published it, and does not count', async ({ page, console }) => {
  console.expectFaults(/404|409/);
  const window = ['--opens', '2026-01-05T10:00+05:30', '--closes', '2026-01-05T11:00+05:30'];
  await institute('assign', 'browser-hall-missed', '--phones', kabir, ...window);
  const student = await signInAs(page, kabir);
  await page.goto('/institute?type=test');
  const row = inList(page, 'Missed test');
  await expect(row).toContainText('Missed');
  await expect(row).toContainText('Questions when your institute publishes them');
  await expect(row.getByRole('link')).toHaveCount(0);
  const id = await idOf(student, 'Missed test');
  await page.goto(`/test_instruction/${id}`);
  await expect(page.getByText('You missed this test. Its questions can be read when your institute has published them.')).toBeVisible();
  await page.goto(`/test/${id}?review=true`);
  await expect(page.getByText('To revise, your institute needs to publish the question paper. Please contact your admin.')).toBeVisible();
  await expect(page).toHaveURL(/\/test_report\/\d+$/);
  await expect(page.getByText('You have not taken this test, so there is no report of it.')).toBeVisible();

  await institute('publish', 'browser-hall-missed');
  await page.goto('/institute?type=test');
  await row.getByRole('link', { name: 'View Questions' }).click();
  await expect(question(page, 1)).toBeVisible();
  await expect(page.getByText('Frequency is measured in hertz.')).toBeVisible();
  await expectAccessible(page, 'the questions of a missed test');
  await page.getByRole('link', { name: 'Back to the tests' }).click();
  await expect(row.getByRole('link')).toHaveText(['View Questions']);
});

test('the institute’s code begins a test and unlocks it; leaving the window locks it, and answers are still accepted', async ({
  page,
  context,
  console,
}) => {
  console.expectFaults(/422|503|ERR_INTERNET_DISCONNECTED/);
  await institute('assign', 'browser-hall-code', '--phones', kabir, '--lock');
  const code = codeOf(await institute('otp', 'browser-hall-code'));
  const student = await signInAs(page, kabir);
  await page.goto('/institute?type=test');
  await inList(page, 'Hall test').getByRole('link', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  const gate = page.getByRole('dialog', { name: 'Enter the OTP' });
  await expect(gate.getByLabel('Digit 1 of 6')).toBeFocused();
  await expectAccessible(page, 'the code before a test');
  await type(page, code.slice(0, 5));
  await gate.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Otp must be 6 digits.')).toBeVisible();
  await gate.getByLabel('Digit 6 of 6').pressSequentially(wrong(code).slice(5));
  await expect(page.getByText('Invalid Otp.')).toBeVisible();
  // The sixth digit submits the code.
  await type(page, code);
  await expect(question(page, 1)).toBeVisible();
  const id = await idOf(student, 'Hall test');

  // An absence that a busy server refuses is noted, and staff learn of it later.
  const lockCall = '**/lock_test_by_otp';
  await page.route(lockCall, (route) => route.fulfill({ status: 503, json: { code: 'busy', message: 'The server is busy.' } }));
  const refused = page.waitForResponse(lockCall);
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await refused;
  await page.unroute(lockCall);
  await page.evaluate(() => dispatchEvent(new Event('focus')));

  const lock = page.getByRole('dialog', { name: 'This test is locked' });
  await page.getByRole('radio', { name: 'coulomb' }).click();
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expect(lock).toBeVisible();
  await expect(lock.getByRole('button', { name: 'Verify' })).toBeDisabled();
  await expectAccessible(page, 'a locked test');
  await sendNow(page);
  await expectHeld(student, id, [[1], [], []]);
  await page.reload();
  await expect(lock).toBeVisible();
  await type(page, wrong(code));
  await expect(page.getByText('Invalid Otp.')).toBeVisible();
  await type(page, code);
  await expect(page.getByText('Your test is unlocked.')).toBeVisible();
  await expect(lock).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'coulomb' })).toBeChecked();

  // Absences of one second count once.
  const left = await timeLeft(page);
  await expect.poll(() => timeLeft(page)).toBeLessThan(left - 1);
  // Without a network nobody could unlock the test, so the absence is only recorded.
  await setOffline(context, true);
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await page.getByRole('radio', { name: 'pascal' }).click();
  await expect(lock).toHaveCount(0);
  await setOffline(context, false);
  await expectHeld(student, id, [[1], [2], []]);
  expect(await institute('status', 'browser-hall-code')).toMatch(/Kabir Khan: in progress; left the window 3 times/);

  // The browser's back button asks for confirmation; staying changes nothing.
  const leaving = page.getByRole('dialog', { name: 'Leave the test?' });
  await page.goBack();
  await expect(leaving).toContainText('The test continues and its clock runs.');
  await leaving.getByRole('button', { name: 'Back to the test' }).click();
  await expect(leaving).toHaveCount(0);
  await expect(page).toHaveURL(/\/test\/\d+$/);
  await expect(page.getByRole('radio', { name: 'pascal' })).toBeChecked();

  // A locked test hides its question and can be ended without the code.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expect(lock).toContainText(/You left this screen at \d\d:\d\d\. Ask your invigilator for the code\./);
  await expect(page.getByRole('radio')).toHaveCount(0);
  await lock.getByRole('button', { name: 'End Test' }).click();
  const summary = page.getByRole('dialog', { name: 'End Test' });
  await summary.getByRole('button', { name: 'End Test' }).click();
  await expect(page.getByRole('region', { name: 'Score' })).toContainText('8 / 12');
});

test('closing the tab asks for confirmation while an answer is unsent', async ({ page, context, console }) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await institute('assign', 'browser-hall-longer', '--phones', kabir);
  await beginTest(await signInAs(page, kabir), 'Longer test');
  await setOffline(context, true);
  await page.getByRole('radio').first().click();
  const asked = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closing;
  await expect(page.getByRole('radio').first()).toBeChecked();
  await setOffline(context, false);
});

test('an assignment is begun, left, ended and reported in its own list', async ({ page }) => {
  const name = 'Assignment: Ray optics';
  const student = await signInAs(page, tara);
  await page.goto('/institute?type=assignment');
  await inList(page, name).getByRole('link', { name: 'Begin' }).click();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page).toHaveURL(/\/assignment\/\d+$/);
  await page.getByRole('radio').first().click();
  await page.reload();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await (await openSummary(page)).getByRole('button', { name: /^Leave/ }).click();
  await expect(page).toHaveURL('/institute?type=assignment');
  await inList(page, name).getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('radio').first()).toBeChecked();
  await endTest(page);
  const id = await idOf(student, name);
  await expect(page).toHaveURL(new RegExp(`/session_report/${id}\\?object_type=6&session_type=0$`));
  await expect(page.getByRole('heading', { name: / of \d+ marks$/ })).toBeVisible();
  await page.goto('/institute?type=assignment');
  await expect(page.getByRole('region', { name: 'Completed' }).getByRole('listitem').filter({ hasText: name })).toBeVisible();
  await inList(page, name).getByRole('link', { name: 'Report' }).click();
  await expect(page).toHaveURL(new RegExp(`/session_report/${id}\\?`));
});

test('after a new sign-in, the student returns to the assignment that was open', async ({ page, console }) => {
  console.expectFaults(/401/);
  const student = await signInAs(page, tara);
  const id = await idOf(student, 'Assignment: Ray optics');
  await page.route('**/get_test_questions?*', (route) =>
    route.fulfill({ status: 401, json: { code: 'not_signed_in', message: 'Please log in.' } }),
  );
  await page.goto(`/assignment/${id}`);
  await expect(page).toHaveURL(`/login?to=${encodeURIComponent(`/assignment/${id}`)}`);
});

test('an extension by the institute reaches a running test', async ({ page }) => {
  await institute('assign', 'browser-hall-longer', '--phones', tara);
  await beginTest(await signInAs(page, tara), 'Longer test');
  await expect(page.getByRole('timer')).toContainText('00 : 14 :');
  await institute('extend', 'browser-hall-longer', '--minutes', '10', '--phones', tara);
  await sendNow(page);
  await expect(page.getByRole('timer')).toContainText('00 : 24 :');
});
