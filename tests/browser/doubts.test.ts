import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { setOffline } from './device.ts';
import { idOf, signInAs, type Student, test } from './student.ts';

const [aman, teacher, owner] = ['9000000008', '9000000012', '9000000011'] as const;
const doubt = 'Why is the second statement false, when both forces have the same size?';

async function openPractice(student: Student): Promise<void> {
  const { page } = student;
  await page.goto(`/chapter/${await idOf(student, 'First steps')}`);
  await page.getByRole('link', { name: /^The four kinds/ }).click();
  await expect(page.getByRole('heading', { name: /^Question 1 of/ })).toBeVisible();
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('a doubt asked in practice is answered from the queue, shown to all, reported and taken back', async ({ page, browser }) => {
  const asker = await signInAs(page, aman);
  await page.setViewportSize({ width: 360, height: 740 });
  await openPractice(asker);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const asking = dialog(page, 'Ask about this question');
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(asking.getByText('Write what you do not understand.')).toBeVisible();
  await asking.getByLabel('What do you not understand?').fill(doubt);

  // Without a network the text stays on the device, also when the dialog is closed.
  await setOffline(page.context(), true);
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(asking.getByRole('alert')).toContainText('kept on this device');
  await setOffline(page.context(), false);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(asking.getByLabel('What do you not understand?')).toHaveValue(doubt);
  const picture = await page.screenshot({ type: 'jpeg', quality: 30 });
  await asking.locator('input[type=file]').first().setInputFiles({ name: 'working.jpg', mimeType: 'image/jpeg', buffer: picture });
  await expect(asking.getByRole('button', { name: 'Remove the photo' })).toBeVisible();
  await expectAccessible(page, 'the dialog of a doubt');
  await asking.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(asking.getByText('Sent. You will be notified')).toBeVisible();
  await expect(asking.getByRole('list', { name: 'Your doubts' }).getByText('Waiting for an answer')).toBeVisible();
  await expect(asking.getByRole('img', { name: 'Photo of your working' })).toHaveJSProperty('complete', true);

  const staff = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await signInAs(staff, teacher);
  await staff.goto('/staff');
  await staff
    .getByRole('link', { name: /^Doubts/ })
    .last()
    .click();
  await expect(staff).toHaveURL('/staff/doubts');
  const row = staff.getByRole('listitem').filter({ hasText: doubt });
  await expect(row).toContainText('Aman Verma');
  await expect(row.getByRole('img', { name: 'Working of Aman Verma' })).toBeVisible();
  await row.getByText('The question', { exact: true }).click();
  await expect(row.getByRole('heading', { name: 'Question', exact: true })).toBeVisible();
  await expectAccessible(staff, 'the queue of doubts');
  await row.getByRole('button', { name: 'Answer Aman Verma' }).click();
  const answering = dialog(staff, 'Answer Aman Verma');
  await answering.getByRole('button', { name: 'Answer', exact: true }).click();
  await expect(answering.getByRole('alert')).toContainText('Write an answer');
  await answering.getByLabel('Your answer').fill('Aman, the forces \\(F_1\\) and \\(F_2\\) act on different bodies.');
  await answering.getByLabel(/^Show the answer beside/).check();
  await answering.getByRole('button', { name: 'Answer and show to all' }).click();
  await expect(answering.getByRole('alert')).toContainText('name the student');
  await answering.getByLabel('Your answer').fill('The forces \\(F_1\\) and \\(F_2\\) act on different bodies.');
  await expectAccessible(staff, 'the answer to a doubt');
  await setOffline(staff.context(), true);
  await answering.getByRole('button', { name: 'Answer and show to all' }).click();
  await expect(answering.getByRole('alert')).toContainText('You seem to be offline.');
  await setOffline(staff.context(), false);
  await answering.getByRole('button', { name: 'Answer and show to all' }).click();
  await expect(staff.getByText('Answered, and shown to all students.')).toBeVisible();
  await expect(row).toHaveCount(0);

  await page.goto('/doubts');
  const card = page.getByRole('listitem').filter({ hasText: doubt });
  await expect(card).toContainText('act on different bodies');
  await expectAccessible(page, 'the doubts of a student');
  await card.getByRole('button', { name: 'Report this answer' }).click();
  await dialog(page, 'Report this answer').getByLabel('What is wrong with it?').fill('It answers another question.');
  await dialog(page, 'Report this answer').getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The owners of your institute will look at it.')).toBeVisible();

  const head = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await signInAs(head, owner);
  await head.goto('/staff/doubts?list=reported');
  const reported = head.getByRole('listitem').filter({ hasText: doubt });
  await expect(reported).toContainText('It answers another question.');
  await reported.getByRole('button', { name: 'Take the answer back' }).click();
  await expect(reported).toHaveCount(0);
  await page.reload();
  await expect(card).toContainText('Waiting for an answer');
  await card.getByRole('button', { name: 'Delete' }).click();
  await dialog(page, 'Delete this doubt?').getByRole('button', { name: 'Delete' }).click();
  await expect(card).toHaveCount(0);
});

test('a student of no institute keeps notes; an empty and a failing list say so', async ({ page, student, console }) => {
  console.expectFaults(/503|ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await page.route('**/api/doubts?*', (route) => route.fulfill({ status: 503, json: { code: 'busy', message: 'Too many people.' } }));
  await page.goto('/doubts');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await page.unroute('**/api/doubts?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No notes yet.')).toBeVisible();
  await expectAccessible(page, 'no notes');

  await openPractice(student);
  await page.getByRole('button', { name: 'Notes', exact: true }).click();
  await dialog(page, 'Your notes on this question').getByLabel('Your note').fill('Draw the forces first.');
  await dialog(page, 'Your notes on this question').getByRole('button', { name: 'Keep the note' }).click();
  await expect(page.getByText('Your note is kept.')).toBeVisible();
  await page.goto('/doubts');
  await expect(page.getByText('Draw the forces first.')).toBeVisible();
  await expect(page.getByText('Private note')).toBeVisible();
});
