// Contents: a batch with many students · a test that more than a hundred sat · a new student with notifications and tests missed
import { say } from '@abhyas/exam/institute/sentence';
import { sql } from 'kysely';
import { indianDay } from '@abhyas/exam/institute/indian-day';
import type { Context, StaffActor } from '../context.ts';
import { move } from '../features/classes/class-schedule/class-schedule.ts';
import { copyPaper } from '../features/exam-office/institute-tests/institute-tests.ts';
import { markAsRead, notificationsOf, notify } from '../features/institute/notifications/notifications.ts';
import { presentContent } from '../features/tests/papers/papers.ts';
import { addImportedRoster } from './imported-roster.ts';
import { answersOf, drawn, misread, nameOfSimulated, sit, withOption } from './reports.ts';
import { firstFreeName } from './shifts.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
export const newBatch = 'Batch B2';
const newStudentPhone = '9000000017';
const parentPhone = '9000000016';
/** The model student, whose tests the new students get too. */
const modelPhone = '9000000007';
/** A student without a phone: only the institute's code lets them in. */
const codeStudent = { name: 'Neel Joshi', institute_given_id: 'VC-106' };
const bigTest = { source: 'vidya-class-test-motion', name: 'Scholarship test: motion', daysAgo: 6 };
/** Together with the demo's other students, more than the 100 rows that a leaderboard shows at once. */
const addedSitters = 66;
const batchSize = 24;
const filledBatches = [
  { name: 'Batch A1', count: 18 },
  { name: 'Semester 3', count: 12 },
];
/** Batches without classes, for all other students. */
const furtherBatches = ['Batch C1', 'Batch C2'];

/**
 * The demo's newer people with their batch, results and notifications. Made once; tests and classes whose content is missing are left out.
 */
export async function placeDemoNewcomers(context: Context, institute_id: number): Promise<void> {
  const { db, now } = context;
  const actor: StaffActor = { user_id: null, role: 'operator', institute_id, reason: 'The demo.' };
  const within = { ...context, actor };
  const known = await db
    .selectFrom('classrooms')
    .where('institute_id', '=', institute_id)
    .where('name', '=', newBatch)
    .select('id')
    .executeTakeFirst();
  const people = await db
    .selectFrom('users')
    .where('phone', 'in', [newStudentPhone, parentPhone])
    .select(['id', 'phone', 'name'])
    .execute();
  const student = people.find(({ phone }) => phone === newStudentPhone);
  const parent = people.find(({ phone }) => phone === parentPhone);
  if (known || !student || !parent) return;
  const { rows: simulated } = await sql<{ id: number }>`
    select u.id from memberships m join users u on u.id = m.user_id
    where m.institute_id = ${institute_id} and m.role = 'student' and m.ended_at is null and u.phone is null order by u.id`.execute(db);
  await addImportedRoster(context, institute_id, newBatch);
  const added = await addMembers(context, institute_id, [
    ...Array.from({ length: addedSitters }, (_, at) => ({
      name: nameOfSimulated(firstFreeName + at),
      institute_given_id: `VC-${200 + firstFreeName + at}`,
    })),
    codeStudent,
  ]);
  const withoutPhone = added.slice(addedSitters);
  const sitters = [...simulated.map(({ id }) => id), ...added.slice(0, addedSitters)];
  await addGuardian(context, institute_id, student.id, parent);
  await giveTestsOf(context, [student.id, ...withoutPhone]);
  const classroom_id = await makeBatch(context, institute_id, parent.id, [student.id, ...withoutPhone, ...sitters.slice(0, batchSize)]);
  await fillBatches(context, institute_id, sitters.slice(batchSize));
  const earlier = (hours: number) => ({ ...context, now: new Date(now.getTime() - hours * hourMs) });

  const chemistry = await db
    .selectFrom('institute_subjects')
    .where('institute_id', '=', institute_id)
    .where('name', '=', 'Chemistry')
    .select('id')
    .executeTakeFirst();
  if (chemistry) {
    await notify(earlier(75), [student.id], {
      type: 'OfflineTestNotification',
      title: say`A new test on paper`,
      message: missedOnPaper.name,
      url: `/offline_tests?subject_id=${chemistry.id}`,
    });
    await notify(earlier(30), [student.id], {
      type: 'FileSharedNotification',
      title: say`A new file`,
      message: 'Electrochemistry: cells and potentials',
      url: `/institute_files/subject/${chemistry.id}`,
    });
  }
  // The notifications up to here are old ones, which the student has read.
  for (const { id } of (await notificationsOf(context, student.id)).notifications) await markAsRead(earlier(20), student.id, id);

  const test_id = await haveManySit(within, [student.id, ...sitters]);
  if (test_id !== undefined) {
    const url = `/test_report/${test_id}`;
    await notify(earlier(18), [student.id], {
      type: 'DetailedTestReportNotification',
      title: say`Results are out`,
      message: say`The results of ${bigTest.name} are published.`,
      url,
    });
    await notify(earlier(4), [student.id], {
      type: 'KeyCorrectedNotification',
      title: say`A key was corrected`,
      message: say`A question of ${bigTest.name} was corrected, and every attempt was marked again.`,
      url,
    });
  }
  if (chemistry) await moveClass(within, chemistry.id, { teacher_id: parent.id, classroom_id });
  await placeTwoLiveClasses(context, institute_id, { teacher_id: parent.id, classroom_id });
}

const liveTogether = [
  { title: 'The mole: doubts', lecture: 'Lecture 2', subject: 'Chemistry', isOfOwner: false },
  { title: 'Vectors: doubts', lecture: 'Lecture 5', subject: 'Physics', isOfOwner: true },
];

/** Two classes of the batch that are live together with the demo's live class, from its start on. */
async function placeTwoLiveClasses(
  { db, now }: Context,
  institute_id: number,
  { teacher_id, classroom_id }: { teacher_id: number; classroom_id: number },
): Promise<void> {
  const titles = liveTogether.map(({ title }) => title);
  await sql`
    with made as (
      insert into meetings (institute_id, subject_id, teacher_id, title, module, lecture, starts_at, started_at, duration_seconds, status,
        provider, created_at)
      select ${institute_id}, s.id, case when p.is_of_owner then o.user_id else ${teacher_id}::bigint end, p.title, 'Module 1', p.lecture,
        live.starts_at, live.starts_at, live.duration_seconds, 'LIVE', 'room', ${now}::timestamptz
      from unnest(${titles}::text[], ${liveTogether.map(({ lecture }) => lecture)}::text[], ${liveTogether.map(({ subject }) => subject)}::text[],
        ${liveTogether.map(({ isOfOwner }) => isOfOwner)}::boolean[]) as p(title, lecture, subject, is_of_owner)
      join institute_subjects s on s.institute_id = ${institute_id} and s.name = p.subject
      join memberships o on o.institute_id = ${institute_id} and o.role = 'owner' and o.ended_at is null
      join meetings live on live.institute_id = ${institute_id} and live.status = 'LIVE' and live.board is not null
      returning id)
    insert into meeting_classrooms (meeting_id, classroom_id) select id, ${classroom_id} from made`.execute(db);
}

/** Adds students of the institute without a phone, and returns their ids in this order. */
async function addMembers(
  { db, now }: Context,
  institute_id: number,
  students: readonly { name: string; institute_given_id: string }[],
): Promise<number[]> {
  const added = await db
    .insertInto('users')
    .values(students.map(({ name }) => ({ phone: null, name, course: 'ENG' as const })))
    .returning('id')
    .execute();
  const ids = added.map(({ id }) => id).toSorted((one, other) => one - other);
  await db
    .insertInto('memberships')
    .values(
      ids.map((user_id, at) => ({
        user_id,
        institute_id,
        role: 'student' as const,
        is_institute_student: true,
        institute_given_id: students[at]?.institute_given_id ?? null,
        joined_at: new Date(now.getTime() - 30 * dayMs),
      })),
    )
    // The owner may have given an ID to somebody else already.
    .onConflict((on) => on.doNothing())
    .execute();
  return ids;
}

async function addGuardian(
  { db, now }: Context,
  institute_id: number,
  student_id: number,
  { id, name }: { id: number; name: string | null },
): Promise<void> {
  await db
    .insertInto('guardianships')
    .values({
      institute_id,
      student_id,
      phone: parentPhone,
      name: name ?? 'Guardian',
      relation: 'mother',
      invited_by: null,
      is_named_by_student: true,
      shows_practice: true,
      created_at: now,
      expires_at: now,
      student_agreed_at: now,
      guardian_id: id,
      guardian_agreed_at: now,
    })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Gives students every test of the model student. Tests that are over then have the status Missed. */
async function giveTestsOf({ db }: Context, student_ids: readonly number[]): Promise<void> {
  await sql`
    insert into paper_assignments (paper_id, student_id)
    select a.paper_id, s.id from paper_assignments a join users u on u.id = a.student_id, unnest(${student_ids}::bigint[]) as s(id)
    where u.phone = ${modelPhone} on conflict do nothing`.execute(db);
}

async function makeBatch({ db, now }: Context, institute_id: number, teacher_id: number, student_ids: readonly number[]): Promise<number> {
  const joined_at = new Date(now.getTime() - 30 * dayMs);
  const { id: classroom_id } = await db
    .insertInto('classrooms')
    .values({ institute_id, name: newBatch, created_at: joined_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('classroom_members')
    .values([
      { classroom_id, user_id: teacher_id, role: 'teacher', joined_at },
      ...student_ids.map((user_id) => ({ classroom_id, user_id, role: 'student' as const, joined_at })),
    ])
    .execute();
  return classroom_id;
}

/** Students without a phone in the batches of the demo's people, who attended most of the classes so far. */
async function fillBatches({ db, now }: Context, institute_id: number, student_ids: readonly number[]): Promise<void> {
  const joined_at = new Date(now.getTime() - 90 * dayMs);
  await sql`
    insert into classrooms (institute_id, name, created_at)
    select ${institute_id}, name, ${joined_at} from unnest(${furtherBatches}::text[]) as n(name)`.execute(db);
  const rest = Math.ceil((student_ids.length - filledBatches.reduce((sum, { count }) => sum + count, 0)) / furtherBatches.length);
  let begin = 0;
  for (const { name, count } of [...filledBatches, ...furtherBatches.map((further) => ({ name: further, count: rest }))]) {
    const ids = student_ids.slice(begin, begin + count);
    begin += count;
    await sql`
      insert into classroom_members (classroom_id, user_id, role, joined_at)
      select c.id, s.id, 'student', ${joined_at} from classrooms c, unnest(${ids}::bigint[]) as s(id)
      where c.institute_id = ${institute_id} and c.name = ${name} and c.archived_at is null on conflict do nothing`.execute(db);
    await sql`
      update memberships set is_institute_student = false
      where institute_id = ${institute_id} and role = 'student' and user_id = any(${ids}::bigint[])`.execute(db);
    const attended = sql`
      from meetings m join meeting_classrooms x on x.meeting_id = m.id join classrooms c on c.id = x.classroom_id and c.name = ${name},
        unnest(${ids}::bigint[]) as s(id)
      where m.institute_id = ${institute_id} and m.status = 'COMPLETED' and (s.id * 7 + m.id * 5) % 9 > 0`;
    await sql`insert into meeting_joins (student_id, meeting_id, joined_at) select s.id, m.id, m.started_at ${attended} on conflict do nothing`.execute(
      db,
    );
    await sql`
      insert into meeting_stays (student_id, meeting_id, source, stay_key, from_at, to_at)
      select s.id, m.id, 'page', 'demo', m.started_at, m.ended_at ${attended} on conflict do nothing`.execute(db);
  }
}

/** A test of the past with published results; undefined if its paper is not loaded. The first student is one of the demo's people. */
async function haveManySit(context: Context & { actor: StaffActor }, student_ids: readonly number[]): Promise<number | undefined> {
  const { db, now } = context;
  const model = await db.selectFrom('papers').where('code', '=', bigTest.source).select('id').executeTakeFirst();
  if (!model) return undefined;
  const then = new Date(now.getTime() - bigTest.daysAgo * dayMs);
  const within = { ...context, now: then };
  const { id } = await copyPaper(within, model.id, { name: bigTest.name, is_assignment: false });
  const window = { opens_at: new Date(then.getTime() - 3 * hourMs), closes_at: then };
  await db
    .updateTable('papers')
    .set({ ...window, results_published_at: new Date(now.getTime() - 18 * hourMs) })
    .where('id', '=', id)
    .execute();
  await sql`insert into paper_assignments (paper_id, student_id) select ${id}, unnest(${student_ids}::bigint[])`.execute(db);
  const content = await presentContent(within, id);
  const misreadQuestion = content.questions[misread.place]?.question_id ?? 0;
  await sit(
    within,
    id,
    student_ids.map((student_id, at) => {
      const answers = answersOf(content, at + 400, 0.35 + 0.6 * drawn(at, 17));
      // The new student, who later challenges the key of this question.
      return { student_id, answers: at === 0 ? withOption(answers, misreadQuestion, misread.option) : answers };
    }),
  );
  return id;
}

/** A class of the batch that was moved to a later hour; its students were notified of the move. */
async function moveClass(
  context: Context & { actor: StaffActor },
  subject_id: number,
  { teacher_id, classroom_id }: { teacher_id: number; classroom_id: number },
): Promise<void> {
  const { db, now, actor } = context;
  const starts_at = new Date((indianDay(now) + 1) * dayMs + 11.5 * hourMs);
  const { id } = await db
    .insertInto('meetings')
    .values({
      institute_id: actor.institute_id,
      subject_id,
      teacher_id,
      title: 'Thermodynamics',
      module: 'Module 1',
      lecture: 'Lecture 1',
      starts_at,
      duration_seconds: 3600,
      status: 'NOT_STARTED',
      provider: 'room',
      created_at: new Date(now.getTime() - 10 * dayMs),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('meeting_classrooms').values({ meeting_id: id, classroom_id }).execute();
  const later = new Date(starts_at.getTime() + hourMs).toISOString();
  await move(context, { id, starts_at: later, duration: 60, takes_clash: true });
}

/** A test on paper of the new batch that is over, and for which nobody handed in a sheet. */
export const missedOnPaper = { name: 'Surprise test: the mole', subject: 'Chemistry', daysAgo: 3, minutes: 45, upload: 30, total: 25 };
