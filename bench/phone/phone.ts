import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { provideChromium } from '../../scripts/chromium.mjs';
import type { Sitter } from '../sitters.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const processorSlowdown = 4;
const bytesPerSecond = (megabits: number) => (megabits * 1_000_000) / 8;
/** The network of "slow 4G" as mobile audits use it: 1.6 Mbit/s down, 750 kbit/s up, 150 ms round trip. */
const network = { offline: false, latency: 150, downloadThroughput: bytesPerSecond(1.6), uploadThroughput: bytesPerSecond(0.75) };
const screen = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, isMobile: true, hasTouch: true };

/** A tab of a simulated phone: what it costs is what a student waits for. */
export interface PhonePage {
  page: Page;
  devTools: CDPSession;
}

const bringToken = (context: BrowserContext, address: string, { token }: Sitter) =>
  context.addCookies([{ name: 'abhyas', value: token, url: address, httpOnly: true, sameSite: 'Lax' }]);

/** A new browser profile, with nothing cached, where the sitter is signed in. It is a private window: what it keeps, it keeps in memory. */
export async function signedIn(browser: Browser, address: string, sitter: Sitter): Promise<BrowserContext> {
  const context = await browser.newContext(screen);
  await bringToken(context, address, sitter);
  return context;
}

/** Works in a browser whose profile lies on the disk, as a phone's does: a private window keeps no compiled code. The sitter is signed in. */
export async function withKeptProfile<T>(address: string, sitter: Sitter, work: (context: BrowserContext) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'abhyas-phone-'));
  const context = await chromium.launchPersistentContext(folder, { executablePath: await pathOfChromium(), args: flags, ...screen });
  try {
    await bringToken(context, address, sitter);
    return await work(context);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function openTab(context: BrowserContext): Promise<PhonePage> {
  const page = await context.newPage();
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', network);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  return { page, devTools };
}

async function pathOfChromium(): Promise<string> {
  const path = process.env['CHROMIUM_PATH'] ?? (await provideChromium());
  if (!path) throw new Error('The measures on a simulated phone need Chromium.');
  return path;
}

/** Starts a browser for the work and closes it afterwards. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await chromium.launch({ executablePath: await pathOfChromium(), args: flags });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
