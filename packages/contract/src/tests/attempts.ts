import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { ComprehensionQuestion, OptionNumber, Question, QuestionType } from '../bank/questions.ts';
import { PracticeInfo, sectionList, TestInfo } from './papers.ts';

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

export const practiceFields = {
  test_info: PracticeInfo,
  questions: Type.Array(Question),
  question_responses: Type.Array(QuestionResponse),
  comprehension_questions: Type.Array(ComprehensionQuestion),
  bookmarked_question_ids: Type.Array(Id),
};

/** What the test screen is made of. */
const testFields = {
  ...practiceFields,
  test_info: TestInfo,
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
  summary: 'Begin a test, go on with it, or retake it',
  reach: 'membership',
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
  summary: 'Hand out a begun test, or a finished one for review',
  id: 'The paper.',
  reach: 'membership',
  query: Type.Object({
    /** Open the finished session for review. */
    is_review: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object(testFields),
  refusals: ['not_an_active_test', 'review_not_allowed', 'premium_needed'],
});
