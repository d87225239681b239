// Contents: a whole exam day in the browser: roster · test · hall · results · the students' view of the results
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { expectHeld, question, sendNow, setOffline } from './device.ts';
import { newPhone, signIn } from './sign-in.ts';
import { bringToken, endTest, signInAs, type Student, test } from './student.ts';

const owner = '9000000011';
const name = 'Exam day';
/** The moment `minutes` from now, as a date-and-time field shows it in India. */
const field = (minutes: number) => new Date(Date.now() + (minutes + 330) * 60_000).toISOString().slice(0, 16);
const row = (page: Page, student: string) => page.getByRole('table', { name: 'Students' }).getByRole('row').filter({ hasText: student });

test.setTimeout(240_000);

test('an exam day in the browser: roster, test, hall, a cut network, a lock, an extension, a corrected key, results', async ({
  page: staff,
  browser,
  console,
}) => {
  console.expectFaults(/401|422|503|ERR_INTERNET_DISCONNECTED/);
  await signInAs(staff, owner);
  const [asha, bela] = [newPhone(), newPhone()];
  const students: Student[] = [];
  const pageOf = (at: number) => (students[at] as Student).page;

  await test.step('the roster reports the outcome of each row, and imports the valid rows', async () => {
    await staff.goto('/staff/people?kind=students');
    await staff.getByRole('button', { name: 'Import a roster' }).click();
    const roster = staff.getByRole('dialog', { name: 'Import a roster' });
    const rows = ['Name,Phone,Roll number,Course', `Asha Iyer,${asha},ED-1,JEE`, `Bela Rao,${bela},ED-2,JEE`, 'Nobody,12,ED-3,JEE'];
    await roster.getByLabel('Paste rows from a spreadsheet').fill(rows.join('\n'));
    await roster.getByRole('button', { name: 'Preview' }).click();
    await expect(roster.getByRole('button', { name: 'Refused' })).toHaveText(/1/);
    await expectAccessible(staff, 'the preview of a roster');
    await roster.getByRole('button', { name: 'Take 2 rows' }).click();
    await expect(roster).toHaveCount(0);
  });

  await test.step('each student signs in on a device of their own', async () => {
    for (const phone of [asha, bela]) {
      const context = await browser.newContext();
      await context.addInitScript(() => localStorage.setItem('tour-seen', 'true'));
      const page = await context.newPage();
      const token = await signIn(process.env['SITE_ADDRESS'] ?? '', phone);
      await bringToken(page, token);
      students.push({ page, token });
    }
  });

  await test.step('a test is made from a shared paper, set up and given to the students', async () => {
    await staff.goto('/staff/tests?type=test');
    await staff.getByRole('button', { name: 'New test' }).click();
    const dialog = staff.getByRole('dialog', { name: 'New test' });
    await dialog.getByRole('radio', { name: /^Quick mock, 15 minutes/ }).check();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('button', { name: 'Make the test' }).click();
    await expect(staff.getByRole('heading', { name, level: 1 })).toBeVisible();
    await staff.getByRole('textbox', { name: 'Opens' }).fill(field(-2));
    await staff.getByRole('textbox', { name: 'Closes' }).fill(field(40));
    await staff.getByLabel('Ask for a code').check();
    await staff.getByLabel('Lock when the window is left').check();
    await staff.getByRole('button', { name: 'Save' }).click();
    await expect(staff.getByText('Saved.')).toBeVisible();
    await staff.goto(`${new URL(staff.url()).pathname}/hall`);
    await expect(staff.getByText('Given to nobody yet')).toBeVisible();
    await staff.getByRole('link', { name: 'Give it to students' }).click();
    await staff.getByRole('button', { name: 'Choose students' }).click();
    const choice = staff.getByRole('dialog', { name: 'Choose students' });
    for (const student of ['Asha Iyer', 'Bela Rao']) await choice.getByRole('checkbox', { name: student }).check();
    await choice.getByRole('button', { name: 'Save' }).click();
    await expect(choice).toHaveCount(0);
    await expectAccessible(staff, 'the page of a test');
  });

  const code = await test.step('the teacher makes the code of the test in the hall', async () => {
    await staff.getByRole('link', { name: 'Open the hall' }).click();
    await expect(row(staff, 'Asha Iyer')).toContainText('Not begun');
    await staff.getByRole('button', { name: 'New code' }).click();
    await staff.getByRole('dialog').getByRole('button', { name: /^Make/ }).click();
    const shown = await staff
      .getByRole('dialog', { name: 'The code' })
      .getByText(/^\d{6}$/)
      .innerText();
    await staff.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    return shown;
  });

  const id = Number(/tests\/(\d+)/.exec(staff.url())?.[1]);
  await test.step('the students begin the test with the code', async () => {
    for (const { page } of students) {
      await page.goto(`/test_instruction/${id}`);
      await page.getByRole('button', { name: 'Begin' }).click();
      await page.getByRole('dialog', { name: 'Enter the OTP' }).getByRole('textbox').first().pressSequentially(code);
      await expect(question(page, 1)).toBeVisible();
    }
    // Both students choose the first option of question 1, whose key is corrected later.
    for (const { page } of students) await page.keyboard.press('1');
    await sendNow(pageOf(0));
    await sendNow(pageOf(1));
  });

  await test.step('a student who leaves the window is locked, appears in the hall as locked and is unlocked there', async () => {
    await pageOf(0).evaluate(() => dispatchEvent(new Event('blur')));
    await expect(pageOf(0).getByRole('dialog', { name: 'This test is locked' })).toBeVisible();
    await expect(row(staff, 'Asha Iyer')).toContainText('Locked');
    await expectAccessible(staff, 'the hall with a locked student');
    await row(staff, 'Asha Iyer')
      .getByRole('button', { name: /^Unlock/ })
      .click();
    await expect(staff.getByText('Asha Iyer is unlocked.')).toBeVisible();
    await expect(row(staff, 'Asha Iyer')).toContainText('Writing');
  });

  await test.step('one student gets more time, with a reason', async () => {
    await row(staff, 'Bela Rao')
      .getByRole('button', { name: /^Extend/ })
      .click();
    const dialog = staff.getByRole('dialog', { name: 'Extend time for Bela Rao' });
    await dialog.getByLabel('Reason').fill('A power cut at the desk.');
    await dialog.getByRole('button', { name: 'Extend by 10 min' }).click();
    await expect(staff.getByText('1 student has 10 minutes more.')).toBeVisible();
  });

  await test.step('the hall says that the server is slow for a student, as the page of the student does', async () => {
    const page = pageOf(1);
    const line = page.getByRole('status').filter({ hasText: 'The server is busy.' });
    await page.route('**/upload_student_responses', (route) => route.fulfill({ status: 503, json: { code: 'busy', message: 'Busy.' } }));
    await page.keyboard.press('2');
    await sendNow(page);
    await expect(line).toBeVisible();
    await expect(row(staff, 'Bela Rao')).toContainText('Server busy');
    await page.unroute('**/upload_student_responses');
    await page.keyboard.press('1');
    await sendNow(page);
    await expect(line).toHaveCount(0);
  });

  await test.step('a student whose machine fails goes on at another one with the code of the invigilator', async () => {
    const old = pageOf(1);
    await row(staff, 'Bela Rao').getByRole('button', { name: 'More for Bela Rao' }).click();
    await staff.getByRole('dialog').getByRole('button', { name: 'Move to another machine' }).click();
    const dialog = staff.getByRole('dialog', { name: 'Move Bela Rao to another machine' });
    await dialog.getByLabel('Reason').fill('The screen went dark.');
    await setOffline(staff.context(), true);
    await dialog.getByRole('button', { name: 'Make the code' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Not done: You seem to be offline.');
    await expect(staff.getByText(/^Not updated since/)).toBeVisible();
    await setOffline(staff.context(), false);
    await dialog.getByRole('button', { name: 'Make the code' }).click();
    const made = staff.getByRole('dialog', { name: 'The code of Bela Rao' });
    await expectAccessible(staff, 'the code of a move');
    const moveCode = (await made.getByText(/^[A-Z0-9]{5} [A-Z0-9]{5}$/).innerText()).replace(' ', '');
    await made.getByRole('button', { name: 'Done' }).click();

    const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
    await context.addInitScript(() => localStorage.setItem('tour-seen', 'true'));
    const page = await context.newPage();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Continue your test with a code' }).click();
    await expectAccessible(page, 'the page of a moved test');
    const field = page.getByLabel('Code of the invigilator');
    await field.fill(`${moveCode.slice(0, 4)}${moveCode.slice(4) === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA'}`);
    await page.getByRole('button', { name: 'Continue the test' }).click();
    await expect(page.getByText('This code is wrong')).toBeVisible();
    await field.fill(moveCode);
    await setOffline(context, true);
    await page.getByRole('button', { name: 'Continue the test' }).click();
    await expect(page.getByText('You seem to be offline.')).toBeVisible();
    await expect(field).toHaveValue(moveCode);
    await setOffline(context, false);
    await page.getByRole('button', { name: 'Continue the test' }).click();
    await expect(question(page, 1)).toBeVisible();
    await expect(page.getByRole('radio').first()).toBeChecked();
    // The old machine is signed out.
    expect(await old.evaluate(async () => (await fetch('/api/users/me')).status)).toBe(401);
    await old.close();
    const token = (await context.cookies()).find(({ name: cookie }) => cookie === 'abhyas')?.value ?? '';
    students[1] = { page, token };
  });

  await test.step('an answer given without a network arrives when the network is back', async () => {
    const page = pageOf(1);
    await setOffline(page.context(), true);
    await page.getByRole('button', { name: 'Save & Next' }).click();
    await expect(question(page, 2)).toBeVisible();
    await page.keyboard.press('2');
    await setOffline(page.context(), false);
    await expectHeld(students[1] as Student, id, [[1], [2], ...Array.from({ length: 13 }, () => [])]);
  });

  await test.step('both students end their tests, and the teacher closes the window of the test', async () => {
    await pageOf(0).reload();
    for (const { page } of students) {
      await endTest(page);
      await expect(page).toHaveURL(/test_report\/\d+$/);
    }
    await expect(row(staff, 'Bela Rao')).toContainText('Finished');
    await staff.goto(`/staff/tests/${id}`);
    await staff.getByRole('textbox', { name: 'Closes' }).fill(field(-1));
    await staff.getByRole('button', { name: 'Save' }).click();
    await expect(staff.getByText('It is over; 2 students sat it')).toBeVisible();
  });

  await test.step('the results are published with the questions', async () => {
    await staff.getByRole('link', { name: 'Results' }).click();
    await staff.getByRole('button', { name: 'All 15 questions' }).click();
    await expectAccessible(staff, 'the results of a test');
    await staff.getByRole('button', { name: 'Publish results' }).click();
    await staff.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(staff.getByText('Published', { exact: true })).toBeVisible();
  });

  await test.step('a correction of a wrong key is tried in a dry run, then made with a reason', async () => {
    await staff.goto('/staff/tests?type=test');
    await staff.getByRole('link', { name: 'Results: Class test: motion' }).click();
    await staff.getByRole('button', { name: /A wrong option beats the key/ }).click();
    await staff.getByRole('checkbox', { name: '3' }).check();
    await expect(staff.getByText(/students? gets? another score/)).toBeVisible();
    await expectAccessible(staff, 'a dry run of a corrected key');
    await staff.getByLabel(/^Reason/).fill('The third option is right too.');
    await staff.getByRole('button', { name: 'Correct the key' }).click();
    await expect(staff.getByText(/^The key of question \d+ is corrected/)).toBeVisible();
  });

  await test.step('a test that is over is copied, and the copy waits for its window and its students', async () => {
    await staff.goto(`/staff/tests/${id}`);
    await expect(staff.getByText(/can be held again only if nobody may have seen its keys/)).toBeVisible();
    await staff.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(staff, 'the page of a test that is over, on a phone');
    await staff.setViewportSize({ width: 1280, height: 800 });
    await staff.getByRole('button', { name: 'Copy', exact: true }).click();
    const dialog = staff.getByRole('dialog', { name: `Copy ${name}?` });
    await expect(dialog.getByLabel('Name of the copy')).toHaveValue(`${name}, again`);
    await expectAccessible(staff, 'the copy of a test');
    await setOffline(staff.context(), true);
    await dialog.getByRole('button', { name: 'Make the copy' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Not copied: You seem to be offline.');
    await setOffline(staff.context(), false);
    await dialog.getByRole('button', { name: 'Back' }).click();
    await staff.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(dialog.getByRole('alert')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Make the copy' }).click();
    await expect(staff.getByRole('heading', { name: `${name}, again`, level: 1 })).toBeVisible();
    await expect(staff.getByRole('heading', { name: /steps to go/ })).toBeVisible();
    await expect(staff.getByRole('textbox', { name: 'Closes' })).toHaveValue('');
  });

  await test.step('the students see their results, and the log lists the acts of the staff', async () => {
    await pageOf(0).goto(`/test_report/${id}`);
    await expect(pageOf(0).getByRole('main')).toContainText('4 / 60');
    await staff.goto('/staff/audit');
    await expect(staff.getByRole('main')).toContainText('The third option is right too.');
    await expect(staff.getByRole('main')).toContainText('A power cut at the desk.');
    await expectAccessible(staff, 'the log');
  });

  await test.step('a parent whom the student named sees the result in one sentence, once both have agreed', async () => {
    const student = pageOf(0);
    await student.goto('/profile');
    await student.getByRole('button', { name: 'Name a parent or guardian' }).click();
    const naming = student.getByRole('dialog', { name: 'Name a parent or guardian' });
    const phone = newPhone();
    await naming.getByLabel(/name/i).fill('Sunita Iyer');
    await naming.getByLabel(/phone/i).fill(phone);
    await naming.getByRole('button', { name: 'Ask them' }).click();
    await expect(naming).toHaveCount(0);
    await expectAccessible(student, 'the profile with a guardian who is asked');
    const parent = await (await browser.newContext()).newPage();
    await bringToken(parent, await signIn(process.env['SITE_ADDRESS'] ?? '', phone));
    await parent.goto('/invitations');
    await parent.getByRole('listitem').filter({ hasText: 'Asha Iyer' }).getByRole('button', { name: 'Accept' }).click();
    await expect(parent).toHaveURL('/guardian');
    await expect(parent.getByRole('article', { name: /^Asha Iyer/ })).toContainText(name);
    await expectAccessible(parent, 'the page of a guardian');
    for (const page of [parent, ...students.map((each) => each.page)]) await page.context().close();
  });
});
