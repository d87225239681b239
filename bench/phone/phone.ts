import { requireChromium } from '../../scripts/chromium.mjs';
import type { TestTaker } from '../test-takers.ts';
import { type DevTools, startDevTools, type Target } from './dev-tools.ts';

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
const screen = { width: 390, height: 844, deviceScaleFactor: 3, mobile: true };

/** A tab of a simulated phone, on which pages take as long as a student has to wait. */
export interface Tab extends Target {
  goTo(url: string): Promise<void>;
  /** The value of an expression in the page; a promise is awaited. */
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

/** A browser with a new profile on the disk, as on a phone: a private window would store no compiled code. */
export interface Phone {
  browser: Target;
  openTab(): Promise<Tab>;
}

/** Longer than a whole paper takes on a slow machine. */
const patienceMs = 120_000;

async function withinTime<T>(work: Promise<T>, name: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No end within ${patienceMs / 1000} s: ${name}`)), patienceMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function openTab(devTools: DevTools): Promise<Tab> {
  const tab = await devTools.openTab();
  await tab.send('Page.enable');
  await tab.send('Network.enable');
  await tab.send('Network.emulateNetworkConditions', network);
  await tab.send('Emulation.setDeviceMetricsOverride', screen);
  await tab.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await tab.send('Emulation.setCPUThrottlingRate', { rate: processorSlowdown });
  return {
    ...tab,
    goTo: async (url) => {
      const { errorText } = await tab.send('Page.navigate', { url });
      if (errorText) throw new Error(`${url}: ${errorText}`);
    },
    evaluate: async <T>(expression: string) => {
      const evaluation = tab.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
      const { result, exceptionDetails } = await withinTime(evaluation, expression);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value as T;
    },
  };
}

async function pathOfChromium(): Promise<string> {
  const path = process.env['CHROMIUM_PATH'] ?? (await requireChromium());
  if (!path) throw new Error('The measures on a simulated phone need Chromium.');
  return path;
}

/** Runs the work on a new phone with an empty cache, on which the test taker is signed in. */
export async function withPhone<T>(address: string, { token }: TestTaker, work: (phone: Phone) => Promise<T>): Promise<T> {
  const devTools = startDevTools(await pathOfChromium(), flags);
  try {
    const cookie = { name: 'abhyas', value: token, url: address, httpOnly: true, sameSite: 'Lax' as const };
    await devTools.browser.send('Storage.setCookies', { cookies: [cookie] });
    return await work({ browser: devTools.browser, openTab: () => openTab(devTools) });
  } finally {
    await devTools.close();
  }
}
