import { getTestQuestions } from '@abhyas/contract/tests/attempts';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { callSite } from './sign-in.ts';
import type { Student } from './student.ts';

/** The label of the save state. */
export const saveState = (page: Page): Locator => page.getByRole('banner').locator('[data-state]').getByRole('status');
export const question = (page: Page, number: number): Locator => page.getByRole('heading', { name: `Question ${number}`, exact: true });
export const timer = (page: Page): Locator => page.getByRole('timer', { name: 'Time left' });

/** The seconds left on the timer. */
export async function timeLeft(page: Page): Promise<number> {
  const [hours = 0, minutes = 0, seconds = 0] = (await timer(page).innerText()).match(/\d+/g)?.map(Number) ?? [];
  return (hours * 60 + minutes) * 60 + seconds;
}

/**
 * Switches the network of all pages of a context off or on, and waits until each page has noticed. Otherwise a press might come before
 * that.
 */
export async function setOffline(context: BrowserContext, isOffline: boolean): Promise<void> {
  await context.setOffline(isOffline);
  for (const page of context.pages()) await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(!isOffline);
}

/** Waits until the service worker has stored the site and handles its requests. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  });
}

/** Ends a tab like a crash, so that it sends and writes nothing more. */
export async function killTab(page: Page): Promise<void> {
  const crash = page.waitForEvent('crash');
  const devtools = await page.context().newCDPSession(page);
  // The call never returns, because the tab is closed.
  devtools.send('Page.crash').catch(() => undefined);
  await crash;
  await page.close();
}

/** Everything that this page's origin stores on the device, as text; with `withSite: false` without the site's own files. */
export async function keptOnDevice(page: Page, { withSite = true } = {}): Promise<string> {
  return page.evaluate(async (isSiteWanted) => {
    const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed')));
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await finished(indexedDB.open(name ?? ''));
      for (const store of database.objectStoreNames) kept.push(await finished(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    for (const name of await caches.keys()) {
      if (!isSiteWanted && name.startsWith('workbox-precache')) continue;
      const cache = await caches.open(name);
      for (const request of await cache.keys()) kept.push(request.url, await (await cache.match(request))?.text());
    }
    return JSON.stringify(kept);
  }, withSite);
}

/** The answers on the server to the questions of a test, in the paper's order: chosen options, or the number as typed. */
export async function heldByServer({ token }: Student, id: number, is_review = false): Promise<(number[] | string)[]> {
  const { questions, question_responses } = await callSite(process.env['SITE_ADDRESS'] ?? '', token, getTestQuestions, { id, is_review });
  return questions.map((each) => {
    const held = question_responses.find(({ question_id }) => question_id === each.id);
    return held?.rich_response ?? held?.responses ?? [];
  });
}

/** Waits until the server has these answers. */
export async function expectHeld(student: Student, id: number, answers: (number[] | string)[], is_review = false): Promise<void> {
  await expect.poll(() => heldByServer(student, id, is_review)).toEqual(answers);
}

/** Sends the event with which a browser reports that its network is back: unsent answers are sent at once. */
export const sendNow = (page: Page): Promise<boolean> => page.evaluate(() => dispatchEvent(new Event('online')));
