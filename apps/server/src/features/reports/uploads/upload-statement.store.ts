/**
 * Stores uploads, each of a different session, in one statement and one round trip: the hot path of an examination hall. Its parts, in
 * order:
 *
 * - `asked`: the uploads, each with the student of its sign-in. Uploads without a valid sign-in are dropped here.
 * - `open`: the sessions among them that still accept answers, locked until the end, with time and current question updated.
 * - `sent`: the responses to questions of open sessions, in the form of the question's type.
 * - `written`: the responses of `sent`, merged with the stored ones.
 * - `visited`: the visits to questions of the session, each once; left out of the statement if no visits were sent.
 * - `outcome`: a row for each upload of `asked`: its session after the upload, the accepted responses, and the changed ones.
 *
 * A spread database gets the parts that insert rows as statements of their own (`spread-upload.store.ts`).
 *
 * `mergeResponse` of packages/exam defines which answer wins, `acceptTimeSpent` which time counts; tests compare both with this statement.
 */
import type { Value } from '@abhyas/contract/endpoint';
import type { UploadedResponse, UploadedVisit } from '@abhyas/contract/reports/uploads';
import { CLOSE_REPORTS_SECONDS, GRACE_SECONDS, MOST_UNCLAIMED_SECONDS } from '@abhyas/exam/tests/clock';
import { CompiledQuery } from 'kysely';
import { momentAfter } from '../../../database/moments.ts';
import { prepared } from '../../../database/prepared.ts';

export type SentResponse = Value<typeof UploadedResponse>;
export type SentVisit = Value<typeof UploadedVisit>;

export interface SentUpload {
  user_id: number;
  token_hash: Buffer;
  at: Date;
  session_id: number;
  writer: number;
  session_time_spent: number;
  current_index: number;
  responses: readonly SentResponse[];
  visits: readonly SentVisit[];
}

/** The session after the upload. Without a sign-in the row is missing; without a session of this student its fields are null. */
export interface Stored {
  student_id: number;
  session_id: number | null;
  /** IN_PROGRESS if the session accepted the upload; COMPLETE if it had ended, or was past its deadline and grace period. */
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

/** Name of a column, type of its values, and its value for an item of the upload with this number, counted from 1. */
type Column<Item> = readonly [column: string, type: string, pick: (item: Item, number: number) => unknown];

/** A table that is passed as parameters, one per column, from `$first` on. */
function sentTable<Item>(first: number, columns: readonly Column<Item>[]) {
  return {
    columns: columns.map(([column]) => column).join(', '),
    rows: `unnest(${columns.map(([, type], at) => `$${first + at}::${type}[]`).join(', ')})`,
    after: first + columns.length,
    valuesOf: (uploads: readonly SentUpload[], itemsOf: (upload: SentUpload) => readonly Item[]) => {
      const rows = uploads.flatMap((upload, at) => itemsOf(upload).map((item) => ({ item, number: at + 1 })));
      return columns.map(([, , pick]) => rows.map(({ item, number }) => pick(item, number)));
    },
  };
}

const uploadTable = sentTable<SentUpload>(1, [
  ['user_id', 'bigint', ({ user_id }) => user_id],
  ['token_hash', 'bytea', ({ token_hash }) => token_hash],
  ['at', 'timestamptz', ({ at }) => at.toISOString()],
  ['session_id', 'bigint', ({ session_id }) => session_id],
  ['writer', 'int', ({ writer }) => writer],
  ['session_time_spent', 'int', ({ session_time_spent }) => session_time_spent],
  ['current_index', 'smallint', ({ current_index }) => current_index],
]);

/** The students of the uploads. Each part names them as values, so that a spread database asks the machine of a single upload's student. */
const students = '$1::bigint[]';

/** Whether the session belongs to the institute to which the sign-in is bound. A bound sign-in reaches no other session. */
const isWithinBound = `exists (select from sessions b join papers p on p.id = b.paper_id join memberships m on m.institute_id = p.institute_id
    where b.student_id = u.user_id and b.student_id = any(${students}) and b.id = u.session_id and m.id = i.membership_id)`;

const asked = `
asked as (
  select u.number, u.user_id, case when i.is_bound and not ${isWithinBound} then 0 else u.session_id end as session_id, u.at, u.writer, u.session_time_spent, u.current_index
  from ${uploadTable.rows} with ordinality as u(${uploadTable.columns}, number)
  cross join lateral (select is_bound, membership_id from sign_ins where user_id = u.user_id and user_id = any(${students}) and token_hash = u.token_hash and expires_at > u.at limit 1) i
)`;

// Compared with the difference of two moments, since a moment plus an interval is refused in an update of a spread database (`momentAfter`).
const grace = `interval '${GRACE_SECONDS} s'`;
const gap = 'greatest(extract(epoch from asked.at - coalesce(s.time_reported_at, s.began_at)), 0)';
const isRunOut = 'coalesce(s.deadline is null and s.session_time_spent >= asked.test_duration, false)';
const isCounted = `(${gap} < ${CLOSE_REPORTS_SECONDS} or ${isRunOut})`;
// Only the newest writer reports time; an older writer's time is ignored.
const isOlder = 'asked.writer < s.writer';
const spent = `(case when ${isOlder} then s.session_time_spent else least(
      greatest(asked.session_time_spent, s.session_time_spent + case when ${isCounted} then floor(${gap})::int else 0 end),
      s.session_time_spent + ceil(${gap})::int) end)`;
const unclaimed = `(s.unclaimed_seconds + case when ${isOlder} or ${isCounted} then 0
      else greatest(0, floor(${gap})::int - (${spent} - s.session_time_spent)) end)`;
const spentByNow = `(case when ${isOlder} and ${isRunOut} then s.session_time_spent + floor(${gap})::int else ${spent} end)`;

// A session that is being ended takes no further answer: the update checks the locked row, and all other parts depend on it.
// Sessions are locked in the same order as by the job that ends tests, which avoids deadlocks.
const open = `
open as (
  update sessions s set
    session_time_spent = ${spent},
    time_reported_at = case when ${isOlder} then s.time_reported_at else greatest(s.time_reported_at, s.began_at,
      case when ${spent} = s.session_time_spent + floor(${gap})::int then ${momentAfter('asked.at', `(floor(${gap}) - ${gap})`)} else asked.at end) end,
    unclaimed_seconds = ${unclaimed},
    is_time_doubtful = s.is_time_doubtful or (s.deadline is null and s.paper_id is not null and ${unclaimed} >= ${MOST_UNCLAIMED_SECONDS}),
    current_index = case when asked.writer >= s.writer then asked.current_index else s.current_index end
  from (
    select asked.*, p.test_duration, p.closes_at from asked join sessions held on held.student_id = asked.user_id and held.student_id = any(${students}) and held.id = asked.session_id
    left join papers p on p.id = held.paper_id
    where held.status = 'IN_PROGRESS' order by held.student_id, held.id for no key update of held
  ) asked
  where s.student_id = asked.user_id and s.student_id = any(${students}) and s.id = asked.session_id and s.status = 'IN_PROGRESS'
    and case when s.deadline is null then s.paper_id is null
        or (coalesce(asked.at - asked.closes_at <= ${grace}, true) and ${spentByNow} <= asked.test_duration + ${GRACE_SECONDS})
      else asked.at - s.deadline <= ${grace} end
  returning asked.number, asked.at, s.student_id, s.id, s.paper_id, s.session_time_spent, least(asked.writer, s.writer) as sent_by
)`;

const responseTable = sentTable<SentResponse>(uploadTable.after, [
  ['number', 'int', (_response, number) => number],
  ['question_id', 'bigint', ({ question_id }) => question_id],
  // Nested arrays must have equal lengths, so a set of options is passed as text.
  ['responses', 'text', ({ responses }) => JSON.stringify(responses)],
  ['rich_response', 'text', ({ rich_response }) => rich_response],
  ['is_marked', 'boolean', ({ is_marked }) => is_marked],
  ['is_visited', 'boolean', ({ is_visited }) => is_visited],
  ['verified', 'boolean', ({ verified }) => verified],
  ['version', 'int', ({ version }) => version],
  ['question_time_spent', 'int', ({ question_time_spent }) => question_time_spent],
  ['solution_request_time', 'int', ({ solution_request_time }) => solution_request_time],
]);

/** Whether the question belongs to the session `open`: to its paper, or to the questions that the practice has served. */
const isInSession = (question_id: string) => `case when open.paper_id is not null
      then (select true from paper_questions pq where pq.paper_id = open.paper_id and pq.question_id = ${question_id} limit 1)
      else (select true from session_questions sq where sq.student_id = open.student_id and sq.student_id = any(${students}) and sq.session_id = open.id and sq.question_id = ${question_id} limit 1) end`;

const sent = `
sent as (
  select open.number, t.question_id, translate(t.responses, '[]', '{}')::smallint[] as responses, t.rich_response, t.is_marked, t.is_visited,
    t.verified and open.paper_id is null as verified, t.version, t.question_time_spent, t.solution_request_time,
    open.student_id, open.id as session_id, open.sent_by, open.at as sent_at
  from ${responseTable.rows} as t(${responseTable.columns})
  join open using (number)
  join questions q on q.id = t.question_id
  where ${isInSession('t.question_id')}
    and case q.question_type when 1 then t.responses = '[]' when 2 then t.rich_response is null
      else t.rich_response is null and length(t.responses) <= 3 end
)`;

/** `isMereVisit` of packages/exam. */
const isMereVisit = (row: string) =>
  `(${row}.version <= 1 and ${row}.responses = '{}' and ${row}.rich_response is null and not ${row}.is_marked and not ${row}.verified
    and ${row}.solution_request_time is null)`;

/** `tieText` of packages/exam, which breaks ties of one writer and version; as JSON, compared by its characters. */
const tieText = (row: string) =>
  `(tie_text(${row}.responses, ${row}.rich_response, ${row}.is_marked, ${row}.is_visited, ${row}.verified, ${row}.solution_request_time) collate "C")`;

/** `incomingWins` of `mergeResponse` in packages/exam, with the usual case first. */
const incomingWins = `(case
    when excluded.version > 1 and (excluded.writer, excluded.version) > (r.writer, r.version) then true
    when ${isMereVisit('r')} <> ${isMereVisit('excluded')} then ${isMereVisit('r')}
    when (excluded.writer, excluded.version) = (r.writer, r.version) then ${tieText('excluded')} > ${tieText('r')}
    else (excluded.writer, excluded.version) > (r.writer, r.version) end)`;

/**
 * Writes rows, SQL, of these columns, merged with the stored ones. A verified answer of practice stays. The first request for a solution stays
 * too, and nothing can be verified after it. A repeated response changes nothing, because a test's last upload repeats all answers.
 */
export const upsertOf = (rows: string) => `
insert into responses as r (student_id, session_id, question_id, responses, rich_response, is_marked, is_visited, verified, verified_at,
  writer, version, question_time_spent, solution_request_time, updated_at)
${rows}
on conflict (student_id, session_id, question_id) do update set
  responses = case when r.verified or not ${incomingWins} then r.responses else excluded.responses end,
  rich_response = case when r.verified or not ${incomingWins} then r.rich_response else excluded.rich_response end,
  is_marked = case when ${incomingWins} then excluded.is_marked else r.is_marked end,
  is_visited = case when ${incomingWins} then excluded.is_visited else r.is_visited end,
  verified = r.verified or (excluded.verified and r.solution_request_time is null and ${incomingWins}),
  verified_at = case when not r.verified and excluded.verified and r.solution_request_time is null and ${incomingWins} then excluded.verified_at else r.verified_at end,
  solution_request_time = case when r.solution_request_time is null and ${incomingWins}
    then excluded.solution_request_time else r.solution_request_time end,
  question_time_spent = greatest(r.question_time_spent, excluded.question_time_spent),
  writer = case when ${incomingWins} then excluded.writer else r.writer end,
  version = case when ${incomingWins} then excluded.version else r.version end,
  updated_at = excluded.updated_at
where (r.writer, r.version) is distinct from (excluded.writer, excluded.version)
  or excluded.question_time_spent > r.question_time_spent
  or (r.responses, r.rich_response, r.is_marked, r.is_visited, r.verified, r.solution_request_time)
    is distinct from (excluded.responses, excluded.rich_response, excluded.is_marked, excluded.is_visited, excluded.verified, excluded.solution_request_time)
returning session_id, question_id, writer, version`;

/** Writes the rows of `sent`. The bench runs this part alone, to compare the whole upload with it. */
export const upsertSent = upsertOf(`select student_id, session_id, question_id, responses, rich_response, is_marked, is_visited, verified,
  case when verified then sent_at end, sent_by, version, question_time_spent, solution_request_time, sent_at from sent`);

const written = `
written as (
  ${upsertSent}
)`;

const visitTable = sentTable<SentVisit>(responseTable.after, [
  ['number', 'int', (_visit, number) => number],
  ['visit', 'int', (visit) => visit.number],
  ['question_id', 'bigint', ({ question_id }) => question_id],
  ['second', 'int', ({ second }) => second],
  ['seconds', 'int', ({ seconds }) => seconds],
  ['answer', 'text', ({ answer }) => answer],
  ['language', 'text', ({ language }) => language ?? null],
]);

/** Inserts rows, SQL, of these columns. */
export const insertVisits = (rows: string) =>
  `insert into visits (student_id, session_id, writer, number, question_id, second, seconds, answer, language) ${rows} on conflict do nothing`;

const acceptedVisits = `from ${visitTable.rows} as v(${visitTable.columns}) join open using (number) where ${isInSession('v.question_id')}`;

const visited = `
visited as (
  ${insertVisits(`select open.student_id, open.id, open.sent_by, v.visit, v.question_id, v.second, v.seconds, v.answer, v.language ${acceptedVisits}`)}
)`;

const outcomeWith = (columns: string, joins: string) => `
select asked.number::int, asked.user_id as student_id, found.id as session_id,
  case when open.id is not null then 'IN_PROGRESS' when found.id is not null then 'COMPLETE' end as status, found.paper_id,
  coalesce(found.writer, 0) as writer, found.deadline, p.test_duration, p.time_kind,
  coalesce(open.session_time_spent, found.session_time_spent, 0) as session_time_spent, open.sent_by, accepted.questions as accepted${columns}
from asked
left join sessions found on found.student_id = asked.user_id and found.student_id = any(${students}) and found.id = asked.session_id
left join papers p on p.id = found.paper_id
left join open using (number)
left join (select number, string_agg(question_id::text, ',') as questions from sent group by number) accepted using (number)${joins}`;

const outcome = outcomeWith(
  ', changed.responses as changed',
  `
left join (
  select session_id, string_agg(concat('[', question_id, ',', writer, ',', version, ']'), ',') as responses from written group by session_id
) changed on changed.session_id = open.id`,
);

/** A row of `outcome`. */
export interface StoredRow extends Omit<Stored, 'kept' | 'visits_kept'> {
  /** Number of the upload within the statement, from 1. */
  number: number;
  /** The writer number of the upload; null if the upload was not accepted. */
  sent_by: number | null;
  /** Ids of the questions whose responses were accepted. */
  accepted: string | null;
  /** As JSON: question, writer and version of each changed response. */
  changed: string | null;
}

const storeUploads = prepared(`with ${[asked, open, sent, written, visited].join(',')}${outcome}`);
/** The statement without visits, because an unused table costs a tenth of the statement's time. */
const storeAnswers = prepared(`with ${[asked, open, sent, written].join(',')}${outcome}`);

const answersOf = (uploads: readonly SentUpload[]) => [
  ...uploadTable.valuesOf(uploads, (upload) => [upload]),
  ...responseTable.valuesOf(uploads, ({ responses }) => responses),
];
const visitsOf = (uploads: readonly SentUpload[]) => visitTable.valuesOf(uploads, ({ visits }) => visits);

/** The statement that stores the uploads, at most one per session, because a statement can change a row only once. */
export function statementOf(uploads: readonly SentUpload[]): CompiledQuery<StoredRow> {
  if (uploads.every(({ visits }) => visits.length === 0)) return CompiledQuery.raw(storeAnswers, answersOf(uploads));
  return CompiledQuery.raw(storeUploads, [...answersOf(uploads), ...visitsOf(uploads)]);
}

/** A row of `outcome` before the answers and visits are inserted. */
export interface AcceptedRow extends Omit<StoredRow, 'changed'> {
  /** Numbers of the visits that belong to the session. */
  accepted_visits: string | null;
}

const acceptAnswers = prepared(`with ${[asked, open, sent].join(',')}${outcomeWith(', null as accepted_visits', '')}`);
const acceptUploads = prepared(
  `with ${[asked, open, sent].join(',')}${outcomeWith(
    ', visits.numbers as accepted_visits',
    ` left join (select number, string_agg(v.visit::text, ',') as numbers ${acceptedVisits} group by number) visits using (number)`,
  )}`,
);

/** The statement that updates the session of an upload and says which of its answers and visits can be inserted. */
export function acceptanceOf(upload: SentUpload): CompiledQuery<AcceptedRow> {
  if (upload.visits.length === 0) return CompiledQuery.raw(acceptAnswers, answersOf([upload]));
  return CompiledQuery.raw(acceptUploads, [...answersOf([upload]), ...visitsOf([upload])]);
}
