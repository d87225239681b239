import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tab } from './phone.ts';

const watcher = readFileSync(join(import.meta.dirname, 'watch-practice.js'), 'utf8');

/** Practises a whole topic, with a pause before each press. Returns milliseconds from each press on Next to the next question. */
export async function practise(tab: Tab, address: string, topic_id: number, pauseMs: number): Promise<number[]> {
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: watcher });
  await tab.goTo(`${address}/train/${topic_id}`);
  return tab.evaluate<number[]>(`window.practise(${pauseMs})`);
}
