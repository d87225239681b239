import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** Total numbers of questions in the shared bank, of tests taken and of questions answered. */
export async function countEverything({ db }: Context) {
  const questions = await db
    .selectFrom('questions')
    .where('institute_id', 'is', null)
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const responses = await db
    .selectFrom('responses')
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const tests = await db
    .selectFrom('sessions')
    .where('paper_id', 'is not', null)
    .where('status', '=', sql.lit('COMPLETE'))
    .select((is) => is.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { question_count: questions.count, test_count: tests.count, response_count: responses.count };
}
