import { expect, type Page } from '@playwright/test';
import { takePicture } from './picture.ts';
import { signInAs, test } from './student.ts';

/** People of the demo whose pages are visited, and the page where each begins. */
const people = [
  { name: 'visitor', phone: null, start: '/' },
  { name: 'student', phone: '9000000002', start: '/home' },
  { name: 'class-student', phone: '9000000007', start: '/home' },
  { name: 'test-board', phone: '9000000005', start: '/institute' },
  { name: 'owner', phone: '9000000011', start: '/staff' },
  { name: 'guardian', phone: '9000000014', start: '/guardian' },
];
/** More pages than the site has; the limit stops a page that links to endless others. */
const mostPages = 90;

/** `/staff/tests/12/hall?page=2` counts as the same page as `/staff/tests/id/hall`. */
const kindOf = (address: string) =>
  new URL(address, 'http://site').pathname.replaceAll(/\/\d+/g, '/id').replace(/^(\/solutions\/id)\/.*/, '$1');

async function openPage(page: Page, address: string): Promise<string[]> {
  await page.goto(address, { waitUntil: 'networkidle' });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return page
    .locator('a[href^="/"]:not([download]):not([target="_blank"])')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
}

for (const { name, phone, start } of people) {
  test(`every page that links lead a ${name} to`, async ({ page, console }, info) => {
    // Some faults are expected: a class that is not on air, a video of another site.
    console.expectFaults(/./);
    if (phone) await signInAs(page, phone);
    const toOpen = [start];
    const seen = new Set([kindOf(start)]);
    for (let address = toOpen.shift(); address !== undefined && seen.size < mostPages; address = toOpen.shift()) {
      for (const link of await openPage(page, address)) {
        if (seen.has(kindOf(link)) || /^\/(api|files|clips)\//.test(link)) continue;
        seen.add(kindOf(link));
        toOpen.push(link);
      }
      await takePicture(page, info, `${name}${kindOf(address).replaceAll('/', '-')}`);
    }
    expect(seen.size).toBeGreaterThan(2);
  });
}
