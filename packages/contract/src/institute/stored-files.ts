import { Type } from 'typebox';
import { answerSheetExtensions, MOST_FILE_BYTES, sharedFileExtensions } from '@abhyas/exam/institute/file-kinds';
import { endpoint, Id, Success } from '../endpoint.ts';

/** Up to this many bytes a file goes by a signed form; a larger one goes in parts, so that a cut costs one part. */
export const FORM_BYTES = 8 * 1024 * 1024;

/** A form that the browser posts to the storage: every field as it is, then the file as `file`, last. */
const SignedForm = Type.Object({ url: Type.String(), url_fields: Type.Record(Type.String(), Type.String()) });

/** What names an uploaded file in the calls that record it. */
export const FileUrl = Type.String({ maxLength: 100, pattern: '^/api/institutes/[1-9][0-9]{0,14}/get_file$' });

/** What a person calls the file. */
const FileName = Type.String({ minLength: 1, maxLength: 200 });

const FormAnswer = Type.Object({ presigned_aws_data: SignedForm, file_url: FileUrl });
const UploadAnswer = Type.Object({ id: Id, file_url: FileUrl, part_bytes: Type.Integer(), part_count: Type.Integer() });
const Bytes = Type.Integer({ minimum: 1, maximum: MOST_FILE_BYTES });

const SheetExtension = Type.Enum([...answerSheetExtensions]);
const SharedExtension = Type.Enum([...sharedFileExtensions]);

/** A signed form for an answer sheet, valid for 10 minutes. */
export const getSignedUrl = endpoint('GET /institutes/get_signed_url', {
  summary: 'Sign the form that uploads an answer sheet',
  reach: 'membership',
  query: Type.Object({ file_extension: SheetExtension, file_name: Type.Optional(FileName) }),
  response: FormAnswer,
  refusals: ['not_allowed'],
});

/** Begins the upload of an answer sheet in parts. */
export const beginUpload = endpoint('POST /institutes/begin_upload', {
  summary: 'Begin the upload of an answer sheet in parts',
  reach: 'membership',
  body: Type.Object({ file_extension: SheetExtension, file_name: Type.Optional(FileName), bytes: Bytes }),
  response: UploadAnswer,
  refusals: ['not_allowed'],
});

/** The same form for what staff share: files, question papers, marked sheets. */
export const getStaffSignedUrl = endpoint('GET /institutes/get_staff_signed_url', {
  access: { staff: 'files.manage' },
  summary: 'Sign the form that uploads a file of the staff',
  query: Type.Object({ file_extension: SharedExtension, file_name: Type.Optional(FileName) }),
  response: FormAnswer,
});

export const beginStaffUpload = endpoint('POST /institutes/begin_staff_upload', {
  access: { staff: 'files.manage' },
  summary: 'Begin the upload of a file of the staff in parts',
  body: Type.Object({ file_extension: SharedExtension, file_name: Type.Optional(FileName), bytes: Bytes }),
  response: UploadAnswer,
});

/** What has arrived of an upload in parts, and addresses for what has not; the storage's own list decides. */
export const getUploadParts = endpoint('GET /institutes/{id}/get_upload_parts', {
  access: 'signed_in',
  reach: 'membership',
  summary: 'List parts of an upload that have arrived, with addresses for the others',
  id: 'The upload.',
  response: Type.Object({
    part_bytes: Type.Integer(),
    arrived: Type.Array(Type.Integer()),
    missing: Type.Array(Type.Object({ number: Type.Integer(), url: Type.String() })),
  }),
});

/** Makes the file of its parts. Doing it again does no harm. */
export const finishUpload = endpoint('POST /institutes/{id}/finish_upload', {
  access: 'signed_in',
  reach: 'membership',
  summary: 'Make one file of the parts of an upload',
  id: 'The upload.',
  response: Type.Object({ ...Success, file_url: FileUrl }),
  refusals: ['not_possible'],
});

/** Forgets an upload that is under way, with what has arrived of it. */
export const cancelUpload = endpoint('POST /institutes/{id}/cancel_upload', {
  access: 'signed_in',
  reach: 'membership',
  summary: 'Cancel an upload in parts',
  id: 'The upload.',
  response: Type.Object(Success),
});

/** Leads to an address of the storage that downloads the file and is valid for 5 minutes; this one stays. */
export const getFile = endpoint('GET /institutes/{id}/get_file', {
  access: 'signed_in',
  reach: 'membership',
  summary: 'Download a file that is shared with the caller or is the caller’s own',
  description: 'Answers 302 with the address of the file in the storage. A file that is not shared with the caller is not there.',
  id: 'The file.',
  response: Type.Object({}),
});
