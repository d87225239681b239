import type { getChapterQuickpointList, updateStudentQuickpointTag } from '@abhyas/contract/bank/cheat-sheets';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import type { Context, Student } from '../../../context.ts';
import { chapterNameOf } from '../chapters/chapters.ts';
import { pictureOf } from '../questions/questions.ts';
import * as store from './cheat-sheets.store.ts';

/** Cheat sheets need Premium, except points that an institute wrote, which its own students may read. */
const isOpen = (student: Student, { institute_id }: { institute_id: number | null }) => student.has_premium_access || institute_id !== null;

/** A chapter's quick points. Throws `not_found` outside the student's subjects, `premium_needed` if all points are locked. */
export async function cheatSheet(context: Context, student: Student, chapter_id: number): Promise<Answer<typeof getChapterQuickpointList>> {
  const chapter = await chapterNameOf(context, student, chapter_id);
  const found = await store.findPoints(context, student, chapter_id);
  const points = found.filter((point) => isOpen(student, point));
  if (points.length === 0 && !student.has_premium_access) throw new Problem('premium_needed');
  const taggedAs = (tag: 'KNOWN' | 'UNKNOWN') => points.filter((point) => point.tag === tag).map(({ id }) => id);
  return {
    chapter,
    quickpoint_list: points.map(({ id, title, text, supporting_text, ...picture }) => ({
      id,
      title,
      text,
      supporting_picture: pictureOf(picture.supporting_picture, picture.supporting_picture_alt),
      supporting_picture_size: picture.supporting_picture_size as 0 | 1 | 2 | 3,
      supporting_text,
    })),
    known_quickpoint_ids: taggedAs('KNOWN'),
    unknown_quickpoint_ids: taggedAs('UNKNOWN'),
  };
}

/** Throws `not_found` for a point of another institute or course, `premium_needed` for a locked point. */
export async function tagPoint(
  context: Context,
  student: Student,
  { quickpoint_id, tag }: Input<typeof updateStudentQuickpointTag>,
): Promise<Answer<typeof updateStudentQuickpointTag>> {
  const point = await store.findPoint(context, quickpoint_id);
  if (!point || (point.institute_id !== null && point.institute_id !== student.institute_id)) throw new Problem('not_found');
  await chapterNameOf(context, student, point.chapter_id);
  if (!isOpen(student, point)) throw new Problem('premium_needed');
  await store.upsertTag(context, { student_id: student.id, quick_point_id: quickpoint_id, tag });
  return { success: true };
}
