import { expect, type Page } from '@playwright/test';
import { setOffline, waitForWorker } from './device.ts';
import { test } from './student.ts';

test.use({ serviceWorkers: 'allow' });

/** The files of Hindi that the device keeps, in whichever cache. */
const keptHindi = (page: Page) =>
  page.evaluate(async () => {
    const caching = (await caches.keys()).map(async (name) =>
      (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
    );
    return (await Promise.all(caching)).flat().filter((path) => /\/(?:hindi|noto-sans-devanagari)-/.test(path));
  });

test.describe('a reader of Hindi', () => {
  test.use({ locale: 'hi-IN' });

  test('reads Hindi in its own font without a network, after a visit with one', async ({ page, context, console }) => {
    console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/login');
    await waitForWorker(page);
    await expect.poll(async () => (await keptHindi(page)).length).toBe(2);
    await setOffline(context, true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'लॉग इन करें या जुड़ें' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi-IN');
    const faces = () =>
      page.evaluate(() => [...document.fonts].filter(({ family, status }) => /Devanagari/.test(family) && status === 'loaded').length);
    await expect.poll(faces).toBeGreaterThan(0);
  });
});

test.describe('a reader of English', () => {
  test.use({ locale: 'en-IN' });

  test('keeps no file of Hindi on the device', async ({ page, context, console }) => {
    console.expectFaults(/ERR_INTERNET_DISCONNECTED/);
    await page.goto('/login');
    await waitForWorker(page);
    await setOffline(context, true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Log in or join' })).toBeVisible();
    expect(await keptHindi(page)).toEqual([]);
  });
});
