import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** Seconds without an upload after which a student under way is silent; an open test reports every 60 s. */
export const SILENT_SECONDS = 90;

/** Of a student in the hall; `no_code`: the code was entered wrongly too often. */
export const hallStatuses = { not_begun: 0, running: 1, locked: 2, finished: 3, no_code: 4 } as const;

/** Moments of the hall, in seconds since 1970. */
const Second = Nullable(Type.Integer());
const column = Type.Array(Type.Integer());

export const getHall = endpoint('GET /staff/tests/{id}/hall', {
  summary: 'Tell how far everybody at a test is',
  description:
    'Asked every few seconds: figures stand in columns, in the order of the students, whose names come only where `roster` is another one.',
  id: 'The paper.',
  access: { staff: 'hall.read' },
  isPolled: true,
  query: Type.Object({
    /** `roster` of the last answer. */
    roster: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  response: Type.Object({
    test: Type.Object({
      id: Id,
      name: Type.String(),
      is_assignment: Type.Boolean(),
      opens_at: Nullable(Moment),
      closes_at: Nullable(Moment),
      test_duration: Type.Integer(),
      question_count: Type.Integer(),
      time_kind: Type.Enum(['wall_clock', 'session_time']),
      should_request_otp: Type.Boolean(),
      has_code: Type.Boolean(),
    }),
    roster: Type.String(),
    /** Null where the caller has this roster. */
    students: Nullable(
      Type.Array(
        Type.Object({ id: Id, name: Nullable(Type.String()), given_id: Nullable(Type.String()), classroom: Nullable(Type.String()) }),
      ),
    ),
    /** `hallStatuses`. */
    status: column,
    /** When each was last heard of. */
    heard: Type.Array(Second),
    /** When each one's test ends. */
    ends: Type.Array(Second),
    answered: column,
    /** How often each left the window. */
    left: column,
    /** Late uploads that wait. */
    late: column,
  }),
});

const StudentIds = Type.Array(Id, { minItems: 1, maxItems: 5000 });
const Reason = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

export const extendTest = endpoint('POST /staff/tests/{id}/extend', {
  summary: 'Give students more time, running tests included',
  description: 'Students named, also those whose time is just over; or, with the name of the paper, everybody who has not finished.',
  id: 'The paper.',
  access: { staff: 'hall.run' },
  body: Type.Object({
    minutes: Type.Integer({ minimum: 1, maximum: 600 }),
    student_ids: Type.Optional(StudentIds),
    /** Typed by who extends for everybody. */
    paper_name: Type.Optional(Type.String({ maxLength: 200 })),
    reason: Reason,
  }),
  response: Type.Object({ ...Success, extended: Type.Integer(), reopened: Type.Integer() }),
  refusals: ['not_possible'],
});

export const makeTestCode = endpoint('POST /staff/tests/{id}/code', {
  summary: 'Make the code that opens and unlocks a test; the one before is void',
  id: 'The paper.',
  access: { staff: 'hall.run' },
  body: Type.Object({}),
  response: Type.Object({
    ...Success,
    /** Shown this once. */
    otp: Type.String(),
    /** A code made before opens nothing any more. */
    is_replaced: Type.Boolean(),
  }),
});

export const unlockStudents = endpoint('POST /staff/tests/{id}/unlock', {
  summary: 'Unlock tests whose window was left, and codes that were entered wrongly too often',
  id: 'The paper.',
  access: { staff: 'hall.run' },
  body: Type.Object({ student_ids: StudentIds }),
  response: Type.Object({ ...Success, unlocked: Type.Integer() }),
});

export const endTest = endpoint('POST /staff/tests/{id}/end', {
  summary: "End one student's test now",
  id: 'The paper.',
  access: { staff: 'hall.run' },
  body: Type.Object({ student_id: Id, reason: Reason }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const getLateAnswers = endpoint('GET /staff/tests/{id}/late_answers', {
  summary: 'List the answers of a test that came late and wait',
  id: 'The paper.',
  access: { staff: 'hall.read' },
  response: Type.Object({
    uploads: Type.Array(
      Type.Object({
        id: Id,
        student_id: Id,
        name: Nullable(Type.String()),
        received_at: Moment,
        questions: Type.Integer(),
        /** It came when the key could be seen: counts only where it is named. */
        key_visible: Type.Boolean(),
      }),
    ),
  }),
});

export const acceptLateAnswers = endpoint('POST /staff/tests/{id}/accept_late', {
  summary: "Count a student's late answers",
  id: 'The paper.',
  access: { staff: 'hall.run' },
  body: Type.Object({ student_id: Id, upload_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100 })) }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});
