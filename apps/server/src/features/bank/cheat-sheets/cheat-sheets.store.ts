import { sql } from 'kysely';
import type { Context } from '../../../context.ts';

/** Points of a chapter that the student may read, in order: those of the shared bank first, then those of the student's institute. */
export function findPoints({ db }: Context, student: { id: number; institute_id: number | null }, chapter_id: number) {
  return db
    .selectFrom('quick_points as p')
    .leftJoin('quick_point_tags as t', (on) => on.onRef('t.quick_point_id', '=', 'p.id').on('t.student_id', '=', student.id))
    .where('p.chapter_id', '=', chapter_id)
    .where(sql<boolean>`(p.institute_id is null or p.institute_id = ${student.institute_id}::bigint)`)
    .select(['p.id', 'p.institute_id', 'p.title', 'p.text', 'p.supporting_text', 't.tag'])
    .select(['p.supporting_picture', 'p.supporting_picture_alt', 'p.supporting_picture_size'])
    .orderBy(sql`p.institute_id nulls first`)
    .orderBy('p.position')
    .orderBy('p.id')
    .execute();
}

export function findPoint({ db }: Context, id: number) {
  return db.selectFrom('quick_points').where('id', '=', id).select(['id', 'chapter_id', 'institute_id']).executeTakeFirst();
}

export async function upsertTag({ db, now }: Context, tag: { student_id: number; quick_point_id: number; tag: 'KNOWN' | 'UNKNOWN' }) {
  await db
    .insertInto('quick_point_tags')
    .values({ ...tag, tagged_at: now })
    .onConflict((on) =>
      on
        .columns(['student_id', 'quick_point_id'])
        .doUpdateSet({ tag: tag.tag, tagged_at: now })
        .where('quick_point_tags.tag', '!=', tag.tag),
    )
    .execute();
}
