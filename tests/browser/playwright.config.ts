import { defineConfig } from '@playwright/test';
import { browserUse, desktop, variants } from './browser-use.ts';

const journey = /journey\.test\.ts$/;

/** The journey runs in four variants, every other test once. All of them share one built site. @public */
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
  use: { ...browserUse, trace: 'retain-on-failure', screenshot: 'only-on-failure' },
  projects: [...variants.map((variant) => ({ ...variant, testMatch: journey })), { name: 'details', testIgnore: journey, use: desktop }],
});
