import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { ComprehensionQuestion, OptionNumber, Question, QuestionType } from '../bank/questions.ts';
import { PracticeInfo, sectionList, TestInfo } from './papers.ts';

/** A response as the server stores it. */
export const QuestionResponse = Type.Object({
  id: Id,
  /** The session of the response. */
  session_item_id: Id,
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
  /** Second of the session at which the student opened the solution. */
  solution_request_time: Nullable(Type.Integer()),
});

export const practiceFields = {
  test_info: PracticeInfo,
  questions: Type.Array(Question),
  question_responses: Type.Array(QuestionResponse),
  comprehension_questions: Type.Array(ComprehensionQuestion),
  bookmarked_question_ids: Type.Array(Id),
};

/** Content of the test screen. */
const testFields = {
  ...practiceFields,
  test_info: TestInfo,
  sections: sectionList,
  attending_count: Type.Integer(),
  redirect_to_report: Type.Boolean(),
  is_otp_required: Type.Boolean(),
  /** When the student left the window of a locked test. */
  locked_at: Nullable(Moment),
  can_lock_test: Type.Boolean(),
  /** Key (base64) that encrypts the answer file of this session; null once the session is over. */
  seal_key: Nullable(Type.String()),
};

export const findOrCreateSessionItem = endpoint('POST /student_app/find_or_create_session_item', {
  isOfTest: true,
  summary: 'Begin a test, resume it, or retake it',
  reach: 'membership',
  body: Type.Object({
    id: Id,
    otp: Type.Optional(Type.String({ pattern: '^[0-9]{6}$' })),
    /**
     * Whether answers count only once they are saved. It holds for the whole attempt, and is possible only if the test has
     * `allows_exam_exact`.
     */
    is_exam_exact: Type.Optional(Type.Boolean()),
    /** Whether the response also contains the begun test, as `get_test_questions` returns it. */
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
  isOfTest: true,
  summary: 'Hand out the questions of a begun test, or of a finished test for review',
  id: 'The paper.',
  reach: 'membership',
  query: Type.Object({
    /** Whether to open the finished session for review. */
    is_review: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object(testFields),
  refusals: ['not_an_active_test', 'review_not_allowed', 'premium_needed'],
});
