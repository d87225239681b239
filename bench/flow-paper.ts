import type { OpenDatabase } from '@abhyas/server/database/open';
import { writeContent } from '@abhyas/server/features/bank/content/storing/content.store';

export interface FlowQuestion {
  id: number;
  question_type: number;
  /** The number of the right option or the decimal, as text. */
  key: string;
}

export interface FlowPaper {
  id: number;
  questions: FlowQuestion[];
}

const code = 'bench-flow-paper';
const subjects = ['maths', 'physics', 'chemistry'] as const;
const kinds = [
  { name: 'A', type: 'four_options', question_type: 0, count: 25 },
  { name: 'B', type: 'numerical', question_type: 1, count: 5 },
] as const;

/** Questions of the demo's papers that have one exact key and are in no institute's paper. */
async function codesOf({ pool }: OpenDatabase, subject: string, question_type: number, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ code: string }>(
    `select q.code from questions q join topics t on t.id = q.topic_id join chapters c on c.id = t.chapter_id
     join subjects s on s.id = c.subject_id
     where s.code = $1 and q.question_type = $2 and not q.is_for_practice and q.institute_id is null
       and jsonb_array_length(q.accepted_answers) = 1 and jsonb_typeof(q.accepted_answers -> 0) <> 'object'
       and not exists (select from paper_questions o join papers p on p.id = o.paper_id where o.question_id = q.id and p.institute_id is not null)
     order by q.code limit $3`,
    [subject, question_type, count],
  );
  if (rows.length < count) throw new Error(`The demo has only ${rows.length} questions of ${subject} for the paper`);
  return rows.map((row) => row.code);
}

/** Adds a paper of 90 of the demo's questions, 75 with four options and 15 numerical, by the product's own code. */
export async function addFlowPaper(database: OpenDatabase): Promise<FlowPaper> {
  const sections = [];
  for (const subject of subjects) {
    for (const { name, type, question_type, count } of kinds) {
      const questions = await codesOf(database, subject, question_type, count);
      sections.push({ name, subject, type, questions, correct: 4, incorrect: -1 });
    }
  }
  const paper = {
    code,
    name: 'Ninety questions',
    mode: 'mock' as const,
    exam: 'JEE Main',
    minutes: 180,
    courses: ['ENG' as const],
    free: true,
    retakable: false,
  };
  const content = { chapters: [], papers: [{ paper, sections }], cheatSheets: [], pictures: new Map() };
  const actor = { user_id: null, role: 'operator' as const, institute_id: null, reason: null };
  await writeContent({ db: database.db, now: new Date(), random: Math.random, actor }, content);
  const { rows } = await database.pool.query<FlowQuestion & { paper_id: number }>(
    `select p.id as paper_id, q.id, q.question_type, q.accepted_answers ->> 0 as key from papers p
     join paper_questions o on o.paper_id = p.id join questions q on q.id = o.question_id where p.code = $1 order by o.position`,
    [code],
  );
  const questions = rows.map(({ id, question_type, key }) => ({ id, question_type, key }));
  return { id: rows[0]?.paper_id ?? 0, questions };
}
