import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { BUBBLE_RADIUS, sheetPages } from '@abhyas/exam/exam-office/answer-sheet';
import { expectAccessible } from './accessibility.ts';
import { signInAs, test } from './student.ts';

const teacher = '9000000012';
/** CSS px of a mm. */
const MM = 96 / 25.4;

/** Opens the page that prints a new paper of this pattern; returns when its pages are laid out. */
async function compose(page: Page, pattern: string, count: number): Promise<void> {
  await signInAs(page, teacher);
  await page.goto('/staff/papers');
  await page.getByRole('button', { name: 'New paper' }).click();
  const dialog = page.getByRole('dialog', { name: 'New paper' });
  await dialog.getByRole('radio', { name: pattern, exact: true }).check();
  await dialog.getByLabel('Name').fill(`Printed ${pattern}`);
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('button', { name: `Fill ${count} questions` }).click();
  await expect(page.getByText(`${count} of ${count} questions chosen.`)).toBeVisible();
  await page.getByRole('link', { name: 'Print', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled();
}

const choose = (page: Page, set: string) => page.getByRole('combobox', { name: 'Set' }).selectOption(set);
const pagesOf = (page: Page, part: string) => page.getByRole('region', { name: new RegExp(`^${part}, `) });
const expectReady = (page: Page) => expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled();

/**
 * The faults of the printed pages: size, blocks outside their column or cut by it, headings without a question, options apart from their
 * number.
 */
const faultsOfPages = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    const mm = 96 / 25.4;
    const isNear = (one: number, other: number) => Math.abs(one - other) < 1;
    for (const section of document.querySelectorAll('section[aria-label*=", page "], section[aria-label^="Answer sheet"]')) {
      const label = section.getAttribute('aria-label') ?? '';
      const sheet = section.getBoundingClientRect();
      if (!isNear(sheet.width, 210 * mm) || !isNear(sheet.height, 297 * mm)) faults.push(`${label}: ${sheet.width} × ${sheet.height}`);
      if (section.scrollHeight > section.clientHeight + 1) faults.push(`${label}: its content is too high`);
      const foot = section.lastElementChild?.getBoundingClientRect().top ?? 0;
      const head = section.querySelector('h2')?.parentElement?.parentElement?.parentElement?.getBoundingClientRect().bottom ?? 0;
      for (const column of section.querySelectorAll('[data-block]')) {
        const box = column.parentElement?.parentElement?.getBoundingClientRect();
        const own = column.getBoundingClientRect();
        const name = `${label}, ${column.getAttribute('data-block')}`;
        if (box && box.bottom > foot) faults.push(`${name} covers the foot`);
        if (box && box.top < head) faults.push(`${name} covers the head`);
        if (own.left < sheet.left || own.right > sheet.right) faults.push(`${name} leaves the page`);
        for (const option of column.querySelectorAll('li[data-whole]')) {
          const [letter, text] = [option.firstElementChild, option.lastElementChild].map((part) => part?.getBoundingClientRect());
          if (letter && text && (letter.top > text.bottom || letter.bottom < text.top))
            faults.push(`${name}: an option is not at its number`);
          if (text && text.right > sheet.right - 11 * mm) faults.push(`${name}: an option leaves the column`);
        }
      }
    }
    const blocks = [...document.querySelectorAll('[data-block]')];
    for (const [at, block] of blocks.entries()) {
      const next = blocks[at + 1];
      const columnOf = (one: Element | undefined) => one?.parentElement?.parentElement?.parentElement;
      if (block.getAttribute('data-block') === 'section' && columnOf(next) !== columnOf(block)) faults.push(`a heading ends its column`);
    }
    return faults;
  });

/** The numbers of the printed questions, in the order of the pages. */
const numbersOf = (page: Page) =>
  page
    .locator('[data-block^="question "]')
    .evaluateAll((blocks) => [...new Set(blocks.map((block) => Number(block.getAttribute('data-block')?.split(' ')[1])))]);

/** For each question, by its text: the text that its key names in the printed set. */
async function answersByQuestion(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const answers: Record<string, string> = {};
    const words = (element: Element | null | undefined) => (element?.textContent ?? '').trim();
    for (const block of document.querySelectorAll('[data-block^="question "]')) {
      const number = block.getAttribute('data-block')?.split(' ')[1];
      const key = words(document.querySelector(`[data-block="key ${number}"] strong`));
      const options = new Map(
        [...block.querySelectorAll('li[data-whole]')].map((option) => [words(option.firstElementChild), words(option.lastElementChild)]),
      );
      const pictures = [...block.querySelectorAll('img')].map((picture) => picture.src).toSorted();
      const named = key.split(/, | or /).map((part) => options.get(part) ?? part);
      answers[[words(block.querySelector('[data-text]')), ...pictures, ...[...options.values()].toSorted()].join(' | ')] = named
        .toSorted()
        .join(' and ');
    }
    return answers;
  });
}

test('a teacher composes a paper and prints set B with its answer sheet and its key', async ({ page }) => {
  await compose(page, 'JEE Main', 75);
  await expectAccessible(page, 'the page that prints a paper');
  await page.getByRole('checkbox', { name: 'Answer sheet' }).check();
  await expectReady(page);
  // The answer sheet adds a line to the instructions.
  await page.emulateMedia({ media: 'print' });
  expect(await faultsOfPages(page)).toEqual([]);
  await page.emulateMedia({ media: null });
  await page.getByRole('checkbox', { name: 'Key' }).check();
  await expectReady(page);
  await expect(pagesOf(page, 'Key')).toHaveCount(1);
  const original = await answersByQuestion(page);
  expect(Object.keys(original)).toHaveLength(75);

  await page.getByRole('checkbox', { name: /^Sets B to D change the order of options too/ }).check();
  await choose(page, 'B');
  await page.getByRole('combobox', { name: 'Room for rough work' }).selectOption('foot');
  await page.getByRole('textbox', { name: /^Mark of the copy/ }).fill('Copy 12');
  await expectReady(page);
  await expect(page.getByText('Copy 12').first()).toBeAttached();
  const inB = await answersByQuestion(page);
  expect(Object.keys(inB)).not.toEqual(Object.keys(original));
  expect(inB).toEqual(original);
  expect(await numbersOf(page)).toEqual(Array.from({ length: 75 }, (_, at) => at + 1));

  await page.emulateMedia({ media: 'print' });
  expect(await faultsOfPages(page)).toEqual([]);
  const sheets = page.getByRole('region', { name: /^Answer sheet, set B/ });
  await expect(sheets).toHaveCount(2);
  const pages = await page.locator('section[aria-label*=", page "]').count();
  const printed = (await page.pdf({ preferCSSPageSize: true, printBackground: true })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(pages);
});

test('a paper in both languages prints headings and instructions in both, and keeps every question whole', async ({ page }) => {
  await compose(page, 'NEET', 180);
  // The box is checked once the font of Hindi is loaded.
  const both = page.getByRole('checkbox', { name: /^English and Hindi/ });
  await both.click();
  await expect(both).toBeChecked();
  await page.getByRole('combobox', { name: 'Room for rough work' }).selectOption('page');
  await expect(page.getByText('निर्देश').first()).toBeAttached();
  await expectReady(page);
  await page.emulateMedia({ media: 'print' });
  expect(await faultsOfPages(page)).toEqual([]);
  expect(await numbersOf(page)).toEqual(Array.from({ length: 180 }, (_, at) => at + 1));
  const first = pagesOf(page, 'Question paper').first();
  await expect(first).toContainText('जहाँ प्रश्न की अंग्रेज़ी और हिन्दी में अंतर हो, वहाँ अंग्रेज़ी मान्य है।');
  await expect(first).toContainText('Physics · भौतिकी');
  await expect(pagesOf(page, 'Question paper').last()).toContainText('Space for rough work · रफ़ कार्य के लिए जगह');
});

test('the bubbles of an answer sheet are drawn where the geometry puts them', async ({ page }) => {
  await compose(page, 'JEE Main', 75);
  await page.getByRole('checkbox', { name: 'Question paper' }).uncheck();
  await expect(page.getByText('Choose at least one part.')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Answer sheet' }).check();
  await expectReady(page);
  await page.emulateMedia({ media: 'print' });
  const subjects = ['Maths', 'Physics', 'Chemistry'].flatMap((name) => [
    { name: `${name}, Section A`, question_count: 20, is_numerical: false, integer: false },
    { name: `${name}, Section B`, question_count: 5, is_numerical: true, integer: true },
  ]);
  for (const wanted of sheetPages(subjects)) {
    const drawn = await page.getByRole('region', { name: new RegExp(`^Answer sheet, set A, page ${wanted.page} `) }).evaluate((sheet) => {
      const { left, top } = sheet.getBoundingClientRect();
      return [...sheet.querySelectorAll('[data-bubble]')].map((bubble) => {
        const box = bubble.querySelector('circle')?.getBoundingClientRect();
        return { name: bubble.getAttribute('data-bubble'), x: (box?.x ?? 0) - left, y: (box?.y ?? 0) - top, width: box?.width ?? 0 };
      });
    });
    expect(drawn).toHaveLength(wanted.bubbles.length);
    for (const [at, { question, column, value, x, y }] of wanted.bubbles.entries()) {
      expect(drawn[at]?.name).toBe(`${question ?? 'roll'} ${column} ${value}`);
      expect(drawn[at]?.x).toBeCloseTo((x - BUBBLE_RADIUS) * MM, 0);
      expect(drawn[at]?.y).toBeCloseTo((y - BUBBLE_RADIUS) * MM, 0);
    }
  }
});

test('a question longer than a page is printed in parts, and a passage stays with its first question', async ({ page }) => {
  const line = String.raw`A block slides on a plane, and \(x^2 + \frac{a}{b}\) is told twice in a long sentence. `;
  const paragraphs = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name} ${at + 1}. ${line.repeat(5)}`).join('\n\n');
  await page.route(/\/api\/staff\/paper_drafts\/\d+\/print(\?|$)/, async (route) => {
    const paper = await (await route.fetch()).json();
    paper.questions[0].question_text = paragraphs(14, 'Paragraph');
    paper.questions[1].question_text = `Wide: \\[${'a_1 + '.repeat(40)}1\\] <table><tr>${'<td>12.345</td>'.repeat(12)}</tr></table>`;
    for (const at of [5, 6, 7]) paper.questions[at].comprehension_question_id = 900;
    paper.comprehension_questions = [
      { id: 900, question_id: 900, comprehension_text: paragraphs(2, 'Passage'), supporting_picture: null, supporting_picture_size: 0 },
    ];
    await route.fulfill({ json: paper });
  });
  await compose(page, 'JEE Main', 75);
  await page.emulateMedia({ media: 'print' });
  expect(await faultsOfPages(page)).toEqual([]);
  expect(await numbersOf(page)).toEqual(Array.from({ length: 75 }, (_, at) => at + 1));
  const parts = page.locator('[data-block="question 1"]');
  expect(await parts.count()).toBeGreaterThan(1);
  // The parts together show the whole height of the question.
  const heights = await parts.evaluateAll((blocks) => ({
    whole: blocks[0]?.getBoundingClientRect().height ?? 0,
    shown: blocks.reduce((sum, block) => sum + (block.parentElement?.parentElement?.getBoundingClientRect().height ?? 0), 0),
  }));
  expect(heights.shown).toBeCloseTo(heights.whole, 0);
  const wide = await page.locator('[data-block="question 2"]').evaluate((block) => {
    const room = block.getBoundingClientRect();
    return [...block.querySelectorAll('table, .katex-base')].filter((part) => part.getBoundingClientRect().right > room.right + 1).length;
  });
  expect(wide).toBe(0);
  await expect(page.getByText('Passage for questions 6 to 8')).toHaveCount(1);
  const columns = await page
    .locator('[data-block="passage"], [data-block="question 6"]')
    .evaluateAll(
      (blocks) => new Set(blocks.map((block) => block.closest('[data-block]')?.parentElement?.parentElement?.parentElement)).size,
    );
  expect(columns).toBe(1);
});

test('a phone shows the whole width of a page, and a test prints from its page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signInAs(page, '9000000011');
  await page.goto('/staff/tests?type=test');
  await page.getByRole('link', { name: 'Open: Chapter test: Wave optics' }).click();
  await page.getByRole('link', { name: 'Print', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Solutions' }).check();
  await expectReady(page);
  await expectAccessible(page, 'the printed pages on a phone');
  const width = await pagesOf(page, 'Question paper')
    .first()
    .evaluate((one) => one.getBoundingClientRect().width);
  expect(width).toBeGreaterThan(300);
  expect(width).toBeLessThanOrEqual(360);
  await expect(pagesOf(page, 'Solutions').first()).toBeVisible();
});
