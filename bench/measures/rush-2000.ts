import { startLoad } from '../load/load-process.ts';
import { root } from '../root.ts';
import { startServer } from '../server/start-server.ts';
import { addStudents, type TestTaker } from '../test-takers.ts';
import { alternate, type Measure } from './measure.ts';

const students = 2000;
const connections = 10;
const rounds = 6;

/**
 * Two thousand students, each over a separate connection, begin a paper at the same moment and open it. The comparison is the database work
 * alone: session inserted; paper, session and responses read.
 */
export const rush2000: Measure = {
  name: 'rush_2000',
  unit: 'students/s',
  aim: { leastRatio: 0.2 },
  measure: async ({ database, testTakers: { paper_id }, benchServer }) => {
    const halls = await database.use(async (opened) => {
      const prepared: TestTaker[][] = [];
      // One additional round warms up.
      for (let round = 0; round < 2 * (rounds + 1); round += 1) prepared.push(await addStudents(opened, students, new Date()));
      await opened.pool.query('vacuum analyze');
      return prepared;
    });
    const server = await startServer(benchServer, [root], database);
    const load = startLoad();
    const next = () => halls.pop() ?? [];
    try {
      return await alternate(
        () => load.drive({ kind: 'rush', address: server.address, paper_id, testTakers: next() }),
        () => load.driveRaw({ kind: 'raw_begins', databaseUrl: database.url, paper_id, testTakers: next(), connections }, server.child),
        rounds,
      );
    } finally {
      load.stop();
      await server.stop();
    }
  },
};
