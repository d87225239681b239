import { GRACE_SECONDS } from '@abhyas/exam/clock';
import { CompiledQuery } from 'kysely';
import { prepared } from '../../database/prepared.ts';
import type { Context } from '../../database/transaction.ts';

/** One response as it is written; the columns of an upload, side by side. */
export interface SentResponse {
  question_id: number;
  responses: readonly number[];
  rich_response: string | null;
  is_marked: boolean;
  is_visited: boolean;
  verified: boolean;
  version: number;
  question_time_spent: number;
  solution_request_time: number | null;
}

export interface SentVisit {
  number: number;
  question_id: number;
  second: number;
  seconds: number;
  answer: string;
}

export interface SentUpload {
  token_hash: Buffer;
  session_id: number;
  writer: number;
  session_time_spent: number;
  current_index: number;
  responses: readonly SentResponse[];
  visits: readonly SentVisit[];
}

/** The session after the upload. Without a sign-in there is no row; without a session of this student its fields are null. */
export interface Stored {
  student_id: number;
  session_id: number | null;
  /** As the upload found it: one that is COMPLETE, or past its deadline and grace, took nothing. */
  status: 'IN_PROGRESS' | 'COMPLETE' | null;
  paper_id: number | null;
  writer: number;
  kept: { question_id: number; writer: number; version: number }[];
  visits_kept: number;
  session_time_spent: number;
  deadline: string | null;
  test_duration: number | null;
  time_kind: 'wall_clock' | 'session_time' | null;
}

/** `isMereVisit` of packages/exam. */
const isMereVisit = (row: string) =>
  `(${row}.version <= 1 and ${row}.responses = '{}' and ${row}.rich_response is null and not ${row}.is_marked and not ${row}.verified
    and ${row}.solution_request_time is null)`;

/** `contentOf` of packages/exam, which settles between two responses of one writer and version; as JSON, compared by its characters. */
const contentOf = (row: string) =>
  `(concat('[[', array_to_string(${row}.responses, ','), '],', coalesce('"' || ${row}.rich_response || '"', 'null'), ',', ${row}.is_marked::text, ',',
    ${row}.is_visited::text, ',', ${row}.verified::text, ',', coalesce(${row}.solution_request_time::text, 'null'), ']') collate "C")`;

/** Whether the response that was sent wins over the one that stands: `mergeResponse` of packages/exam. The usual case comes first. */
const sentWins = `(case
    when excluded.version > 1 and (excluded.writer, excluded.version) > (r.writer, r.version) then true
    when ${isMereVisit('r')} <> ${isMereVisit('excluded')} then ${isMereVisit('r')}
    when (excluded.writer, excluded.version) = (r.writer, r.version) then ${contentOf('excluded')} > ${contentOf('r')}
    else (excluded.writer, excluded.version) > (r.writer, r.version) end)`;

/**
 * Writes the rows of `sent`, merged with what stands. What was verified in practice stays; so does the first request of a solution, after
 * which nothing can be verified. What is repeated word for word is left alone: a test's last upload carries all its answers again. The bench
 * drives this alone, to hold the whole upload against it.
 */
export const upsertSent = `
insert into responses as r (student_id, session_id, question_id, responses, rich_response, is_marked, is_visited, verified, verified_at,
  writer, version, question_time_spent, solution_request_time, updated_at)
select student_id, session_id, question_id, responses, rich_response, is_marked, is_visited, verified, case when verified then sent_at end,
  sent_by, version, question_time_spent, solution_request_time, sent_at from sent
on conflict (student_id, session_id, question_id) do update set
  responses = case when r.verified or not ${sentWins} then r.responses else excluded.responses end,
  rich_response = case when r.verified or not ${sentWins} then r.rich_response else excluded.rich_response end,
  is_marked = case when ${sentWins} then excluded.is_marked else r.is_marked end,
  is_visited = case when ${sentWins} then excluded.is_visited else r.is_visited end,
  verified = r.verified or (excluded.verified and r.solution_request_time is null and ${sentWins}),
  verified_at = case when not r.verified and excluded.verified and r.solution_request_time is null and ${sentWins} then excluded.verified_at else r.verified_at end,
  solution_request_time = case when r.solution_request_time is null and ${sentWins}
    then excluded.solution_request_time else r.solution_request_time end,
  question_time_spent = greatest(r.question_time_spent, excluded.question_time_spent),
  writer = case when ${sentWins} then excluded.writer else r.writer end,
  version = case when ${sentWins} then excluded.version else r.version end,
  updated_at = excluded.updated_at
where (r.writer, r.version) is distinct from (excluded.writer, excluded.version)
  or excluded.question_time_spent > r.question_time_spent
  or (r.responses, r.rich_response, r.is_marked, r.is_visited, r.verified, r.solution_request_time)
    is distinct from (excluded.responses, excluded.rich_response, excluded.is_marked, excluded.is_visited, excluded.verified, excluded.solution_request_time)
returning question_id, writer, version`;

const openUntil = `s.deadline + make_interval(secs => ${GRACE_SECONDS})`;
const sinceGrace = `$2::timestamptz - make_interval(secs => ${GRACE_SECONDS})`;
const sinceReport = 'extract(epoch from $2::timestamptz - coalesce(s.time_reported_at, s.began_at))::float8';

// A session that is ended in this very moment takes no answer that would miss its marks: the update asks the row itself, and all else follows it.
const sessionOpen = `
caller as (
  select user_id from sign_ins where token_hash = $1 and expires_at > $2::timestamptz
), open as (
  update sessions s set
    session_time_spent = least(
      greatest($5::int, s.session_time_spent + case when ${sinceReport} >= 0 and ${sinceReport} < 90 then floor(${sinceReport})::int else 0 end),
      s.session_time_spent + ceil(greatest(${sinceReport}, 0))::int),
    time_reported_at = greatest(s.time_reported_at, $2::timestamptz),
    current_index = case when $4::int >= s.writer then $6::smallint else s.current_index end
  from caller
  where s.student_id = caller.user_id and s.id = $3::bigint and s.status = 'IN_PROGRESS'
    and case when s.deadline is null then not exists (select from papers p where p.id = s.paper_id and p.closes_at < ${sinceGrace})
      else $2::timestamptz <= ${openUntil} end
  returning s.student_id, s.id, s.paper_id, s.session_time_spent, least($4::int, s.writer) as sent_by
)`;

const answersWritten = `
sent as (
  select t.question_id, translate(t.responses, '[]', '{}')::smallint[] as responses, t.rich_response, t.is_marked, t.is_visited,
    t.verified and open.paper_id is null as verified, t.version, t.question_time_spent, t.solution_request_time,
    open.student_id, open.id as session_id, open.sent_by, $2::timestamptz as sent_at
  from open, unnest($7::bigint[], $8::text[], $9::text[], $10::boolean[], $11::boolean[], $12::boolean[], $13::int[], $14::int[], $15::int[])
    as t(question_id, responses, rich_response, is_marked, is_visited, verified, version, question_time_spent, solution_request_time)
  join questions q on q.id = t.question_id
  where case when open.paper_id is not null
      then (select true from paper_questions pq where pq.paper_id = open.paper_id and pq.question_id = t.question_id limit 1)
      else (select true from session_questions sq where sq.student_id = open.student_id and sq.session_id = open.id and sq.question_id = t.question_id limit 1) end
    and case q.question_type when 1 then t.responses = '[]' when 2 then t.rich_response is null
      else t.rich_response is null and length(t.responses) <= 3 end
), written as (
  ${upsertSent}
)`;

const visitsWritten = `
visited as (
  insert into visits (student_id, session_id, writer, number, question_id, second, seconds, answer)
  select open.student_id, open.id, open.sent_by, v.number, v.question_id, v.second, v.seconds, v.answer
  from open, unnest($16::int[], $17::bigint[], $18::int[], $19::int[], $20::text[]) as v(number, question_id, second, seconds, answer)
  where v.question_id in (select id from questions where id = any($17::bigint[]))
  on conflict do nothing
)`;

const outcome = `
select caller.user_id as student_id, found.id as session_id,
  case when exists (select from open) then 'IN_PROGRESS' when found.id is not null then 'COMPLETE' end as status, found.paper_id,
  coalesce(found.writer, 0) as writer, found.deadline, p.test_duration, p.time_kind,
  coalesce((select session_time_spent from open), found.session_time_spent, 0) as session_time_spent,
  (select string_agg(concat('[', question_id, ',', coalesce(written.writer, sent.sent_by), ',', coalesce(written.version, sent.version), ']'), ',')
    from sent left join written using (question_id)) as kept
from caller
left join sessions found on found.student_id = caller.user_id and found.id = $3::bigint
left join papers p on p.id = found.paper_id`;

/**
 * Sign-in, owner, deadline, time, answers and visits in one statement and one round trip: the hot path of an examination hall.
 * Which answer wins is `mergeResponse`, which time counts is `acceptTimeSpent` of packages/exam; tests hold both against this text.
 */
const storeUpload = prepared(`with ${[sessionOpen, answersWritten, visitsWritten].join(',')}${outcome}`);
/** The same without visits: to open a table for nothing is a tenth of the statement. */
const storeAnswers = prepared(`with ${[sessionOpen, answersWritten].join(',')}${outcome}`);

/** Stores an upload. Repeating it, or storing uploads in another order, ends in the same rows. Undefined without a sign-in. */
export async function store({ db, now }: Context, upload: SentUpload): Promise<Stored | undefined> {
  const { responses, visits } = upload;
  const parameters = [
    upload.token_hash,
    now.toISOString(),
    upload.session_id,
    upload.writer,
    upload.session_time_spent,
    upload.current_index,
    responses.map(({ question_id }) => question_id),
    // Arrays of arrays must be of one length, so a set of options travels as text.
    responses.map((response) => JSON.stringify(response.responses)),
    responses.map(({ rich_response }) => rich_response),
    responses.map(({ is_marked }) => is_marked),
    responses.map(({ is_visited }) => is_visited),
    responses.map(({ verified }) => verified),
    responses.map(({ version }) => version),
    responses.map(({ question_time_spent }) => question_time_spent),
    responses.map(({ solution_request_time }) => solution_request_time),
  ];
  const visitParameters = [
    visits.map(({ number }) => number),
    visits.map(({ question_id }) => question_id),
    visits.map(({ second }) => second),
    visits.map(({ seconds }) => seconds),
    visits.map(({ answer }) => answer),
  ];
  const query =
    visits.length > 0 ? CompiledQuery.raw(storeUpload, [...parameters, ...visitParameters]) : CompiledQuery.raw(storeAnswers, parameters);
  const [row] = (await db.executeQuery<Omit<Stored, 'kept' | 'visits_kept'> & { kept: string | null }>(query)).rows;
  if (!row) return undefined;
  const kept: [question_id: number, writer: number, version: number][] = JSON.parse(`[${row.kept ?? ''}]`);
  return {
    ...row,
    kept: kept.map(([question_id, writer, version]) => ({ question_id, writer, version })),
    visits_kept: row.status === 'IN_PROGRESS' ? visits.reduce((highest, { number }) => Math.max(highest, number), 0) : 0,
  };
}
