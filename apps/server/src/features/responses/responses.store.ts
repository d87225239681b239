import type { Value } from '@abhyas/contract/endpoint';
import type { UploadedResponse, UploadedVisit } from '@abhyas/contract/sessions';
import { GRACE_SECONDS } from '@abhyas/exam/clock';
import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Database } from '../../database/open.ts';
import { prepared } from '../../database/prepared.ts';
import { type Outcome, together } from '../../database/together.ts';
import type { Context } from '../../database/transaction.ts';

export type SentResponse = Value<typeof UploadedResponse>;
export type SentVisit = Value<typeof UploadedVisit>;

export interface SentUpload {
  token_hash: Buffer;
  at: Date;
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
returning session_id, question_id, writer, version`;

const openUntil = `s.deadline + make_interval(secs => ${GRACE_SECONDS})`;
const sinceGrace = `asked.at - make_interval(secs => ${GRACE_SECONDS})`;
const sinceReport = 'extract(epoch from asked.at - coalesce(s.time_reported_at, s.began_at))::float8';

const signedIn = `
asked as (
  select u.number, i.user_id, u.session_id, u.at, u.writer, u.session_time_spent, u.current_index
  from unnest($1::bytea[], $2::timestamptz[], $3::bigint[], $4::int[], $5::int[], $6::smallint[]) with ordinality
    as u(token_hash, at, session_id, writer, session_time_spent, current_index, number)
  cross join lateral (select user_id from sign_ins where token_hash = u.token_hash and expires_at > u.at limit 1) i
)`;

// A session that is ended in this very moment takes no answer that would miss its marks: the update asks the row itself, and all else follows it.
// Sessions are held in the order in which whoever ends tests holds them.
const sessionOpen = `
open as (
  update sessions s set
    session_time_spent = least(
      greatest(asked.session_time_spent, s.session_time_spent + case when ${sinceReport} >= 0 and ${sinceReport} < 90 then floor(${sinceReport})::int else 0 end),
      s.session_time_spent + ceil(greatest(${sinceReport}, 0))::int),
    time_reported_at = greatest(s.time_reported_at, asked.at),
    current_index = case when asked.writer >= s.writer then asked.current_index else s.current_index end
  from (
    select asked.* from asked join sessions held on held.student_id = asked.user_id and held.id = asked.session_id
    where held.status = 'IN_PROGRESS' order by held.student_id, held.id for no key update of held
  ) asked
  where s.student_id = asked.user_id and s.id = asked.session_id and s.status = 'IN_PROGRESS'
    and case when s.deadline is null then not exists (select from papers p where p.id = s.paper_id and p.closes_at < ${sinceGrace})
      else asked.at <= ${openUntil} end
  returning asked.number, asked.at, s.student_id, s.id, s.paper_id, s.session_time_spent, least(asked.writer, s.writer) as sent_by
)`;

const answersWritten = `
sent as (
  select open.number, t.question_id, translate(t.responses, '[]', '{}')::smallint[] as responses, t.rich_response, t.is_marked, t.is_visited,
    t.verified and open.paper_id is null as verified, t.version, t.question_time_spent, t.solution_request_time,
    open.student_id, open.id as session_id, open.sent_by, open.at as sent_at
  from unnest($7::int[], $8::bigint[], $9::text[], $10::text[], $11::boolean[], $12::boolean[], $13::boolean[], $14::int[], $15::int[], $16::int[])
    as t(number, question_id, responses, rich_response, is_marked, is_visited, verified, version, question_time_spent, solution_request_time)
  join open using (number)
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
  select open.student_id, open.id, open.sent_by, v.visit, v.question_id, v.second, v.seconds, v.answer
  from unnest($17::int[], $18::int[], $19::bigint[], $20::int[], $21::int[], $22::text[]) as v(number, visit, question_id, second, seconds, answer)
  join open using (number)
  where exists (select from questions q where q.id = v.question_id)
  on conflict do nothing
)`;

const outcome = `
select asked.number::int, asked.user_id as student_id, found.id as session_id,
  case when open.id is not null then 'IN_PROGRESS' when found.id is not null then 'COMPLETE' end as status, found.paper_id,
  coalesce(found.writer, 0) as writer, found.deadline, p.test_duration, p.time_kind,
  coalesce(open.session_time_spent, found.session_time_spent, 0) as session_time_spent, open.sent_by, accepted.questions as accepted, changed.responses as changed
from asked
left join sessions found on found.student_id = asked.user_id and found.id = asked.session_id
left join papers p on p.id = found.paper_id
left join open using (number)
left join (select number, string_agg(question_id::text, ',') as questions from sent group by number) accepted using (number)
left join (
  select session_id, string_agg(concat('[', question_id, ',', writer, ',', version, ']'), ',') as responses from written group by session_id
) changed on changed.session_id = open.id`;

/**
 * Sign-in, owner, deadline, time, answers and visits of some uploads, each of another session, in one statement and one round trip: the hot path
 * of an examination hall. Which answer wins is `mergeResponse`, which time counts is `acceptTimeSpent` of packages/exam; tests hold both
 * against this text.
 */
const storeUploads = prepared(`with ${[signedIn, sessionOpen, answersWritten, visitsWritten].join(',')}${outcome}`);
/** The same without visits: to open a table for nothing is a tenth of the statement. */
const storeAnswers = prepared(`with ${[signedIn, sessionOpen, answersWritten].join(',')}${outcome}`);

interface StoredRow extends Omit<Stored, 'kept' | 'visits_kept'> {
  /** Counts the uploads of the statement from 1. */
  number: number;
  /** The number that the upload writes under; null where it was not taken. */
  sent_by: number | null;
  /** Ids of the questions whose responses were taken. */
  accepted: string | null;
  /** As JSON: question, writer and version of each response that is another one now. */
  changed: string | null;
}

function storedUpload({ sent_by, accepted, changed, ...stored }: StoredRow, { responses, visits }: SentUpload): Stored {
  const changes: [question_id: number, writer: number, version: number][] = JSON.parse(`[${changed ?? ''}]`);
  const changeByQuestion = new Map(changes.map(([question_id, writer, version]) => [question_id, { question_id, writer, version }]));
  const taken = new Set<number>(JSON.parse(`[${accepted ?? ''}]`));
  return {
    ...stored,
    kept: responses
      .filter(({ question_id }) => taken.has(question_id))
      .map(({ question_id, version }) => changeByQuestion.get(question_id) ?? { question_id, writer: sent_by ?? 0, version }),
    visits_kept: sent_by === null ? 0 : visits.reduce((highest, visit) => Math.max(highest, visit.number), 0),
  };
}

/** Of each session one upload at most: a statement changes a row once. */
async function storeInOneStatement(db: Database, uploads: readonly SentUpload[]): Promise<(Stored | undefined)[]> {
  const numbersOf = (items: (upload: SentUpload) => readonly unknown[]) => uploads.flatMap((upload, at) => items(upload).map(() => at + 1));
  const responses = uploads.flatMap((upload) => upload.responses);
  const visits = uploads.flatMap((upload) => upload.visits);
  const parameters = [
    uploads.map(({ token_hash }) => token_hash),
    uploads.map(({ at }) => at.toISOString()),
    uploads.map(({ session_id }) => session_id),
    uploads.map(({ writer }) => writer),
    uploads.map(({ session_time_spent }) => session_time_spent),
    uploads.map(({ current_index }) => current_index),
    numbersOf((upload) => upload.responses),
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
    numbersOf((upload) => upload.visits),
    visits.map(({ number }) => number),
    visits.map(({ question_id }) => question_id),
    visits.map(({ second }) => second),
    visits.map(({ seconds }) => seconds),
    visits.map(({ answer }) => answer),
  ];
  const query =
    visits.length > 0 ? CompiledQuery.raw(storeUploads, [...parameters, ...visitParameters]) : CompiledQuery.raw(storeAnswers, parameters);
  const { rows } = await db.executeQuery<StoredRow>(query);
  const rowByNumber = new Map(rows.map((row) => [row.number, row]));
  return uploads.map((upload, at) => {
    const row = rowByNumber.get(at + 1);
    return row && storedUpload(row, upload);
  });
}

/** Not what a database says that is full, starts or stops: then all uploads fare alike. */
const isOfOneUpload = (error: unknown) => error instanceof pg.DatabaseError && !/^(53|57P)/.test(error.code ?? '');

/** Uploads that the database refuses together are stored one by one, so that the one at fault takes no other with it. */
async function storeSharing(db: Database, uploads: readonly SentUpload[]): Promise<readonly Outcome<Stored | undefined>[]> {
  try {
    return await storeInOneStatement(db, uploads);
  } catch (error) {
    if (uploads.length === 1 || !isOfOneUpload(error)) return uploads.map(() => error as Error);
    return uploads.map((upload) => storeInOneStatement(db, [upload]).then(([stored]) => stored));
  }
}

const storeTogether = together(async (db, uploads: readonly SentUpload[]) => {
  const isFirst = ({ session_id }: SentUpload, at: number) => uploads.findIndex((upload) => upload.session_id === session_id) === at;
  const first = uploads.filter(isFirst);
  const stored = await storeSharing(db, first);
  return uploads.map(
    (upload, at): Outcome<Stored | undefined> => (isFirst(upload, at) ? stored[first.indexOf(upload)] : store({ db }, upload)),
  );
});

/** Stores an upload. Repeating it, or storing uploads in another order, ends in the same rows. Undefined without a sign-in. */
export function store({ db }: Pick<Context, 'db'>, upload: SentUpload): Promise<Stored | undefined> {
  return storeTogether(db, upload);
}
