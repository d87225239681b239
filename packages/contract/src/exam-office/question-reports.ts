import { Type } from 'typebox';
import { endpoint, Id, Moment, namesOf, Nullable, Success } from '../endpoint.ts';

/** Types of error reports, with their fixed codes (docs/product.md). */
export const problemTypes = { better_solution: 10, question_or_options: 7, diagram: 2, incorrect_answer: 6, other: 4 } as const;
/** The types in the order of the dialog, with their fixed texts. */
export const problemLabels = [
  [10, 'Need a better solution'],
  [7, 'Issue in question or options'],
  [2, 'Issue in diagram'],
  [6, 'Incorrect answer'],
  [4, 'Other issue'],
] as const;
export const ProblemType = Type.Enum([10, 7, 2, 6, 4], namesOf('ProblemType', problemTypes));

/** Characters of a report's message, and of its reply. */
export const REPORT_LENGTH = 1000;

/**
 * Reports an error in a question that the student has seen. A second report of the same type replaces the first one if that is still open.
 */
export const createReportIssue = endpoint('POST /report_issue/create', {
  summary: 'Report an error in a question',
  body: Type.Object({
    question_id: Id,
    problem_type: ProblemType,
    /** Required with type 4. A text of more than 1,000 characters is refused with a message about the limit. */
    message: Type.Optional(Nullable(Type.String({ maxLength: 20_000 }))),
  }),
  response: Type.Object({ ...Success }),
  refusals: ['not_possible'],
});

/** Questions with an open report of this student, the latest 500. */
export const getReportedQuestions = endpoint('GET /report_issue/get_reported_questions', {
  summary: 'List the questions that the student reported',
  response: Type.Object({ question_ids: Type.Array(Id) }),
});

const staff = { staff: 'question_reports.manage' } as const;

/** Open reports on the institute's own questions, grouped by question, the question with the most reports first. */
export const getQuestionReports = endpoint('GET /staff/question_reports', {
  summary: 'List open error reports by question',
  access: staff,
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }),
  response: Type.Object({
    /** Number of questions with an open report. */
    total: Type.Integer(),
    questions: Type.Array(
      Type.Object({
        question_id: Id,
        code: Type.String(),
        question_text: Type.String(),
        chapter_name: Type.String(),
        first_reported_at: Moment,
        /** Number of all open reports; `reports` contains the latest twenty. */
        report_count: Type.Integer(),
        reports: Type.Array(Type.Object({ problem_type: ProblemType, message: Nullable(Type.String()), reported_at: Moment })),
      }),
    ),
    render_more_questions: Type.Boolean(),
  }),
});

/**
 * Open reports on a paper's questions: every report on the institute's own questions, and the reports of its students on other questions.
 */
export const getPaperQuestionReports = endpoint('GET /staff/papers/{id}/question_reports', {
  summary: 'List the open error reports of the questions of a paper',
  id: 'The paper.',
  access: staff,
  response: Type.Object({
    questions: Type.Array(
      Type.Object({
        question_id: Id,
        /**
         * Whether the question belongs to the institute, which then answers its reports. The operator answers reports on other questions.
         */
        is_own: Type.Boolean(),
        report_count: Type.Integer(),
        /** The latest twenty. */
        reports: Type.Array(Type.Object({ problem_type: ProblemType, message: Nullable(Type.String()), reported_at: Moment })),
      }),
    ),
  }),
});

/** Closes every open report of a question and notifies the reporters. Only reporters who may see the answer get the reply. */
export const answerQuestionReports = endpoint('POST /staff/answer_question_reports', {
  summary: 'Answer the open reports of a question',
  access: staff,
  body: Type.Object({ question_id: Id, reply: Type.String({ minLength: 1, maxLength: REPORT_LENGTH }) }),
  response: Type.Object({ closed: Type.Integer() }),
});
