import { updateQuestionBookmarkStatus } from '@abhyas/contract/practice/bookmarks';
import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { expect, type Page } from '@playwright/test';
import { setOffline } from './device.ts';
import { takePicture } from './picture.ts';
import { callSite } from './sign-in.ts';
import { beginTest, endTest, idOf, isNarrow, newStudent, openSummary, test } from './student.ts';

const next = (page: Page) => page.getByRole('button', { name: 'Save & Next' }).click();
const question = (page: Page, number: number) =>
  expect(page.getByRole('heading', { name: `Question ${number}`, exact: true })).toBeVisible();

/** Answers, marks and skips questions, so that the palette shows every state. Ends on question 14. */
async function answerMost(page: Page): Promise<void> {
  const steps = [
    'answer',
    'answer',
    'mark',
    'answer and mark',
    'type',
    'answer',
    'skip',
    'answer',
    'answer',
    'type',
    'answer',
    'skip',
    'answer',
  ];
  for (const [at, step] of steps.entries()) {
    await question(page, at + 1);
    if (step.startsWith('answer'))
      await page
        .getByRole('radio')
        .nth((at * 3) % 4)
        .click();
    if (step === 'type') await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '4', exact: true }).click();
    if (step.endsWith('mark')) await page.getByRole('button', { name: 'Mark for review & Next' }).click();
    else await next(page);
  }
  await question(page, 14);
}

test('a test, from the list to the review', async ({ page }, info) => {
  const student = await newStudent(page, 'MED_ENG');
  const id = await idOf(student, 'Quick mock, 15 minutes');
  await page.goto(`/test_instruction/${id}`);
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
  await takePicture(page, info, 'instructions');
  await beginTest(student, 'Quick mock, 15 minutes');
  await answerMost(page);
  await page.getByRole('button', { name: 'Prev' }).click();
  await page.getByRole('button', { name: 'Prev' }).click();
  await page.getByRole('button', { name: 'Prev' }).click();
  await question(page, 11);
  await expect(page.getByRole('radio', { checked: true })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('status').first()).toHaveText('Saved');
  await takePicture(page, info, 'test');
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Question palette' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await takePicture(page, info, 'test-palette');
    await page.getByRole('dialog').getByRole('button', { name: 'Whole paper' }).click();
  } else {
    await page.getByRole('button', { name: 'Keys' }).click();
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await takePicture(page, info, 'test-keys');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Whole paper' }).click();
  }
  await expect(page.getByRole('dialog', { name: 'Whole paper' })).toBeVisible();
  await takePicture(page, info, 'test-whole-paper');
  await page.getByRole('button', { name: 'Go to question 10', exact: true }).click();
  await question(page, 10);
  await takePicture(page, info, 'test-numerical');
  const summary = await openSummary(page);
  await expect(summary).toBeVisible();
  await takePicture(page, info, 'end-test');
  await summary.getByRole('button', { name: 'Back to the test' }).click();
  await endTest(page);
  await expect(page.getByRole('region', { name: 'Score' })).toBeVisible();
  await takePicture(page, info, 'report');
  await page.goto('/mock');
  await expect(page.getByRole('heading', { name: 'Completed' })).toBeVisible();
  await takePicture(page, info, 'mock-list');
  await page.goto('/previous_paper');
  await expect(page.getByRole('link', { name: 'Begin' }).first()).toBeVisible();
  await takePicture(page, info, 'previous-papers');
  await page.goto(`/test/${id}?review=true`);
  await question(page, 1);
  await takePicture(page, info, 'review');
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Questions' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await takePicture(page, info, 'review-palette');
  }
});

test('bookmarks: their tag, their mark in a review, their page', async ({ page }, info) => {
  const student = await newStudent(page, 'MED_ENG');
  await page.goto('/bookmark');
  await expect(page.getByText('No questions added.')).toBeVisible();
  await takePicture(page, info, 'bookmarks-empty');
  const id = await beginTest(student, 'Quick mock, 15 minutes');
  await page.getByRole('button', { name: 'Bookmark question 1' }).click();
  await expect(page.getByRole('dialog', { name: 'Choose Bookmark Type' })).toBeVisible();
  await takePicture(page, info, 'bookmark-type');
  await page.keyboard.press('Escape');
  const { questions } = await callSite(process.env['SITE_ADDRESS'] ?? '', student.token, getTestQuestions, { id });
  for (const question of questions)
    await callSite(process.env['SITE_ADDRESS'] ?? '', student.token, updateQuestionBookmarkStatus, {
      question_id: question.id,
      is_bookmarked: true,
    });
  await page.goto('/bookmark');
  await expect(page.getByText('The solution cannot be shown now').first()).toBeVisible();
  await takePicture(page, info, 'bookmarks-running');
  await page.goto(`/test/${id}`);
  await question(page, 1);
  await page.getByRole('button', { name: 'Mark for review & Next' }).click();
  await page.getByRole('button', { name: 'Prev' }).click();
  await expect(page.getByRole('button', { name: 'Marked for review', exact: true })).toBeVisible();
  await takePicture(page, info, 'test-bookmarked');
  await endTest(page);
  await expect(page.getByRole('region', { name: 'Score' })).toBeVisible();
  await page.goto(`/test/${id}?review=true`);
  await question(page, 1);
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Questions', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }
  await takePicture(page, info, 'review-bookmarked');
  await page.goto('/bookmark');
  await page.getByRole('button', { name: 'Show Text Solution' }).nth(1).click();
  await expect(page.getByText('Correct answer').first()).toBeVisible();
  await takePicture(page, info, 'bookmarks');
  await page.getByRole('region', { name: 'Solution' }).nth(1).scrollIntoViewIfNeeded();
  await takePicture(page, info, 'bookmarks-solution');
});

test('a long test with figures', async ({ page }, info) => {
  const student = await newStudent(page, 'MED_ENG');
  await page.goto(`/test_instruction/${await idOf(student, 'JEE Main mock 1')}`);
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
  await takePicture(page, info, 'instructions-long');
  await beginTest(student, 'JEE Main mock 1');
  await page.getByRole('radio').nth(2).click();
  await takePicture(page, info, 'test-long');
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Question palette' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await takePicture(page, info, 'test-long-palette');
  }
});

test('faults during a test', async ({ page, context, console }, info) => {
  console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
  const student = await newStudent(page, 'MED_ENG');
  await beginTest(student, 'Short test');
  for (const number of [2, 3, 4]) {
    await next(page);
    await question(page, number);
  }
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '7', exact: true }).click();
  await next(page);
  await expect(page.getByText('This question is locked.')).toBeVisible();
  await takePicture(page, info, 'test-locked-question');
  await setOffline(context, true);
  await expect(page.getByText('Saved on this device, not yet sent')).toBeVisible();
  await takePicture(page, info, 'test-offline');
  await endTest(page);
  await expect(page.getByRole('dialog', { name: 'Your answers could not be sent' })).toBeVisible();
  await takePicture(page, info, 'upload-failed');
});

test('a sign-in that ended during a test', async ({ page, context, console }, info) => {
  console.expectFaults(/401/);
  const student = await newStudent(page, 'MED_ENG');
  await beginTest(student, 'Short test');
  await page.getByRole('radio').first().click();
  await context.clearCookies();
  await expect(page.getByRole('dialog', { name: 'Sign in to go on' })).toBeVisible();
  await takePicture(page, info, 'sign-in-again');
});
