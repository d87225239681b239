import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, type Page, type TestInfo } from '@playwright/test';

const root = dirname(dirname(import.meta.dirname));
/** The folder of all pictures, which is not committed. */
const all = join(root, 'screenshots');
/** The folder of the README's pictures. The picture of the hall is taken by hand, while its students are connected. */
const kept = join(root, 'docs/screenshots');
const keptNames = new Map([
  ['student-home-desktop-light', 'home-desktop-light'],
  ['test-desktop-dark', 'test-desktop-dark'],
  ['test-phone-light', 'test-phone-light'],
  ['student-test_report-id-desktop-light', 'report-desktop-light'],
]);

/** Takes a picture of the screen once its images, fonts and formulas are loaded. */
export async function takePicture(page: Page, { project }: TestInfo, screen: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const shown = [...document.images].filter((image) => image.loading !== 'lazy' || image.getBoundingClientRect().top < innerHeight);
    await Promise.all(shown.map((image) => image.decode().catch(() => undefined)));
  });
  const name = `${screen}-${project.name}`;
  const file = join(all, `${name}.png`);
  await page.screenshot({ path: file, caret: 'hide', animations: 'disabled' });
  const keptName = keptNames.get(name);
  if (!keptName) return;
  await mkdir(kept, { recursive: true });
  await copyFile(file, join(kept, `${keptName}.png`));
}
