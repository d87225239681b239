// Contents: people · a class · a test on paper
import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import { setOffline } from './device.ts';
import { expectAccessible } from './accessibility.ts';
import { signInAs, test } from './student.ts';

/** A teacher of the demo's institute, two students of one batch, and one of higher education. */
const [arjun, riya, aman, ishaan] = ['9000000012', '9000000007', '9000000008', '9000000006'] as const;
const india = 19_800_000;
/** A moment as a date-and-time field shows it in India. */
const inField = (moment: number) => new Date(moment + india).toISOString().slice(0, 16);

async function openAs(browser: Browser, phone: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signInAs(page, phone);
  return page;
}

const toastOf = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text });
const row = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text });
const sheet = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj << /Type /Page >> endobj\n%%EOF\n'),
});

test('a class is planned, held, recorded and marked, with a teacher and three students, one of them without a network', async ({
  page: teacher,
  browser,
  console,
}) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  await signInAs(teacher, arjun);
  const [first, second, third] = [await openAs(browser, riya), await openAs(browser, aman), await openAs(browser, ishaan)];
  const students = [first, second, third];
  const title = `Capacitors ${Date.now() % 100_000}`;

  await test.step('the teacher schedules a class, and sees the classes that it clashes with', async () => {
    await teacher.goto('/staff/classes');
    await teacher.getByRole('button', { name: 'Schedule a class' }).click();
    const form = teacher.getByRole('dialog', { name: 'Schedule a class' });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Subject').selectOption('Physics');
    await form.getByRole('checkbox', { name: 'Batch A1' }).check();
    await form.getByRole('checkbox', { name: 'Semester 3' }).check();
    await form.getByLabel('Minutes').fill('700');
    await expect(form.getByText('From 5 to 480 minutes.')).toBeVisible();
    await form.getByLabel('Minutes').fill('30');
    await form.getByLabel('Starts (India)').fill(inField(Date.now() + 180_000));
    await expect(form.getByText(/This clashes with/)).toBeVisible();
    await expectAccessible(teacher, 'scheduling a class');
    await form.getByRole('button', { name: 'Schedule anyway' }).click();
    await expect(toastOf(teacher, '1 class scheduled.')).toBeVisible();
    await row(teacher, title).getByRole('link').click();
  });

  await test.step('the teacher adds two questions to the quiz: one found by its words, one typed', async () => {
    await teacher.getByRole('button', { name: 'Add question' }).click();
    const adding = teacher.getByRole('dialog', { name: 'Add a question' });
    await adding.getByLabel('Words of the question').fill('capacitor');
    const found = adding.getByRole('list', { name: 'Questions found' }).getByRole('listitem');
    await expect(found.first()).toContainText(/capacitor/i);
    await expectAccessible(teacher, 'finding a question');
    await found.first().getByRole('button').click();
    await expect(found.first().getByRole('button')).toHaveText('Added');
    await adding.getByText('Type one in').click();
    await adding.getByLabel('Question', { exact: true }).fill('What does a capacitor store?');
    for (const [at, word] of ['Charge', 'Heat', 'Light', 'Sound'].entries())
      await adding.getByLabel(`Option ${at + 1}`, { exact: true }).fill(word);
    await adding.getByLabel('Option 1 is correct').check();
    await adding.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(teacher.getByRole('heading', { name: 'Question 2 Not shown' })).toBeVisible();
    await expect(teacher.getByText('Questions can be shown once the class is live.')).toBeVisible();
    await expectAccessible(teacher, 'the console of a quiz');
  });

  await test.step('the students join the class before it starts, and their pages follow the teacher', async () => {
    for (const student of students) {
      await student.goto('/virtual_meeting');
      await student.getByRole('button', { name: `JOIN ${title}` }).click();
      await expect(student.getByText('Your teacher has not started this class yet.')).toBeVisible();
    }
    await expectAccessible(first, 'a class before it starts');
    await teacher.getByRole('button', { name: 'Start class' }).click();
    for (const student of students) await expect(student.getByText('Your class is going on.')).toBeVisible();
    for (const student of students) await expect(student.getByText('No Questions, Wait Untill A New Question Is Added')).toBeVisible();
    await expect(teacher.getByText('3 students on the class page')).toBeVisible();
  });

  const questions = teacher
    .getByRole('region', { name: 'Live quiz' })
    .getByRole('listitem')
    .filter({ has: teacher.getByRole('heading', { name: /^Question/ }) });
  const show = () => teacher.getByRole('button', { name: 'Show', exact: true }).first().click();
  const choose = async (student: Page, option: number) => {
    await student
      .getByRole('radio')
      .nth(option - 1)
      .check();
    await student.getByRole('button', { name: 'VERIFY', exact: true }).click();
  };

  await test.step('a question is shown, answered and locked; one answer waits for the network and counts once the teacher accepts it', async () => {
    await show();
    for (const student of students) await expect(student.getByRole('heading', { name: /^Question 1/ })).toBeVisible();
    await choose(first, 1);
    await choose(second, 2);
    for (const student of [first, second]) await expect(student.getByRole('status').filter({ hasText: /Correct|Incorrect/ })).toBeVisible();
    await expect(teacher.getByText('2 answered')).toBeVisible();
    await setOffline(third.context(), true);
    await choose(third, 3);
    await expect(third.getByText('Not connected. Your answer is kept on this device.')).toBeVisible();
    await expectAccessible(third, 'a quiz without a network');
    await teacher.getByRole('button', { name: 'Lock in 3 s' }).click();
    await expect(teacher.getByRole('heading', { name: 'Question 1 Locked' })).toBeVisible();
    const lockedAt = Date.now();
    // An answer counts until two seconds after the lock.
    await expect.poll(() => Date.now() - lockedAt).toBeGreaterThan(2500);
    await setOffline(third.context(), false);
    await expect(third.getByText('Your answer came after the lock. It is kept, and counts once your teacher accepts it.')).toBeVisible();
    await teacher.getByRole('button', { name: 'Accept' }).click();
    await expect(teacher.getByText('3 answered')).toBeVisible();
  });

  await test.step('a student without an answer is Unattempted in the report that everybody gets at the end', async () => {
    await show();
    await expect(second.getByText('What does a capacitor store?')).toBeVisible();
    await choose(first, 1);
    await expect(first.getByRole('status').filter({ hasText: /^\s*Correct/ })).toBeVisible();
    await teacher.getByRole('button', { name: 'Lock now' }).click();
    await expect(second.getByText('Your teacher has locked the question !')).toBeVisible();
    await expectAccessible(second, 'a locked question');
    await teacher.getByRole('button', { name: 'Complete' }).click();
    await teacher.getByRole('dialog').getByRole('button', { name: 'Complete' }).click();
    for (const student of students) await expect(student.getByRole('heading', { name: 'Quiz Report' })).toBeVisible();
    await expect(second.getByRole('definition').nth(2)).toHaveText('1');
    await expectAccessible(second, 'the report of a quiz');
    // Each question still has its own four options after the page has been drawn again.
    await second.getByRole('button', { name: 'View Questions' }).click();
    for (const turn of ['Previous question', 'Next question', 'Previous question']) {
      await second.getByRole('button', { name: turn }).click();
      await expect(second.getByRole('radio')).toHaveCount(4);
    }
    await expect(questions).toHaveCount(2);
  });

  await test.step('the class is extended and ended; feedback goes to the teacher without a name', async () => {
    await teacher.getByRole('button', { name: 'Extend 10 min' }).click();
    await expect(toastOf(teacher, 'The class continues for 10 more minutes.')).toBeVisible();
    for (const [at, student] of students.entries()) {
      await student.getByRole('link', { name: /^Leave/ }).click();
      await expect(student.getByRole('heading', { name: 'Live class feedback' })).toBeVisible();
      if (at === 0) {
        await student.getByRole('button', { name: 'Send' }).click();
        await expect(student.getByText('Please select a Rating.')).toBeVisible();
        await expectAccessible(student, 'feedback of a class');
      }
      await student.getByRole('radio', { name: 'Very good' }).check();
      await student.getByPlaceholder('Enter your feedback').fill(`Clear ${at}`);
      await student.getByRole('button', { name: 'Send' }).click();
      await expect(toastOf(student, 'Thank you for your feedback.')).toBeVisible();
    }
    await teacher.getByRole('button', { name: 'End class' }).click();
    await teacher.getByRole('dialog').getByRole('button', { name: 'End class' }).click();
    await expect(teacher.getByText('Clear 0')).toBeVisible();
    await expect(teacher.getByText('Riya')).toHaveCount(0);
    await expectAccessible(teacher, 'a class that is over');
  });

  await test.step('the register lists who attended; the teacher marks one student as absent, who can read the reason', async () => {
    await teacher.getByRole('link', { name: 'Register' }).click();
    await expect(teacher.getByText('3 of 33 students present')).toBeVisible();
    await expectAccessible(teacher, 'the register');
    await teacher.getByRole('button', { name: 'Correct: Aman Verma' }).click();
    const dialog = teacher.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Left the room');
    await dialog.getByRole('button', { name: 'Count as absent' }).click();
    await expect(teacher.getByText('2 of 33 students present')).toBeVisible();
    await second.goto('/attendance');
    await expect(second.getByText('Left the room')).toBeVisible();
    await expectAccessible(second, 'attendance');
    await first.goto('/quiz_scores');
    await expect(first.getByRole('row', { name: /Physics/ })).toBeVisible();
    await expectAccessible(first, 'quiz scores');
  });
  for (const student of students) await student.context().close();
});

test('an answer sheet is handed in, marked and returned', async ({ page: student, browser }) => {
  await signInAs(student, riya);
  const teacher = await openAs(browser, arjun);
  await student.goto('/offline_tests/all');
  await student
    .getByRole('main')
    .getByRole('link', { name: /Physics/ })
    .click();
  const paper = row(student, 'Weekly test: motion');
  const opened = student.waitForEvent('download');
  await paper.getByRole('link', { name: 'Open' }).click();
  await opened;
  await expect(paper.getByText('QP Downloaded')).toBeVisible();
  await expectAccessible(student, 'offline tests');
  await paper.getByRole('button', { name: /^Upload answer sheet/ }).click();
  const dialog = student.getByRole('dialog', { name: 'Upload answer sheet' });
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Please upload the file and click on submit')).toBeVisible();
  await dialog.locator('input[type=file]').first().setInputFiles(sheet('My sheet.pdf'));
  await expectAccessible(student, 'handing in a sheet');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(toastOf(student, 'Your answer sheet is submitted successfully!')).toBeVisible();
  await expect(paper.getByText('Submitted', { exact: true })).toBeVisible();

  await teacher.goto('/staff/offline_tests');
  await teacher.getByRole('link', { name: /^Weekly test: motion/ }).click();
  await teacher.getByRole('button', { name: 'Give marks: Riya Shah' }).click();
  const marks = teacher.getByRole('dialog', { name: 'Marks of Riya Shah' });
  await marks.getByLabel('Marks of 40').fill('41');
  await marks.getByRole('button', { name: 'Give marks' }).click();
  await expect(marks.getByText('Enter marks from 0 to 40, in quarters.')).toBeVisible();
  await marks.getByLabel('Marks of 40').fill('36.5');
  await marks.getByLabel('Remark').fill('Mind the units.');
  await marks.locator('input[type=file]').setInputFiles(sheet('Marked.pdf'));
  await expectAccessible(teacher, 'giving marks');
  await marks.getByRole('button', { name: 'Give marks' }).click();
  await expect(row(teacher, 'Riya Shah')).toContainText('36.5 of 40');
  await student.reload();
  await expect(paper).toContainText('36.5');
  await expect(paper).toContainText('Mind the units.');
  await expect(paper.getByRole('link', { name: 'Marked sheet' })).toBeVisible();
  await teacher.context().close();
});
