import { sql } from 'kysely';
import type { Context, Student } from '../context.ts';
import { finishPractice, openTopic, settlePractice } from '../features/practice/practice/practice.ts';
import { findSession } from '../features/tests/sessions/sessions.ts';

const hourMs = 3_600_000;
/** How long ago each subject was practised, so that some mistakes are due today and some tomorrow. */
const practised = [
  { subject: 'Physics', hoursAgo: 76 },
  { subject: 'Chemistry', hoursAgo: 50 },
  { subject: 'Maths', hoursAgo: 27 },
  { subject: 'Biology', hoursAgo: 3 },
];
/** The wrong answers among ten, by position: slow, too fast, or given after opening the solution. */
const misses = new Map([
  [1, { seconds: 95, isSolutionSeen: false }],
  [4, { seconds: 14, isSolutionSeen: false }],
  [6, { seconds: 70, isSolutionSeen: true }],
  [8, { seconds: 150, isSolutionSeen: false }],
]);

type Opened = Awaited<ReturnType<typeof openTopic>>;

/** The answer that a device would send for the question at this place. */
function answerAt({ question_type, answers = [] }: Opened['questions'][number], at: number) {
  const { seconds, isSolutionSeen } = misses.get(at) ?? { seconds: 40 + 7 * at, isSolutionSeen: false };
  const isRight = !misses.has(at);
  const options = typeof answers === 'string' ? [] : answers;
  const other = [1, 2, 3, 4].find((option) => !options.includes(option)) ?? 1;
  return {
    responses: isSolutionSeen || question_type === 1 ? [] : isRight ? options : [other],
    rich_response: isSolutionSeen || question_type !== 1 ? null : isRight ? String(answers) : '0.01',
    verified: !isSolutionSeen,
    solution_request_time: isSolutionSeen ? 30 : null,
    question_time_spent: seconds,
  };
}

/** Some days of practice for a student of the demo, with their mistake book. */
export async function practiseBefore(context: Context, student: Student): Promise<void> {
  for (const { subject, hoursAgo } of practised) {
    const within = { ...context, now: new Date(context.now.getTime() - hoursAgo * hourMs) };
    const { rows } = await sql<{ id: number }>`
      select t.id from topics t join chapters c on c.id = t.chapter_id join subjects s on s.id = c.subject_id
      where s.name = ${subject} and t.position = 0 and exists (select 1 from questions q where q.topic_id = t.id and q.is_for_practice)
      order by c.position, c.id limit 1`.execute(context.db);
    const [topic] = rows;
    if (!topic) continue;
    const { questions, test_info } = await openTopic(within, student, topic.id);
    const session = await findSession(within, student.id, test_info.session_id ?? 0);
    if (!session || questions.length === 0) continue;
    await within.db
      .insertInto('responses')
      .values(
        questions.map((question, at) => {
          const answer = answerAt(question, at);
          return {
            ...answer,
            student_id: student.id,
            session_id: session.id,
            question_id: question.id,
            is_visited: true,
            verified_at: answer.verified ? within.now : null,
            result: null,
            marks: null,
            writer: session.writer,
            version: 1,
          };
        }),
      )
      .execute();
    await settlePractice(within, session);
    await finishPractice(within, session, 'student');
  }
}
