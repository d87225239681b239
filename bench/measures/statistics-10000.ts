import { questionStatistics } from '@abhyas/server/features/question-statistics/question-statistics';
import { rankedPapers } from '../ranked-papers.ts';
import { alone, type Measure, median } from './measure.ts';

const rounds = 5;

/** Seconds that the statistics of 90 questions over ten thousand attempts take, responses and visits read anew each time. */
export const statistics10000: Measure = {
  name: 'statistics_10000',
  unit: 's',
  aim: { most: 2 },
  measure: async ({ database }) => {
    const { beside } = await rankedPapers(database);
    return database.use(async (opened) => {
      const institute_id = await opened.db
        .selectFrom('institutes')
        .select('id')
        .executeTakeFirstOrThrow()
        .then(({ id }) => id);
      await opened.db.updateTable('papers').set({ institute_id }).where('id', '=', beside.paper_id).execute();
      const actor = { user_id: null, role: 'operator' as const, institute_id, reason: 'Measured.' };
      const took: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const begin = performance.now();
        await questionStatistics({ db: opened.db, now: new Date(), random: Math.random, actor }, beside.paper_id);
        took.push((performance.now() - begin) / 1000);
      }
      await opened.db.updateTable('papers').set({ institute_id: null }).where('id', '=', beside.paper_id).execute();
      return alone(median(took));
    });
  },
};
