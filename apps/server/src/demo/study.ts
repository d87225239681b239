import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sessionTypes } from '@abhyas/contract/bank/catalogue';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { importContent } from '../features/bank/content/content.ts';
import { finishPractice, settlePractice } from '../features/practice/practice/practice.ts';
import { findOrInsertOfTopic, insertSessionQuestions } from '../features/tests/sessions/sessions.ts';

const dayMs = 86_400_000;
const answersEach = 7;
/** Weeks of practice that fill the progress page: how long ago, in which subject, and which answers were wrong. */
const practised = [
  { subject: 'Physics', daysAgo: 37, chapter: 1, wrong: [2, 5] },
  { subject: 'Chemistry', daysAgo: 33, chapter: 1, wrong: [0, 3, 4] },
  { subject: 'Biology', daysAgo: 30, chapter: 1, wrong: [6] },
  { subject: 'Maths', daysAgo: 24, chapter: 1, wrong: [1, 2, 6] },
  { subject: 'Physics', daysAgo: 23, chapter: 2, wrong: [4] },
  { subject: 'Chemistry', daysAgo: 17, chapter: 2, wrong: [3] },
  { subject: 'Biology', daysAgo: 12, chapter: 2, wrong: [] },
  { subject: 'Maths', daysAgo: 11, chapter: 2, wrong: [5] },
];
const known = 5;
const unknown = 2;

interface Asked {
  id: number;
  topic_id: number;
  question_type: number;
  accepted_answers: unknown[];
}

/** The answer that a device would send. */
function answerOf({ question_type, accepted_answers }: Asked, isRight: boolean) {
  const [key] = accepted_answers;
  if (question_type === 1) {
    const value = typeof key === 'object' && key !== null && 'from' in key ? String(key.from) : String(key);
    return { responses: [], rich_response: isRight ? value : '0.01' };
  }
  const options = (Array.isArray(key) ? key : [key]).map(Number);
  const other = [1, 2, 3, 4].find((option) => !options.includes(option)) ?? 1;
  return { responses: isRight ? options : [other], rich_response: null };
}

/** A finished practice of the first topic of a subject's chapter. */
async function practise(context: Context, student_id: number, { subject, chapter, wrong }: (typeof practised)[number]): Promise<void> {
  const { rows } = await sql<Asked>`
    select q.id, q.topic_id, q.question_type, q.accepted_answers from questions q
    where q.is_for_practice and q.institute_id is null and q.question_type <> 3 and q.topic_id = (
      select t.id from topics t join chapters c on c.id = t.chapter_id join subjects s on s.id = c.subject_id
      where s.name = ${subject} and t.position = 0 order by c.position, c.id offset ${chapter} limit 1
    ) order by q.id limit ${answersEach}`.execute(context.db);
  const [first] = rows;
  if (!first) return;
  const session = await findOrInsertOfTopic(context, { student_id, topic_id: first.topic_id, session_type: sessionTypes.adaptive });
  await insertSessionQuestions(
    context,
    student_id,
    session.id,
    rows.map(({ id }) => id),
  );
  await context.db
    .insertInto('responses')
    .values(
      rows.map((question, at) => ({
        ...answerOf(question, !wrong.includes(at)),
        student_id,
        session_id: session.id,
        question_id: question.id,
        is_visited: true,
        verified: true,
        verified_at: context.now,
        solution_request_time: null,
        question_time_spent: 50 + 9 * at,
        result: null,
        marks: null,
        writer: session.writer,
        version: 1,
      })),
    )
    .execute();
  await settlePractice(context, session);
  await finishPractice(context, session, 'student');
}

/** Tags some points of every cheat sheet as known, and some as still to be learnt. */
async function tagPoints({ db, now }: Context, student_id: number): Promise<void> {
  await sql`
    insert into quick_point_tags (student_id, quick_point_id, tag, tagged_at)
    select ${student_id}::bigint, id, case when position < ${known} then 'KNOWN' else 'UNKNOWN' end, ${now}
    from quick_points where institute_id is null and position < ${known + unknown}
    on conflict do nothing`.execute(db);
}

/** Bookmarks some wrong answers for revision; every third of them is a doubt. */
async function bookmarkMistakes({ db, now }: Context, student_id: number): Promise<void> {
  await sql`
    insert into bookmarks (student_id, question_id, tag, bookmarked_at, topic_id, institute_id)
    select ${student_id}::bigint, missed.question_id, case when missed.place % 3 = 0 then 'Doubts' else 'Revise' end, ${now}, q.topic_id, q.institute_id
    from (
      select r.question_id, row_number() over (order by r.question_id) as place from responses r
      join sessions s on s.student_id = r.student_id and s.id = r.session_id
      where r.student_id = ${student_id}::bigint and s.paper_id is null and r.result = -1
    ) missed
    join questions q on q.id = missed.question_id
    on conflict do nothing`.execute(db);
}

/** Weeks of practice, tagged cheat sheets and bookmarks for one student. */
export async function studyBefore(context: Context, student_id: number): Promise<void> {
  for (const session of practised)
    await practise({ ...context, now: new Date(context.now.getTime() - session.daysAgo * dayMs) }, student_id, session);
  await tagPoints(context, student_id);
  await bookmarkMistakes(context, student_id);
}

const reports = [
  { code: 'vidya-kinematics-001', phone: '9000000004', problem_type: 10, message: 'Please show the graph in the solution.', hoursAgo: 30 },
  {
    code: 'vidya-kinematics-002',
    phone: '9000000004',
    problem_type: 6,
    message: 'I get 48 m. Does it not rise while it stops?',
    hoursAgo: 20,
  },
  { code: 'vidya-kinematics-002', phone: '9000000006', problem_type: 7, message: null, hoursAgo: 6 },
  { code: 'phy-kinematics-003', phone: '9000000002', problem_type: 2, message: 'The numbers on the axis are small.', hoursAgo: 50 },
] as const;

/** The institute's own questions, and reports of students on questions. */
export async function addReportedQuestions(context: Context, institute_id: number, contentFolder: string): Promise<void> {
  const folder = join(contentFolder, 'institute');
  if (!existsSync(folder)) return;
  const actor = { user_id: null, role: 'operator' as const, institute_id, reason: 'The content of the demo.' };
  const { faults } = await importContent({ ...context, actor }, [folder], contentFolder, { isStrict: true, keepsAnswered: true });
  if (faults.length > 0) throw new Error(faults.map(({ file, line, what }) => `${file}:${line}: ${what}`).join('\n'));
  for (const { code, phone, problem_type, message, hoursAgo } of reports) {
    await sql`
      with reported as materialized (select u.id, q.id as question_id from users u, questions q where u.phone = ${phone} and q.code = ${code})
      insert into question_reports (student_id, question_id, problem_type, message, reported_at)
      select id, question_id, ${problem_type}, ${message}::text, ${new Date(context.now.getTime() - hoursAgo * 3_600_000)}
      from reported
      on conflict do nothing`.execute(context.db);
  }
}
