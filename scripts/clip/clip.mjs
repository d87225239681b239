// `npm run clip`: draws the demo's sample clip in Chromium and writes it to apps/web/public/clips, with its captions.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { requireChromium } from '../chromium.mjs';
import { root } from '../root.mjs';
import { captions, LENGTH } from './scenes.mjs';

/** WebCodecs work on trustworthy pages only; no request to this address leaves the machine. */
const address = 'http://localhost/';
const most = 2_000_000;
const folder = join(root, 'apps/web/public/clips');
const sources = ['scenes.mjs', 'webm.mjs', 'record.mjs'];

const clock = (seconds) => `00:00:${seconds.toFixed(3).padStart(6, '0')}`;
const vtt = `WEBVTT\n\n${captions.map(({ from, to, text }) => `${clock(from)} --> ${clock(to)}\n${text}\n`).join('\n')}`;

async function record(executablePath) {
  const { chromium } = createRequire(join(root, 'tests/package.json'))('@playwright/test');
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.route('**/*', (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      if (!sources.includes(name)) return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
      return route.fulfill({ contentType: 'text/javascript', body: readFileSync(new URL(name, import.meta.url), 'utf8') });
    });
    await page.goto(address);
    const text = await page.evaluate(async () => {
      const { recordClip } = await import('/record.mjs');
      const bytes = await recordClip();
      let binary = '';
      for (const byte of bytes) binary += String.fromCharCode(byte);
      return btoa(binary);
    });
    return Buffer.from(text, 'base64');
  } finally {
    await browser.close();
  }
}

const executablePath = await requireChromium();
if (!executablePath) process.exit(1);
const clip = await record(executablePath);
if (clip.length > most) throw new Error(`The clip has ${clip.length} bytes, which are more than ${most}`);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'area-of-a-graph.webm'), clip);
writeFileSync(join(folder, 'area-of-a-graph.vtt'), vtt);
console.log(`${LENGTH} seconds, ${clip.length} bytes`);
