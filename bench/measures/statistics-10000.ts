import { statisticsCsvByCode } from '@abhyas/server/features/exam-office/question-statistics/question-statistics';
import { rankedPapers } from '../ranked-papers.ts';
import { alone, type Measure, median } from './measure.ts';

const rounds = 5;
const operator = { user_id: null, role: 'operator' as const, institute_id: null, reason: 'Measured.' };

/** Seconds that the statistics of 90 questions over ten thousand attempts take; responses and visits are read again each time. */
export const statistics10000: Measure = {
  name: 'statistics_10000',
  unit: 's',
  aim: { most: 2 },
  measure: async ({ database }) => {
    await rankedPapers(database);
    return database.use(async ({ db }) => {
      const took: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const begin = performance.now();
        await statisticsCsvByCode({ db, now: new Date(), random: Math.random, actor: operator }, 'bench-10-thousand');
        took.push((performance.now() - begin) / 1000);
      }
      return alone(median(took));
    });
  },
};
