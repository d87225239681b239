import { missKinds } from '@abhyas/exam/reports/miss-kind';
import { Type } from 'typebox';
import { ObjectType, SessionType } from '../bank/catalogue.ts';
import { endpoint, Id, Nullable } from '../endpoint.ts';
import { Standing } from './leaderboard.ts';
import { MissReason } from '../practice/mistakes.ts';
import { SessionInfo, TestInfo } from '../tests/papers.ts';
import { ComprehensionQuestion, OptionNumber, Question } from '../bank/questions.ts';

/** Score of one subject; of the whole paper if `subject_id` is null. */
export const ScoreReport = Type.Object({
  subject_id: Nullable(Type.Integer()),
  subject_name: Type.String(),
  score: Type.Integer(),
  max_score: Type.Integer(),
  /** Share of the attempted questions that are correct, in whole percent; null if nothing was attempted. */
  accuracy: Nullable(Type.Integer()),
  correct: Type.Integer(),
  incorrect: Type.Integer(),
  unattempted: Type.Integer(),
  not_counted: Type.Integer(),
  question_count: Type.Integer(),
});

export const TopicProgress = Type.Object({ id: Id, name: Type.String(), correct: Type.Integer(), total: Type.Integer() });

/** A question that was answered wrongly, with the kind of miss and the student's answer. */
const WrongQuestion = Type.Object({
  question: Question,
  kind: Type.Enum([...missKinds]),
  /** The student's reason; null if none was given. */
  reason: Nullable(MissReason),
  /** Whether a reason can be given: the question is in the mistake book and not fixed. */
  is_in_mistake_book: Type.Boolean(),
  responses: Type.Array(OptionNumber),
  rich_response: Nullable(Type.String()),
  question_time_spent: Type.Integer(),
});

export const AssignmentReport = Type.Object({
  /** Marks of an assignment; null in practice, which has none. */
  score: Nullable(Type.Integer()),
  max_score: Nullable(Type.Integer()),
  accuracy: Nullable(Type.Integer()),
  correct: Type.Integer(),
  incorrect: Type.Integer(),
  unattempted: Type.Integer(),
  /** Questions whose solution the student opened before answering. */
  key_used: Type.Integer(),
  avg_speed: Nullable(Type.Integer()),
});

/** The report of the student's latest finished session of a test; `id` is the paper. */
export const getReport = endpoint('GET /student_app/{id}/get_report', {
  summary: 'Show the report of the latest finished attempt at a test',
  id: 'The paper.',
  reach: 'membership',
  query: Type.Object({ is_test: Type.Optional(Type.Boolean()) }),
  response: Type.Object({
    subjects: Type.Array(Type.String()),
    test_info: TestInfo,
    report_data: Type.Array(ScoreReport),
    /** Whether the server received answers after the end. They are stored, and count once the institute accepts them. */
    received_late: Type.Boolean(),
    /** Null while the results are not published. */
    standing: Nullable(Standing),
    hide_leaderboard: Type.Boolean(),
    /** Whether the questions can be opened with results and solutions now. */
    can_review: Type.Boolean(),
  }),
  refusals: ['not_begun', 'not_an_active_test'],
});

/** The report of the student's latest practice or assignment session of an object; `id` is the object. */
export const getAssignmentReport = endpoint('GET /student_app/{id}/get_assignment_report', {
  summary: 'Show the report of a practice or an assignment',
  id: 'The topic, chapter or assignment.',
  reach: 'membership',
  query: Type.Object({ object_type: ObjectType, session_type: SessionType }),
  response: Type.Object({
    subjects: Type.Array(Type.String()),
    test_info: SessionInfo,
    report_data: AssignmentReport,
    topic_progress: Type.Array(TopicProgress),
    /** Wrong answers that may be shown, in the order of the session. */
    wrong_questions: Type.Array(WrongQuestion),
    comprehension_questions: Type.Array(ComprehensionQuestion),
    /** The student's usual mean seconds per question in these subjects; null before the first answer. */
    usual_speed: Nullable(Type.Integer()),
    /** The previous session of the same object. */
    previous: Nullable(Type.Object({ correct: Type.Integer(), question_count: Type.Integer() })),
    /** Present for an assignment whose results are published; practice has no ranks. */
    standing: Type.Optional(Nullable(Standing)),
    hide_leaderboard: Type.Optional(Type.Boolean()),
    /** Whether the questions can be opened with results and solutions now. */
    can_review: Type.Boolean(),
  }),
  refusals: ['not_begun', 'not_an_active_test'],
});
