import { Type } from 'typebox';
import { endpoint, Id, JsonText, Moment, Nullable, Success } from '../endpoint.ts';
import { OptionNumber } from '../bank/questions.ts';
import { TestInfo } from '../tests/papers.ts';
import { ScoreReport } from './session-reports.ts';

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

/** One visit to a question, in the JSON text `visits` of an upload. Each writer numbers its visits from 1. */
export const UploadedVisit = Type.Object({
  number: Type.Integer({ minimum: 1, maximum: 100_000 }),
  question_id: Id,
  /** Second of the session at which the visit began. */
  second: seconds,
  /** Length of the visit. */
  seconds,
  /** Answer when the visit ended: options as `1,3`, or the numerical text. */
  answer: Type.String({ maxLength: 12, pattern: '^[0-9.,-]*$' }),
  /** Set if the question was shown in Hindi during the visit. */
  language: Type.Optional(Type.Literal('hi')),
});

/** The most absences in one upload. */
export const MOST_ABSENCES = 200;

export const uploadStudentResponses = endpoint('POST /student_app/upload_student_responses', {
  isOfTest: true,
  summary: 'Upload answers, and with isFinishTest end the session',
  reach: 'membership',
  body: Type.Object({
    session_id: Id,
    writer: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    session_time_spent: seconds,
    current_index: Type.Integer({ minimum: 0, maximum: 1000 }),
    /** JSON text of a list of UploadedResponse, at most 1,000. */
    responses: JsonText(Type.Array(UploadedResponse, { maxItems: 1000 }), 900_000),
    /** JSON text of a list of UploadedVisit. */
    visits: Type.Optional(JsonText(Type.Array(UploadedVisit), 900_000)),
    isFinishTest: Type.Optional(Type.Boolean()),
    /** For adaptive practice: the questions visited so far, in order. */
    places: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
    /** The seconds of the session at which the student, while without a network, left the window of a lockable test. */
    absences: Type.Optional(Type.Array(seconds, { maxItems: MOST_ABSENCES })),
  }),
  response: Type.Object({
    ...Success,
    /** The version of each uploaded question that the server has after this upload. */
    kept: Type.Array(Type.Object({ question_id: Id, writer: Type.Integer(), version: Type.Integer() })),
    refused: Type.Array(Type.Object({ question_id: Nullable(Type.Integer()), code: Type.String(), message: Type.String() })),
    /** Highest stored visit number of this writer. */
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
