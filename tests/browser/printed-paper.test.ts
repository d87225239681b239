import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { signInAs, test } from './student.ts';

const teacher = '9000000012';
const words = ['speed', 'mass', 'charge', 'force', 'energy', 'power', 'heat', 'light', 'sound', 'current', 'field', 'time'];
const choice = (number: number) => `<div class="q"><p>${number}. Which unit has the quantity called ${words[number - 1]}?</p>
  <p class="o">(A) first of them</p><p class="o">(B) second of them</p><p class="o">(C) third of them</p><p class="o">(D) fourth of them</p></div>`;
const entry = (number: number) => `<div class="q"><p>${number}. Find the ${words[number - 1]} in units of the table.</p></div>`;

/** A question paper with two columns, a header on each page, and a section for numbers. */
const paper = `<style>
  @page { size: A4; margin: 15mm }
  body { font: 12px/1.4 sans-serif } .page { break-after: page; height: 250mm } .page:last-child { break-after: auto }
  header { text-align: center } .columns { display: grid; grid-template-columns: 1fr 1fr; gap: 12mm }
  p { margin: 2px 0 } .q { margin-block: 14px } .o { padding-left: 16px } h2 { font-size: 14px; text-align: center }
</style>
<div class="page"><header>Green Valley Academy, weekly test</header>
  <div class="columns"><div>${[1, 2, 3].map(choice).join('')}</div><div>${[4, 5, 6].map(choice).join('')}</div></div></div>
<div class="page"><header>Green Valley Academy, weekly test</header>
  <div class="columns"><div>${[7, 8].map(choice).join('')}<h2>SECTION B</h2>${[9, 10].map(entry).join('')}</div>
  <div>${[11, 12].map(entry).join('')}<p>And more of the last question.</p></div></div></div>`;

/** Prints a page as PDF. */
async function pdfOf(page: Page, html: string): Promise<Buffer> {
  const printer = await page.context().newPage();
  await printer.setContent(html);
  const pdf = await printer.pdf({ preferCSSPageSize: true });
  await printer.close();
  return pdf;
}
const pdfFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
const choose = async (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type="file"]').setInputFiles(files);
const crop = (page: Page, number: number) => page.getByRole('button', { name: `Question ${number}`, exact: true });
const heightOf = async (page: Page, number: number) => (await crop(page, number).boundingBox())?.height ?? 0;

test('a teacher cuts a printed paper into questions, gives sections and keys, and makes it a test', async ({ page }) => {
  await signInAs(page, teacher);
  const file = pdfFile('Weekly test 7.pdf', await pdfOf(page, paper));
  await page.goto('/staff/papers');
  await page.getByRole('link', { name: 'From a PDF' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Paper from a PDF' })).toBeVisible();
  await choose(page, file);
  await expect(page.getByText('12 questions found.')).toBeVisible();
  await expect(page.locator('canvas[data-drawn]').first()).toBeVisible();
  await expectAccessible(page, 'the crops of a printed paper');

  // An edge is moved by the keyboard and by dragging, and each change is taken back.
  await crop(page, 2).click();
  const before = await heightOf(page, 2);
  await page.getByRole('slider', { name: 'Lower edge of question 2' }).press('ArrowDown');
  expect(await heightOf(page, 2)).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await heightOf(page, 2)).toBeCloseTo(before, 0);
  const edge = await page.getByRole('slider', { name: 'Lower edge of question 2' }).boundingBox();
  if (!edge) throw new Error('The edge is not shown');
  await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2 + 30);
  await page.mouse.up();
  expect(await heightOf(page, 2)).toBeGreaterThan(before + 20);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await heightOf(page, 2)).toBeCloseTo(before, 0);

  // Two questions are joined, one is deleted, and a box is added.
  await crop(page, 3).click();
  await page.getByRole('button', { name: 'Join to question 2' }).click();
  await expect(page.getByRole('button', { name: 'Question 2, part 2 of 2' })).toBeVisible();
  await expect(crop(page, 12)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await crop(page, 12).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Add a box on page 2' }).click();
  await expect(crop(page, 12)).toHaveAttribute('aria-pressed', 'true');
  for (const _step of [1, 2]) await page.getByRole('button', { name: 'Undo' }).click();

  await page.getByRole('link', { name: '2. Sections and keys' }).click();
  await page.getByRole('button', { name: 'Add a section' }).click();
  const first = page.getByRole('group', { name: 'Questions 1 to 6' });
  await first.getByLabel('Up to question').fill('8');
  const second = page.getByRole('group', { name: 'Questions 9 to 12' });
  await second.getByLabel(/^Form/).selectOption({ label: 'numerical' });
  await page.getByRole('textbox', { name: 'Keys', exact: true }).fill('1A 2B 3C 4D 5A 6B 7C 8/D 9 2.5 10. 4 to 5 11 -3');
  await page.getByRole('button', { name: 'Read the keys' }).click();
  await expect(page.getByText('10 keys read.')).toBeVisible();
  await expect(page.getByText('Question 8: enter one option, such as B or 2.')).toBeVisible();
  await expectAccessible(page, 'the sections and keys of a printed paper');

  // A reload keeps everything but the file.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Go on with Weekly test 7.pdf' })).toBeVisible();
  await choose(page, file);
  await expect(page.getByRole('radio', { name: 'C', exact: true }).nth(2)).toBeChecked();
  // A row is as high before its picture is drawn as after, so that a press meets the key that it is meant for.
  const row = page.getByRole('listitem').filter({ has: page.getByRole('group', { name: 'Key of question 8' }) });
  const heightOfRow = () => row.evaluate(({ clientHeight }) => clientHeight);
  await expect(row.locator('canvas')).toHaveCount(0);
  const undrawn = await heightOfRow();
  await row.scrollIntoViewIfNeeded();
  await expect(row.locator('canvas')).toBeVisible();
  expect(Math.abs((await heightOfRow()) - undrawn)).toBeLessThan(2);
  await row.getByRole('radio', { name: 'D' }).check();
  await page.getByRole('link', { name: '3. Make the paper' }).click();
  await expect(page.getByText('No key yet: 12.')).toBeVisible();
  await expect(page.getByText(/^No topic yet: 1, 2/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make a paper of 12 questions' })).toBeDisabled();
  await page.getByRole('link', { name: '2. Sections and keys' }).click();
  await page.getByRole('textbox', { name: 'Key of question 12' }).fill('7');
  for (const topic of await page.getByLabel(/^Topic in reports/).all()) await topic.selectOption({ index: 1 });
  await page.getByRole('link', { name: '3. Make the paper' }).click();
  const make = page.getByRole('button', { name: 'Make a paper of 12 questions' });
  await expect(make).toBeDisabled();
  await page.getByRole('checkbox', { name: /^Our institute may use this paper/ }).check();
  await expectAccessible(page, 'the making of a printed paper');
  await make.click();

  await expect(page.getByRole('heading', { level: 1, name: 'Weekly test 7' })).toBeVisible();
  await expect(page.getByText('12 of 12 questions chosen. The paper is ready to become a test.')).toBeVisible();
  await expect(page.getByText(/^12 questions from a printed paper: difficulty/)).toBeVisible();
  await page.getByRole('button', { name: 'Make the test' }).click();
  await page.getByRole('link', { name: 'Sit it yourself' }).click();
  const picture = page.getByRole('img', { name: /Which unit has the quantity called speed/ }).first();
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(500);
  await page.goto('/staff/papers/printed');
  await expect(page.getByRole('heading', { name: 'Choose the question paper' })).toBeVisible();
});

test('pictures of pages without text are cut at their empty space, and the teacher is told to check', async ({ page }) => {
  await signInAs(page, teacher);
  const printer = await page.context().newPage();
  await printer.setViewportSize({ width: 800, height: 1100 });
  await printer.setContent(paper.replace('.columns { display: grid;', '.columns {'));
  const buffer = await printer.screenshot();
  await printer.close();
  await page.goto('/staff/papers/printed');
  await choose(page, { name: 'page 1.png', mimeType: 'image/png', buffer });
  await expect(page.getByText(/^\d+ questions? found\.$/)).toBeVisible();
  await expect(page.getByText(/the crops follow the empty space between blocks/)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page, 'the crops of a scan on a phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

/** A PDF whose text is locked with a password. */
const locked = Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >> endobj
4 0 obj << /Filter /Standard /V 1 /R 2 /P -4 /O <${'5a'.repeat(32)}> /U <${'3c'.repeat(32)}> >> endobj
trailer << /Root 1 0 R /Encrypt 4 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>] >>
%%EOF`);

test('a file that is locked, too long, not a PDF or mixed with others is refused with the reason', async ({ page, console }) => {
  await signInAs(page, teacher);
  const long = await pdfOf(page, Array.from({ length: 61 }, (_none, at) => `<p style="break-after: page">${at}</p>`).join(''));
  await page.goto('/staff/papers/printed');
  console.expectFaults(/createImageBitmap|decode/i);
  const cases: [{ name: string; mimeType: string; buffer: Buffer }[], string][] = [
    [[pdfFile('locked.pdf', locked)], 'This PDF has a password. Save it without one, and choose it again.'],
    [[pdfFile('long.pdf', long)], 'A PDF may have 60 pages at most. Split it.'],
    [[pdfFile('letter.pdf', Buffer.from('Dear all'))], 'This file is not a PDF, or it is damaged.'],
    [
      [{ name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }],
      'page.png is not a picture that this browser can read.',
    ],
    [[pdfFile('a.pdf', locked), pdfFile('b.pdf', locked)], 'Choose one PDF, or only pictures.'],
  ];
  for (const [files, message] of cases) {
    await choose(page, ...files);
    await expect(page.getByRole('alert')).toHaveText(message);
  }
});
