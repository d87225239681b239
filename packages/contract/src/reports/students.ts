import { Type } from 'typebox';
import { Consent } from '../institute/profile.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** Totals of the practice since the student joined. */
export const PracticeSummary = Type.Object({
  answered: Type.Integer(),
  correct: Type.Integer(),
  /** Number of days with an answer among the last fourteen, today included. */
  days_of_14: Type.Integer(),
  last_day: Nullable(Type.String({ format: 'date' })),
  subjects: Type.Array(Type.Object({ name: Type.String(), answered: Type.Integer(), percent: Type.Integer() })),
});

export const getStudentForStaff = endpoint('GET /staff/students/{id}', {
  summary: 'Show what the institute may see of its student: tests, and points to talk about',
  id: 'The student.',
  access: { staff: 'reports.read' },
  response: Type.Object({
    id: Id,
    name: Nullable(Type.String()),
    given_id: Nullable(Type.String()),
    classrooms: Type.Array(Type.String()),
    joined_at: Moment,
    /** Consent for a minor: given by a guardian, recorded by this institute, or none yet. */
    consent: Consent,
    /** Tests, the latest first. A test that the student has finished has a score. */
    tests: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        is_assignment: Type.Boolean(),
        /** End of the attempt, or of the window if the test was not taken. */
        at: Nullable(Moment),
        state: Type.Enum(['taken', 'running', 'missed', 'open']),
        score: Nullable(Type.Integer()),
        max_score: Nullable(Type.Integer()),
        rank: Nullable(Type.Integer()),
        appeared: Type.Integer(),
        /** Mean of the student's batches in this test, in whole percent of the marks; null with fewer than three results. */
        batch_percent: Nullable(Type.Integer()),
      }),
    ),
    /** For each subject, the marks gained in the latest tests, in whole percent of the possible marks. */
    subjects: Type.Array(Type.Object({ name: Type.String(), percent: Type.Integer() })),
    /** Practice since the student joined; null if the student does not let the institute see it. */
    practice: Nullable(PracticeSummary),
    /** Points to talk about, as sentences, the most pressing first. */
    talk: Type.Array(Type.String()),
  }),
});

export const getPracticeSharing = endpoint('GET /users/get_practice_sharing', {
  summary: "List the institutes of a student, and whether each may see the student's own practice",
  access: 'signed_in',
  response: Type.Object({
    institutes: Type.Array(Type.Object({ membership_id: Id, institute_name: Type.String(), is_shared: Type.Boolean() })),
  }),
});

export const sharePractice = endpoint('POST /users/share_practice', {
  summary: "Let an institute see the student's own practice since joining, or stop showing it",
  access: 'signed_in',
  body: Type.Object({ membership_id: Id, is_shared: Type.Boolean() }),
  response: Type.Object(Success),
});
