import { Type } from 'typebox';
import { answerSheetExtensions, MOST_FILE_BYTES, sharedFileExtensions } from '@abhyas/exam/institute/file-kinds';
import { endpoint, Id, Success } from '../endpoint.ts';

/**
 * The most bytes of a file that is uploaded by a signed form. A larger file is uploaded in parts, so that a lost connection costs one part.
 */
export const FORM_BYTES = 8 * 1024 * 1024;

/** A form that the browser posts to the storage: the fields as they are, then the file as the last field, `file`. */
const SignedForm = Type.Object({ url: Type.String(), url_fields: Type.Record(Type.String(), Type.String()) });

/** Names an uploaded file in the calls that record it. */
export const FileUrl = Type.String({ maxLength: 100, pattern: '^/api/institutes/[1-9][0-9]{0,14}/get_file$' });

/** Size of a file that is uploaded by a form. The form accepts no more bytes, and only these count towards the daily limit. */
const FormBytes = Type.Optional(Type.Integer({ minimum: 1, maximum: FORM_BYTES }));

/** The name of the file that people see. */
export const FileName = Type.String({ minLength: 1, maxLength: 200 });

const FormAnswer = Type.Object({ presigned_aws_data: SignedForm, file_url: FileUrl });
export const UploadAnswer = Type.Object({ id: Id, file_url: FileUrl, part_bytes: Type.Integer(), part_count: Type.Integer() });
const Bytes = Type.Integer({ minimum: 1, maximum: MOST_FILE_BYTES });

const SheetExtension = Type.Enum([...answerSheetExtensions]);
const SharedExtension = Type.Enum([...sharedFileExtensions]);

/** A signed form for an answer sheet, valid for 10 minutes. */
export const getSignedUrl = endpoint('GET /institutes/get_signed_url', {
  summary: 'Sign the form that uploads an answer sheet',
  reach: 'membership',
  query: Type.Object({ file_extension: SheetExtension, file_name: Type.Optional(FileName), bytes: FormBytes }),
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

/** A signed form for files that staff share: files, question papers, marked sheets. */
export const getStaffSignedUrl = endpoint('GET /institutes/get_staff_signed_url', {
  access: { staff: 'files.manage' },
  summary: 'Sign the form that uploads a file of the staff',
  query: Type.Object({ file_extension: SharedExtension, file_name: Type.Optional(FileName), bytes: FormBytes }),
  response: FormAnswer,
});

export const beginStaffUpload = endpoint('POST /institutes/begin_staff_upload', {
  access: { staff: 'files.manage' },
  summary: 'Begin the upload of a file of the staff in parts',
  body: Type.Object({ file_extension: SharedExtension, file_name: Type.Optional(FileName), bytes: Bytes }),
  response: UploadAnswer,
});

/** The parts of an upload that the storage has received, and addresses for the missing parts. */
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

/** Joins the parts into one file. Repeating the call does no harm. */
export const finishUpload = endpoint('POST /institutes/{id}/finish_upload', {
  access: 'signed_in',
  reach: 'membership',
  summary: 'Join the parts of an upload into one file',
  id: 'The upload.',
  response: Type.Object({ ...Success, file_url: FileUrl }),
  refusals: ['not_possible'],
});

/** Cancels an upload and deletes the parts that have arrived. */
export const cancelUpload = endpoint('POST /institutes/{id}/cancel_upload', {
  access: 'signed_in',
  reach: 'membership',
  summary: 'Cancel an upload in parts',
  id: 'The upload.',
  response: Type.Object(Success),
});

/**
 * Redirects to an address of the storage from which the file can be downloaded for 5 minutes. The address of this call always stays the
 * same.
 */
export const getFile = endpoint('GET /institutes/{id}/get_file', {
  access: 'signed_in',
  reach: 'membership',
  summary: 'Download a file that the caller owns or that is shared with the caller',
  description: 'Answers 302 with the address of the file in the storage. A file that the caller neither owns nor shares is not found.',
  id: 'The file.',
  response: Type.Object({}),
  refusals: ['second_factor_needed'],
});
