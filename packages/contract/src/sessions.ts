import { Type } from 'typebox';
import { ObjectType, SessionType, TestMode } from './catalogue.ts';
import { endpoint, Id, Moment, Nullable, Success } from './endpoint.ts';

/** Sizes 0-3 of the specification: 40-50 % / 250-310 px, 25 % / 160, 40-50 % / 250-310, 50-70 % / 310-430. */
const SizeKey = Type.Enum([0, 1, 2, 3]);
const Picture = Type.Object({ url: Type.String(), alt: Type.String() });
const OptionNumber = Type.Integer({ minimum: 1, maximum: 4 });

/** A key: one option, a set of options, decimal text, or a closed range of decimal texts. */
export const AcceptedAnswer = Type.Union([
  OptionNumber,
  Type.Array(OptionNumber, { minItems: 1, maxItems: 4 }),
  Type.String(),
  Type.Object({ from: Type.String(), to: Type.String() }),
]);

export const QuestionType = Type.Enum([0, 1, 2, 3]);

/** What a question shows while it is being answered. It lists no answer, solution or video. */
const shownFields = {
  id: Id,
  position: Type.Integer(),
  question_type: QuestionType,
  subject_id: Type.Integer(),
  chapter_name: Type.String(),
  /** 0 or 1 within a paper's subject (A, B), further sections count on; null outside papers. */
  section: Nullable(Type.Integer()),
  complexity: Type.Integer(),
  question_text: Type.String(),
  option_1: Nullable(Type.String()),
  option_2: Nullable(Type.String()),
  option_3: Nullable(Type.String()),
  option_4: Nullable(Type.String()),
  image_option_1: Nullable(Picture),
  image_option_2: Nullable(Picture),
  image_option_3: Nullable(Picture),
  image_option_4: Nullable(Picture),
  image_option_1_size: SizeKey,
  image_option_2_size: SizeKey,
  image_option_3_size: SizeKey,
  image_option_4_size: SizeKey,
  supporting_picture: Nullable(Picture),
  supporting_picture_size: SizeKey,
  /** 0 row, 1 column, 2 two by two. */
  options_layout: Type.Enum([0, 1, 2]),
  comprehension_question_id: Nullable(Id),
};

/** What is added once the answer may be known: practice, and review of a finished test where its paper allows it. */
const revealedFields = {
  answers: Type.Union([Type.Array(OptionNumber), Type.String()]),
  accepted_answers: Type.Array(AcceptedAnswer),
  /** Decimals that a numerical entry is compared at. */
  precision: Type.Integer(),
  solution_text: Nullable(Type.String()),
  solution_supporting_picture: Nullable(Picture),
  solution_supporting_picture_size: SizeKey,
  video_solution_uri: Nullable(Type.String()),
  numerical_notes: Nullable(Type.String()),
};

export const ShownQuestion = Type.Object(shownFields);
/** A question as a session carries it; the revealed fields are all there or all absent. */
export const Question = Type.Object({ ...shownFields, ...Type.Partial(Type.Object(revealedFields)).properties });

export const ComprehensionQuestion = Type.Object({
  id: Id,
  comprehension_text: Type.String(),
  supporting_picture: Nullable(Picture),
  supporting_picture_size: SizeKey,
});

/** A section of a paper: its questions stand in a row, from `first_position` on. */
export const Section = Type.Object({
  name: Type.String(),
  /** 0 for A, 1 for B … within its subject. */
  section: Type.Integer(),
  subject_id: Type.Integer(),
  subject_name: Type.String(),
  question_type: QuestionType,
  first_position: Type.Integer(),
  question_count: Type.Integer(),
  attempt_limit: Nullable(Type.Integer()),
  limit_kind: Nullable(Type.Enum(['block', 'first_n'])),
  /** Numerical answers are integers. */
  integer: Type.Boolean(),
  correct: Type.Integer(),
  incorrect: Type.Integer(),
  unattempted: Type.Integer(),
  /** Marks for 1, 2, 3 options chosen, all of them right, when more are right. */
  partial: Nullable(Type.Array(Type.Integer())),
});

/** A response as the server holds it. */
export const QuestionResponse = Type.Object({
  id: Id,
  question_id: Id,
  question_type: QuestionType,
  position: Type.Integer(),
  subject_id: Type.Integer(),
  responses: Type.Array(OptionNumber),
  rich_response: Nullable(Type.String()),
  is_marked: Type.Boolean(),
  is_visited: Type.Boolean(),
  verified: Type.Boolean(),
  verified_at: Nullable(Moment),
  /** 1 correct, -1 incorrect, 0 unattempted, 2 not counted; null while it may not be known. */
  result: Nullable(Type.Enum([-1, 0, 1, 2])),
  version: Type.Integer(),
  /** Seconds. */
  question_time_spent: Type.Integer(),
  /** Second of the session at which the solution was asked for. */
  solution_request_time: Nullable(Type.Integer()),
});

export const TestInfo = Type.Object({
  id: Id,
  name: Type.String(),
  session_id: Nullable(Id),
  session_status: Nullable(Type.Enum(['IN_PROGRESS', 'COMPLETE'])),
  object_type: ObjectType,
  session_type: SessionType,
  chapter_id: Nullable(Id),
  question_count: Type.Integer(),
  test_mode_type: Nullable(TestMode),
  test_type: Nullable(Type.String()),
  /** Seconds; null outside tests. */
  test_duration: Nullable(Type.Integer()),
  session_time_spent: Type.Integer(),
  /** Seconds left by the server's clock; null outside tests. */
  remaining_duration: Nullable(Type.Integer()),
  time_kind: Nullable(Type.Enum(['wall_clock', 'session_time'])),
  deadline: Nullable(Moment),
  server_time: Moment,
  /** Number that uploads of this opening carry; grows with every begin and take-over. */
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
  /** As on the real screen, an answer counts only once it is saved; chosen when the test was begun. */
  is_exam_exact: Type.Boolean(),
  /** Whether the test may be begun that way: self-paced mocks. */
  allows_exam_exact: Type.Boolean(),
  /** Once finished it may be begun anew; false outside tests. */
  is_test_retakable: Type.Boolean(),
  is_session_review: Type.Boolean(),
  is_choice: Type.Boolean(),
  is_revise: Type.Boolean(),
  show_finish_session: Type.Boolean(),
});
const sectionList = Type.Array(Section);

export const getTestInstructions = endpoint('GET /student_app/{id}/get_test_instructions', {
  response: Type.Object({
    test_info: TestInfo,
    sections: sectionList,
    /** What this student was given beyond the duration and the end of the window. */
    extension_seconds: Type.Integer(),
  }),
  refusals: ['premium_needed', 'not_an_active_test'],
});

const practiceFields = {
  test_info: TestInfo,
  questions: Type.Array(Question),
  question_responses: Type.Array(QuestionResponse),
  comprehension_questions: Type.Array(ComprehensionQuestion),
  bookmarked_question_ids: Type.Array(Id),
};

/** What the test screen is made of. */
const testFields = {
  ...practiceFields,
  sections: sectionList,
  attending_count: Type.Integer(),
  redirect_to_report: Type.Boolean(),
  is_otp_required: Type.Boolean(),
  /** When the window of a locked test was left. */
  locked_at: Nullable(Moment),
  can_lock_test: Type.Boolean(),
  /** Key (base64) that seals the answer file of this session; null once it is over. */
  seal_key: Nullable(Type.String()),
};

export const findOrCreateSessionItem = endpoint('POST /student_app/find_or_create_session_item', {
  body: Type.Object({
    id: Id,
    otp: Type.Optional(Type.String({ pattern: '^[0-9]{6}$' })),
    /** Answers count only once they are saved. Kept from the beginning of an attempt to its end; only where `allows_exam_exact`. */
    is_exam_exact: Type.Optional(Type.Boolean()),
    /** Answer with the begun test too, as `get_test_questions` would. */
    with_questions: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object({
    ...Success,
    is_assignment: Type.Boolean(),
    test_id: Id,
    session_id: Id,
    writer: Type.Integer(),
    message: Type.String(),
    ...Type.Partial(Type.Object(testFields)).properties,
  }),
  refusals: ['not_an_active_test', 'premium_needed', 'finished_test', 'test_not_open', 'test_closed', 'wrong_code', 'too_many_requests'],
});

export const getTestQuestions = endpoint('GET /student_app/{id}/get_test_questions', {
  query: Type.Object({
    /** Open the finished session for review. */
    is_review: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object(testFields),
  refusals: ['not_an_active_test', 'review_not_allowed', 'premium_needed'],
});

/** Opens (or creates) the student's session of an object and hands out its questions. */
export const getTrainQuestions = endpoint('GET /student_app/{id}/get_train_questions', {
  query: Type.Object({ object_type: Type.Optional(ObjectType), session_type: Type.Optional(SessionType) }),
  response: Type.Object(practiceFields),
  refusals: ['premium_needed'],
});

const seconds = Type.Integer({ minimum: 0, maximum: 2_592_000 });

/** One response in the JSON text `responses` of an upload. */
export const UploadedResponse = Type.Object({
  question_id: Id,
  responses: Type.Array(OptionNumber, { maxItems: 4, uniqueItems: true }),
  rich_response: Nullable(Type.String({ maxLength: 12 })),
  is_marked: Type.Boolean(),
  is_visited: Type.Boolean(),
  verified: Type.Boolean(),
  /** Grows with every change of this response in this session. */
  version: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
  question_time_spent: seconds,
  solution_request_time: Nullable(seconds),
});

/** One stay at a question, in the JSON text `visits` of an upload. `number` counts from 1 within a writer. */
export const UploadedVisit = Type.Object({
  number: Type.Integer({ minimum: 1, maximum: 100_000 }),
  question_id: Id,
  /** Second of the session at which the stay began. */
  second: seconds,
  /** Length of the stay. */
  seconds,
  /** Answer when the stay ended: options as `1,3`, or the numerical text. */
  answer: Type.String({ maxLength: 12, pattern: '^[0-9.,-]*$' }),
});

/** Score per subject and in total (`subject_id` null). Marks and counts by rules 5. */
export const ScoreReport = Type.Object({
  subject_id: Nullable(Type.Integer()),
  subject_name: Type.String(),
  score: Type.Integer(),
  max_score: Type.Integer(),
  /** Correct / attempted, whole percent; null when nothing was attempted. */
  accuracy: Nullable(Type.Integer()),
  correct: Type.Integer(),
  incorrect: Type.Integer(),
  unattempted: Type.Integer(),
  not_counted: Type.Integer(),
  question_count: Type.Integer(),
});

export const TopicProgress = Type.Object({ id: Id, name: Type.String(), correct: Type.Integer(), total: Type.Integer() });
export const AssignmentReport = Type.Object({
  accuracy: Nullable(Type.Integer()),
  correct: Type.Integer(),
  incorrect: Type.Integer(),
  unattempted: Type.Integer(),
  /** Questions whose solution was asked for before they were answered. */
  key_used: Type.Integer(),
  avg_speed: Nullable(Type.Integer()),
});

/** Absences that one upload may tell of. */
export const MOST_ABSENCES = 200;

export const uploadStudentResponses = endpoint('POST /student_app/upload_student_responses', {
  body: Type.Object({
    session_id: Id,
    writer: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    session_time_spent: seconds,
    current_index: Type.Integer({ minimum: 0, maximum: 1000 }),
    /** JSON text of a list of UploadedResponse, at most 1,000. */
    responses: Type.String({ maxLength: 900_000 }),
    /** JSON text of a list of UploadedVisit. */
    visits: Type.Optional(Type.String({ maxLength: 900_000 })),
    isFinishTest: Type.Optional(Type.Boolean()),
    /** Seconds of the session at which the window of a lockable test was left while there was no network. */
    absences: Type.Optional(Type.Array(seconds, { maxItems: MOST_ABSENCES })),
  }),
  response: Type.Object({
    ...Success,
    /** What the server now holds of each question sent. */
    kept: Type.Array(Type.Object({ question_id: Id, writer: Type.Integer(), version: Type.Integer() })),
    refused: Type.Array(Type.Object({ question_id: Nullable(Type.Integer()), code: Type.String(), message: Type.String() })),
    /** Highest visit number stored of this writer. */
    visits_kept: Type.Integer(),
    server_time: Moment,
    deadline: Nullable(Moment),
    remaining_duration: Nullable(Type.Integer()),
    writer: Type.Integer(),
    session_status: Type.Enum(['IN_PROGRESS', 'COMPLETE']),
    report_data: Type.Optional(Type.Array(ScoreReport)),
    subjects: Type.Optional(Type.Array(Type.String())),
    test_info: Type.Optional(TestInfo),
  }),
  refusals: ['session_finished', 'received_late'],
});

export const restartTrainSessionItem = endpoint('POST /student_app/{id}/restart_train_session_item', {
  response: Type.Object({ is_previous_paper: Type.Boolean(), object_id: Id }),
  refusals: ['not_restartable'],
});

/** The report of a finished test; `id` is the paper, the session the student's latest finished one. */
export const getReport = endpoint('GET /student_app/{id}/get_report', {
  query: Type.Object({ is_test: Type.Optional(Type.Boolean()) }),
  response: Type.Object({
    subjects: Type.Array(Type.String()),
    test_info: TestInfo,
    report_data: Type.Array(ScoreReport),
    /** Answers came after the end; they are kept and count for nothing until the institute accepts them. */
    received_late: Type.Boolean(),
  }),
});

/** The report of a practice or assignment session; `id` is the object, the session the student's latest of that type. */
export const getAssignmentReport = endpoint('GET /student_app/{id}/get_assignment_report', {
  query: Type.Object({ object_type: ObjectType, session_type: SessionType }),
  response: Type.Object({
    subjects: Type.Array(Type.String()),
    test_info: TestInfo,
    report_data: AssignmentReport,
    topic_progress: Type.Array(TopicProgress),
  }),
});
