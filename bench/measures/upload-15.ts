import { startLoad } from '../load/load-process.ts';
import { root } from '../root.ts';
import { startServer } from '../server/start-server.ts';
import { addStudents, answerQuestions, beginSessions, type TestTaker } from '../test-takers.ts';
import { alternate, type Figure, type Environment, type Measure } from './measure.ts';

const connections = 10;
const seconds = 1;
const aim = { leastRatio: 0.55 };
const unit = 'uploads/s';
const openSessions = 5000;

interface Uploaders {
  /** Students who upload over HTTP. */
  uploading: TestTaker[];
  /** Students whose responses are written directly to the database. */
  writing: TestTaker[];
}

async function measureUploads(
  { database, testTakers: { questions }, benchServer }: Environment,
  { uploading, writing }: Uploaders,
): Promise<Figure> {
  const server = await startServer(benchServer, [root], database);
  const load = startLoad();
  const driving = { questions, connections, seconds };
  try {
    return await alternate(
      () => load.drive({ kind: 'uploads', address: server.address, testTakers: uploading, ...driving }),
      () => load.driveRaw({ kind: 'raw_uploads', databaseUrl: database.url, testTakers: writing, ...driving }, server.child),
    );
  } finally {
    load.stop();
    await server.stop();
  }
}

/** Few sessions, whose rows are all cached. */
export const upload15: Measure = {
  name: 'upload_15',
  unit,
  aim,
  measure: (environment) => measureUploads(environment, environment.testTakers),
};

/** Every session has answers already, so that each upload changes 15 answers of a session that was not touched for a while. */
export const upload15Of5000: Measure = {
  name: 'upload_15_5000_open',
  unit,
  aim,
  measure: async (environment) => {
    const { paper_id } = environment.testTakers;
    const uploaders = await environment.database.use(async (database) => {
      const beganAt = new Date();
      const prepare = async () => {
        const testTakers = await beginSessions(database, await addStudents(database, openSessions, beganAt), paper_id, { beganAt });
        await answerQuestions(database, testTakers, paper_id, 5);
        return testTakers;
      };
      const prepared = { uploading: await prepare(), writing: await prepare() };
      await database.pool.query('vacuum analyze');
      return prepared;
    });
    return measureUploads(environment, uploaders);
  },
};
