// Contents: the levels of a student's library · the staff's recordings and clips
import { type Insertable, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { attends } from '../../../database/attends.ts';
import type { Tables } from '../../../database/tables.ts';

interface Of {
  institute_id: number;
  student_id: number;
}

/** Stored recordings `r` of classes `m` that the student attends, with their subject `s`. */
const recordings = ({ institute_id, student_id }: Of) => sql`(
  select m.id, m.title, m.lecture, m.starts_at, s.id as subject_id, s.name as subject_name, s.position, r.url
  from meetings m join meeting_recordings r on r.meeting_id = m.id and r.status = 'READY'
  join institute_subjects s on s.id = m.subject_id
  where m.institute_id = ${institute_id} and m.status <> 'CANCELLED' and ${attends(student_id)})`;

export interface Folder {
  id: number;
  name: string;
  file_count: number;
}

/** Subjects with recordings, each with the number of its whole classes and clips. */
export async function findSubjects({ db }: Context, of: Of): Promise<Folder[]> {
  const { rows } = await sql<Folder>`
    select v.subject_id as id, v.subject_name as name,
      (count(distinct v.id) + count(c.id))::int as file_count
    from ${recordings(of)} v left join meeting_concepts c on c.meeting_id = v.id
    group by v.subject_id, v.subject_name, v.position order by v.position, v.subject_name`.execute(db);
  return rows;
}

/** Chapters of a subject with clips. */
export async function findChapters({ db }: Context, of: Of, subject_id: number): Promise<Folder[]> {
  const { rows } = await sql<Folder>`
    select h.id, h.name, count(*)::int as file_count
    from ${recordings(of)} v join meeting_concepts c on c.meeting_id = v.id join topics t on t.id = c.topic_id join chapters h on h.id = t.chapter_id
    where v.subject_id = ${subject_id} group by h.id order by h.position, h.id`.execute(db);
  return rows;
}

/** Topics of a chapter with clips, and the subject of their recordings. */
export async function findTopics(
  { db }: Context,
  of: Of,
  chapter_id: number,
): Promise<(Folder & { subject_id: number; chapter_name: string })[]> {
  const { rows } = await sql<Folder & { subject_id: number; chapter_name: string }>`
    select t.id, t.name, count(*)::int as file_count, min(v.subject_id) as subject_id, h.name as chapter_name
    from ${recordings(of)} v join meeting_concepts c on c.meeting_id = v.id join topics t on t.id = c.topic_id join chapters h on h.id = t.chapter_id
    where h.id = ${chapter_id} group by t.id, h.name order by t.position, t.id`.execute(db);
  return rows;
}

export interface ClipRow {
  concept_id: number | null;
  meeting_id: number;
  title: string;
  description: string | null;
  starts_at: number | null;
  ends_at: number | null;
  url: string | null;
  recorded_at: Date;
  /** The name of the listed folder, and the id of the folder above. */
  folder: string;
  parent_id: number;
}

/** Clips of a topic, newest class first. */
export async function findClips({ db }: Context, of: Of, topic_id: number): Promise<ClipRow[]> {
  const { rows } = await sql<ClipRow>`
    select c.id as concept_id, v.id as meeting_id, c.title, c.description, c.starts_at, c.ends_at, v.url, v.starts_at as recorded_at,
      t.name as folder, t.chapter_id as parent_id
    from ${recordings(of)} v join meeting_concepts c on c.meeting_id = v.id join topics t on t.id = c.topic_id
    where t.id = ${topic_id} order by v.starts_at desc, c.starts_at limit 500`.execute(db);
  return rows;
}

/** Whole recordings of a subject, newest first, each with its clips that have no topic. */
export async function findWhole({ db }: Context, of: Of, subject_id: number): Promise<ClipRow[]> {
  const { rows } = await sql<ClipRow>`
    select null as concept_id, v.id as meeting_id, v.title, v.lecture as description, null as starts_at, null as ends_at, v.url,
      v.starts_at as recorded_at, v.subject_name as folder, v.subject_id as parent_id
    from ${recordings(of)} v where v.subject_id = ${subject_id}
    union all
    select c.id, v.id, c.title, c.description, c.starts_at, c.ends_at, v.url, v.starts_at, v.subject_name, v.subject_id
    from ${recordings(of)} v join meeting_concepts c on c.meeting_id = v.id
    where v.subject_id = ${subject_id} and c.topic_id is null
    order by 8 desc, 2, 5 nulls first limit 500`.execute(db);
  return rows;
}

/** The institute's name for a subject. */
export async function findSubject({ db }: Context, institute_id: number, id: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('institute_subjects')
    .where('id', '=', id)
    .where('institute_id', '=', institute_id)
    .select('name')
    .executeTakeFirst();
  return row?.name;
}

export interface RecordingRow {
  id: number;
  title: string;
  subject_name: string;
  catalogue_subject: number | null;
  starts_at: Date;
  started_at: Date | null;
  url: string | null;
  seconds: number | null;
  clip_count: number;
}

/** Stored recordings of an institute, newest first; with `id` only the recording of that class. */
export async function findRecordings({ db }: Context, institute_id: number, id: number | null = null): Promise<RecordingRow[]> {
  const { rows } = await sql<RecordingRow>`
    select m.id, m.title, s.name as subject_name, s.subject_id as catalogue_subject, m.starts_at, m.started_at, r.url, r.seconds,
      (select count(*) from meeting_concepts c where c.meeting_id = m.id)::int as clip_count
    from meetings m join meeting_recordings r on r.meeting_id = m.id and r.status = 'READY' join institute_subjects s on s.id = m.subject_id
    where m.institute_id = ${institute_id} and (${id}::bigint is null or m.id = ${id})
    order by m.starts_at desc limit 500`.execute(db);
  return rows;
}

export async function findConcepts({ db }: Context, meeting_id: number) {
  return db
    .selectFrom('meeting_concepts as c')
    .leftJoin('topics as t', 't.id', 'c.topic_id')
    .where('c.meeting_id', '=', meeting_id)
    .orderBy('c.starts_at')
    .select(['c.id', 'c.title', 'c.description', 'c.topic_id', 't.name as topic_name', 'c.starts_at', 'c.ends_at'])
    .execute();
}

export async function findConcept({ db }: Context, institute_id: number, id: number) {
  return db
    .selectFrom('meeting_concepts as c')
    .innerJoin('meetings as m', 'm.id', 'c.meeting_id')
    .leftJoin('meeting_recordings as r', 'r.meeting_id', 'm.id')
    .where('c.id', '=', id)
    .where('m.institute_id', '=', institute_id)
    .select(['c.id', 'c.meeting_id', 'c.title', 'c.starts_at', 'c.ends_at', 'r.seconds'])
    .executeTakeFirst();
}

/** Topics of a subject of the catalogue; Botany and Zoology count as one. */
export async function findTopicsOf({ db }: Context, subject_ids: readonly number[]) {
  if (subject_ids.length === 0) return [];
  return db
    .selectFrom('topics as t')
    .innerJoin('chapters as h', 'h.id', 't.chapter_id')
    .where('h.subject_id', 'in', [...subject_ids])
    .orderBy('h.position')
    .orderBy('t.position')
    .select(['t.id', 't.name', 'h.name as chapter_name'])
    .execute();
}

export async function findQuizMoments({ db }: Context, meeting_id: number): Promise<Date[]> {
  const rows = await db
    .selectFrom('live_quiz_questions as k')
    .innerJoin('live_quizzes as q', 'q.id', 'k.quiz_id')
    .where('q.meeting_id', '=', meeting_id)
    .where('k.shown_at', 'is not', null)
    .orderBy('k.shown_at')
    .select('k.shown_at')
    .execute();
  return rows.flatMap(({ shown_at }) => shown_at ?? []);
}

export async function insertConcept({ db }: Context, concept: Insertable<Tables['meeting_concepts']>): Promise<number> {
  const { id } = await db.insertInto('meeting_concepts').values(concept).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateConcept({ db }: Context, id: number, times: { starts_at: number; ends_at: number }): Promise<void> {
  await db.updateTable('meeting_concepts').set(times).where('id', '=', id).execute();
}

export async function deleteConcept({ db }: Context, id: number): Promise<void> {
  await db.deleteFrom('meeting_concepts').where('id', '=', id).execute();
}
