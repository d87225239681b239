import { drive, startLoad } from '../load/load-process.ts';
import type { LoadJob } from '../load/load-job.ts';
import { startServer } from '../server/start-server.ts';
import { root } from '../root.ts';
import { alternate, type Measure } from './measure.ts';

const connections = 10;
const seconds = 1;

export const upload15: Measure = {
  name: 'upload_15',
  unit: 'uploads/s',
  aim: { leastRatio: 0.4 },
  measure: async ({ database, sitters, benchServer }) => {
    const { uploading, writing, questions } = sitters;
    const server = await startServer(await benchServer(), [root], database);
    const load = startLoad();
    const uploads: LoadJob = { kind: 'uploads', address: server.address, sitters: uploading, questions, connections, seconds };
    const raw: LoadJob = { kind: 'raw_uploads', databaseUrl: database.url, sitters: writing, questions, connections, seconds };
    try {
      return await alternate(
        () => load.drive(uploads),
        // The embedded database can only be reached in the process that holds it.
        () => (database.url ? load.drive(raw) : drive(server.child, raw)),
      );
    } finally {
      load.stop();
      await server.stop();
    }
  },
};
