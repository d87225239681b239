import { readSheet } from '@abhyas/exchange/sheets/read-sheet';
import { countedAgainst, sheetCase } from '@abhyas/exchange/testing/filled-sheets';
import { photoOf } from '@abhyas/exchange/testing/sheet-photos';
import { alone, type Measure, median } from './measure.ts';

const photos = 200;

/**
 * The share of bubbles that are read right in 200 photos of answer sheets with tilt, shadow, noise, blur and folds, in pen and pencil. A
 * question at which the reader asks a person counts as not read; a wrong answer without a doubt fails the measure.
 */
export const omr200: Measure = {
  name: 'omr_200',
  unit: '%',
  aim: { least: 99.5 },
  measure: async () => {
    const took: number[] = [];
    let [bubbles, right, unread] = [0, 0, 0];
    for (let seed = 1; seed <= photos; seed += 1) {
      const one = sheetCase(seed);
      const photo = photoOf(one.sheet, one.faults, seed);
      const began = performance.now();
      const read = readSheet(photo, () => one.sheet.sections);
      took.push(performance.now() - began);
      const counts = countedAgainst(one, read);
      if (counts.wrong > 0) throw new Error(`Photo ${seed} has ${counts.wrong} answers that are wrong without a doubt`);
      bubbles += counts.bubbles;
      right += counts.right;
      unread += read.kind === 'unread' ? 1 : 0;
    }
    process.stderr.write(`${bubbles} bubbles, ${bubbles - right} of them not read, in ${unread} photos as a whole\n`);
    const slowest = took.toSorted((a, b) => a - b)[Math.floor(photos * 0.99)] ?? null;
    return { ...alone((right * 100) / bubbles), p50: median(took), p99: slowest };
  },
};
