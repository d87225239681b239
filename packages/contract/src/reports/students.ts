import { Type } from 'typebox';
import { Consent } from '../institute/profile.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** Practice since the student joined, without single answers. */
export const PracticeSummary = Type.Object({
  answered: Type.Integer(),
  correct: Type.Integer(),
  /** Of the last fourteen, today included, those with an answer. */
  days_of_14: Type.Integer(),
  last_day: Nullable(Type.String({ format: 'date' })),
  subjects: Type.Array(Type.Object({ name: Type.String(), answered: Type.Integer(), percent: Type.Integer() })),
});

export const getStudentForStaff = endpoint('GET /staff/students/{id}', {
  summary: 'Tell what the institute may know of a student of its own: its tests, and what to talk about',
  id: 'The student.',
  access: { staff: 'reports.read' },
  response: Type.Object({
    id: Id,
    name: Nullable(Type.String()),
    given_id: Nullable(Type.String()),
    classrooms: Type.Array(Type.String()),
    joined_at: Moment,
    /** Of a minor: a guardian's, of this institute, or none yet. */
    consent: Consent,
    /** The latest first; with scores of those who have finished. */
    tests: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        is_assignment: Type.Boolean(),
        /** Of its end or, where it was not taken, of its window. */
        at: Nullable(Moment),
        state: Type.Enum(['taken', 'running', 'missed', 'open']),
        score: Nullable(Type.Integer()),
        max_score: Nullable(Type.Integer()),
        rank: Nullable(Type.Integer()),
        appeared: Type.Integer(),
      }),
    ),
    /** Shares of the marks by subject over the latest tests, whole percent. */
    subjects: Type.Array(Type.Object({ name: Type.String(), percent: Type.Integer() })),
    /** Practice since the student joined; null where the student does not show it to the institute. */
    practice: Nullable(PracticeSummary),
    /** What to talk about, in sentences, the most pressing first. */
    talk: Type.Array(Type.String()),
  }),
});

export const getPracticeSharing = endpoint('GET /users/get_practice_sharing', {
  summary: 'List the institutes of a student, and whether each may see the own practice',
  access: 'signed_in',
  response: Type.Object({
    institutes: Type.Array(Type.Object({ membership_id: Id, institute_name: Type.String(), is_shared: Type.Boolean() })),
  }),
});

export const sharePractice = endpoint('POST /users/share_practice', {
  summary: 'Let an institute see the own practice from joining on, or no longer',
  access: 'signed_in',
  body: Type.Object({ membership_id: Id, is_shared: Type.Boolean() }),
  response: Type.Object(Success),
});
