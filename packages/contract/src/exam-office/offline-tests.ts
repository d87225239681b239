import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { FileUrl } from '../institute/stored-files.ts';

export const offlineTestStatuses = ['NOT_STARTED', 'QP_DOWNLOADED', 'SUBMITTED', 'MISSED'] as const;
export type OfflineTestStatus = (typeof offlineTestStatuses)[number];
const Status = Type.Enum([...offlineTestStatuses]);

/** A sheet that the server received: the receipt of the person who handed it in. */
const Receipt = Type.Object({
  received_at: Moment,
  bytes: Type.Integer(),
  /** Null if the pages cannot be counted. */
  pages: Nullable(Type.Integer()),
  sha256: Type.String(),
  is_late: Type.Boolean(),
  /** Versions handed in so far; all are kept. */
  versions: Type.Integer(),
});

/** A test on paper as the student sees it. */
export const OfflineTest = Type.Object({
  id: Id,
  name: Type.String(),
  start_date: Moment,
  /** Minutes. */
  duration: Type.Integer(),
  /** Last moment at which a sheet is on time: the end of the test plus the time to hand in. */
  submit_until: Moment,
  summary: Type.Object({ total_mark: Type.Integer() }),
  response_summary: Type.Object({ marks: Nullable(Type.Number()), remark: Nullable(Type.String()) }),
  status: Status,
  /** The question paper; null before the start, and if there is none. */
  question_file_url: Nullable(FileUrl),
  /** The version of the sheet that counts. */
  file_url: Nullable(FileUrl),
  /** The sheet with the teacher's marks. */
  marked_file_url: Nullable(FileUrl),
  receipt: Nullable(Receipt),
  offline_test_student_response_id: Id,
});

/** Subjects in which the student has tests on paper. `due_count` is the number of tests whose sheet can be handed in now. */
export const getOfflineTestSubjects = endpoint('GET /institutes/get_offline_test_subjects', {
  summary: 'List subjects of tests on paper',
  reach: 'membership',
  response: Type.Object({
    offline_tests: Type.Array(Type.Object({ id: Id, name: Type.String(), test_count: Type.Integer(), due_count: Type.Integer() })),
  }),
  refusals: ['not_allowed'],
});

/** The student's tests of a subject, newest first. */
export const getSubjectsOfflineTest = endpoint('GET /institutes/get_subjects_offline_test', {
  summary: 'List tests on paper of a subject',
  reach: 'membership',
  query: Type.Object({ subject_id: Id }),
  response: Type.Object({ subject_name: Type.String(), subject_offline_test_list: Type.Array(OfflineTest) }),
  refusals: ['not_allowed', 'not_found'],
});

/** Asks for a new status. The server decides from the facts that it has stored, and never sets a status back. */
export const updateOfflineTestStudentResponseStatus = endpoint('POST /institutes/update_offline_test_student_response_status', {
  summary: 'Note that a question paper was opened',
  reach: 'membership',
  body: Type.Object({ offline_test_student_response_id: Id, status: Status, subject_id: Type.Optional(Id) }),
  response: Type.Object({ ...Success, status: Status }),
  refusals: ['not_allowed', 'not_found'],
});

/** Records an uploaded sheet and returns the receipt. */
export const updateAnswerSheetUrl = endpoint('POST /institutes/update_answer_sheet_url', {
  summary: 'Hand in an uploaded answer sheet',
  reach: 'membership',
  body: Type.Object({ file_url: FileUrl, offline_test_student_response_id: Id }),
  response: Type.Object({ ...Success, status: Status, receipt: Receipt }),
  refusals: ['not_allowed', 'not_found', 'not_possible', 'refused_file'],
});

const Classrooms = Type.Array(Id, { minItems: 1, maxItems: 50 });
const Name = Type.String({ minLength: 1, maxLength: 120 });

/** A test on paper as the staff see it. */
const OfflineTestOfStaff = Type.Object({
  id: Id,
  name: Type.String(),
  subject_id: Id,
  subject_name: Type.String(),
  start_date: Moment,
  duration: Type.Integer(),
  submit_until: Moment,
  total_mark: Type.Integer(),
  question_file_url: Nullable(FileUrl),
  classrooms: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  student_count: Type.Integer(),
  submitted_count: Type.Integer(),
  marked_count: Type.Integer(),
});

/** Tests on paper of the institute, newest first, and the choices for a new one. */
export const getOfflineTests = endpoint('GET /institutes/get_offline_tests', {
  access: { staff: 'offline_tests.manage' },
  summary: 'List tests on paper of the institute',
  response: Type.Object({
    offline_tests: Type.Array(OfflineTestOfStaff),
    subjects: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    classrooms: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  }),
});

export const createOfflineTest = endpoint('POST /institutes/create_offline_test', {
  access: { staff: 'offline_tests.manage' },
  summary: 'Make a test on paper for classrooms',
  body: Type.Object({
    name: Name,
    subject_id: Id,
    start_date: Moment,
    /** Minutes. */
    duration: Type.Integer({ minimum: 5, maximum: 480 }),
    /** Minutes after the end during which a sheet is still on time. */
    upload_minutes: Type.Integer({ minimum: 0, maximum: 1440 }),
    total_mark: Type.Integer({ minimum: 1, maximum: 10_000 }),
    question_file_url: Type.Optional(FileUrl),
    classroom_ids: Classrooms,
  }),
  response: Type.Object({ ...Success, id: Id }),
  refusals: ['not_found', 'not_possible', 'refused_file'],
});

/** Cancels a test for which no sheet was handed in. */
export const cancelOfflineTest = endpoint('POST /institutes/{id}/cancel_offline_test', {
  access: { staff: 'offline_tests.manage' },
  summary: 'Cancel a test on paper',
  id: 'The test.',
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

/** Every student of a test with sheets and marks, sorted by name. */
export const getOfflineTestResponses = endpoint('GET /institutes/{id}/get_offline_test_responses', {
  access: { staff: 'offline_tests.manage' },
  summary: 'List sheets and marks of a test on paper',
  id: 'The test.',
  response: Type.Object({
    offline_test: OfflineTestOfStaff,
    responses: Type.Array(
      Type.Object({
        student_id: Id,
        student_name: Nullable(Type.String()),
        status: Status,
        /** Newest first. */
        sheets: Type.Array(
          Type.Object({
            file_url: FileUrl,
            received_at: Moment,
            bytes: Type.Integer(),
            pages: Nullable(Type.Integer()),
            is_late: Type.Boolean(),
          }),
        ),
        marks: Nullable(Type.Number()),
        remark: Nullable(Type.String()),
        marked_file_url: Nullable(FileUrl),
      }),
    ),
  }),
});

/** Gives marks, with the marked sheet if there is one, and notifies the student. Giving marks again replaces them. */
export const giveOfflineTestMarks = endpoint('POST /institutes/{id}/give_offline_test_marks', {
  access: { staff: 'offline_tests.manage' },
  summary: 'Give marks for a test on paper',
  id: 'The test.',
  body: Type.Object({
    student_id: Id,
    marks: Type.Number({ minimum: 0, maximum: 10_000, multipleOf: 0.25 }),
    remark: Type.Optional(Type.String({ maxLength: 1000 })),
    marked_file_url: Type.Optional(FileUrl),
  }),
  response: Type.Object(Success),
  refusals: ['not_possible', 'refused_file'],
});
