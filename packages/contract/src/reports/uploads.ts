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

/** One visit to a question, in the JSON text `visits` of an upload. `number` counts from 1 within a writer. */
export const UploadedVisit = Type.Object({
  number: Type.Integer({ minimum: 1, maximum: 100_000 }),
  question_id: Id,
  /** Second of the session at which the visit began. */
  second: seconds,
  /** Length of the visit. */
  seconds,
  /** Answer when the visit ended: options as `1,3`, or the numerical text. */
  answer: Type.String({ maxLength: 12, pattern: '^[0-9.,-]*$' }),
});

/** Absences that one upload may tell of. */
export const MOST_ABSENCES = 200;

export const uploadStudentResponses = endpoint('POST /student_app/upload_student_responses', {
  summary: 'Take answers, and with isFinishTest end the session',
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
    /** Of adaptive practice: the questions at the places visited so far, in order. */
    places: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
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
