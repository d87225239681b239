import { sql } from 'kysely';
import type { StaffContext } from '../../../context.ts';

export interface LonePicture {
  id: number;
  hash: string | null;
}

/** Picture questions of the institute that are in no paper, draft or quiz and have no corrected key, locked. */
export async function lockLone({ db, actor }: StaffContext): Promise<LonePicture[]> {
  const { rows } = await sql<LonePicture>`
    select q.id, q.supporting_picture as hash from questions q
    where q.institute_id = ${actor.institute_id} and q.is_picture
      and not exists (select from paper_questions h where h.question_id = q.id)
      and not exists (select from live_quiz_questions l where l.question_id = q.id)
      and not exists (select from kept_keys k where k.question_id = q.id)
      and not exists (select from paper_drafts d where d.institute_id = ${actor.institute_id}
        and d.items @> jsonb_build_array(jsonb_build_object('question_id', q.id)))
    order by q.id for update`.execute(db);
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const { rows: bound } = await sql<{ id: number }>`
    select question_id as id from key_corrections where question_id = any(${ids}::bigint[])
    union select b.question_id from bank_questions b join bank_questions f on f.follows_id = b.id where b.question_id = any(${ids}::bigint[])`.execute(
    db,
  );
  const isBound = new Set(bound.map(({ id }) => id));
  return rows.filter(({ id }) => !isBound.has(id));
}

export async function deleteQuestions({ db, actor }: StaffContext, ids: readonly number[]): Promise<void> {
  await sql`delete from bank_questions where question_id = any(${ids}::bigint[]) and institute_id = ${actor.institute_id}`.execute(db);
  await sql`delete from questions where id = any(${ids}::bigint[]) and institute_id = ${actor.institute_id}`.execute(db);
}

/** Those of the pictures that the institute still shows: in texts of its editor, earlier versions among them, or as its logo. */
export async function findShown({ db, actor }: StaffContext, hashes: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`
    with contents as (
      select content from bank_questions where institute_id = ${actor.institute_id}
      union all select v.content from bank_question_versions v join bank_questions b on b.id = v.bank_question_id
        where b.institute_id = ${actor.institute_id}
      union all select content from bank_passages where institute_id = ${actor.institute_id}
    )
    select shown #>> '{}' as hash from contents, jsonb_path_query(content, '$.**.hash') as shown where shown #>> '{}' = any(${hashes}::text[])
    union select brand->>'logo' from institutes
    where id = ${actor.institute_id} and brand->>'logo' = any(${hashes}::text[])`.execute(db);
  return new Set(rows.map(({ hash }) => hash));
}

/** Takes pictures from the institute, and deletes those that nobody else has. */
export async function deletePictures({ db, actor }: StaffContext, hashes: readonly string[]): Promise<void> {
  await sql`delete from picture_uses where hash = any(${hashes}::text[]) and institute_id = ${actor.institute_id}`.execute(db);
  await sql`
    delete from pictures p where p.hash = any(${hashes}::text[])
      and not exists (select from picture_uses u where u.hash = p.hash)
      and not exists (select from questions q where p.hash in (q.supporting_picture, q.solution_supporting_picture,
        q.image_option_1, q.image_option_2, q.image_option_3, q.image_option_4))
      and not exists (select from comprehension_questions c where c.supporting_picture = p.hash)
      and not exists (select from quick_points n where n.supporting_picture = p.hash)`.execute(db);
}
