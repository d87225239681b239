import type { Role } from '@abhyas/contract/rights';
import { CompiledQuery } from 'kysely';
import type { Database } from '../../database/open.ts';
import { prepared } from '../../database/prepared.ts';
import { batchStatements } from '../../database/batched-statements.ts';
import type { CallContext, Student } from '../../context.ts';
import type { PaperVersion } from '../papers/papers.ts';
import { wordsOfResponse } from './saved-responses.store.ts';
import type { SessionRow } from './sessions.store.ts';

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

/** What the test screen needs of a session. */
export type OpenedSession = Pick<SessionRow, (typeof columnsOfOpened)[number]>;

/** A test as its student finds it. */
export interface OpenedTest {
  /** Of the membership in use; null for a student of no institute. */
  role: Role | null;
  name: string | null;
  course: Student['course'];
  student_id: number;
  is_assigned: boolean;
  paper: PaperVersion | undefined;
  session: OpenedSession | undefined;
  /** In words; null where there is none. */
  responses: string | null;
  /** Every question that the student has bookmarked, of this paper or not. */
  bookmarked: number[];
}

const opening = (session: string) => `
select opened.number, u.id as caller, member.role, u.name, u.course, p.version, ${columnsOfOpened.map((column) => `s.${column}`).join(', ')},
  case when p.institute_id is null then false
    else exists (select 1 from paper_assignments a where a.paper_id = p.id and a.student_id = u.id)
      and exists (select 1 from memberships m where m.user_id = u.id and m.institute_id = p.institute_id and m.role = 'student' and m.ended_at is null)
    end as is_assigned,
  (select string_agg(${wordsOfResponse}, ' ') from responses r where r.student_id = s.student_id and r.session_id = s.id) as responses,
  (select string_agg(b.question_id::text, ',') from bookmarks b where b.student_id = u.id) as bookmarked
from unnest($1::bigint[], $2::bytea[], $3::timestamptz[], $4::bigint[]) with ordinality as opened(user_id, token_hash, at, paper_id, number)
join sign_ins i on i.user_id = opened.user_id and i.token_hash = opened.token_hash and i.expires_at > opened.at
join users u on u.id = opened.user_id
left join lateral (
  select m.role from memberships m where m.user_id = u.id and m.ended_at is null and m.id = coalesce(i.membership_id, m.id) order by m.joined_at, m.id limit 1
) member on true
left join papers p on p.id = opened.paper_id
left join ${session}`;

const openRunning = prepared(opening("sessions s on s.student_id = u.id and s.paper_id = p.id and s.status = 'IN_PROGRESS'"));
const openFinished = prepared(
  opening(`lateral (
    select ${columnsOfOpened.join(', ')} from sessions s where s.student_id = u.id and s.paper_id = p.id and s.status = 'COMPLETE' order by s.id desc limit 1
  ) s on true`),
);

interface OpenRow extends Pick<OpenedTest, 'role' | 'name' | 'course' | 'is_assigned' | 'responses'>, Omit<OpenedSession, 'id'> {
  /** Counts the openings of the statement from 1. */
  number: number;
  caller: number;
  /** Null where there is no such paper. */
  version: number | null;
  /** Null without a session, as are all its columns. */
  id: number | null;
  bookmarked: string | null;
}

interface Opening {
  user_id: number;
  token_hash: Buffer;
  at: string;
  paper_id: number;
}

function openedTest(
  { caller, role, name, course, version, is_assigned, id, responses, bookmarked, ...session }: OpenRow,
  paper_id: number,
): OpenedTest {
  return {
    student_id: caller,
    role,
    name,
    course,
    is_assigned,
    paper: version === null ? undefined : { id: paper_id, version },
    session: id === null ? undefined : { ...session, id },
    responses,
    bookmarked: bookmarked?.split(',').map(Number) ?? [],
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
 * Sign-in, paper, responses and the student's session: the one under way or, for review and where there is none, the latest finished one.
 * Undefined without a sign-in.
 */
export async function findOpening({ db, now, signIn }: CallContext, paper_id: number, isReview: boolean): Promise<OpenedTest | undefined> {
  if (!signIn) return undefined;
  const opening: Opening = { ...signIn, at: now.toISOString(), paper_id };
  if (!isReview) {
    const running = await findRunning(db, opening);
    if (!running || running.session) return running;
  }
  return findFinished(db, opening);
}
