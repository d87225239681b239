import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { FileUrl } from '../institute/stored-files.ts';

/** Files on one page, and page numbers that a list shows at once. */
export const FILES_PER_PAGE = 10;
export const PAGES_NAMED = 5;
/** The folder of files without a subject. */
export const COMMON_SUBJECT = 0;

/** An institute's subject; 0 is Common. */
const FolderId = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** A shared file. */
export const SharedFile = Type.Object({
  id: Id,
  title: Type.String(),
  description: Nullable(Type.String()),
  file_url: FileUrl,
  extension: Type.String(),
  bytes: Type.Integer(),
  module: Nullable(Type.String()),
  lecture: Nullable(Type.String()),
  shared_date: Moment,
  teacher_name: Nullable(Type.String()),
});

const Folder = Type.Object({ id: FolderId, name: Type.String(), code: Nullable(Type.String()) });

/** Files of the student's classrooms, newest first, by subject and by class. */
export const getFilesSharedWithStudent = endpoint('GET /institutes/get_files_shared_with_student', {
  summary: 'List files that are shared with the student',
  reach: 'membership',
  response: Type.Object({
    /** Every subject of the institute, also subjects without files; Common is the last. */
    subjects: Type.Array(Folder),
    subject_files_mapping: Type.Array(Type.Object({ subject_id: FolderId, files: Type.Array(SharedFile) })),
    virtual_meeting_files_mapping: Type.Array(Type.Object({ virtual_meeting_id: Id, title: Type.String(), files: Type.Array(SharedFile) })),
  }),
  refusals: ['not_allowed'],
});

const Classrooms = Type.Array(Id, { minItems: 1, maxItems: 50 });

/** A shared file as staff see it. */
const SharedFileOfStaff = Type.Object({
  ...SharedFile.properties,
  subject_id: FolderId,
  subject_name: Type.String(),
  virtual_meeting_id: Nullable(Id),
  classrooms: Type.Array(Type.Object({ id: Id, name: Type.String() })),
});

/** Files that the staff of the institute share, newest first, and the choices for a new one. */
export const getSharedFiles = endpoint('GET /institutes/get_shared_files', {
  access: { staff: 'files.manage' },
  summary: 'List files that the institute shares',
  response: Type.Object({
    files: Type.Array(SharedFileOfStaff),
    subjects: Type.Array(Folder),
    classrooms: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    /** Classes of the last and the next 14 days, newest first. */
    classes: Type.Array(Type.Object({ id: Id, title: Type.String(), start_time: Moment, subject_id: Id })),
  }),
});

export const shareFile = endpoint('POST /institutes/share_file', {
  access: { staff: 'files.manage' },
  summary: 'Share an uploaded file with classrooms',
  body: Type.Object({
    file_url: FileUrl,
    title: Type.String({ minLength: 1, maxLength: 120 }),
    description: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    module: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
    lecture: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
    subject_id: FolderId,
    virtual_meeting_id: Type.Optional(Id),
    classroom_ids: Classrooms,
  }),
  response: Type.Object({ ...Success, id: Id }),
  refusals: ['not_found', 'not_possible', 'refused_file'],
});

export const removeSharedFile = endpoint('POST /institutes/{id}/remove_shared_file', {
  access: { staff: 'files.manage' },
  summary: 'Stop sharing a file',
  id: 'The shared file.',
  response: Type.Object(Success),
});
