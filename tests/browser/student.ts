import { getStudentHomeData } from '@abhyas/contract/site/home';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { callSite, newPhone, signIn } from './sign-in.ts';

/** What the browser's console said that it should not, of every page of a test. */
interface Console {
  /** Faults that the test itself brings about. */
  expectFaults: (pattern: RegExp) => void;
}

/** Somebody signed in, in a browser. */
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
  // The service worker answers out of sight of `page.route`; the tests that are about it let it in.
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

  // The tour before the first test has a test of its own.
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

/** Signs in somebody who was never here before. */
export async function newStudent(page: Page, course: 'MED' | 'ENG' | 'MED_ENG'): Promise<Student> {
  const token = await signIn(addressOfSite(), newPhone(), { name: 'Nila Das', course });
  await bringToken(page, token);
  return { page, token };
}

/** Signs in one of the students whom the start of the site signed in. */
export async function signInAs(page: Page, phone: string): Promise<Student> {
  const tokens = JSON.parse(process.env['SITE_TOKENS'] ?? '{}') as Record<string, string>;
  const token = tokens[phone];
  if (token === undefined) throw new Error(`Nobody signed in ${phone}`);
  await bringToken(page, token);
  return { page, token };
}

/** Ids by name of what one page of lists holds. */
export async function idOf({ token }: Student, name: string): Promise<number> {
  // The institute's first: a student with its tests only has no other lists.
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

/** From the instructions to question 1. Returns the paper's id. */
export async function beginTest(student: Student, name: string): Promise<number> {
  const id = await idOf(student, name);
  const { page } = student;
  await page.goto(`/test_instruction/${id}`);
  await page.getByRole('button', { name: /^(Begin|Continue)$/ }).click();
  await expect(page.getByRole('heading', { name: 'Question 1', exact: true })).toBeVisible();
  return id;
}

/** Whether there is no room for the palette beside the question. */
export const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 1024;

/** Opens the summary that stands before the end of a test: on a phone by the logo, which has the room. */
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
