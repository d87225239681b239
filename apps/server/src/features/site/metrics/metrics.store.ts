import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** The state of all processes' work. A test is overdue three minutes after its deadline: the job ends it within two. */
export async function findSharedFigures({ db, now }: Context) {
  const { rows: counted } = await sql<{ openTests: number; overdueTests: number; undecidedLateUploads: number }>`
    select (select count(*) from sessions where status = 'IN_PROGRESS' and paper_id is not null) as "openTests",
      (select count(*) from sessions
       where status = 'IN_PROGRESS' and paper_id is not null and deadline < ${now}::timestamptz - interval '3 minutes') as "overdueTests",
      (select count(*) from late_uploads where accepted_at is null) as "undecidedLateUploads"`.execute(db);
  const [figures] = counted;
  if (!figures) throw new Error('The database answered no figures');
  return figures;
}
