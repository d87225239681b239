// `npm run clip`: draws the demo's clips in Chromium and writes them to apps/web/public/clips, with their captions.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { requireChromium } from '../chromium.mjs';
import { root } from '../root.mjs';
import * as graph from './graph-scenes.mjs';
import * as tutorial from './tutorial-scenes.mjs';

/** WebCodecs work on trustworthy pages only; no request to this address leaves the machine. */
const address = 'http://localhost/';
const most = 2_000_000;
const folder = join(root, 'apps/web/public/clips');
const sources = ['drawing.mjs', 'graph-scenes.mjs', 'tutorial-scenes.mjs', 'webm.mjs', 'record.mjs'];
const clips = [
  { name: 'area-of-a-graph', scenes: 'graph-scenes.mjs', LENGTH: graph.LENGTH, captions: graph.captions },
  { name: 'tutorial', scenes: 'tutorial-scenes.mjs', LENGTH: tutorial.LENGTH, captions: tutorial.captions },
];

const clock = (seconds) => `00:00:${seconds.toFixed(3).padStart(6, '0')}`;
const vttOf = (captions) => `WEBVTT\n\n${captions.map(({ from, to, text }) => `${clock(from)} --> ${clock(to)}\n${text}\n`).join('\n')}`;

async function record(executablePath, scenes) {
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
    const text = await page.evaluate(async (name) => {
      const { recordClip } = await import('/record.mjs');
      const bytes = await recordClip(await import(`/${name}`));
      let binary = '';
      for (const byte of bytes) binary += String.fromCharCode(byte);
      return btoa(binary);
    }, scenes);
    return Buffer.from(text, 'base64');
  } finally {
    await browser.close();
  }
}

const executablePath = await requireChromium();
if (!executablePath) process.exit(1);
mkdirSync(folder, { recursive: true });
for (const { name, scenes, captions, LENGTH } of clips) {
  const clip = await record(executablePath, scenes);
  if (clip.length > most) throw new Error(`The clip ${name} has ${clip.length} bytes, which are more than ${most}`);
  writeFileSync(join(folder, `${name}.webm`), clip);
  writeFileSync(join(folder, `${name}.vtt`), vttOf(captions));
  console.log(`${name}: ${LENGTH} seconds, ${clip.length} bytes`);
}
