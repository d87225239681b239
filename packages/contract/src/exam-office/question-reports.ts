import { Type } from 'typebox';
import { endpoint, Id, Moment, namesOf, Nullable, Success } from '../endpoint.ts';

/** The specification's types of error reports. */
export const problemTypes = { better_solution: 10, question_or_options: 7, diagram: 2, incorrect_answer: 6, other: 4 } as const;
/** In the order in which the dialog lists them, with the specification's words. */
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

/** Reports an error in a question that the student has met. The same type again replaces the report that is still open. */
export const createReportIssue = endpoint('POST /report_issue/create', {
  summary: 'Report an error in a question',
  body: Type.Object({
    question_id: Id,
    problem_type: ProblemType,
    /** Needed with type 4. What is longer than 1,000 characters is refused in words. */
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

/** Open reports of the institute's own questions, by question: those with the most reports first. */
export const getQuestionReports = endpoint('GET /staff/question_reports', {
  summary: 'List open error reports by question',
  access: staff,
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })) }),
  response: Type.Object({
    /** Questions with an open report. */
    total: Type.Integer(),
    questions: Type.Array(
      Type.Object({
        question_id: Id,
        code: Type.String(),
        question_text: Type.String(),
        chapter_name: Type.String(),
        first_reported_at: Moment,
        /** The latest twenty; `report_count` counts all. */
        report_count: Type.Integer(),
        reports: Type.Array(Type.Object({ problem_type: ProblemType, message: Nullable(Type.String()), reported_at: Moment })),
      }),
    ),
    render_more_questions: Type.Boolean(),
  }),
});

/** Open reports of the questions of a paper: of the institute's own questions all, of others those of its students. */
export const getPaperQuestionReports = endpoint('GET /staff/papers/{id}/question_reports', {
  summary: 'List the open error reports of the questions of a paper',
  id: 'The paper.',
  access: staff,
  response: Type.Object({
    questions: Type.Array(
      Type.Object({
        question_id: Id,
        /** Of the institute itself, which answers its reports; others are answered by the operator. */
        is_own: Type.Boolean(),
        report_count: Type.Integer(),
        /** The latest twenty. */
        reports: Type.Array(Type.Object({ problem_type: ProblemType, message: Nullable(Type.String()), reported_at: Moment })),
      }),
    ),
  }),
});

/** Closes every open report of a question, and tells its reporters; the reply only those who may see the question with its answer. */
export const answerQuestionReports = endpoint('POST /staff/answer_question_reports', {
  summary: 'Answer the open reports of a question',
  access: staff,
  body: Type.Object({ question_id: Id, reply: Type.String({ minLength: 1, maxLength: REPORT_LENGTH }) }),
  response: Type.Object({ closed: Type.Integer() }),
});
