import { Type } from 'typebox';
import { getTestQuestions } from '../tests/attempts.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { Section } from '../tests/papers.ts';

const testRow = {
  id: Id,
  name: Type.String(),
  is_assignment: Type.Boolean(),
  opens_at: Nullable(Moment),
  closes_at: Nullable(Moment),
  /** Seconds. */
  test_duration: Type.Integer(),
  question_count: Type.Integer(),
  /** `unset`: the test has no window or no students yet. */
  state: Type.Enum(['unset', 'upcoming', 'running', 'over', 'published']),
  /** Counts of students to whom the test was given, who are taking it, and who have finished it. */
  given: Type.Integer(),
  running: Type.Integer(),
  finished: Type.Integer(),
};

export const InstituteTestRow = Type.Object(testRow);

/** Rows on one page of the list. */
export const TESTS_PER_PAGE = 50;

export const getInstituteTests = endpoint('GET /staff/tests', {
  summary: 'List the tests or the assignments of the institute, the latest window first',
  access: { staff: 'console.enter' },
  query: Type.Object({
    is_assignment: Type.Optional(Type.Boolean()),
    /** From 0. */
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  }),
  response: Type.Object({ tests: Type.Array(InstituteTestRow), total: Type.Integer() }),
});

/** A step of the set-up, computed from the stored test. */
export const SetUpStep = Type.Object({
  step: Type.Enum(['questions', 'window', 'students', 'code', 'tried']),
  is_done: Type.Boolean(),
  /** A sentence on the present setting, or on the missing one. */
  detail: Type.String(),
});

export const InstituteTest = Type.Object({
  ...testRow,
  exam: Type.String(),
  /** `session_time`: the clock runs only while the test is open on a device, and the test cannot be extended. */
  time_kind: Type.Enum(['wall_clock', 'session_time']),
  total_marks: Type.Integer(),
  sections: Type.Array(Section),
  should_request_otp: Type.Boolean(),
  has_code: Type.Boolean(),
  can_lock_test: Type.Boolean(),
  /** Whether every attempt is in exam-exact mode. */
  is_exam_exact: Type.Boolean(),
  /** Whether students may read the paper with its answers once the test is over. */
  allows_review: Type.Boolean(),
  results_published_at: Nullable(Moment),
  steps: Type.Array(SetUpStep),
  /** Classrooms of the institute; `given` is the number of their students who have the test. */
  classrooms: Type.Array(Type.Object({ id: Id, name: Type.String(), students: Type.Integer(), given: Type.Integer() })),
  /** All students of the institute. */
  student_count: Type.Integer(),
});

export const getInstituteTest = endpoint('GET /staff/tests/{id}', {
  summary: 'Show how a test is set up, and what is missing',
  id: 'The paper.',
  access: { staff: 'tests.read' },
  response: InstituteTest,
});

export const getStudentsOfTest = endpoint('GET /staff/tests/{id}/students', {
  summary: 'List the students of the institute, and whether each has the test',
  id: 'The paper.',
  access: { staff: 'tests.manage' },
  response: Type.Object({
    students: Type.Array(
      Type.Object({
        id: Id,
        name: Nullable(Type.String()),
        given_id: Nullable(Type.String()),
        is_given: Type.Boolean(),
        has_begun: Type.Boolean(),
      }),
    ),
  }),
});

export const setUpTest = endpoint('POST /staff/tests/{id}/set_up', {
  summary: 'Set window, code, lock and review of a test',
  id: 'The paper.',
  access: { staff: 'tests.manage' },
  body: Type.Object({
    opens_at: Type.Optional(Nullable(Moment)),
    closes_at: Type.Optional(Nullable(Moment)),
    should_request_otp: Type.Optional(Type.Boolean()),
    can_lock_test: Type.Optional(Type.Boolean()),
    is_exam_exact: Type.Optional(Type.Boolean()),
    allows_review: Type.Optional(Type.Boolean()),
  }),
  response: InstituteTest,
  refusals: ['not_possible'],
});

const StudentIds = Type.Array(Id, { minItems: 1, maxItems: 5000 });

export const assignTest = endpoint('POST /staff/tests/{id}/assign', {
  summary: 'Give a test to students',
  description: 'To students by their ids, to classrooms, or with `everybody` to all students of the institute.',
  id: 'The paper.',
  access: { staff: 'tests.manage' },
  body: Type.Object({
    student_ids: Type.Optional(StudentIds),
    classroom_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 100 })),
    everybody: Type.Optional(Type.Boolean()),
  }),
  response: InstituteTest,
  refusals: ['not_possible'],
});

export const takeBackTest = endpoint('POST /staff/tests/{id}/take_back', {
  summary: 'Take a test back from students who have not begun it',
  id: 'The paper.',
  access: { staff: 'tests.manage' },
  body: Type.Object({ student_ids: StudentIds }),
  response: InstituteTest,
  refusals: ['not_possible'],
});

export const getSharedPapers = endpoint('GET /staff/shared_papers', {
  summary: 'List the shared papers that a test can be made of',
  access: { staff: 'tests.manage' },
  response: Type.Object({
    papers: Type.Array(
      Type.Object({ id: Id, name: Type.String(), exam: Type.String(), question_count: Type.Integer(), test_duration: Type.Integer() }),
    ),
  }),
});

export const copyPaper = endpoint('POST /staff/tests/copy', {
  summary: 'Make a test of the institute from a shared paper, or from one of its own',
  access: { staff: 'tests.manage' },
  body: Type.Object({
    paper_id: Id,
    name: Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' }),
    is_assignment: Type.Boolean(),
  }),
  response: Type.Object({ ...Success, id: Id }),
});

export const deleteTest = endpoint('POST /staff/tests/{id}/delete', {
  summary: 'Delete a test that was given to no student',
  id: 'The paper.',
  access: { staff: 'tests.manage' },
  body: Type.Object({}),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const tryTest = endpoint('GET /staff/tests/{id}/try', {
  summary: 'Hand out a test for a trial run on the real screen, which is not stored',
  id: 'The paper.',
  access: { staff: 'tests.manage' },
  response: getTestQuestions.response,
});

export const noteTried = endpoint('POST /staff/tests/{id}/tried', {
  summary: 'Record in the audit log that a member of staff tried the test',
  id: 'The paper.',
  access: { staff: 'tests.manage' },
  body: Type.Object({}),
  response: InstituteTest,
});
