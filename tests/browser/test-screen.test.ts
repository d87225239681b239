import { expect, type Locator, type Page } from '@playwright/test';
import { beginTest, endTest, idOf, openSummary, test } from './student.ts';

const heading = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true });
const palette = (page: Page) => page.getByRole('complementary', { name: 'Question palette' });
const cell = (page: Page, words: string) => palette(page).getByRole('button', { name: words, exact: true });
const legend = (page: Page, look: string) =>
  palette(page).getByRole('group', { name: 'Show only' }).getByRole('button', { name: look, exact: true });

/** Moves the focus by Tab alone until the target has it. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('80 presses of Tab do not lead there');
}

test('the palette’s legend names and counts every state', async ({ page, student }) => {
  await beginTest(student, 'Short test');
  await expect(cell(page, 'Question 1, not answered')).toHaveAttribute('aria-current', 'true');
  await expect(cell(page, 'Question 2, not visited')).toBeVisible();

  await page.getByRole('radio', { name: /joule/ }).click();
  await expect(cell(page, 'Question 1, answered')).toBeVisible();
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await expect(heading(page, 2)).toBeFocused();

  await page.getByRole('radio', { name: /metre/ }).click();
  await page.getByRole('button', { name: 'Mark for review & Next' }).click();
  await expect(cell(page, 'Question 2, answered and marked for review')).toBeVisible();

  await expect(heading(page, 3)).toBeVisible();
  await page.getByRole('button', { name: 'Mark for review & Next' }).click();
  await expect(cell(page, 'Question 3, marked for review')).toBeVisible();
  await expect(cell(page, 'Question 4, not answered')).toBeVisible();
  await expect(legend(page, 'Answered 1')).toBeVisible();
  await expect(legend(page, 'Answered and marked 1')).toBeVisible();
  await expect(legend(page, 'Marked 1')).toBeVisible();
  await expect(legend(page, 'Not answered 1')).toBeVisible();
  await expect(legend(page, 'Not visited 1')).toBeVisible();

  // Pressing a legend entry filters the palette.
  await legend(page, 'Answered 1').click();
  await expect(palette(page).getByText('Showing only: answered.')).toBeVisible();
  await expect(palette(page).getByRole('button', { name: /^Question \d/ })).toHaveCount(1);
  await palette(page).getByRole('button', { name: 'Show all' }).click();

  // Clear removes the answer but not the mark for review, which has its own button.
  await cell(page, 'Question 2, answered and marked for review').click();
  await page.getByRole('button', { name: 'Clear response' }).click();
  await expect(cell(page, 'Question 2, marked for review')).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Clear response' })).toBeDisabled();
  await page.getByRole('button', { name: 'Marked for review', exact: true }).click();
  await expect(cell(page, 'Question 2, not answered')).toBeVisible();

  // A second press on an option removes the answer.
  await page.getByRole('radio', { name: /metre/ }).click();
  await page.getByRole('radio', { name: /metre/ }).click();
  await expect(cell(page, 'Question 2, not answered')).toBeVisible();

  // On the last question Save & Next reads Save and does not move.
  await cell(page, 'Question 5, not visited').click();
  await expect(page.getByRole('button', { name: 'Save & Next' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(heading(page, 5)).toBeVisible();
});

test('the next question is laid out before it is shown, but keyboard and screen reader cannot reach it until then', async ({
  page,
  student,
}) => {
  await beginTest(student, 'Short test');
  const article = page.getByRole('article');
  const laidOut = page.locator('article', { hasText: 'Question 2' });
  await expect(laidOut).toHaveCount(1);
  expect((await laidOut.boundingBox())?.height).toBeGreaterThan(100);
  await expect(laidOut).toBeHidden();
  await expect(article).toHaveAccessibleName('Question 1');
  await expect(page.getByRole('radio')).toHaveCount(4);
  expect(await page.getByRole('main').evaluate((main) => main.scrollHeight - main.clientHeight)).toBe(0);

  await page.getByRole('button', { name: 'Save & Next' }).click();
  await expect(article).toHaveAccessibleName('Question 2');
  await expect(heading(page, 2)).toBeFocused();
  await page.getByRole('button', { name: 'Prev' }).click();
  await expect(article).toHaveAccessibleName('Question 1');
  await expect(heading(page, 1)).toBeFocused();
  // An answer given in the visible copy of a question is also in the hidden one, however the student gets there.
  await page.getByRole('radio').first().click();
  await cell(page, 'Question 3, not visited').click();
  await expect(heading(page, 3)).toBeFocused();
  await cell(page, 'Question 1, answered').click();
  await expect(page.getByRole('radio').first()).toBeChecked();

  // After the last question nothing is laid out ahead. A student who opens the test there and steps back still gets the focus on the
  // question.
  await cell(page, 'Question 5, not visited').click();
  await expect(heading(page, 5)).toBeFocused();
  await page.reload();
  await expect(article).toHaveAccessibleName('Question 5');
  await page.getByRole('button', { name: 'Prev' }).click();
  await expect(heading(page, 4)).toBeFocused();
});

test('a folded passage stays folded at its next question', async ({ page, student }) => {
  await beginTest(student, 'Passage test');
  const passage = page.getByRole('region', { name: 'Passage' });
  const fold = passage.getByRole('button', { name: /^Passage/ });
  await expect(passage).toContainText('A tram leaves a stop');
  await expect(page.locator('article', { hasText: 'Question 2' })).toHaveCount(1);
  await fold.click();
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await expect(heading(page, 2)).toBeFocused();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  await page.getByRole('button', { name: 'Prev' }).click();
  await expect(heading(page, 1)).toBeFocused();
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
});

test('the save state reads On this device, then Saved, in the header and at each question', async ({ page, student }) => {
  const held: (() => void)[] = [];
  await page.route('**/upload_student_responses', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await beginTest(student, 'Short test');
  const saveState = page.getByRole('banner').getByRole('status').first();
  await expect(saveState).toHaveText('Saved');
  await page.getByRole('radio', { name: /joule/ }).click();
  await expect(saveState).toHaveText('On this device');
  await cell(page, 'Question 1, answered').hover();
  await expect(page.getByRole('tooltip')).toHaveText('AnsweredOn this device');
  // The change is sent after ten seconds at the latest.
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const release of held) release();
  await expect(saveState).toHaveText('Saved');
  await expect(page.getByRole('tooltip')).toHaveText('AnsweredSaved');
});

test('the summary before the end counts every state by subject', async ({ page, student }) => {
  await beginTest(student, 'Quick mock, 15 minutes');
  await page.getByRole('radio').first().click();
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await page.getByRole('button', { name: 'Mark for review & Next' }).click();
  const summary = await openSummary(page);
  await expect(summary).toContainText(
    /14 questions have no answer yet\. 14 minutes left\. After the end no answer can be changed\. You can take it again\./,
  );
  const rows: [string, string[]][] = [
    ['Maths', ['1', '1', '1', '0', '2']],
    ['Physics', ['0', '0', '0', '0', '5']],
    ['Chemistry', ['0', '0', '0', '0', '5']],
    ['Total of 15', ['1', '1', '1', '0', '12']],
  ];
  const states = ['Subject', 'Answered', 'Not answered', 'Marked', 'Answered and marked', 'Not visited'];
  await expect(summary.getByRole('columnheader')).toHaveText(states);
  for (const [subject, counts] of rows) {
    const row = summary.getByRole('row').filter({ has: page.getByRole('rowheader', { name: subject, exact: true }) });
    await expect(row.getByRole('cell'), subject).toHaveText(counts);
  }
  await summary.getByRole('button', { name: 'Back to the test' }).click();
  await expect(heading(page, 3)).toBeVisible();

  // The subjects are tabs; the view of the whole paper leads to any question.
  await page
    .getByRole('navigation', { name: 'Subjects' })
    .getByRole('button', { name: /^Chemistry/ })
    .click();
  await expect(heading(page, 11)).toBeVisible();
  await page.getByRole('button', { name: 'Whole paper' }).click();
  const paper = page.getByRole('dialog', { name: 'Whole paper' });
  await expect(paper.getByRole('heading', { level: 4 })).toHaveCount(15);
  await paper.getByRole('button', { name: 'Go to question 7', exact: true }).click();
  await expect(heading(page, 7)).toBeVisible();
});

test('at the limit of numerical answers the next question is locked until one answer is removed', async ({ page, student }) => {
  await beginTest(student, 'Short test');
  await cell(page, 'Question 4, not visited').click();
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '7', exact: true }).click();
  await cell(page, 'Question 5, not visited').click();
  const banner = page.getByText(
    'This question is locked. You can answer a maximum of 1 numerical questions in Physics. To answer this question, un-answer another numerical question in Physics.',
  );
  await expect(banner).toBeVisible();
  await expect(page.getByRole('group', { name: 'Keypad' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Prev' }).click();
  await page.getByRole('button', { name: 'Clear response' }).click();
  await page.getByRole('button', { name: 'Save & Next' }).click();
  await expect(banner).toHaveCount(0);
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '3', exact: true }).click();
  await expect(cell(page, 'Question 5, answered')).toBeVisible();
});

test('the keypad accepts keys of the keyboard and refuses a wrong key with its fixed warning', async ({ page, student }) => {
  await beginTest(student, 'Short test');
  await cell(page, 'Question 4, not visited').click();
  const entry = page.getByRole('textbox', { name: 'Your answer' });
  await page.keyboard.type('12-');
  await expect(page.getByText('Minus cannot be added within a number.')).toBeVisible();
  await page.keyboard.type('.5.');
  await expect(page.getByText('There cannot be more than 1 decimal points in a number.')).toBeVisible();
  await expect(entry).toHaveValue('12.5');
  await page.keyboard.press('Backspace');
  await expect(entry).toHaveValue('12.');
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: 'Clear' }).click();
  await expect(entry).toHaveValue('');
  await page.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: 'Minus' }).click();
  // A sign alone is not an answer.
  await expect(cell(page, 'Question 4, not answered')).toBeVisible();
});

test('a whole test works by keyboard alone, with marks for review', async ({ page, student }) => {
  await page.goto(`/test_instruction/${await idOf(student, 'Short test')}`);
  await tabTo(page, page.getByRole('button', { name: 'Begin' }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 1)).toBeVisible();

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Mark for review');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // Options are chosen by number or letter; C clears the answer.
  await page.keyboard.press('1');
  await page.keyboard.press('c');
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await page.keyboard.press('b');
  await expect(page.getByRole('radio', { name: /joule/ })).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(heading(page, 2)).toBeVisible();
  await page.keyboard.press('m');
  await expect(cell(page, 'Question 2, marked for review')).toBeVisible();
  await page.keyboard.press('m');
  await expect(cell(page, 'Question 2, not answered')).toBeVisible();
  await page.keyboard.press('1');
  await page.keyboard.press('ArrowRight');
  await expect(heading(page, 3)).toBeVisible();
  await page.keyboard.press('1');
  await page.keyboard.press('3');
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await page.keyboard.press('ArrowRight');
  await expect(heading(page, 4)).toBeVisible();
  await page.keyboard.type('73530597');
  await expect(page.getByRole('textbox', { name: 'Your answer' })).toHaveValue('73530597');
  await page.keyboard.press('ArrowLeft');
  await expect(heading(page, 3)).toBeVisible();

  // P moves the focus into the palette, and Enter opens a question from there.
  await page.keyboard.press('p');
  await expect(cell(page, 'Question 3, answered')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(heading(page, 2)).toBeFocused();

  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'End Test' }));
  await page.keyboard.press('Enter');
  const summary = page.getByRole('dialog', { name: 'End Test' });
  await expect(summary.getByRole('button', { name: 'Back to the test' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(summary).toHaveCount(0);
  await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'End Test' }));
  await page.keyboard.press('Enter');
  await tabTo(page, summary.getByRole('button', { name: 'End Test' }));
  await page.keyboard.press('Enter');

  // 4 for the joule, -1 for the newton, 4 for both scalars, 4 for the number.
  await expect(page.getByRole('region', { name: 'Score' })).toContainText('11 / 16');
});

test('for an unknown test, or one that was not begun, the page says that there is no active test', async ({ page, student, console }) => {
  console.expectFaults(/404/);
  await page.goto('/test/999999');
  await expect(page.getByText('This is not an active test.')).toBeVisible();
  await expect(page).toHaveURL('/home');
  // The student has not begun this test.
  await page.goto(`/test/${await idOf(student, 'Short test')}`);
  await expect(page.getByText('This is not an active test.')).toBeVisible();
  await expect(page).toHaveURL('/home');
});

test('a finished test cannot be resumed, and can be retaken only if its paper allows it', async ({ page, student }) => {
  const once = await beginTest(student, 'Minute test');
  await endTest(page);
  await expect(page).toHaveURL(`/initial_test_report/${once}`);
  await page.goto(`/test/${once}`);
  await expect(page).toHaveURL(`/initial_test_report/${once}`);
  await page.goto('/previous_paper');
  const finished = page.getByRole('listitem').filter({ hasText: 'Minute test' });
  await expect(finished.getByRole('link')).toHaveText(['Report']);

  const again = await beginTest(student, 'Short test');
  await page.getByRole('radio', { name: /joule/ }).click();
  await endTest(page);
  await expect(page.getByRole('region', { name: 'Score' })).toContainText('4 / 16');
  await page.goto('/previous_paper');
  const retakable = page.getByRole('listitem').filter({ hasText: 'Short test' });
  await expect(retakable).toContainText('4 / 16');
  await retakable.getByRole('link', { name: 'Retake' }).click();
  await expect(page).toHaveURL(`/test_instruction/${again}`);
  await expect(page.getByText('You have finished this test before. If you begin, it starts again from the beginning.')).toBeVisible();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(heading(page, 1)).toBeVisible();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(cell(page, 'Question 2, not visited')).toBeVisible();
});

test('a finished test without retakes says so, also when it was finished while its page was open', async ({
  page,
  student,
  context,
  console,
}) => {
  console.expectFaults(/409/);
  const id = await beginTest(student, 'Minute test');
  const other = await context.newPage();
  await other.goto(`/test_instruction/${id}`);
  await expect(other.getByRole('button', { name: 'Continue' })).toBeVisible();
  await endTest(page);
  await expect(page).toHaveURL(`/initial_test_report/${id}`);
  await other.getByRole('button', { name: 'Continue' }).click();
  await expect(other.getByRole('alert').filter({ hasText: 'A finished test cannot be resumed.' })).toBeVisible();
  await expect(other.getByRole('link', { name: 'Report' })).toBeVisible();

  await page.goto(`/test_instruction/${id}`);
  await expect(page.getByText('A finished test cannot be resumed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Begin' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Report' }).click();
  await expect(page).toHaveURL(`/test_report/${id}`);
});

test('the first API responses of a screen are requested along with the page, each only once', async ({ page, student }) => {
  const id = await idOf(student, 'Short test');
  const asked: { path: string; isBeforeCode: boolean }[] = [];
  let isCodeThere = false;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) asked.push({ path: pathname, isBeforeCode: !isCodeThere });
  });
  page.on('requestfinished', (request) => {
    isCodeThere ||= /\/assets\/index-[^/]*\.js$/.test(request.url());
  });
  await page.goto(`/test_instruction/${id}`);
  await expect(page.getByRole('button', { name: 'Begin' })).toBeVisible();
  const first = ['/api/users/me', `/api/student_app/${id}/get_test_instructions`];
  expect(asked.filter(({ path }) => first.includes(path))).toEqual(first.map((path) => ({ path, isBeforeCode: true })));
});

test('a first visit to the home page fetches no code of tests, of the device’s store, of charts or of the console', async ({
  page,
  student: _student,
}) => {
  const files = new Set<string>();
  page.on('request', (request) => {
    const [, file] = /\/assets\/([a-z]+)-[^/]*\.js$/.exec(request.url()) ?? [];
    if (file) files.add(file);
  });
  await page.goto('/home');
  await expect(page.getByRole('main').locator('a[href^="/chapter/"]').first()).toBeVisible();
  // The bundler's 0.7 kB that joins files is fetched too.
  expect([...files].filter((file) => file !== 'rolldown').toSorted()).toEqual(['index', 'pages']);
});

test('the site’s own code begins with the comment that makes a browser compile it while loading', async ({ request }) => {
  const page = await (await request.get('/')).text();
  const code = await request.get(/\/assets\/index-[^"]+\.js/.exec(page)?.[0] ?? '');
  expect(await code.text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});
