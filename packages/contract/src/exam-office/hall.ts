import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** A student who is taking the test counts as silent after this many seconds without an upload; an open test sends one every 60 s. */
export const SILENT_SECONDS = 90;

/** State of a student in the hall; `no_code`: the student entered a wrong code too often. */
export const hallStatuses = { not_begun: 0, running: 1, locked: 2, finished: 3, no_code: 4 } as const;

/** A time, in seconds since 1970. */
const Second = Nullable(Type.Integer());
const column = Type.Array(Type.Integer());

export const getHall = endpoint('GET /staff/tests/{id}/hall', {
  summary: 'Show the progress of every student at a test',
  description:
    'Repeated every few seconds, so figures are columns in the order of the students; names are sent only when `roster` has changed.',
  id: 'The paper.',
  access: { staff: 'hall.read' },
  isPolled: true,
  query: Type.Object({
    /** `roster` of the caller's last response. */
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
    /** Null if the caller already has this roster. */
    students: Nullable(
      Type.Array(
        Type.Object({
          id: Id,
          name: Nullable(Type.String()),
          given_id: Nullable(Type.String()),
          classroom: Nullable(Type.String()),
          /** The student's photograph for tests. */
          photo_url: Nullable(Type.String()),
        }),
      ),
    ),
    /** Indexes of `hallStatuses`. */
    status: column,
    /** When each student last sent something. */
    heard: Type.Array(Second),
    /** When each student's test ends. */
    ends: Type.Array(Second),
    answered: column,
    /** How often each student left the window. */
    left: column,
    /** Why each student's seat is slow, as indexes of `seatVerdicts`; 0 for a healthy seat. */
    seat: column,
    /** Each student's late uploads that wait for a decision. */
    late: column,
  }),
});

const StudentIds = Type.Array(Id, { minItems: 1, maxItems: 5000 });
const Reason = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });

export const extendTest = endpoint('POST /staff/tests/{id}/extend', {
  summary: 'Give students more time, running tests included',
  description:
    'For the named students, also if their time is just over; or, with the name of the paper, for everybody who has not finished.',
  id: 'The paper.',
  access: { staff: 'hall.run' },
  body: Type.Object({
    minutes: Type.Integer({ minimum: 1, maximum: 600 }),
    student_ids: Type.Optional(StudentIds),
    /** The name of the paper, typed to extend the test for everybody. */
    paper_name: Type.Optional(Type.String({ maxLength: 200 })),
    reason: Reason,
  }),
  response: Type.Object({ ...Success, extended: Type.Integer(), reopened: Type.Integer() }),
  refusals: ['not_possible'],
});

export const makeTestCode = endpoint('POST /staff/tests/{id}/code', {
  summary: 'Make the code that opens and unlocks a test; an earlier code is void',
  id: 'The paper.',
  access: { staff: 'hall.run' },
  body: Type.Object({}),
  response: Type.Object({
    ...Success,
    /** The code, which is returned only here. */
    otp: Type.String(),
    /** Whether an earlier code was replaced. */
    is_replaced: Type.Boolean(),
  }),
});

export const unlockStudents = endpoint('POST /staff/tests/{id}/unlock', {
  summary: 'Unlock students who left the window or entered a wrong code too often',
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
  summary: 'List the late answers of a test that wait for a decision',
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
        /** Whether the upload arrived when the key was already visible: it counts only if its id is given. */
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
