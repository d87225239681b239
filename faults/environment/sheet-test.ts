import type { OpenDatabase } from '@abhyas/server/database/open';
import type { Chance } from '../plan/chance.ts';
import { addDemo, signInPeople, type TestTaker } from './test-takers.ts';

/** A student of the demo's batch. At its start the server gives this batch an open test on paper. */
const phone = '9000000007';

/** Fills a new database with the demo, and signs in a student who may hand in a sheet. */
export async function addSheetTest(database: OpenDatabase, chance: Chance): Promise<TestTaker> {
  await addDemo(database, chance);
  const { rows } = await database.pool.query<{ id: number }>('select id from users where phone = $1', [phone]);
  const [student] = await signInPeople(
    database,
    rows.map(({ id }) => id),
  );
  if (!student) throw new Error(`The demo has no person with the number ${phone}.`);
  return student;
}
