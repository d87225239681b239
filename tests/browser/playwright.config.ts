import { defineConfig } from '@playwright/test';
import { browserUse, desktop, variants } from './browser-use.ts';

const journey = /journey\.test\.ts$/;
const journeyVariants = ['phone-dark', 'desktop-light'];

/** The journey runs in each layout and each scheme once, every other test once. All of them share one built site. @public */
export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../../test-results/browser',
  globalSetup: './site.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // Pictures and snapshots of each step would take as much processor time as the tests: `--trace on` records them for a test named.
  use: { ...browserUse, trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false }, screenshot: 'only-on-failure' },
  projects: [
    ...variants.filter(({ name }) => journeyVariants.includes(name)).map((variant) => ({ ...variant, testMatch: journey })),
    { name: 'details', testIgnore: journey, use: desktop },
  ],
});
