import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

export interface QuestionTime {
  question_id: number;
  /** Median seconds of the students who answered. */
  median_time: number;
  answered_by: number;
}

export async function findTimes({ db }: Context, paper_id: number): Promise<QuestionTime[]> {
  return db.selectFrom('question_times').where('paper_id', '=', paper_id).select(['question_id', 'median_time', 'answered_by']).execute();
}

/** Time up to which the times of a paper were measured. */
export async function findMeasuredAt({ db }: Context, paper_id: number): Promise<Date | undefined> {
  const row = await db.selectFrom('question_times').where('paper_id', '=', paper_id).select('measured_at').limit(1).executeTakeFirst();
  return row?.measured_at;
}

/** Computes the times of a paper again, over ranked sessions that had finished by `until`, for correct and wrong answers whose time is known. */
export async function writeTimes({ db }: Context, paper_id: number, until: Date): Promise<void> {
  await db.deleteFrom('question_times').where('paper_id', '=', paper_id).execute();
  await sql`
    insert into question_times (paper_id, question_id, median_time, answered_by, measured_at)
    select ${paper_id}::bigint, r.question_id, percentile_cont(0.5) within group (order by r.question_time_spent), count(*), ${until}::timestamptz
    from sessions s
    join responses r on r.student_id = s.student_id and r.session_id = s.id
    where s.paper_id = ${paper_id} and s.status = 'COMPLETE' and s.is_ranked and s.finished_at <= ${until}::timestamptz
      and (r.responses <> '{}' or r.rich_response ~ '[0-9]') and r.question_time_spent > 0
    group by r.question_id`.execute(db);
}

/** Locks the computation of the paper's median times until the transaction ends. */
export async function holdTimes({ db }: Context, paper_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('times of paper ' || ${paper_id}::bigint, 0))`.execute(db);
}

/** Papers without an institute that have a session finished after their times were last computed. */
export async function findGrownPapers({ db }: Context): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select p.id from papers p
    left join lateral (select t.measured_at from question_times t where t.paper_id = p.id limit 1) t on true
    where p.institute_id is null and exists (
      select from sessions s where s.paper_id = p.id and s.status = 'COMPLETE' and s.is_ranked
        and s.finished_at > coalesce(t.measured_at, '-infinity'))
    order by p.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Papers with median times. */
export async function findMeasuredPapers({ db }: Context): Promise<number[]> {
  const rows = await db.selectFrom('question_times').select('paper_id').distinct().orderBy('paper_id').execute();
  return rows.map(({ paper_id }) => paper_id);
}
