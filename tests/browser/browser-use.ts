import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

/** The browser settings of every page in these tests. */
export const browserUse: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions> = {
  // site.ts sets the variable before a worker reads it.
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
  // Animations are off, so that no check sees an element that is still fading in.
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
