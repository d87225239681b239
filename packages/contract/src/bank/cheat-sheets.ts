import { Type } from 'typebox';
import { ChapterName } from './catalogue.ts';
import { endpoint, Id, Nullable, Success } from '../endpoint.ts';
import { Picture, SizeKey } from './questions.ts';

export const QuickPointTag = Type.Enum(['KNOWN', 'UNKNOWN']);

/** A point of a cheat sheet; its texts have the format of question texts. */
export const QuickPoint = Type.Object({
  id: Id,
  title: Type.String(),
  text: Type.String(),
  supporting_picture: Nullable(Picture),
  supporting_picture_size: SizeKey,
  supporting_text: Nullable(Type.String()),
});

/** The quick points of a chapter in order, with the student's tags. Without Premium, only points that the student's institute wrote. */
export const getChapterQuickpointList = endpoint('GET /student_app/get_chapter_quickpoint_list', {
  access: 'trainee',
  summary: 'List the quick points of a chapter',
  query: Type.Object({ chapter_id: Id }),
  response: Type.Object({
    chapter: ChapterName,
    quickpoint_list: Type.Array(QuickPoint),
    known_quickpoint_ids: Type.Array(Id),
    unknown_quickpoint_ids: Type.Array(Id),
  }),
  refusals: ['premium_needed'],
});

/** Sets the student's tag of a point, which replaces an earlier tag. */
export const updateStudentQuickpointTag = endpoint('POST /student_app/update_student_quickpoint_tag', {
  access: 'trainee',
  summary: 'Tag a quick point as known or unknown',
  body: Type.Object({ quickpoint_id: Id, tag: QuickPointTag }),
  response: Type.Object({ ...Success }),
  refusals: ['premium_needed'],
});
