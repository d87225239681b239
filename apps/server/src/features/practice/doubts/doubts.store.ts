import { type Insertable, type Selectable, sql } from 'kysely';
import type { Context, Student } from '../../../context.ts';
import type { Tables } from '../../../database/tables.ts';

export type DoubtRow = Selectable<Tables['doubts']> & { teacher_name: string | null };

const withTeacher = sql`d.*, t.name as teacher_name from doubts d left join users t on t.id = d.answered_by`;

/** The doubts of the student in the institute in use; with the whole account also the private notes. */
const isOwn = ({ id, institute_id, reach }: Pick<Student, 'id' | 'institute_id' | 'reach'>) => sql`
  d.student_id = ${id} and (d.institute_id = ${institute_id}::bigint or (d.institute_id is null and ${reach === 'account'}))`;

export async function findOwn({ db }: Context, student: Student, offset: number, count: number): Promise<DoubtRow[]> {
  const { rows } = await sql<DoubtRow>`
    select ${withTeacher} where ${isOwn(student)} order by d.asked_at desc, d.id desc offset ${offset} limit ${count}`.execute(db);
  return rows;
}

export async function findOwnOfQuestion({ db }: Context, student: Student, question_id: number, count: number): Promise<DoubtRow[]> {
  const { rows } = await sql<DoubtRow>`
    select ${withTeacher} where ${isOwn(student)} and d.question_id = ${question_id} order by d.asked_at desc, d.id desc limit ${count}`.execute(
    db,
  );
  return rows;
}

export async function findOwnDoubt({ db }: Context, student: Student, id: number): Promise<DoubtRow | undefined> {
  const { rows } = await sql<DoubtRow>`select ${withTeacher} where ${isOwn(student)} and d.id = ${id}`.execute(db);
  return rows[0];
}

/** The latest answers to doubts of other students that the institute shows beside a question. */
export async function findShown({ db }: Context, { id, institute_id }: Student, question_id: number, count: number): Promise<DoubtRow[]> {
  const { rows } = await sql<DoubtRow>`
    select ${withTeacher} where d.question_id = ${question_id} and d.institute_id = ${institute_id}::bigint and d.shown_text is not null
      and d.student_id <> ${id} order by d.answered_at desc, d.id desc limit ${count}`.execute(db);
  return rows;
}

/** A doubt whose answer the student's institute shows. */
export async function findShownDoubt({ db }: Context, institute_id: number, id: number): Promise<DoubtRow | undefined> {
  const { rows } = await sql<DoubtRow>`
    select ${withTeacher} where d.id = ${id} and d.institute_id = ${institute_id} and d.shown_text is not null`.execute(db);
  return rows[0];
}

/** Doubts of the institute whose answer has the file. */
export async function findAnsweredBy({ db }: Context, institute_id: number, file_id: number): Promise<Selectable<Tables['doubts']>[]> {
  return db
    .selectFrom('doubts')
    .where('institute_id', '=', institute_id)
    .where((is) => is.or([is('answer_photo_id', '=', file_id), is('answer_voice_id', '=', file_id)]))
    .selectAll()
    .execute();
}

/** The counts that limit asking: waiting doubts, notes, and doubts that staff refused since the given time. */
export async function countOwn({ db }: Context, student_id: number, since: Date) {
  const { rows } = await sql<{ waiting: number; notes: number; refused: number }>`
    select count(*) filter (where institute_id is not null and answered_at is null and refused_at is null)::int as waiting,
      count(*) filter (where institute_id is null)::int as notes, count(*) filter (where refused_at > ${since})::int as refused
    from doubts where student_id = ${student_id}`.execute(db);
  return rows[0] ?? { waiting: 0, notes: 0, refused: 0 };
}

/** The student's latest answer to the question, in whichever session. */
export async function findLastAnswer({ db }: Context, student_id: number, question_id: number) {
  return db
    .selectFrom('responses')
    .where('student_id', '=', student_id)
    .where('question_id', '=', question_id)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .select(['responses', 'rich_response', 'question_time_spent', 'solution_request_time'])
    .executeTakeFirst();
}

export async function insertDoubt({ db }: Context, doubt: Insertable<Tables['doubts']>): Promise<number> {
  const { id } = await db.insertInto('doubts').values(doubt).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function deleteDoubt({ db }: Context, student_id: number, id: number): Promise<void> {
  await db.deleteFrom('doubts').where('student_id', '=', student_id).where('id', '=', id).execute();
}

/** Reports an answer. A report that is still open stays, so that its reason is not replaced. */
export async function reportAnswer(
  { db, now }: Context,
  { student_id, id }: Pick<DoubtRow, 'student_id' | 'id'>,
  reported_by: number,
  report_reason: string,
): Promise<void> {
  await db
    .updateTable('doubts')
    .set({ reported_at: now, reported_by, report_reason })
    .where('student_id', '=', student_id)
    .where('id', '=', id)
    .where('answered_at', 'is not', null)
    .where('reported_at', 'is', null)
    .execute();
}
