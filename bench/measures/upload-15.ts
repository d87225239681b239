import { startLoad } from '../load/load-process.ts';
import { root } from '../root.ts';
import { startServer } from '../server/start-server.ts';
import { addStudents, answerQuestions, beginSessions, type Sitter } from '../sitters.ts';
import { alternate, type Figure, type Ground, type Measure } from './measure.ts';

const connections = 10;
const seconds = 1;
const aim = { leastRatio: 0.4 };
const unit = 'uploads/s';
const openSessions = 5000;

interface Uploaders {
  /** Over HTTP. */
  uploading: Sitter[];
  /** Straight to the database. */
  writing: Sitter[];
}

async function measureUploads(
  { database, sitters: { questions }, benchServer }: Ground,
  { uploading, writing }: Uploaders,
): Promise<Figure> {
  const server = await startServer(await benchServer(), [root], database);
  const load = startLoad();
  const driving = { questions, connections, seconds };
  try {
    return await alternate(
      () => load.drive({ kind: 'uploads', address: server.address, sitters: uploading, ...driving }),
      () => load.driveRaw({ kind: 'raw_uploads', databaseUrl: database.url, sitters: writing, ...driving }, server.child),
    );
  } finally {
    load.stop();
    await server.stop();
  }
}

/** Few sessions, whose rows are all at hand. */
export const upload15: Measure = { name: 'upload_15', unit, aim, measure: (ground) => measureUploads(ground, ground.sitters) };

/** Every session is answered already, so that each upload changes 15 answers of a session that nobody else has touched for a while. */
export const upload15Of5000: Measure = {
  name: 'upload_15_5000_open',
  unit,
  aim,
  measure: async (ground) => {
    const { paper_id } = ground.sitters;
    const uploaders = await ground.database.use(async (database) => {
      const beganAt = new Date();
      const seat = async () => {
        const sitters = await beginSessions(database, await addStudents(database, openSessions, beganAt), paper_id, { beganAt });
        await answerQuestions(database, sitters, paper_id, 5);
        return sitters;
      };
      const seated = { uploading: await seat(), writing: await seat() };
      await database.pool.query('vacuum analyze');
      return seated;
    });
    return measureUploads(ground, uploaders);
  },
};
