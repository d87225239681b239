import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

/** How every page here is opened. */
export const browserUse: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  // Set by site.ts before a worker reads this.
  baseURL: process.env['SITE_ADDRESS'],
  launchOptions: {
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  },
  actionTimeout: 30_000,
  locale: 'en-IN',
  // Nothing is looked at while it fades in.
  reducedMotion: 'reduce',
};

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
export const desktop = { viewport: { width: 1280, height: 800 } };

export const variants = [
  { name: 'phone-light', use: { ...phone, colorScheme: 'light' as const } },
  { name: 'phone-dark', use: { ...phone, colorScheme: 'dark' as const } },
  { name: 'desktop-light', use: { ...desktop, colorScheme: 'light' as const } },
  { name: 'desktop-dark', use: { ...desktop, colorScheme: 'dark' as const } },
];
