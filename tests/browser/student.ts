import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { findOrCreateSessionItem } from '@abhyas/contract/tests/attempts';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { callSite, newPhone, signIn } from './sign-in.ts';

/** The unexpected messages in the browser console, from every page of a test. */
interface Console {
  /** Allows faults that the test itself causes. */
  expectFaults: (pattern: RegExp) => void;
}

/** A signed-in student in a browser. */
export interface Student {
  page: Page;
  token: string;
}

interface Fixtures {
  console: Console;
  /** A new student of both courses, without Premium. */
  student: Student;
}

const addressOfSite = () => process.env['SITE_ADDRESS'] ?? '';

export const test = base.extend<Fixtures>({
  // The service worker is blocked, because `page.route` does not see what it answers. The tests of the worker allow it.
  serviceWorkers: 'block',

  console: [
    async ({ context }, use) => {
      const faults: string[] = [];
      const expected: RegExp[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`);
      });
      context.on('weberror', (fault) => faults.push(String(fault.error().stack ?? fault.error())));
      await use({ expectFaults: (pattern) => void expected.push(pattern) });
      expect(
        faults.filter((fault) => !expected.some((pattern) => pattern.test(fault))),
        'the console is quiet',
      ).toEqual([]);
    },
    { auto: true },
  ],

  // All tests but one skip the tour that is shown before the first test.
  context: async ({ context }, provide) => {
    await context.addInitScript(() => {
      if (location.protocol !== 'about:') localStorage.setItem('tour-seen', 'true');
    });
    await provide(context);
  },

  student: async ({ page }, provide) => provide(await newStudent(page, 'MED_ENG')),
});

export async function bringToken(page: Page, token: string): Promise<void> {
  await page.context().addCookies([{ name: 'abhyas', value: token, url: addressOfSite(), httpOnly: true, sameSite: 'Lax' }]);
}

/** Signs in a new student. */
export async function newStudent(page: Page, course: 'MED' | 'ENG' | 'MED_ENG'): Promise<Student> {
  const token = await signIn(addressOfSite(), newPhone(), { name: 'Nila Das', course });
  await bringToken(page, token);
  return { page, token };
}

/** Signs in one of the students whose sign-in was prepared when the site was started. */
export async function signInAs(page: Page, phone: string): Promise<Student> {
  const tokens = JSON.parse(process.env['SITE_TOKENS'] ?? '{}') as Record<string, string>;
  const token = tokens[phone];
  if (token === undefined) throw new Error(`Nobody signed in ${phone}`);
  await bringToken(page, token);
  return { page, token };
}

/** The id of a test, chapter or paper with this name. */
export async function idOf({ token }: Student, name: string): Promise<number> {
  // The institute's list is first, because a student who has only the test board has no other lists.
  const pages = [
    { type: 'institute' },
    { type: 'institute', sub_type: 'assignment' },
    { type: 'mock' },
    { type: 'previous_paper' },
    { type: 'Physics' },
  ];
  for (const asked of pages) {
    const { test_list = [], completed_test_list = [], chapters = [] } = await callSite(addressOfSite(), token, getStudentHomeData, asked);
    const found = [...test_list, ...completed_test_list, ...chapters].find((item) => item.name === name);
    if (found) return found.id;
  }
  throw new Error(`There is nothing called ${name}`);
}

/** Goes from the instructions to question 1. Returns the paper's id. */
export async function beginTest(student: Student, name: string): Promise<number> {
  const id = await idOf(student, name);
  const { page } = student;
  await page.goto(`/test_instruction/${id}`);
  await page.getByRole('button', { name: /^(Begin|Continue)$/ }).click();
  await expect(page.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible();
  return id;
}

/** Another student begins and ends the test without an answer. A report shows a rank among two students or more. */
export async function letAnotherSit(id: number): Promise<void> {
  const token = await signIn(addressOfSite(), newPhone(), { name: 'Bela Rao', course: 'MED_ENG' });
  const { session_id, writer } = await callSite(addressOfSite(), token, findOrCreateSessionItem, { id });
  const end = { session_id, writer, session_time_spent: 0, current_index: 0, responses: '[]', isFinishTest: true };
  await callSite(addressOfSite(), token, uploadStudentResponses, end);
}

/** Whether the screen is too narrow to show the palette beside the question. */
export const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 1024;

/** Opens the summary before the end of a test. On a phone the logo opens it. */
export async function openSummary(page: Page): Promise<Locator> {
  const opener = isNarrow(page) ? /end or leave the test$/ : 'End Test';
  await page.getByRole('banner').getByRole('button', { name: opener }).click();
  return page.getByRole('dialog', { name: 'End Test' });
}

/** Ends the test. */
export async function endTest(page: Page): Promise<void> {
  const summary = await openSummary(page);
  await summary.getByRole('button', { name: 'End Test' }).click();
}

/** Goes through the welcome, the general instructions and those of the test, and ticks the declaration. */
export async function passFirstMinutes(page: Page, { worksWithKeyboard }: { worksWithKeyboard: boolean }): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByRole('heading', { name: 'General instructions' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Next' }).click();
  if (worksWithKeyboard) await dialog.getByRole('checkbox', { name: 'I work with the keyboard' }).check();
  await dialog.getByRole('button', { name: 'I am ready to begin' }).click();
  await expect(dialog.getByText('Tick the declaration to begin.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'I have read and understood' }).check();
  await expectAccessible(page, 'the declaration before a test');
  await dialog.getByRole('button', { name: 'I am ready to begin' }).click();
}

/** Joins as a new NEET student, in Hindi, on a page that shows the sign-in, and ends on home. */
export async function joinInHindi(page: Page): Promise<void> {
  await page.getByLabel('फ़ोन नंबर').fill(newPhone());
  await page.keyboard.press('Enter');
  await page.keyboard.type((await page.locator('strong.tabular').textContent()) ?? '');
  await page.getByLabel('आपका नाम').fill('Nila Das');
  await page.getByLabel('उम्र').fill('19');
  await page.getByRole('radio', { name: /^मेडिकल/ }).check();
  await page.getByRole('button', { name: 'सहेजें' }).click();
  await page.getByRole('button', { name: 'छोड़ें' }).click();
  await expect(page.getByRole('heading', { name: '10 प्रश्नों से शुरू करें' })).toBeVisible();
}
