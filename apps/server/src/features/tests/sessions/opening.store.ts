import type { Role } from '@abhyas/contract/institute/rights';
import { CompiledQuery } from 'kysely';
import { prepared } from '../../../database/prepared.ts';
import type { CallContext, Student } from '../../../context.ts';
import type { PaperVersion } from '../papers/papers.ts';
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
  /** The sign-in opens the papers of one institute alone. */
  is_bound: boolean;
  paper: PaperVersion | undefined;
  session: OpenedSession | undefined;
  /** Every question that the student has bookmarked, of this paper or not. */
  bookmarked: number[];
}

const opening = (session: string) =>
  prepared(`
select u.id as caller, member.role, u.name, u.course, i.is_bound, p.version, ${columnsOfOpened.map((column) => `s.${column}`).join(', ')},
  case when p.institute_id is null then false
    else exists (select 1 from paper_assignments a where a.paper_id = p.id and a.student_id = u.id)
      and exists (select 1 from memberships m where m.user_id = u.id and m.institute_id = p.institute_id and m.role = 'student' and m.ended_at is null
        and (not i.is_bound or m.id = i.membership_id))
    end as is_assigned,
  (select coalesce(json_agg(b.question_id), '[]') from bookmarks b where b.student_id = u.id) as bookmarked
from sign_ins i
join users u on u.id = i.user_id
left join lateral (
  select m.role from memberships m where m.user_id = u.id and m.ended_at is null and m.id = coalesce(i.membership_id, m.id) order by m.joined_at, m.id limit 1
) member on true
left join papers p on p.id = $4
left join ${session}
where i.user_id = $1 and i.token_hash = $2 and i.expires_at > $3`);

const openRunning = opening("sessions s on s.student_id = u.id and s.paper_id = p.id and s.status = 'IN_PROGRESS'");
const openFinished = opening(`lateral (
    select ${columnsOfOpened.join(', ')} from sessions s where s.student_id = u.id and s.paper_id = p.id and s.status = 'COMPLETE' order by s.id desc limit 1
  ) s on true`);

interface OpenRow
  extends Pick<OpenedTest, 'role' | 'name' | 'course' | 'is_assigned' | 'is_bound' | 'bookmarked'>,
    Omit<OpenedSession, 'id'> {
  caller: number;
  /** Null where there is no such paper. */
  version: number | null;
  /** Null without a session, as are all its columns. */
  id: number | null;
}

function openedTest(
  { caller, version, role, name, course, is_assigned, is_bound, bookmarked, id, ...session }: OpenRow,
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
    bookmarked,
  };
}

/**
 * Sign-in, paper and the student's session: the one under way or, for review and where there is none, the latest finished one. Undefined
 * without a sign-in.
 */
export async function findOpening({ db, now, signIn }: CallContext, paper_id: number, isReview: boolean): Promise<OpenedTest | undefined> {
  if (!signIn) return undefined;
  const open = async (statement: string) => {
    const parameters = [signIn.user_id, signIn.token_hash, now, paper_id];
    const { rows } = await db.executeQuery<OpenRow>(CompiledQuery.raw(statement, parameters));
    return rows[0] && openedTest(rows[0], paper_id);
  };
  const running = isReview ? undefined : await open(openRunning);
  return running?.session ? running : open(openFinished);
}
