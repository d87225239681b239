import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

export interface HallStudent {
  id: number;
  name: string | null;
  given_id: string | null;
  classroom: string | null;
  photo_id: number | null;
}

/** The students who have a paper, by id, each with a classroom of the institute. */
export async function findStudents({ db }: Context, paper_id: number): Promise<HallStudent[]> {
  const { rows } = await sql<HallStudent>`
    select u.id, u.name, member.given_id, member.photo_id,
      (select min(c.name) from classroom_members m join classrooms c on c.id = m.classroom_id
        where m.user_id = u.id and m.role = 'student' and m.left_at is null and c.institute_id = p.institute_id) as classroom
    from papers p join paper_assignments a on a.paper_id = p.id join users u on u.id = a.student_id
    left join lateral (
      select m.institute_given_id as given_id, case when m.ended_at is null then m.photo_id end as photo_id from memberships m
      where m.user_id = u.id and m.institute_id = p.institute_id and m.role = 'student' order by m.ended_at nulls first limit 1
    ) member on true
    where p.id = ${paper_id} order by u.id`.execute(db);
  return rows;
}

/** The state of all students who have the paper, ordered by id, as columns of their newest attempts. Times are in seconds since 1970. */
export interface Standings {
  student_id: number[];
  otp_tries: number[];
  status: ('IN_PROGRESS' | 'COMPLETE' | null)[];
  is_locked: boolean[];
  heard: (number | null)[];
  ends: (number | null)[];
}

/**
 * Returned as one row, since reading two thousand rows would take longer than finding them. With `offset 0` a spread database orders the rows of
 * all machines before they become lists.
 */
export async function findStandings({ db }: Context, paper_id: number): Promise<Standings> {
  const { rows } = await sql<Standings>`
    select coalesce(json_agg(student_id), '[]') as student_id, coalesce(json_agg(otp_tries), '[]') as otp_tries,
      coalesce(json_agg(status), '[]') as status, coalesce(json_agg(is_locked), '[]') as is_locked,
      coalesce(json_agg(heard), '[]') as heard, coalesce(json_agg(ends), '[]') as ends
    from (
      select distinct on (a.student_id) a.student_id, a.otp_tries, s.status, s.locked_at is not null as is_locked,
        extract(epoch from coalesce(s.finished_at, s.time_reported_at, s.began_at))::bigint as heard, extract(epoch from s.deadline)::bigint as ends
      from paper_assignments a
      left join (
        select * from sessions where paper_id = ${paper_id} and status = 'IN_PROGRESS'
        union all select * from sessions where paper_id = ${paper_id} and status = 'COMPLETE'
      ) s on s.student_id = a.student_id
      where a.paper_id = ${paper_id} order by a.student_id, s.id desc offset 0
    ) standing`.execute(db);
  const [standings] = rows;
  if (!standings) throw new Error('An aggregate gives one row');
  return standings;
}

/** The last verdicts of the pages of students on their seats. */
export function findSeats({ db }: Context, paper_id: number) {
  return db
    .selectFrom('seat_verdicts as v')
    .innerJoin('sessions as s', (on) => on.onRef('s.student_id', '=', 'v.student_id').onRef('s.id', '=', 'v.session_id'))
    .where('v.paper_id', '=', paper_id)
    .where('s.status', '=', sql.lit('IN_PROGRESS'))
    .select(['v.student_id', 'v.verdict'])
    .execute();
}

/** The counts of each student's newest attempt, which take longer to read. */
export interface Counted {
  student_id: number;
  answered: number;
  left: number;
  late: number;
}

export async function countAnswers({ db }: Context, paper_id: number): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    with newest as (
      select distinct on (student_id) student_id, id from sessions
      where paper_id = ${paper_id} and status in ('IN_PROGRESS', 'COMPLETE') order by student_id, id desc
    )
    select n.student_id, coalesce(given.count, 0) as answered, coalesce(away.count, 0) as left, coalesce(waiting.count, 0) as late
    from newest n
    left join (
      select r.student_id, r.session_id, count(*) as count from newest n join responses r on r.student_id = n.student_id and r.session_id = n.id
      where r.responses <> '{}' or r.rich_response ~ '[0-9]' group by 1, 2
    ) given on given.student_id = n.student_id and given.session_id = n.id
    left join (
      select e.student_id, e.session_id, count(*) as count from newest n join session_events e on e.student_id = n.student_id and e.session_id = n.id
      where e.kind in ('locked', 'left_window') group by 1, 2
    ) away on away.student_id = n.student_id and away.session_id = n.id
    left join (
      select l.student_id, l.session_id, count(*) as count from newest n join late_uploads l on l.student_id = n.student_id and l.session_id = n.id
      where l.accepted_at is null group by 1, 2
    ) waiting on waiting.student_id = n.student_id and waiting.session_id = n.id`.execute(db);
  return rows;
}

/** Unlocks the running tests of these students, and returns the students whose test was locked. */
export async function unlock({ db, now }: Context, paper_id: number, student_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ student_id: number }>`
    with unlocked as (
      update sessions set locked_at = null
      where paper_id = ${paper_id} and status = 'IN_PROGRESS' and locked_at is not null and student_id = any(${student_ids}::bigint[])
      returning student_id, id
    ), noted as (
      insert into session_events (student_id, session_id, kind, second, at) select student_id, id, 'unlocked', null, ${now}::timestamptz from unlocked
    )
    select student_id from unlocked`.execute(db);
  return rows.map(({ student_id }) => student_id);
}

/** Resets the wrong codes of these students, and returns the students with too many. */
export async function forgiveCodes({ db }: Context, paper_id: number, student_ids: readonly number[], most: number): Promise<number[]> {
  const { rows } = await sql<{ student_id: number }>`
    update paper_assignments set otp_tries = 0
    where paper_id = ${paper_id} and student_id = any(${student_ids}::bigint[]) and otp_tries > ${most} returning student_id`.execute(db);
  return rows.map(({ student_id }) => student_id);
}

export async function findOpenSession({ db }: Context, paper_id: number, student_id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from sessions where paper_id = ${paper_id} and student_id = ${student_id} and status = 'IN_PROGRESS'`.execute(db);
  return rows[0]?.id;
}

export async function findNames({ db }: Context, ids: readonly number[]): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; name: string | null }>`select id, name from users where id = any(${ids}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
