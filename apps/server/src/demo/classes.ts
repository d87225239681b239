// Contents: subjects, classrooms and people of the demo's institute · classes of the present days · the quiz · moving everything to today
import { sql } from 'kysely';
import type { BoardCue, MeetingStatus } from '@abhyas/contract/classes/live-classes';
import { indianDay } from '@abhyas/exam/institute/indian-day';
import type { Context } from '../context.ts';
import { laterBy } from '../database/moments.ts';
import { electrochemistryBoard, kinematicsBoard } from './board.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The time since the live class began. */
const underWayMinutes = 24;
const liveMinutes = 60;

/** Phone numbers of the demo's people, by their role in its classes. */
const teacherPhone = '9000000012';
const batch = ['9000000007', '9000000008'];
const semester = ['9000000006'];

interface Plan {
  title: string;
  module: string;
  lecture: string;
  subject: string;
  classroom: string[];
  /** Minutes from now, or a day relative to today and minutes from its midnight in India. */
  at: number | { day: number; minutes: number };
  minutes: number;
  status?: MeetingStatus;
  board?: BoardCue[];
  recording?: 'READY' | 'PREPARING';
  url?: string;
}

const both = ['Batch A1', 'Semester 3'];
const clock = (day: number, hour: number, minute = 0) => ({ day, minutes: hour * 60 + minute });

// biome-ignore format: a table reads better with one line a row
const plans: readonly Plan[] = [
  { title: 'Electrochemistry', module: 'Module 2', lecture: 'Lecture 4', subject: 'Chemistry', classroom: both, at: -underWayMinutes, minutes: liveMinutes, status: 'LIVE', board: electrochemistryBoard },
  { title: 'Current electricity', module: 'Module 3', lecture: 'Lecture 2', subject: 'Physics', classroom: ['Batch A1'], at: 95, minutes: 45 },
  { title: 'Signals in time', module: 'Unit 1', lecture: 'Lecture 6', subject: 'Signals and Systems', classroom: ['Semester 3'], at: 95, minutes: 60, url: 'https://meet.example.com/signals' },
  { title: 'Motion in a straight line', module: 'Module 1', lecture: 'Lecture 1', subject: 'Physics', classroom: both, at: clock(-1, 9), minutes: 60, status: 'COMPLETED', board: kinematicsBoard, recording: 'READY' },
  { title: 'Quadratic equations', module: 'Module 1', lecture: 'Lecture 3', subject: 'Maths', classroom: ['Batch A1'], at: clock(-1, 11), minutes: 45, status: 'COMPLETED', recording: 'PREPARING' },
  { title: 'Electrochemistry', module: 'Module 2', lecture: 'Lecture 3', subject: 'Chemistry', classroom: ['Batch A1'], at: clock(-2, 15), minutes: 60, status: 'COMPLETED', board: electrochemistryBoard, recording: 'READY' },
  { title: 'Electrochemistry', module: 'Module 2', lecture: 'Lecture 2', subject: 'Chemistry', classroom: ['Batch A1'], at: clock(-4, 15), minutes: 60, status: 'COMPLETED' },
  { title: 'Sequences', module: 'Module 2', lecture: 'Lecture 1', subject: 'Maths', classroom: ['Batch A1'], at: clock(1, 11), minutes: 45, status: 'CANCELLED' },
  { title: 'Electrostatics', module: 'Module 3', lecture: 'Lecture 1', subject: 'Physics', classroom: ['Batch A1'], at: clock(1, 16, 30), minutes: 45 },
  { title: 'Signals in frequency', module: 'Unit 2', lecture: 'Lecture 7', subject: 'Signals and Systems', classroom: ['Semester 3'], at: clock(2, 10), minutes: 60 },
  { title: 'Electrochemistry', module: 'Module 2', lecture: 'Lecture 5', subject: 'Chemistry', classroom: ['Batch A1'], at: clock(2, 15), minutes: 60 },
  { title: 'Magnetism', module: 'Module 4', lecture: 'Lecture 1', subject: 'Physics', classroom: ['Batch A1'], at: clock(5, 16, 30), minutes: 45 },
];

const subjects = [
  { name: 'Physics', code: null, subject_id: 2 },
  { name: 'Chemistry', code: null, subject_id: 3 },
  { name: 'Maths', code: null, subject_id: 1 },
  { name: 'Signals and Systems', code: 'EC301', subject_id: null },
];

const feedback = [
  { rating: 5, feedback_message: 'The graph made it clear.' },
  { rating: 4, feedback_message: 'A little fast at the end.' },
  { rating: 5, feedback_message: null },
];

async function idsByPhone({ db }: Context, phones: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('users')
    .where('phone', 'in', [...phones])
    .select(['id', 'phone'])
    .orderBy('phone')
    .execute();
  return rows.map(({ id }) => id);
}

const momentOf = (at: Plan['at'], now: Date): Date =>
  typeof at === 'number'
    ? new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS + at * MINUTE_MS)
    : new Date((indianDay(now) + at.day) * DAY_MS - 5.5 * 3_600_000 + at.minutes * MINUTE_MS);

const liveClassOf = ({ db }: Context, institute_id: number) =>
  db
    .selectFrom('meetings')
    .where('institute_id', '=', institute_id)
    .where('board', 'is not', null)
    .where('status', '=', 'LIVE')
    .select(['id', 'starts_at'])
    .executeTakeFirst();

/** The classes of the demo's institute around the present time: created once, and moved to today at each later start. */
export async function placeDemoClasses(context: Context, institute_id: number): Promise<void> {
  const { db } = context;
  const live = await liveClassOf(context, institute_id);
  if (live) await moveToNow(context, institute_id, live);
  else if (!(await db.selectFrom('meetings').where('institute_id', '=', institute_id).select('id').executeTakeFirst()))
    await makeClasses(context, institute_id);
}

async function makeClasses(context: Context, institute_id: number): Promise<void> {
  const { db, now } = context;
  const [teacher_id] = await idsByPhone(context, [teacherPhone]);
  const members = { 'Batch A1': await idsByPhone(context, batch), 'Semester 3': await idsByPhone(context, semester) };
  // Tests load content without the demo's people.
  if (teacher_id === undefined) return;
  const subjectIds = new Map<string, number>();
  for (const [position, subject] of subjects.entries()) {
    const known = await db
      .selectFrom('subjects')
      .where('id', '=', subject.subject_id ?? 0)
      .select('id')
      .executeTakeFirst();
    const values = { ...subject, subject_id: known?.id ?? null, institute_id, position };
    const { id } = await db.insertInto('institute_subjects').values(values).returning('id').executeTakeFirstOrThrow();
    subjectIds.set(subject.name, id);
  }
  const classroomIds = new Map<string, number>();
  const joined_at = new Date(now.getTime() - 120 * DAY_MS);
  for (const [name, students] of Object.entries(members)) {
    const values = { institute_id, name, created_at: joined_at };
    const { id } = await db.insertInto('classrooms').values(values).returning('id').executeTakeFirstOrThrow();
    classroomIds.set(name, id);
    const people = [
      { user_id: teacher_id, role: 'teacher' as const },
      ...students.map((user_id) => ({ user_id, role: 'student' as const })),
    ];
    await db
      .insertInto('classroom_members')
      .values(people.map((person) => ({ ...person, classroom_id: id, joined_at })))
      .execute();
  }
  await makeFormerBatch(context, institute_id, { teacher_id, student_id: members['Batch A1'][1] });
  for (const plan of plans) {
    const starts_at = momentOf(plan.at, now);
    const status = plan.status ?? 'NOT_STARTED';
    const { id } = await db
      .insertInto('meetings')
      .values({
        institute_id,
        subject_id: subjectIds.get(plan.subject) ?? 0,
        teacher_id,
        title: plan.title,
        module: plan.module,
        lecture: plan.lecture,
        starts_at,
        duration_seconds: plan.minutes * 60,
        status,
        started_at: status === 'LIVE' || status === 'COMPLETED' ? starts_at : null,
        ended_at: status === 'COMPLETED' ? new Date(starts_at.getTime() + plan.minutes * MINUTE_MS) : null,
        cancel_reason: status === 'CANCELLED' ? 'The teacher is at a conference.' : null,
        provider: plan.url === undefined ? 'room' : 'link',
        join_url: plan.url ?? null,
        board: plan.board ? JSON.stringify(plan.board) : null,
        created_at: joined_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('meeting_classrooms')
      .values(plan.classroom.map((name) => ({ meeting_id: id, classroom_id: classroomIds.get(name) ?? 0 })))
      .execute();
    if (plan.recording)
      await db.insertInto('meeting_recordings').values({ meeting_id: id, status: plan.recording, created_at: now }).execute();
    if (status === 'COMPLETED') await attend(context, id, plan, Object.values(members).flat());
    if (plan.board) await makeQuiz(context, institute_id, id, plan);
  }
}

/** An archived batch with its former members. */
async function makeFormerBatch(
  { db, now }: Context,
  institute_id: number,
  { teacher_id, student_id }: { teacher_id: number; student_id: number | undefined },
): Promise<void> {
  if (student_id === undefined) return;
  const joined_at = new Date(now.getTime() - 400 * DAY_MS);
  const left_at = new Date(now.getTime() - 125 * DAY_MS);
  const { id: classroom_id } = await db
    .insertInto('classrooms')
    .values({ institute_id, name: 'Foundation batch', created_at: joined_at, archived_at: left_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stay = { classroom_id, joined_at, left_at };
  await db
    .insertInto('classroom_members')
    .values([
      { ...stay, user_id: teacher_id, role: 'teacher' as const },
      { ...stay, user_id: student_id, role: 'student' as const },
    ])
    .execute();
}

/** The students at a class; the second of them only for a few minutes. */
async function attend({ db, now }: Context, meeting_id: number, plan: Plan, students: readonly number[]): Promise<void> {
  const starts_at = momentOf(plan.at, now);
  const attending = plan.classroom.length > 1 ? students : students.slice(0, batch.length);
  for (const [at, student_id] of attending.entries()) {
    const minutes = at === 1 ? 12 : plan.minutes - 4;
    const to_at = new Date(starts_at.getTime() + minutes * MINUTE_MS);
    await db.insertInto('meeting_joins').values({ student_id, meeting_id, joined_at: starts_at }).execute();
    await db
      .insertInto('meeting_stays')
      .values({ student_id, meeting_id, source: 'page', stay_key: 'demo', from_at: starts_at, to_at })
      .execute();
    const given = plan.recording === 'READY' ? feedback[at] : undefined;
    if (given)
      await db
        .insertInto('meeting_feedback')
        .values({ student_id, meeting_id, ...given, sent_at: to_at })
        .execute();
  }
}

/**
 * A quiz of three questions of the bank. In the live class one is locked, one open and one hidden; in a class that is over all are
 * answered.
 */
async function makeQuiz({ db, now }: Context, institute_id: number, meeting_id: number, plan: Plan): Promise<void> {
  const word = plan.subject === 'Chemistry' ? '%lectro%' : '%otion%';
  const { rows } = await sql<{ id: number; answer: number }>`
    select q.id, (q.accepted_answers ->> 0)::int as answer from questions q join topics t on t.id = q.topic_id
    join chapters c on c.id = t.chapter_id join subjects s on s.id = c.subject_id
    where q.question_type = 0 and q.institute_id is null and q.is_for_practice and s.name = ${plan.subject}
      and not exists (select from paper_questions p where p.question_id = q.id)
    order by c.name ilike ${word} desc, c.position, t.position, q.complexity, q.id limit 3`.execute(db);
  const starts_at = momentOf(plan.at, now);
  const isLive = plan.status === 'LIVE';
  const ended_at = new Date(starts_at.getTime() + plan.minutes * MINUTE_MS);
  const quiz = await db
    .insertInto('live_quizzes')
    .values({ institute_id, meeting_id, number: 5, completed_at: isLive ? null : ended_at, created_at: starts_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const students = await db
    .selectFrom('meeting_joins')
    .where('meeting_id', '=', meeting_id)
    .select('student_id')
    .orderBy('student_id')
    .execute();
  for (const [at, { id, answer }] of rows.entries()) {
    const shown_at = new Date(starts_at.getTime() + (8 + 6 * at) * MINUTE_MS);
    const isShown = !isLive || at < 2;
    const isLocked = !isLive || at === 0;
    const question = await db
      .insertInto('live_quiz_questions')
      .values({
        quiz_id: quiz.id,
        position: at + 1,
        question_id: id,
        shown_at: isShown ? shown_at : null,
        locks_at: isLocked ? new Date(shown_at.getTime() + 2 * MINUTE_MS) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [of, { student_id }] of students.entries()) {
      if (of === 1 && at === 2) continue;
      const selected_option = (of + at) % 3 === 1 ? (answer % 4) + 1 : answer;
      await db
        .insertInto('live_quiz_answers')
        .values({
          student_id,
          quiz_question_id: question.id,
          quiz_id: quiz.id,
          selected_option,
          result: selected_option === answer ? 1 : -1,
          duration: 35 + 10 * of,
          answered_at: new Date(shown_at.getTime() + MINUTE_MS),
        })
        .execute();
    }
  }
}

/** Moves every class by whole days to today, and the classes that began with the live class so that they run now. Records of earlier starts stay. */
async function moveToNow({ db, now }: Context, institute_id: number, live: { id: number; starts_at: Date }): Promise<void> {
  const starts_at = momentOf(-underWayMinutes, now);
  // Counted from the new start, which is before midnight in the first minutes of a day.
  const days = indianDay(starts_at) - indianDay(live.starts_at);
  const moved = sql`${days * 86_400}::int`;
  if (days !== 0)
    await db
      .updateTable('meetings')
      .set({
        starts_at: laterBy('starts_at', moved),
        started_at: laterBy('started_at', moved),
        ended_at: laterBy('ended_at', moved),
      })
      .where('institute_id', '=', institute_id)
      .execute();
  if (days === 0 && live.starts_at.getTime() + liveMinutes * MINUTE_MS > now.getTime()) return;
  await db
    .updateTable('meetings')
    .set({ starts_at, started_at: starts_at, duration_seconds: liveMinutes * 60 })
    .where('institute_id', '=', institute_id)
    .where('status', '=', 'LIVE')
    .where('starts_at', '=', (is) => is.selectFrom('meetings as live').select('live.starts_at').where('live.id', '=', live.id))
    .execute();
}

/** Begins the live class again once its hour is over. The demo's process calls this, so that a class is always live. */
export async function renewDemoClass(context: Context, institute_id: number): Promise<void> {
  const live = await liveClassOf(context, institute_id);
  if (live) await moveToNow(context, institute_id, live);
}
