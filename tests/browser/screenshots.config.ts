import { defineConfig } from '@playwright/test';
import { browserUse, variants } from './browser-use.ts';

/** `npm run screenshots`: a picture of every screen in four variants. @public */
export default defineConfig({
  testDir: '.',
  testMatch: '*.screens.ts',
  outputDir: '../../test-results/screenshots',
  globalSetup: './site.ts',
  workers: 2,
  fullyParallel: true,
  retries: 0,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: { ...browserUse, serviceWorkers: 'block' },
  projects: variants,
});
