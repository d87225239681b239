import { Type } from 'typebox';
import { Chapter, ChapterCard, Checkpoint, ObjectType, SessionType, Subject } from '../bank/catalogue.ts';
import { OptionNumber } from '../bank/questions.ts';
import { Notification } from '../institute/notifications.ts';
import { endpoint, Id, Moment, namesOf, Nullable } from '../endpoint.ts';

/** Status of a test in a list: 0 in progress, 1 not started, 2 complete, 3 missed. */
export const testStatuses = { in_progress: 0, not_started: 1, complete: 2, missed: 3 } as const;

export const TestStatus = Type.Enum([0, 1, 2, 3], namesOf('TestStatus', testStatuses));

export const TestListItem = Type.Object({
  id: Id,
  name: Type.String(),
  /** Exam under which the test is listed: `JEE Main`, `NEET`. */
  exam: Type.String(),
  /** Subjects in the paper's order; Botany and Zoology are Biology. */
  subjects: Type.Array(Type.String()),
  date_of_test: Nullable(Moment),
  start_time: Nullable(Moment),
  /** Last moment to begin the test. */
  end_time: Nullable(Moment),
  /** Seconds that this student was given in addition to the duration and beyond the end of the window. */
  extension_seconds: Type.Integer(),
  /** When the test in progress ends, if it runs by the wall clock. */
  deadline: Nullable(Moment),
  /** Seconds left of the test in progress; null without one. */
  remaining_duration: Nullable(Type.Integer()),
  /** Questions answered in the test in progress; null without one. */
  answered_count: Nullable(Type.Integer()),
  status: TestStatus,
  is_test_missed: Type.Boolean(),
  is_test_retakable: Type.Boolean(),
  /** Whether its questions can be opened with results and solutions now. */
  can_review: Type.Boolean(),
  /** Whether the test needs Premium that the student does not have; a locked mock shows 'Subscribe'. */
  is_locked: Type.Boolean(),
  question_count: Type.Integer(),
  /** Seconds. */
  test_duration: Type.Integer(),
  /** Score of the latest finished attempt. */
  score: Nullable(Type.Number()),
  max_score: Nullable(Type.Number()),
  /** The highest score of all finished attempts; null if the score of an attempt after the first is not shown. */
  best_score: Nullable(Type.Number()),
  /** Maximum marks. */
  total_marks: Type.Integer(),
  object_type: ObjectType,
  session_type: SessionType,
});

/**
 * The content of the home screens. `type` is the first part of the address: `home`, a subject's name, `mock`, `previous_paper`,
 * `institute` (with `sub_type` test or assignment), or `chapter` with `id`.
 */
export const getStudentHomeData = endpoint('POST /student_app/get_student_home_data', {
  summary: 'List chapters, topics or tests of a page',
  reach: 'membership',
  body: Type.Object({
    type: Type.String({ maxLength: 40 }),
    sub_type: Type.Optional(Type.String({ maxLength: 40 })),
    is_module: Type.Optional(Type.Boolean()),
    id: Type.Optional(Id),
  }),
  response: Type.Object({
    page_type: Type.String(),
    subjects: Type.Array(Subject),
    selected_subject: Type.Optional(Subject),
    chapters: Type.Optional(Type.Array(ChapterCard)),
    recent_chapters: Type.Optional(Type.Array(ChapterCard)),
    test_list: Type.Optional(Type.Array(TestListItem)),
    completed_test_list: Type.Optional(Type.Array(TestListItem)),
    /** Whether every listed test is locked; if only some are, see `is_locked` of each. On `home`: whether every mock is. */
    is_mock_test_locked: Type.Optional(Type.Boolean()),
    /** Whether a listed test can be taken again. On `home`: a test of the institute. */
    is_test_retakable: Type.Optional(Type.Boolean()),
    /** All chapters of the course by unit, which is a subject here; on `home`, for students of an institute. */
    unit_chapter_data: Type.Optional(
      Type.Array(Type.Object({ id: Id, name: Type.String(), chapters: Type.Array(Type.Object({ id: Id, name: Type.String() })) })),
    ),
    /** The latest five; only on `home`. */
    notifications: Type.Optional(Type.Array(Notification)),
    chapter_data: Type.Optional(Chapter),
    checkpoints: Type.Optional(Type.Array(Checkpoint)),
    has_premium_access: Type.Optional(Type.Boolean()),
    /** Number of questions of the mistake book that are due today, on a chapter's page only those of the chapter. */
    due_count: Type.Optional(Type.Integer()),
  }),
});

/**
 * Tasks and news for a member of an institute, besides the classes: sheets to hand in, new files, subjects with an attendance below 75 %.
 */
export const getMemberHome = endpoint('GET /student_app/get_member_home', {
  summary: 'Show due sheets, new files and attendance at risk',
  reach: 'membership',
  response: Type.Object({
    /** Tests on paper whose sheet may be handed in now, the one with the earliest end first. */
    due_sheets: Type.Array(Type.Object({ id: Id, name: Type.String(), subject_id: Id, submit_until: Moment })),
    /** Files of the last three days: their number, and the newest. */
    new_files: Type.Object({ count: Type.Integer(), newest_title: Nullable(Type.String()) }),
    attendance_at_risk: Type.Array(
      Type.Object({ subject_name: Type.String(), total_classes: Type.Integer(), attended: Type.Integer(), classes_needed: Type.Integer() }),
    ),
  }),
  refusals: ['not_allowed'],
});

export const getLandingPageData = endpoint('GET /home/get_landing_page_data', {
  summary: 'Count questions, tests taken and answers, and show the questions that visitors may try',
  access: 'anyone',
  response: Type.Object({
    question_count: Type.Integer(),
    test_count: Type.Integer(),
    response_count: Type.Integer(),
    /** Questions to try, with texts rendered as HTML and formulas as MathML. */
    questions: Type.Array(
      Type.Object({
        exam: Type.String(),
        subject: Type.String(),
        text: Type.String(),
        /** Empty if the question is answered with a number. */
        options: Type.Array(Type.String()),
        /** The right option, or decimal text. */
        answer: Type.Union([OptionNumber, Type.String()]),
        solution: Type.String(),
        hindi: Type.Optional(Type.Object({ text: Type.String(), solution: Type.String() })),
        html: Type.Object({ text: Type.String(), options: Type.Array(Type.String()), solution: Type.String() }),
      }),
    ),
  }),
});
