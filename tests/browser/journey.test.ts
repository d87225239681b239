import { expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { newPhone } from './sign-in.ts';
import { endTest, isNarrow, openSummary, test } from './student.ts';

const secondsOf = (timer: string) => timer.split(' : ').reduce((sum, part) => 60 * sum + Number(part), 0);
const title = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const question = (page: Page) => page.getByRole('article');

async function signInAndRegister(page: Page, phone: string): Promise<void> {
  await page.goto('/');
  await title(page, 'Practice for JEE and NEET, at exam‑hall standard');
  await expectAccessible(page, 'landing');

  await page.getByRole('main').getByRole('link', { name: 'Join for Free', exact: true }).click();
  await title(page, 'Log in or join');
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await expectAccessible(page, 'sign-in: phone');

  await page.getByLabel('Phone number').fill(phone);
  await page.getByLabel('Phone number').press('Enter');
  await title(page, 'Enter the code');
  await expectAccessible(page, 'sign-in: code');

  const code = await page
    .getByText('The code would be')
    .getByText(/^\d{6}$/)
    .innerText();
  const wrong = code === '000000' ? '111111' : '000000';
  await page.getByLabel('Digit 1 of 6').pressSequentially(wrong);
  await expect(page.getByRole('alert')).toHaveText('Invalid Otp.');
  await page.getByLabel('Digit 1 of 6').pressSequentially(code);
  await title(page, 'About you');
  await expectAccessible(page, 'sign-in: register');

  await page.getByLabel('Your name').fill('Nila Das');
  await page.getByLabel('Both').check();
  await page.getByLabel('Age', { exact: true }).fill('18');
  await page.getByRole('button', { name: 'Save' }).click();
  // Exam and year are optional.
  await page.getByRole('button', { name: 'Skip' }).click();
  await expect(page).toHaveURL('/home');
}

async function openChapter(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Select a chapter to start practicing!' })).toBeVisible();
  await expectAccessible(page, 'home');
  await page.getByRole('link', { name: 'First steps' }).click();
  await title(page, 'First steps');
  await expect(page.getByRole('link', { name: /^The four kinds/ })).toContainText('Not started');
  await expectAccessible(page, 'chapter');

  await page.getByRole('button', { name: /Further steps/ }).click();
  await expect(page.getByRole('dialog', { name: / is part of Premium$/ })).toBeVisible();
  await expectAccessible(page, 'premium prompt');
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: /^The four kinds/ }).click();
}

/** How each kind of question is answered, and the outcome. */
const kinds = [
  {
    name: 'four options',
    sign: 'Which of these is a unit of force?',
    answer: (on: Locator) => on.getByRole('radio', { name: /newton/ }).click(),
    outcome: 'Correct',
    solution: 'Force is mass times acceleration',
  },
  {
    name: 'numerical',
    sign: 'A stone falls from rest',
    answer: async (on: Locator) => {
      for (const key of ['2', '1', 'Delete', '0', 'Decimal point', '5']) await on.getByRole('button', { name: key, exact: true }).click();
      await expect(on.getByRole('textbox', { name: 'Your answer' })).toHaveValue('20.5');
    },
    outcome: 'Incorrect',
    solution: 'v=gt',
  },
  {
    name: 'multiple option',
    sign: 'Which of these are vectors?',
    answer: async (on: Locator) => {
      for (const name of [/velocity/, /mass/, /force/]) await on.getByRole('checkbox', { name }).click();
      await on.getByRole('checkbox', { name: /mass/ }).click();
    },
    outcome: 'Correct',
    solution: 'Velocity and force have a direction.',
  },
  {
    name: 'passage',
    sign: 'What is the acceleration of the tram?',
    answer: async (on: Locator) => {
      await expect(on.getByRole('region', { name: 'Passage' })).toContainText('A tram leaves a stop');
      await on.getByRole('radio').first().click();
    },
    outcome: 'Correct',
    solution: 'a=v/t',
  },
] as const;

async function practise(page: Page): Promise<void> {
  await title(page, 'The four kinds');
  const seen = new Set<string>();
  for (let number = 1; number <= kinds.length; number += 1) {
    await expect(page.getByRole('heading', { name: `Question ${number} of ${kinds.length}` })).toBeVisible();
    await expect(question(page).locator('[aria-busy="true"]')).toHaveCount(0);
    const text = await question(page).innerText();
    const kind = kinds.find(({ sign }) => text.includes(sign));
    if (!kind) throw new Error(`No kind has this question: ${text}`);
    seen.add(kind.name);
    await expect(page.getByRole('button', { name: 'Verify' })).toHaveCount(0);
    await expectAccessible(page, `practice: ${kind.name}`);
    await kind.answer(question(page));
    await page.getByRole('button', { name: 'Verify' }).click();
    await expect(question(page).getByRole('status').filter({ hasText: kind.outcome })).toContainText(new RegExp(`^${kind.outcome}`));
    // After a wrong answer the solution is open already.
    if (kind.outcome === 'Correct') await page.getByRole('button', { name: 'Show Text Solution' }).click();
    await expect(page.getByRole('region', { name: 'Solution' })).toContainText(kind.solution);
    await expectAccessible(page, `practice: ${kind.name}, verified`);
    if (number < kinds.length) await page.getByRole('button', { name: 'Next', exact: true }).click();
  }
  expect([...seen].toSorted()).toEqual(['four options', 'multiple option', 'numerical', 'passage']);
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0);

  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Questions' }).click();
    await expectAccessible(page, 'practice: list of questions');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Question 1, correct' })
      .or(page.getByLabel('Question 1, incorrect'))
      .click();
  }
  await page.getByRole('button', { name: 'Finish' }).filter({ visible: true }).last().click();
  await page.getByRole('dialog', { name: 'Finish this practice' }).getByRole('button', { name: 'Finish' }).click();

  await expect(page).toHaveURL(/\/session_report\/\d+\?object_type=0&session_type=0/);
  await expect(page.getByRole('heading', { name: '3 of 4 right' })).toBeVisible();
  await expectAccessible(page, 'session report');
  await page.getByRole('main').getByRole('link', { name: 'Back to the chapter' }).click();
  await expect(page.getByRole('img', { name: 'Progress: 80%' })).toBeVisible();
}

/** Answers of the mock by question number: an option, a typed number, or null for no answer. */
async function answerSome(page: Page): Promise<void> {
  await page.getByRole('radio').nth(1).click();
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await expect(page.getByRole('heading', { name: 'Question 2', exact: true })).toBeVisible();
  await page.getByRole('radio').nth(2).click();
  await page.getByRole('button', { name: 'Mark for review & Next' }).click();
  await expect(page.getByRole('heading', { name: 'Question 3', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Mark for review & Next' }).click();
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await expect(page.getByRole('heading', { name: 'Question 5', exact: true })).toBeVisible();
  await expect(page.getByText('Numerical answer')).toBeVisible();
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '7', exact: true }).click();
}

async function openPalette(page: Page): Promise<Locator> {
  if (!isNarrow(page)) return page.getByRole('complementary', { name: 'Question palette' });
  await page.getByRole('button', { name: 'Question palette' }).click();
  return page.getByRole('dialog', { name: 'Question palette' });
}

async function closePalette(page: Page): Promise<void> {
  if (isNarrow(page)) await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const expectedPalette = [
  'Question 1, answered',
  'Question 2, answered and marked for review',
  'Question 3, marked for review',
  'Question 4, not answered',
  'Question 5, answered',
];

async function expectPalette(page: Page): Promise<void> {
  const palette = await openPalette(page);
  for (const name of expectedPalette) await expect(palette.getByRole('button', { name, exact: true })).toBeVisible();
  await expect(palette.getByRole('button', { name: 'Question 5, answered' })).toHaveAttribute('aria-current', 'true');
  await expectAccessible(page, 'test: palette');
  await closePalette(page);
}

async function takeMock(page: Page): Promise<void> {
  await page.goto('/mock');
  const row = page.getByRole('listitem').filter({ hasText: 'Quick mock, 15 minutes' });
  await expect(row).toContainText('15 questions');
  await expect(row).toContainText('60 marks');
  await expectAccessible(page, 'mock tests');
  await row.getByRole('link', { name: 'Begin' }).click();
  await title(page, 'Quick mock, 15 minutes');
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
  await expectAccessible(page, 'instructions');

  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessible(page, 'test: four options');
  await answerSome(page);
  await expectAccessible(page, 'test: numerical');
  await expectPalette(page);

  const timer = page.getByRole('button', { name: 'Time left' });
  await expect(timer).toContainText('00 : 14 :');
  const before = secondsOf((await timer.innerText()).replace(/^Time left\s*/, ''));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Question 5', exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('7');
  const after = secondsOf((await timer.innerText()).replace(/^Time left\s*/, ''));
  expect(after).toBeLessThanOrEqual(before);
  expect(after).toBeGreaterThan(before - 60);
  await expectPalette(page);
  await page.getByRole('button', { name: 'Prev' }).click();
  await page.getByRole('button', { name: 'Prev' }).click();
  await page.getByRole('button', { name: 'Prev' }).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveAttribute('data-option', '3');

  const summary = await openSummary(page);
  await expect(summary).toContainText('12 questions have no answer yet.');
  await expect(
    summary
      .getByRole('row', { name: /^Total of 15/ })
      .getByRole('cell')
      .nth(3),
  ).toHaveText('1');
  await expectAccessible(page, 'end test summary');
  await summary.getByRole('button', { name: 'Back to the test' }).click();
  await endTest(page);
}

/** Checks the counts of the report, and the score that follows from them with +4 and −1. */
async function readReport(page: Page): Promise<void> {
  await expect(page).toHaveURL(/\/initial_test_report\/\d+/);
  const score = page.getByRole('region', { name: 'Score' });
  await expect(score).toContainText('/ 60');
  const count = async (name: string) =>
    Number(
      await score
        .locator('dl > div')
        .filter({ has: page.getByText(name, { exact: true }) })
        .getByRole('definition')
        .last()
        .innerText(),
    );
  const [correct, incorrect, unattempted] = [await count('Correct'), await count('Incorrect'), await count('Unattempted')];
  expect(correct + incorrect).toBe(3);
  expect(unattempted).toBe(12);
  const expected = 4 * correct - incorrect;
  await expect(score.locator('p').first()).toHaveText(`${String(expected).replace('-', '−')} / 60`);
  const table = page.getByRole('region', { name: 'Figures by subject' });
  await expect(table.getByRole('row', { name: /^Total/ })).toContainText(`${String(expected).replace('-', '−')} / 60`);
  await expectAccessible(page, 'test report');
}

async function review(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Review answers' }).click();
  await expect(page.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Solution' })).toBeVisible();
  await expect(question(page)).toContainText(/Correct|Incorrect/);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expectAccessible(page, 'review');
  await page.getByRole('link', { name: 'Back to the report' }).click();
  await expect(page).toHaveURL(/\/test_report\/\d+/);
}

async function logOut(page: Page): Promise<void> {
  // A call that is still on its way when the sign-in ends would be refused.
  const bell = page.waitForResponse(/\/api\/notifications\?/);
  await page.goto('/mock');
  await bell;
  const row = page.getByRole('listitem').filter({ hasText: 'Quick mock, 15 minutes' });
  await expect(row.getByRole('link', { name: 'Report' })).toBeVisible();
  await page.getByRole('button', { name: 'Profile of Nila Das' }).click();
  await expectAccessible(page, 'profile menu');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
}

test.use({ serviceWorkers: 'allow' });

test('a student practises a chapter and takes a mock test, from sign-in to report', async ({ page, console }) => {
  test.setTimeout(300_000);
  // Chromium logs the refusal of the wrong code.
  console.expectFaults(/422.*authentications\/login/);
  await test.step('signs in with a new number and registers', () => signInAndRegister(page, newPhone()));
  await test.step('opens a chapter', () => openChapter(page));
  await test.step('answers and verifies all four kinds of question', () => practise(page));
  await test.step('takes the 15-minute mock, with a reload in the middle', () => takeMock(page));
  await test.step('reads the report', () => readReport(page));
  await test.step('reviews the answers', () => review(page));
  await test.step('logs out', () => logOut(page));
});
