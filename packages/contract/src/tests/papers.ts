import { Type } from 'typebox';
import { ObjectType, SessionType, TestMode } from '../bank/catalogue.ts';
import { endpoint, Id, Moment, Nullable } from '../endpoint.ts';
import { LanguageCode } from '../bank/translations.ts';
import { QuestionType } from '../bank/questions.ts';

/** A section of a paper: a row of questions that begins at `first_position`. */
export const Section = Type.Object({
  name: Type.String(),
  /** The position of the section within its subject: 0 for A, 1 for B … */
  section: Type.Integer(),
  subject_id: Type.Integer(),
  subject_name: Type.String(),
  question_type: QuestionType,
  first_position: Type.Integer(),
  question_count: Type.Integer(),
  attempt_limit: Nullable(Type.Integer()),
  limit_kind: Nullable(Type.Enum(['block', 'first_n'])),
  /** Whether numerical answers must be integers. */
  integer: Type.Boolean(),
  correct: Type.Integer(),
  incorrect: Type.Integer(),
  unattempted: Type.Integer(),
  /** Marks for 1, 2 or 3 chosen options that are all right, if the key has more right options. */
  partial: Nullable(Type.Array(Type.Integer())),
});

/** Fields of every session, of a test or of practice. */
const sessionInfo = {
  id: Id,
  name: Type.String(),
  session_id: Nullable(Id),
  session_status: Nullable(Type.Enum(['IN_PROGRESS', 'COMPLETE'])),
  object_type: ObjectType,
  session_type: SessionType,
  chapter_id: Nullable(Id),
  question_count: Type.Integer(),
  session_time_spent: Type.Integer(),
  deadline: Nullable(Moment),
  server_time: Moment,
  /** Number that every upload of this opening contains. It grows each time a device begins the session or takes it over. */
  writer: Type.Integer(),
  current_index: Type.Integer(),
  should_request_otp: Type.Boolean(),
  disable_begin: Type.Boolean(),
  test_date: Nullable(Moment),
  start_time: Nullable(Moment),
  end_time: Nullable(Moment),
  is_new_neet_pattern: Type.Boolean(),
  is_online: Type.Boolean(),
  is_institute_test: Type.Boolean(),
  is_missed_test: Type.Boolean(),
  /**
   * Whether an answer counts only once it is saved, as on the real exam's screen: set by the institute, or chosen when the test is begun.
   */
  is_exam_exact: Type.Boolean(),
  /** Whether the student may choose that mode: true for self-paced mocks. */
  allows_exam_exact: Type.Boolean(),
  /** Whether a finished test may be begun again; false outside tests. */
  is_test_retakable: Type.Boolean(),
  is_session_review: Type.Boolean(),
  is_choice: Type.Boolean(),
  is_revise: Type.Boolean(),
  show_finish_session: Type.Boolean(),
};

/** A test, with the student's session if there is one. */
export const TestInfo = Type.Object({
  ...sessionInfo,
  test_mode_type: TestMode,
  test_type: Type.String(),
  /** Seconds. */
  test_duration: Type.Integer(),
  /** Seconds left by the server's clock. */
  remaining_duration: Type.Integer(),
  time_kind: Type.Enum(['wall_clock', 'session_time']),
});

/** A session of practice: fields of tests are null. */
export const PracticeInfo = Type.Object({
  ...sessionInfo,
  test_mode_type: Type.Null(),
  test_type: Type.Null(),
  test_duration: Type.Null(),
  remaining_duration: Type.Null(),
  time_kind: Type.Null(),
});

/** A session of a test or of practice, in the report of a session. */
export const SessionInfo = Type.Union([TestInfo, PracticeInfo]);

export const sectionList = Type.Array(Section);

export const getTestInstructions = endpoint('GET /student_app/{id}/get_test_instructions', {
  isOfTest: true,
  summary: 'Describe a test before it begins',
  id: 'The paper.',
  reach: 'membership',
  response: Type.Object({
    test_info: TestInfo,
    sections: sectionList,
    /** The languages in which every question of the test can be read. */
    languages: Type.Array(LanguageCode),
    /** Whether the questions can be opened with results and solutions now. */
    can_review: Type.Boolean(),
    /** Seconds that this student was given in addition to the duration and beyond the end of the window. */
    extension_seconds: Type.Integer(),
  }),
  refusals: ['premium_needed', 'not_an_active_test'],
});
