import { getChapterQuickpointList } from '@abhyas/contract/bank/cheat-sheets';
import { getMistakes } from '@abhyas/contract/practice/mistakes';
import { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { keptOnDevice, setOffline, waitForWorker } from './device.ts';
import { idOf, signInAs, test } from './student.ts';

// Service workers are allowed, because this test switches the network off for the page and for its worker.
test.use({ serviceWorkers: 'allow' });

/** The demo's student with Premium and some practice. */
const paying = '9000000002';
/** Waits until the device has stored an answer of this call; leaving the page at once may end the writing of it. */
const expectKept = (page: Page, { route }: { route: string }) =>
  expect.poll(() => keptOnDevice(page, { withSite: false })).toContain(route);
const keptNote = (page: Page) => page.getByText(/^No connection\. As of .* as this device has it\.$/);

/** Answers and verifies questions until one answer is wrong. */
async function practiseUntilWrong(page: Page): Promise<void> {
  const article = page.getByRole('article');
  for (let place = 1; place <= 10; place += 1) {
    await expect(page.getByRole('heading', { name: new RegExp(`^Question ${place} of`) })).toBeVisible();
    const keypad = article.getByRole('group', { name: 'Keypad' });
    if ((await keypad.count()) > 0) for (const digit of '98765') await keypad.getByRole('button', { name: digit, exact: true }).click();
    else await article.getByRole('radio').or(article.getByRole('checkbox')).first().click();
    await page.getByRole('button', { name: 'Verify' }).click();
    const outcome = article.getByRole('status').filter({ hasText: /Correct|Incorrect/ });
    await expect(outcome).toBeVisible();
    if ((await outcome.innerText()).includes('Incorrect')) return;
    await page.getByRole('button', { name: 'Next' }).filter({ visible: true }).click();
  }
  throw new Error('Ten answers were right by chance');
}

test('a student’s day: the plan, practice, the reason for a miss, the mistake book, a cheat sheet, progress, and all of them again without a network', async ({
  page,
  context,
  console,
}) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  const student = await signInAs(page, paying);
  const chapter = await idOf(student, 'Kinematics');
  const otherChapter = await idOf(student, 'Laws of motion');
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await expectAccessible(page, 'home');

  await page.goto(`/chapter/${chapter}`);
  await page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('link', { name: /straight line/ })
    .click();
  await practiseUntilWrong(page);
  await expectAccessible(page, 'practice');
  await page.getByRole('button', { name: 'Finish' }).filter({ visible: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Finish' }).click();
  await expect(page).toHaveURL(/\/session_report\//);
  const report = page.url();
  const why = page.getByRole('button', { name: /^Why was question \d+ wrong\?$/ });
  await why.first().click();
  await page
    .getByRole('group', { name: /^Why question \d+ was wrong$/ })
    .getByRole('button', { name: 'Concept' })
    .click();
  await expect(page.getByRole('button', { name: /was wrong by: Concept/ })).toBeVisible();
  await expectAccessible(page, 'session report');
  await expectKept(page, getAssignmentReport);

  await page.goto('/mistakes');
  const rows = page.getByRole('list', { name: 'Missed questions' }).getByRole('button', { expanded: false });
  await expect(rows.first()).toBeVisible();
  await rows.first().click();
  await expectAccessible(page, 'mistake book');
  await expectKept(page, getMistakes);
  await page.goto(`/cheat_sheet/${chapter}`);
  const points = page.getByRole('main').locator('ol > li');
  await expect(points.first()).toBeVisible();
  await expectKept(page, getChapterQuickpointList);
  await page.goto('/my_progress');
  await expect(page.getByRole('heading', { name: 'My Progress' })).toBeVisible();
  await expectAccessible(page, 'progress');

  await waitForWorker(page);
  await setOffline(context, true);
  await page.goto('/mistakes');
  await expect(rows.first()).toBeVisible();
  await expect(keptNote(page)).toBeVisible();
  await expectAccessible(page, 'mistake book, offline');
  await page.goto(`/cheat_sheet/${chapter}`);
  await expect(points.first()).toBeVisible();
  await expect(keptNote(page)).toBeVisible();
  await page.goto(report);
  await expect(page.getByRole('heading', { name: /wrong$/ })).toBeVisible();
  await expect(keptNote(page)).toBeVisible();
  await page.goto(`/cheat_sheet/${otherChapter}`);
  await expect(page.getByRole('alert')).toContainText('This cheat sheet is not on this device');
  await setOffline(context, false);
  await expect(points.first()).toBeVisible();
  await expect(keptNote(page)).toHaveCount(0);
});
