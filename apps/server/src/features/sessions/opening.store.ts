import { CompiledQuery } from 'kysely';
import { prepared } from '../../database/prepared.ts';
import type { CallContext } from '../../http/serve.ts';
import type { PaperVersion } from '../papers/papers.ts';
import { type ResponseRow, type SessionRow, sessionColumns } from './sessions.store.ts';

/** What of a response its owner may see. */
export type SavedResponse = Omit<ResponseRow, 'student_id' | 'session_id' | 'marks' | 'writer' | 'updated_at'>;

/** A test as its student finds it. */
export interface OpenedTest {
  student_id: number;
  type: string;
  name: string | null;
  course: string | null;
  is_assigned: boolean;
  paper: PaperVersion | undefined;
  session: SessionRow | undefined;
  responses: SavedResponse[];
}

const momentOf = (text: string | null) => (text === null ? null : new Date(text));

/**
 * A response as a JSON list of its values: with names, a hundred of them would be mostly names. Put together as text, for PostgreSQL builds
 * JSON at half the speed.
 */
const valuesOfResponse = `concat('[', id, ',', question_id, ',[', array_to_string(responses, ','), '],', coalesce(to_json(rich_response)::text, 'null'),
  ',', is_marked::text, ',', is_visited::text, ',', verified::text, ',', coalesce(to_json(verified_at)::text, 'null'), ',', coalesce(result::text, 'null'),
  ',', version, ',', question_time_spent, ',', coalesce(solution_request_time::text, 'null'), ']')`;

const columnsOfSession = sessionColumns.map((column) => `s.${column} as session_${column}`).join(', ');

const opening = (session: string) => `
select u.id as student_id, u.type, u.name, u.course, p.id as paper_id, p.version as paper_version, ${columnsOfSession},
  case when p.institute_id is null then false
    else exists (select 1 from paper_assignments a where a.paper_id = p.id and a.student_id = u.id) end as is_assigned,
  (select string_agg(${valuesOfResponse}, ',') from responses r where r.student_id = s.student_id and r.session_id = s.id) as responses
from sign_ins i
join users u on u.id = i.user_id
left join papers p on p.id = $3::bigint
left join ${session}
where i.token_hash = $1 and i.expires_at > $2::timestamptz`;

const openRunning = prepared(opening("sessions s on s.student_id = u.id and s.paper_id = p.id and s.status = 'IN_PROGRESS'"));
const openFinished = prepared(
  opening(`lateral (
    select ${sessionColumns.join(', ')} from sessions s where s.student_id = u.id and s.paper_id = p.id and s.status = 'COMPLETE' order by s.id desc limit 1
  ) s on true`),
);

type ResponseValues = [
  id: number,
  question_id: number,
  responses: number[],
  rich_response: string | null,
  is_marked: boolean,
  is_visited: boolean,
  verified: boolean,
  verified_at: string | null,
  result: ResponseRow['result'],
  version: number,
  question_time_spent: number,
  solution_request_time: number | null,
];

const responseOf = (values: ResponseValues): SavedResponse => ({
  id: values[0],
  question_id: values[1],
  responses: values[2],
  rich_response: values[3],
  is_marked: values[4],
  is_visited: values[5],
  verified: values[6],
  verified_at: momentOf(values[7]),
  result: values[8],
  version: values[9],
  question_time_spent: values[10],
  solution_request_time: values[11],
});

type OfSession = { [K in keyof SessionRow as `session_${K}`]: SessionRow[K] | null };

interface OpenRow extends Pick<OpenedTest, 'student_id' | 'type' | 'name' | 'course' | 'is_assigned'>, OfSession {
  paper_id: number | null;
  paper_version: number;
  /** Lists of values, without the brackets around them. */
  responses: string | null;
}

async function open({ db, now, tokenHash }: CallContext, statement: string, paper_id: number): Promise<OpenedTest | undefined> {
  const { rows } = await db.executeQuery<OpenRow>(CompiledQuery.raw(statement, [tokenHash, now.toISOString(), paper_id]));
  const [row] = rows;
  if (!row) return undefined;
  const { student_id, type, name, course, is_assigned, responses } = row;
  return {
    student_id,
    type,
    name,
    course,
    is_assigned,
    paper: row.paper_id === null ? undefined : { id: row.paper_id, version: row.paper_version },
    session:
      row.session_id === null
        ? undefined
        : (Object.fromEntries(sessionColumns.map((column) => [column, row[`session_${column}`]])) as unknown as SessionRow),
    responses: (JSON.parse(`[${responses ?? ''}]`) as ResponseValues[]).map(responseOf),
  };
}

/**
 * Sign-in, paper, responses and the student's session: the one under way or, for review and where there is none, the latest finished one.
 * Undefined without a sign-in.
 */
export async function findOpening(context: CallContext, paper_id: number, isReview: boolean): Promise<OpenedTest | undefined> {
  if (!isReview) {
    const running = await open(context, openRunning, paper_id);
    if (!running || running.session) return running;
  }
  return open(context, openFinished, paper_id);
}
