// Contents: shared files · tests on paper · clips · moving the open test to today
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { laterBy } from '../database/moments.ts';
import { inTransaction } from '../database/transaction.ts';
import type { Storage } from '../integrations/storage/storage.ts';
import { missedOnPaper, newBatch } from './newcomers.ts';

const hourMs = 3_600_000;
const teacherPhone = '9000000012';
const firstStudentPhone = '9000000007';

/** A page of ASCII text as a PDF. */
export function pdfOf(title: string, lines: readonly string[]): Buffer {
  const escaped = (text: string) => text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
  const text = `BT /F 20 Tf 60 770 Td (${escaped(title)}) Tj /F 12 Tf 0 -36 Td 18 TL ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const start = body.length;
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
}

interface Place {
  institute_id: number;
  teacher_id: number;
  storage: Storage;
}

/** Stores a file as an upload that was recorded. */
async function storeFile(
  { db, now }: Context,
  { institute_id, storage }: Place,
  user_id: number,
  file_name: string,
  bytes: Buffer,
): Promise<number> {
  const sha256 = createHash('sha256').update(bytes).digest();
  const storage_key = `kept/institutes/${institute_id}/demo-${sha256.toString('hex').slice(0, 24)}.pdf`;
  await storage.write(storage_key, 'application/pdf', bytes);
  const file = {
    institute_id,
    user_id,
    storage_key,
    file_name,
    extension: 'pdf',
    status: 'STORED' as const,
    bytes: bytes.length,
    sha256,
    pages: 1,
  };
  const { id } = await db
    .insertInto('stored_files')
    .values({ ...file, created_at: now, recorded_at: now })
    .onConflict((on) => on.column('storage_key').doUpdateSet({ file_name }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const notes = [
  {
    subject: 'Chemistry',
    title: 'Electrochemistry: cells and potentials',
    module: 'Module 2',
    lecture: 'Lecture 4',
    daysAgo: 0,
    description: 'The table of standard potentials, and how to read it.',
  },
  {
    subject: 'Physics',
    title: 'Motion in a straight line: worked examples',
    module: 'Module 1',
    lecture: 'Lecture 1',
    daysAgo: 1,
    description: null,
  },
  {
    subject: 'Physics',
    title: 'Graphs of motion, one page',
    module: 'Module 1',
    lecture: null,
    daysAgo: 3,
    description: 'Slope and area, side by side.',
  },
  { subject: 'Maths', title: 'Quadratic equations: sums to try', module: 'Module 1', lecture: 'Lecture 3', daysAgo: 1, description: null },
  {
    subject: 'Signals and Systems',
    title: 'Unit 1: signals in time',
    module: 'Unit 1',
    lecture: 'Lecture 6',
    daysAgo: 2,
    description: null,
  },
  { subject: null, title: 'Holidays of this term', module: null, lecture: null, daysAgo: 10, description: null },
];

/** Tests on paper: two open, one in the future, one marked. `startsIn` is in hours from now, `upload` in minutes after the end. */
const tests = [
  { subject: 'Physics', name: 'Weekly test: motion', startsIn: -1, minutes: 120, upload: 240, total: 40 },
  { subject: 'Signals and Systems', name: 'Unit test 1', startsIn: -1, minutes: 120, upload: 240, total: 50 },
  { subject: 'Physics', name: 'Weekly test: electrostatics', startsIn: 96, minutes: 60, upload: 30, total: 40 },
  { subject: 'Chemistry', name: 'Weekly test: electrochemistry', startsIn: -72, minutes: 60, upload: 30, total: 40 },
];

const questions = [
  '1. A cart starts from rest and gains 2 m/s each second. How far is it after 6 s?',
  '2. Draw its speed over time, and mark the area that answers question 1.',
  '3. The cart then brakes evenly and stands after 4 s. How far did it go in all?',
];

const answerSheet = pdfOf('Answer sheet', ['1. 36 m', '2. (a line from 0 to 12 m/s)', '3. 60 m']);
const markedSheet = pdfOf('Answer sheet, marked', ['1. 36 m  right', '2. axes without units  -2', '3. 60 m  right']);

const nameOfFile = (title: string) => `${title.replaceAll(':', '')}.pdf`;
const noteFile = (context: Context, place: Place, title: string) =>
  storeFile(context, place, place.teacher_id, nameOfFile(title), pdfOf(title, ['Abhyas, the demo.']));
const paperFile = (context: Context, place: Place, name: string) =>
  storeFile(context, place, place.teacher_id, nameOfFile(name), pdfOf(name, questions));

/** Files, tests on paper and clips of the demo's institute. They are made once; each later start moves the tests to today. */
export async function placeDemoFiles(context: Context, storage: Storage, code: string): Promise<void> {
  await inTransaction(context, async (within) => {
    const { db } = within;
    const { rows } = await sql<{ institute_id: number; teacher_id: number }>`
      select i.id as institute_id, u.id as teacher_id from institutes i, users u, installation d
      where i.code = ${code} and u.phone = ${teacherPhone} and d.is_demo for update of i`.execute(db);
    const [found] = rows;
    if (!found) return;
    const known = await db.selectFrom('offline_tests').where('institute_id', '=', found.institute_id).select('id').executeTakeFirst();
    const place = { ...found, storage };
    if (known) await moveToNow(within, place);
    else await makeFiles(within, place);
    await giveToNewBatch(within, place);
  });
}

async function makeFiles(context: Context, place: Place): Promise<void> {
  const { db, now } = context;
  const { institute_id, teacher_id } = place;
  const subjects = new Map(
    (await db.selectFrom('institute_subjects').where('institute_id', '=', institute_id).select(['id', 'name']).execute()).map(
      ({ id, name }) => [name, id],
    ),
  );
  const classrooms = await db
    .selectFrom('classrooms')
    .where('institute_id', '=', institute_id)
    .where('name', '<>', newBatch)
    .orderBy('id')
    .select('id')
    .execute();
  if (subjects.size === 0 || classrooms.length === 0) return;
  const idOf = (name: string | null) => (name === null ? null : (subjects.get(name) ?? null));
  for (const { subject, daysAgo, ...words } of notes) {
    const file = await noteFile(context, place, words.title);
    const shared_at = new Date(now.getTime() - daysAgo * 24 * hourMs);
    const { id } = await db
      .insertInto('shared_files')
      .values({
        ...words,
        institute_id,
        subject_id: idOf(subject),
        meeting_id: null,
        stored_file_id: file,
        shared_by: teacher_id,
        shared_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('shared_file_classrooms')
      .values(classrooms.map((classroom) => ({ shared_file_id: id, classroom_id: classroom.id })))
      .execute();
  }
  for (const { subject, name, startsIn, minutes, upload, total } of tests) {
    const subject_id = idOf(subject);
    if (subject_id === null) continue;
    const starts_at = new Date(now.getTime() + startsIn * hourMs);
    const question_file_id = await paperFile(context, place, name);
    const test = {
      institute_id,
      subject_id,
      name,
      starts_at,
      duration_seconds: minutes * 60,
      upload_seconds: upload * 60,
      total_mark: total,
    };
    const { id } = await db
      .insertInto('offline_tests')
      .values({ ...test, question_file_id, created_by: teacher_id, created_at: starts_at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('offline_test_classrooms')
      .values(classrooms.map((classroom) => ({ offline_test_id: id, classroom_id: classroom.id })))
      .execute();
    if (startsIn < -24) await haveMarked(context, place, id, starts_at);
  }
  await cutClips(context, institute_id, teacher_id);
  await leaveEarly(context, institute_id);
}

/** Shares the notes with the new batch, and makes its test on paper once. */
async function giveToNewBatch(context: Context, place: Place): Promise<void> {
  const { db, now } = context;
  const { institute_id, teacher_id } = place;
  const { name, subject, daysAgo, minutes, upload, total } = missedOnPaper;
  await sql`
    insert into shared_file_classrooms (shared_file_id, classroom_id)
    select f.id, c.id from shared_files f, classrooms c
    where f.institute_id = ${institute_id} and f.title = any(${notes.map(({ title }) => title)}::text[])
      and c.institute_id = ${institute_id} and c.name = ${newBatch}
    on conflict do nothing`.execute(db);
  const question_file_id = await paperFile(context, place, name);
  const starts_at = new Date(now.getTime() - daysAgo * 24 * hourMs);
  const known = await db
    .selectFrom('offline_tests')
    .where('institute_id', '=', institute_id)
    .where('name', '=', name)
    .select('id')
    .executeTakeFirst();
  const batch = await db
    .selectFrom('classrooms')
    .innerJoin('institute_subjects', 'institute_subjects.institute_id', 'classrooms.institute_id')
    .where('classrooms.institute_id', '=', institute_id)
    .where('classrooms.name', '=', newBatch)
    .where('institute_subjects.name', '=', subject)
    .select(['classrooms.id as classroom_id', 'institute_subjects.id as subject_id'])
    .executeTakeFirst();
  if (known || !batch) return;
  const { id: offline_test_id } = await db
    .insertInto('offline_tests')
    .values({
      institute_id,
      subject_id: batch.subject_id,
      name,
      starts_at,
      duration_seconds: minutes * 60,
      upload_seconds: upload * 60,
      total_mark: total,
      question_file_id,
      created_by: teacher_id,
      created_at: starts_at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('offline_test_classrooms').values({ offline_test_id, classroom_id: batch.classroom_id }).execute();
}

/** Lets the first student leave two chemistry classes early. */
async function leaveEarly({ db }: Context, institute_id: number): Promise<void> {
  await sql`
    update meeting_stays y set to_at = y.from_at + interval '14 minutes'
    from meetings m join institute_subjects s on s.id = m.subject_id, users u
    where y.meeting_id = m.id and y.student_id = u.id and u.phone = ${firstStudentPhone} and m.institute_id = ${institute_id}
      and s.name = 'Chemistry' and m.status = 'COMPLETED'`.execute(db);
}

/** A sheet that was handed in, marked and returned. */
async function haveMarked(context: Context, place: Place, offline_test_id: number, starts_at: Date): Promise<void> {
  const { db } = context;
  const student = await db.selectFrom('users').where('phone', '=', firstStudentPhone).select('id').executeTakeFirst();
  if (!student) return;
  const received_at = new Date(starts_at.getTime() + hourMs);
  const sheet = await storeFile(context, place, student.id, 'Answer sheet.pdf', answerSheet);
  const marked = await storeFile(context, place, place.teacher_id, 'Marked sheet.pdf', markedSheet);
  const { id: response_id } = await db
    .insertInto('offline_test_responses')
    .values({
      student_id: student.id,
      offline_test_id,
      status: 'SUBMITTED',
      submitted_at: received_at,
      marks: 34.5,
      remark: 'Well set out. Write the units on the axes.',
      marked_by: place.teacher_id,
      marked_at: new Date(received_at.getTime() + 20 * hourMs),
      marked_file_id: marked,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('offline_test_sheets')
    .values({ student_id: student.id, response_id, stored_file_id: sheet, received_at, is_late: false })
    .execute();
}

const clips = [
  { title: 'Slope of a graph of motion', description: 'What the steepness tells.', starts_at: 0, ends_at: 12 },
  { title: 'Area under a graph of speed', description: 'How far something went.', starts_at: 12, ends_at: 24 },
];

/** Clips of the recorded class on motion, in the first topic of its chapter. */
async function cutClips({ db, now }: Context, institute_id: number, created_by: number): Promise<void> {
  const { rows } = await sql<{ meeting_id: number; topic_id: number | null }>`
    select m.id as meeting_id, (select t.id from topics t join chapters h on h.id = t.chapter_id
      where h.subject_id = s.subject_id order by (h.name ~* 'kinematics|motion') desc, h.position, h.id, t.position limit 1) as topic_id
    from meetings m join meeting_recordings r on r.meeting_id = m.id and r.status = 'READY' join institute_subjects s on s.id = m.subject_id
    where m.institute_id = ${institute_id} order by m.starts_at desc limit 1`.execute(db);
  const [recorded] = rows;
  if (!recorded) return;
  await db
    .insertInto('meeting_concepts')
    .values(clips.map((clip) => ({ ...clip, ...recorded, created_by, created_at: now })))
    .execute();
}

/** Moves every test by the time that makes the open test open again. */
async function moveToNow(context: Context, place: Place): Promise<void> {
  const { db, now } = context;
  const { institute_id } = place;
  // The database may have been copied without its folder of files.
  for (const { title } of notes) await noteFile(context, place, title);
  for (const { name } of tests) await paperFile(context, place, name);
  await storeFile(context, place, place.teacher_id, 'Answer sheet.pdf', answerSheet);
  await storeFile(context, place, place.teacher_id, 'Marked sheet.pdf', markedSheet);
  const names = tests.map(({ name }) => name);
  const open = await db
    .selectFrom('offline_tests')
    .where('institute_id', '=', institute_id)
    .where('name', '=', names[0] ?? '')
    .select('starts_at')
    .executeTakeFirst();
  if (!open) return;
  const seconds = Math.round((now.getTime() - hourMs - open.starts_at.getTime()) / 1000);
  await sql`update offline_tests set starts_at = ${laterBy('starts_at', sql`${seconds}::int`)}
    where institute_id = ${institute_id} and name = any(${names}::text[])`.execute(db);
}
