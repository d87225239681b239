import type { Role } from '@abhyas/contract/institute/rights';
import { CompiledQuery } from 'kysely';
import { batchStatements } from '../../../database/batched-statements.ts';
import type { Database } from '../../../database/open.ts';
import { prepared } from '../../../database/prepared.ts';
import type { CallContext, Student } from '../../../context.ts';
import type { PaperVersion } from '../papers/papers.ts';
import type { ResponseRow, SessionRow } from './sessions.store.ts';

const columnsOfOpened = [
  'id',
  'student_id',
  'status',
  'began_at',
  'deadline',
  'session_time_spent',
  'time_reported_at',
  'writer',
  'current_index',
  'locked_at',
  'seal_key',
  'is_exam_exact',
] as const satisfies readonly (keyof SessionRow)[];

// The question comes first, because `runningResponses` in sessions.ts reads it from the text.
const columnsOfResponses = [
  'question_id',
  'id',
  'session_id',
  'responses',
  'rich_response',
  'is_marked',
  'is_visited',
  'version',
  'question_time_spent',
  'solution_request_time',
  'result',
] as const satisfies readonly (keyof ResponseRow)[];

/** A response in a test, where no response is verified. */
export type OpenedResponse = Pick<ResponseRow, (typeof columnsOfResponses)[number]>;

/** The fields of a session for the test screen. */
export type OpenedSession = Pick<SessionRow, (typeof columnsOfOpened)[number]>;

/** A test, with the student and the student's session. */
export interface OpenedTest {
  /** The role of the membership in use; null for a student of no institute. */
  role: Role | null;
  name: string | null;
  course: Student['course'];
  student_id: number;
  is_assigned: boolean;
  /** Whether the sign-in gives access to the papers of one institute only. */
  is_bound: boolean;
  paper: PaperVersion | undefined;
  session: OpenedSession | undefined;
  /** The responses of a finished session. */
  responses: OpenedResponse[];
  /** The responses of a session in progress, each a line of JSON without result. */
  running_responses: string | null;
  /** Every question that the student has bookmarked, in this paper or another. */
  bookmarked: number[];
}

// The database writes each response of a session under way as text that is passed on: parsing and serialising them costs more than all the
// rest.
const responsesAsText = `select string_agg(to_json(r)::text, E'\\n')`;
const responsesAsObjects = 'select json_agg(r)';
const columnsOfRunning = columnsOfResponses
  .filter((column) => column !== 'result')
  .map((column) => (column === 'session_id' ? 'session_id as session_item_id' : column));

/** The students who open a test, as values, so that a spread database asks the machine of a single one. */
const students = '$1::bigint[]';

const opening = (session: string, responses: string, columns: readonly string[]) =>
  prepared(`
select opened.number, u.id as caller, member.role, u.name, u.course, i.is_bound, p.version, ${columnsOfOpened.map((column) => `s.${column}`).join(', ')},
  case when p.institute_id is null then false
    else exists (select 1 from paper_assignments a where a.paper_id = p.id and a.student_id = u.id and a.student_id = any(${students}))
      and exists (select 1 from memberships m where m.user_id = u.id and m.institute_id = p.institute_id and m.role = 'student' and m.ended_at is null
        and (not i.is_bound or m.id = i.membership_id))
    end as is_assigned,
  (${responses} from (select ${columns.join(', ')} from responses where student_id = s.student_id and student_id = any(${students}) and session_id = s.id) r) as responses,
  (select json_agg(b.question_id) from bookmarks b where b.student_id = u.id and b.student_id = any(${students})) as bookmarked
from unnest($1::bigint[], $2::bytea[], $3::timestamptz[], $4::bigint[]) with ordinality as opened(user_id, token_hash, at, paper_id, number)
join sign_ins i on i.user_id = opened.user_id and i.user_id = any(${students}) and i.token_hash = opened.token_hash and i.expires_at > opened.at
join users u on u.id = opened.user_id
left join lateral (
  select m.role from memberships m where m.user_id = u.id and m.ended_at is null and m.id = coalesce(i.membership_id, m.id) order by m.joined_at, m.id limit 1
) member on true
left join papers p on p.id = opened.paper_id
left join ${session}`);

const openRunning = opening(
  `sessions s on s.student_id = u.id and s.student_id = any(${students}) and s.paper_id = p.id and s.status = 'IN_PROGRESS'`,
  responsesAsText,
  columnsOfRunning,
);
const openFinished = opening(
  `lateral (
    select ${columnsOfOpened.join(', ')} from sessions s where s.student_id = u.id and s.student_id = any(${students}) and s.paper_id = p.id and s.status = 'COMPLETE'
    order by s.id desc limit 1
  ) s on true`,
  responsesAsObjects,
  columnsOfResponses,
);

interface OpenRow extends Pick<OpenedTest, 'role' | 'name' | 'course' | 'is_assigned' | 'is_bound'>, Omit<OpenedSession, 'id'> {
  /** Counts the openings of the statement from 1. */
  number: number;
  caller: number;
  /** Null if the paper does not exist. */
  version: number | null;
  /** Null without a session, as are all other columns of the session. */
  id: number | null;
  responses: OpenedResponse[] | string | null;
  bookmarked: number[] | null;
}

interface Opening {
  user_id: number;
  token_hash: Buffer;
  at: string;
  paper_id: number;
}

function openedTest(
  { number: _number, caller, version, role, name, course, is_assigned, is_bound, bookmarked, responses, id, ...session }: OpenRow,
  paper_id: number,
): OpenedTest {
  return {
    student_id: caller,
    role,
    name,
    course,
    is_assigned,
    is_bound,
    paper: version === null ? undefined : { id: paper_id, version },
    session: id === null ? undefined : { ...session, id },
    responses: typeof responses === 'string' ? [] : (responses ?? []),
    running_responses: typeof responses === 'string' ? responses : null,
    bookmarked: bookmarked ?? [],
  };
}

async function openAll(db: Database, statement: string, openings: readonly Opening[]): Promise<(OpenedTest | undefined)[]> {
  const parameters = [
    openings.map(({ user_id }) => user_id),
    openings.map(({ token_hash }) => token_hash),
    openings.map(({ at }) => at),
    openings.map(({ paper_id }) => paper_id),
  ];
  const { rows } = await db.executeQuery<OpenRow>(CompiledQuery.raw(statement, parameters));
  const rowByNumber = new Map(rows.map((row) => [row.number, row]));
  return openings.map(({ paper_id }, at) => {
    const row = rowByNumber.get(at + 1);
    return row && openedTest(row, paper_id);
  });
}

const openBatched = (statement: string) => batchStatements((db, openings: readonly Opening[]) => openAll(db, statement, openings));
const [findRunning, findFinished] = [openBatched(openRunning), openBatched(openFinished)];

/**
 * Sign-in, paper and the student's session: the session in progress or, for a review or if none is under way, the latest finished one.
 * Undefined without a sign-in.
 */
export async function findOpening({ db, now, signIn }: CallContext, paper_id: number, isReview: boolean): Promise<OpenedTest | undefined> {
  if (!signIn) return undefined;
  const opening: Opening = { ...signIn, at: now.toISOString(), paper_id };
  const running = isReview ? undefined : await findRunning(db, opening);
  // `running` is undefined without a valid sign-in; then no finished session is looked for.
  if (!isReview && (!running || running.session)) return running;
  return findFinished(db, opening);
}
