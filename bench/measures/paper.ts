import { startLoad } from '../load/load-process.ts';
import { root } from '../root.ts';
import { startServer } from '../server/start-server.ts';
import { alternate, type Measure } from './measure.ts';

const connections = 16;
const seconds = 1;

const paperMeasure = (name: string, kind: 'fresh' | 'resumed', leastRatio: number): Measure => ({
  name,
  unit: 'papers/s',
  aim: { leastRatio },
  measure: async ({ database, testTakers, benchServer }) => {
    const server = await startServer(benchServer, [root], database);
    const load = startLoad();
    const read = (path: string) =>
      load.drive({ kind: 'reads', address: server.address, path, testTakers: testTakers[kind], connections, seconds });
    try {
      return await alternate(
        () => read(`/api/student_app/${testTakers.paper_id}/get_test_questions`),
        () => read(`/bench/constant/${kind}/${testTakers.paper_id}`),
      );
    } finally {
      load.stop();
      await server.stop();
    }
  },
});

export const paper = paperMeasure('paper', 'fresh', 0.8);
export const paperResumed = paperMeasure('paper_resumed', 'resumed', 0.4);
