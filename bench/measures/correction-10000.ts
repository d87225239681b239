import type { OpenDatabase } from '@abhyas/server/database/open';
import { addInstitute } from '../institute.ts';
import { startLoad } from '../load/load-process.ts';
import { addRankedPaper, fillSlowly } from '../ranked-papers.ts';
import { startServer } from '../server/start-server.ts';
import type { TestTaker } from '../test-takers.ts';
import { alone, type Measure, median } from './measure.ts';

const sessions = 10_000;
const rounds = 5;
const code = 'bench-correction';

/**
 * An ended test of an institute with ten thousand results, and a question in a section that counts only some answers: the dry run marks
 * that whole section again.
 */
async function addResults(database: OpenDatabase) {
  const { pool } = database;
  const institute = await addInstitute(database, code, 0);
  const { paper_id } = await addRankedPaper(database, code, sessions);
  await pool.query(`delete from sessions where paper_id = $1 and status = 'IN_PROGRESS'`, [paper_id]);
  await pool.query(
    `update papers set test_mode_type = 0, institute_id = $2, time_kind = 'wall_clock', opens_at = now() - interval '6 hours',
       closes_at = now() - interval '1 hour' where id = $1`,
    [paper_id, institute.id],
  );
  await pool.query(
    `update paper_sections set attempt_limit = question_count / 2, limit_kind = 'first_n' where paper_id = $1 and question_type = 1`,
    [paper_id],
  );
  const { rows } = await pool.query<{ id: number }>(
    `update questions q set institute_id = $2 from paper_questions o where o.paper_id = $1 and q.id = o.question_id and q.question_type = 1
     returning q.id`,
    [paper_id, institute.id],
  );
  return { teacher: institute.teachers[0] as TestTaker, paper_id, question_id: rows[0]?.id ?? 0 };
}

/** Seconds until a teacher sees the effect of a corrected key. */
export const correction10000: Measure = {
  name: 'correction_10000',
  unit: 's',
  aim: { most: 5 },
  measure: async ({ database, productServer }) => {
    const { teacher, paper_id, question_id } = await fillSlowly(database, addResults);
    const server = await startServer(productServer, [], database);
    const load = startLoad();
    try {
      const took: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const body = { question_id, keys: ['-987654'] };
        const call = { path: `/staff/tests/${paper_id}/try_correction`, token: teacher.token, body };
        const { seconds } = await load.drive({ kind: 'calls', address: server.address, calls: [call], clients: 1 });
        took.push(seconds);
      }
      return alone(median(took));
    } finally {
      load.stop();
      await server.stop();
    }
  },
};
