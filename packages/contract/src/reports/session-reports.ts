import { missKinds } from '@abhyas/exam/reports/miss-kind';
import { Type } from 'typebox';
import { ObjectType, SessionType } from '../bank/catalogue.ts';
import { endpoint, Id, Nullable } from '../endpoint.ts';
import { Standing } from './leaderboard.ts';
import { MissReason } from '../practice/mistakes.ts';
import { SessionInfo, TestInfo } from '../tests/papers.ts';
import { ComprehensionQuestion, OptionNumber, Question } from '../bank/questions.ts';

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

/** A question that was answered wrongly, with the kind of miss and the student's answer. */
const WrongQuestion = Type.Object({
  question: Question,
  kind: Type.Enum([...missKinds]),
  /** As the student said; null where nothing was said. */
  reason: Nullable(MissReason),
  /** In the mistake book and not fixed: a reason can be said. */
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
  /** Questions whose solution was asked for before they were answered. */
  key_used: Type.Integer(),
  avg_speed: Nullable(Type.Integer()),
});

/** The report of a finished test; `id` is the paper, the session the student's latest finished one. */
export const getReport = endpoint('GET /student_app/{id}/get_report', {
  summary: 'Report the latest finished attempt at a test',
  id: 'The paper.',
  reach: 'membership',
  query: Type.Object({ is_test: Type.Optional(Type.Boolean()) }),
  response: Type.Object({
    subjects: Type.Array(Type.String()),
    test_info: TestInfo,
    report_data: Type.Array(ScoreReport),
    /** Answers came after the end; they are kept and count for nothing until the institute accepts them. */
    received_late: Type.Boolean(),
    /** Null while the results are not out. */
    standing: Nullable(Standing),
    hide_leaderboard: Type.Boolean(),
    /** The questions can be opened with results and solutions, now. */
    can_review: Type.Boolean(),
  }),
  refusals: ['not_begun', 'not_an_active_test'],
});

/** The report of a practice or assignment session; `id` is the object, the session the student's latest of that type. */
export const getAssignmentReport = endpoint('GET /student_app/{id}/get_assignment_report', {
  summary: 'Report a practice or an assignment',
  id: 'The topic, chapter or assignment.',
  reach: 'membership',
  query: Type.Object({ object_type: ObjectType, session_type: SessionType }),
  response: Type.Object({
    subjects: Type.Array(Type.String()),
    test_info: SessionInfo,
    report_data: AssignmentReport,
    topic_progress: Type.Array(TopicProgress),
    /** What went wrong and may be seen, in the order of the session. */
    wrong_questions: Type.Array(WrongQuestion),
    comprehension_questions: Type.Array(ComprehensionQuestion),
    /** The student's own mean seconds a question in these subjects; null before the first. */
    usual_speed: Nullable(Type.Integer()),
    /** The session of the same object before this one. */
    previous: Nullable(Type.Object({ correct: Type.Integer(), question_count: Type.Integer() })),
    /** Of an assignment whose results are out; practice has none. */
    standing: Type.Optional(Nullable(Standing)),
    hide_leaderboard: Type.Optional(Type.Boolean()),
    /** The questions can be opened with results and solutions, now. */
    can_review: Type.Boolean(),
  }),
  refusals: ['not_begun', 'not_an_active_test'],
});
