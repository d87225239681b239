import { sql } from 'kysely';
import type { Context } from '../../context.ts';

/** Questions, tests taken and questions answered, over everybody. */
export async function countEverything({ db }: Context) {
  const count = async (table: 'questions' | 'responses') =>
    (
      await db
        .selectFrom(table)
        .select((is) => is.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count;
  const tests = await db
    .selectFrom('sessions')
    .where('paper_id', 'is not', null)
    .where('status', '=', sql.lit('COMPLETE'))
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { question_count: await count('questions'), test_count: tests.count, response_count: await count('responses') };
}
