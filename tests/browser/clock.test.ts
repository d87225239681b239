import { expect, type Page } from '@playwright/test';
import { question, saveState, sendNow, setOffline, timeLeft, timer, waitForWorker } from './device.ts';
import { beginTest, newStudent, signInAs, type Student, test } from './student.ts';

const uploads = '**/upload_student_responses';
const hours = (count: number) => count * 3_600_000;

test.describe('on a device in another time zone, whose clock is hours wrong and jumps', () => {
  test.use({ timezoneId: 'America/Anchorage' });

  const cases: { kind: string; paper: string; seconds: number; student: (page: Page) => Promise<Student> }[] = [
    { kind: 'that counts while it is open', paper: 'Quick mock, 15 minutes', seconds: 900, student: (page) => newStudent(page, 'ENG') },
    {
      kind: 'by the wall clock',
      paper: 'Weekly test 2: Mechanics and calculus',
      seconds: 2400,
      student: (page) => signInAs(page, '9000000004'),
    },
  ];
  for (const { kind, paper, seconds, student } of cases) {
    test(`the time left of a test ${kind} is the server's`, async ({ page }) => {
      const expectTrueTime = async () => {
        const left = await timeLeft(page);
        expect(left).toBeLessThanOrEqual(seconds);
        expect(left).toBeGreaterThan(seconds - 120);
      };
      await page.clock.install({ time: Date.now() + hours(5) });
      await beginTest(await student(page), paper);
      await expectTrueTime();
      await page.clock.setSystemTime(Date.now() - hours(7));
      await page.getByRole('radio').first().click();
      await sendNow(page);
      await expect(saveState(page)).toHaveText('Saved');
      await expectTrueTime();

      await page.clock.setSystemTime(Date.now() + hours(9));
      await page.reload();
      await expect(question(page, 1)).toBeVisible();
      await expect(page.getByRole('radio').first()).toBeChecked();
      await expectTrueTime();
    });
  }
});

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a device clock that jumped ahead ends no test, because the server is asked before anything is submitted', async ({
    page,
    context,
    console,
  }) => {
    console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
    const id = await beginTest(await signInAs(page, '9000000005'), 'Weekly test 1');
    await page.getByRole('radio').first().click();
    await waitForWorker(page);
    await setOffline(context, true);
    await page.goto('about:blank');
    await page.clock.install({ time: Date.now() + hours(2) });
    await page.goto(`/test/${id}`);
    // The end must come from the device's own clock.
    await expect(page.getByText('Your test is being submitted as you have run out time.')).toBeVisible();
    await expect(timer(page)).toContainText('00 : 00 : 00');
    await expect(page.getByRole('dialog', { name: 'Your answers could not be sent' })).toBeVisible();

    await setOffline(context, false);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(timer(page)).toContainText(/00 : 3\d : /);
    await expect(page.getByRole('radio').first()).toBeChecked();
    await page.getByRole('radio').nth(1).click();
    await sendNow(page);
    await expect(saveState(page)).toHaveText('Saved');
  });
});

test('a student who returns to the page gets the time from the server at once', async ({ page, student }) => {
  await beginTest(student, 'Short test');
  const asked = page.waitForRequest(uploads);
  // As if the laptop was closed and opened again: the device's clock has moved on, but the page's clock has not.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const answer = await (await asked).response();
  expect(await answer?.json()).toMatchObject({ session_status: 'IN_PROGRESS' });
});

test('the timer is announced and coloured at its thresholds, and the test submits itself at zero', async ({ page, student, console }) => {
  console.expectFaults(/ERR_FAILED/);
  let isEnd = false;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  // This page's clock runs ahead of the server's, which would report the true time left. Nothing is sent before the end, and the server
  // then answers zero.
  await page.route(uploads, async (route) => {
    if (!isEnd) return route.abort();
    await held;
    const response = await route.fetch();
    const answer: object = await response.json();
    return route.fulfill({ response, json: { ...answer, remaining_duration: 0 } });
  });
  await page.clock.install();
  const id = await beginTest(student, 'Quick mock, 15 minutes');
  await page.getByRole('radio').first().click();

  const clock = timer(page);
  const figures = clock.getByRole('button', { name: 'Time left' });
  const spoken = clock.getByRole('status');
  const colour = () => figures.evaluate((element) => getComputedStyle(element).color);
  const named = (name: string) =>
    page.evaluate((variable) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(${variable})`;
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, name);
  // A screen reader announces the time when the student requests it, not each second.
  await expect(clock).toHaveAttribute('aria-live', 'off');
  await expect(spoken).toHaveText('');
  await figures.click();
  await expect(spoken).toHaveText(/^(15 minutes|14 minutes \d+ seconds) left$/);
  await page.clock.runFor(5 * 60_000);
  await expect(spoken).toHaveText('10 minutes left');
  expect(await colour()).toBe(await named('--ink'));
  await page.clock.runFor(5 * 60_000 + 2_000);
  await expect(spoken).toHaveText('5 minutes left');
  expect(await colour()).toBe(await named('--incorrect'));

  isEnd = true;
  // The clock runs exactly to zero, because a toast disappears after 10 s.
  await page.clock.runFor((await timeLeft(page)) * 1_000);
  await expect(page.getByText('Your test is being submitted as you have run out time.')).toBeVisible();
  await expect(figures).toContainText('00 : 00 : 00');
  expect(await colour()).toBe(await named('--line-strong'));
  release();
  // The last uploads wait for this page's clock, until a tick or between two tries.
  await expect
    .poll(async () => {
      await page.clock.runFor(5_000);
      return page.getByText('Time is up. 1 answer saved.').isVisible();
    })
    .toBe(true);
  // The screen stays until the student presses Continue.
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(`/initial_test_report/${id}`);
  await expect(page.getByRole('region', { name: 'Score' })).toBeVisible();
});
