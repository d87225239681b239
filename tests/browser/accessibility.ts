import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Checks the current screen against WCAG 2.2 AA, that it does not scroll sideways, and that its buttons have room for their words. Soft
 * assertions report every screen before the test fails.
 */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  // The frames of the site are of its own origin, so the page itself can put their results together. Otherwise axe opens another page for
  // it, which takes more than half of the time of a check.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
  const { violations } = await axe.withTags(standards).analyze();
  const faults = violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(' ')})`));
  expect.soft(faults, `${screen} is accessible`).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect.soft(overflow, `${screen} fits the width`).toBeLessThanOrEqual(0);
  const cutOff = await page.locator('.mantine-Button-label').evaluateAll((labels) =>
    // A label of one pixel is meant for screen readers alone.
    labels.filter((label) => label.clientWidth > 1 && label.scrollWidth > label.clientWidth + 1).map(({ textContent }) => textContent),
  );
  expect.soft(cutOff, `buttons of ${screen} have room for their words`).toEqual([]);
}
