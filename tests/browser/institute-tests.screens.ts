import { expect } from '@playwright/test';
import { question, setOffline, waitForWorker } from './device.ts';
import { takePicture } from './picture.ts';
import { institute } from './staff.ts';
import { beginTest, endTest, idOf, newStudent, signInAs, test } from './student.ts';

const kabir = '9000000004';
/** Each paper can be begun once, so each variant has its own. */
const papers: Record<string, { paper: string; name: string }> = {
  'phone-light': { paper: 'browser-hall-code', name: 'Hall test' },
  'phone-dark': { paper: 'browser-hall-longer', name: 'Longer test' },
  'desktop-light': { paper: 'browser-hall-late', name: 'Late test' },
  'desktop-dark': { paper: 'browser-hall-locked', name: 'Locked test' },
};

test.describe("with the site's files on the device", () => {
  test.use({ serviceWorkers: 'allow' });

  test('a test open in two tabs, and a test whose answers cannot be sent', async ({ page, context, console }, info) => {
    console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
    const student = await newStudent(page, 'MED_ENG');
    const id = await beginTest(student, 'Short test');
    const second = await context.newPage();
    await second.goto(`/test/${id}`);
    await expect(second.getByText('The test continues here.').first()).toBeVisible();
    await takePicture(second, info, 'test-goes-on-here');
    await second.close();
    await expect(page.getByText('This test is open in another tab')).toBeVisible();
    await takePicture(page, info, 'test-taken-over');
    await page.getByRole('button', { name: 'Go on here' }).click();
    await expect(page.getByText('This test is open in another tab')).toHaveCount(0);
    await waitForWorker(page);
    await setOffline(context, true);
    await page.getByRole('radio').first().click();
    await page.reload();
    await page.getByRole('button', { name: 'Go on with the test' }).click();
    await takePicture(page, info, 'test-offline');
    await endTest(page);
    await expect(page.getByRole('dialog', { name: 'Your answers could not be sent' })).toBeVisible();
    await takePicture(page, info, 'test-upload-failed');
  });
});

test('formulas wider than the screen', async ({ page }, info) => {
  await beginTest(await newStudent(page, 'MED_ENG'), 'Wide test');
  await expect(page.locator('.katex').first()).toBeVisible();
  await takePicture(page, info, 'test-wide-formula');
});

test('codes and locks of an institute’s test', async ({ page, console }, info) => {
  console.expectFaults(/422/);
  const { paper, name } = papers[info.project.name] ?? { paper: '', name: '' };
  await institute('assign', paper, '--phones', kabir, '--lock');
  const code = /\d{6}/.exec(await institute('otp', paper))?.[0] ?? '';
  const student = await signInAs(page, kabir);
  await page.goto(`/test_instruction/${await idOf(student, name)}`);
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused();
  await takePicture(page, info, 'test-otp');
  await page.getByLabel('Digit 1 of 6').pressSequentially(code);
  await expect(question(page, 1)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('blur')));
  await expect(page.getByRole('dialog', { name: 'This test is locked' })).toBeVisible();
  await takePicture(page, info, 'test-locked');
});

test('an answer file that is refused', async ({ page, console }, info) => {
  console.expectFaults(/422/);
  await newStudent(page, 'ENG');
  await page.goto('/answer_file');
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'answers-12.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await takePicture(page, info, 'answer-file-refused');
});
