import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { phone } from './browser-use.ts';
import { expectHeld, question, saveState } from './device.ts';
import { beginTest, endTest, test } from './student.ts';

test.use({ ...phone });

const palette = (page: Page) => page.getByRole('dialog', { name: 'Question palette' });

/** Opens a question by the palette, which is a sheet on a phone. */
async function openQuestion(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: 'Question palette' }).tap();
  await palette(page).getByRole('button', { name: words, exact: true }).tap();
  await expect(palette(page)).toHaveCount(0);
}

test('the keypad works by touch and refuses a wrong key with its fixed warning', async ({ page, student }) => {
  const id = await beginTest(student, 'Short test');
  await openQuestion(page, 'Question 4, not visited');
  const keypad = page.getByRole('group', { name: 'Keypad' });
  const entry = page.getByRole('textbox', { name: 'Your answer' });
  const tap = async (...keys: string[]) => {
    for (const key of keys) await keypad.getByRole('button', { name: key, exact: true }).tap();
  };
  // The phone's own keyboard would cover the keypad.
  await expect(entry).toHaveAttribute('inputmode', 'none');
  for (const key of await keypad.getByRole('button').all()) expect((await key.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await tap('1', '2', 'Minus');
  await expect(page.getByText('Minus cannot be added within a number.')).toBeVisible();
  await tap('Decimal point', '5', 'Decimal point');
  await expect(page.getByText('There cannot be more than 1 decimal points in a number.')).toBeVisible();
  await expect(entry).toHaveValue('12.5');
  await expectAccessible(page, 'the keypad on a phone');
  await tap('Delete', 'Delete');
  await expect(entry).toHaveValue('12');
  await tap('Clear', 'Minus', '3', '4', '5', '6', '7', '8', '9', '0', '1', '2', '3', '4');
  await expect(entry).toHaveValue('-34567890123');
  await tap('Clear');
  await expect(entry).toHaveValue('');
  // Taps come faster than the screen is drawn.
  await tap('7', '3', '5', '3', '0', '5', '9', '7');
  await expect(entry).toHaveValue('73530597');
  await endTest(page);
  await expect(page.getByRole('region', { name: 'Score' })).toContainText('4 / 16');
  await expectHeld(student, id, [[], [], [], '73530597', []], true);
});

test('a screen reader announces the question, every question’s state, the time and the save state', async ({ page, student }) => {
  await beginTest(student, 'Short test');
  await expect(page.getByRole('article')).toMatchAriaSnapshot(`
    - article "Question 1":
      - heading "Question 1" [level=2]
      - button "Question palette"
      - text: Which of these is a unit of energy?
      - paragraph: One option is correct
      - radiogroup "Question 1":
        - radio "1 ampere"
        - radio "2 joule"
        - radio "3 kelvin"
        - radio "4 candela"
  `);
  await page.getByRole('radio', { name: 'joule' }).tap();
  await page.getByRole('button', { name: 'Mark for review & Next' }).tap();
  await expect(question(page, 2)).toBeFocused();
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - button /end or leave the test/
      - heading "Short test" [level=1]
      - status: /On this device|Saved/
      - status
      - timer "Time left":
        - button /^Time left/
        - status
  `);
  await page.getByRole('button', { name: 'Question palette' }).tap();
  await expect(palette(page)).toMatchAriaSnapshot(`
    - dialog "Question palette · Physics":
      - region "Section A · One correct":
        - heading "Section A · One correct" [level=3]
        - button "Question 1, answered and marked for review"
        - button "Question 2, not answered"
      - region "Section B · One or more correct":
        - heading "Section B · One or more correct" [level=3]
        - button "Question 3, not visited"
      - region "Section C · Numerical":
        - heading "Section C · Numerical" [level=3]
        - button "Question 4, not visited"
        - button "Question 5, not visited"
  `);
  await expect(palette(page).locator('[aria-current="true"]')).toHaveAccessibleName('Question 2, not answered');
  await page.keyboard.press('Escape');

  // The save state is announced when something is wrong, but not when it is normal again.
  await expect(saveState(page)).toHaveText('Saved');
  await expect(saveState(page)).toHaveAttribute('aria-live', 'off');
  await page.evaluate(() => dispatchEvent(new Event('offline')));
  await page.getByRole('radio', { name: 'metre' }).tap();
  await expect(saveState(page)).toHaveText('Saved on this device, not yet sent');
  await expect(saveState(page)).toHaveAttribute('aria-live', 'polite');
});

test('the formulas of the next question are typeset before it is shown', async ({ page, student }) => {
  await beginTest(student, 'Formula test');
  const next = page.locator('article', { hasText: 'Question 2' });
  await expect(next.locator('.katex')).toHaveCount(11);
  await expect(next).toBeHidden();
  await page.getByRole('button', { name: 'Save & Next' }).tap();
  await expect(next.locator('[data-wide]')).toBeVisible();
});

test('a formula stays on the line of its full stop, never breaks inside a product, and scrolls by itself if it is too wide', async ({
  page,
  student,
}) => {
  await beginTest(student, 'Wide test');
  const article = page.getByRole('article');
  await expect(article.locator('.katex').first()).toBeVisible();
  const parts = article.locator('.katex-html .katex-base');
  const texts = await parts.allInnerTexts();
  expect(texts.filter((text) => text.includes('×')).length).toBeGreaterThan(5);
  expect(texts.filter((text) => /×\s*$/.test(text))).toEqual([]);

  const tornOff = () =>
    article.locator('.tied').evaluateAll(
      (all) =>
        all.filter((tied) => {
          const after = document.createRange();
          after.selectNodeContents(tied.lastChild ?? tied);
          const [formula, stop] = [
            [...tied.querySelectorAll('.katex-html .katex-base')].at(-1)?.getBoundingClientRect(),
            after.getBoundingClientRect(),
          ];
          return formula === undefined || stop.top >= formula.bottom;
        }).length,
    );
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  // At some of these widths a line is full just before a full stop.
  for (let width = size.width; width >= size.width - 90; width -= 3) {
    await page.setViewportSize({ ...size, width });
    expect(await tornOff(), `at the width ${width}`).toBe(0);
  }
  await page.setViewportSize(size);

  const wide = article.locator('[data-wide]');
  await expect(wide).toHaveCount(1);
  const { scrollWidth, clientWidth, right } = await wide.evaluate((element) => ({
    scrollWidth: element.scrollWidth,
    clientWidth: element.clientWidth,
    right: element.getBoundingClientRect().right,
  }));
  expect(scrollWidth).toBeGreaterThan(clientWidth);
  expect(right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await expectAccessible(page, 'a wide formula on a phone');

  // The browser does not lay out the MathML beside each formula, but screen readers still find it.
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const roles = new Set(nodes.flatMap(({ ignored, role }) => (ignored ? [] : [role?.value])));
  expect([...roles]).toEqual(expect.arrayContaining(['MathMLMath', 'MathMLSup', 'MathMLNumber']));
});

test('the page of one question fits a phone, also with a long name of its chapter', async ({ page }) => {
  await page.goto('/solutions?search_question_text=transformer');
  await page
    .getByRole('link', { name: /Electromagnetic induction and alternating current/ })
    .first()
    .tap();
  await expect(page.getByRole('region', { name: 'Solution' })).toBeVisible();
  await expectAccessible(page, 'the page of one question');
});
