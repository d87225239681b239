// Contents: what a guardian sees · a guardian's answer · the student's side · the institute's side
import { Type } from 'typebox';
import { relations } from '../institute/consent.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { PhoneNumber } from '../institute/identity.ts';
import { PracticeSummary } from './students.ts';

/** Of one student at one institute at a time, those who have agreed or are asked to. */
export const MOST_GUARDIANS = 4;
/** Of one guardian at one institute. */
export const MOST_CHILDREN = 10;

const Relation = Type.Enum([...relations]);
const guardian = {
  phone: PhoneNumber,
  name: Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }),
  relation: Relation,
};

/** A finished test whose results are published. */
const Result = Type.Object({
  paper_id: Id,
  name: Type.String(),
  finished_at: Moment,
  score: Type.Integer(),
  max_score: Type.Integer(),
  /** Null for an attempt that is not ranked. */
  rank: Nullable(Type.Integer()),
  appeared: Type.Integer(),
});

const child = {
  /** The guardianship. */
  id: Id,
  name: Nullable(Type.String()),
  institute_name: Type.String(),
  /** Waits for the student, who has come of age since and decides alone. */
  is_paused: Type.Boolean(),
  last_result: Nullable(Result),
  /** Whole percent of the marks, mean of the three results before the last; null without any. */
  usual_percent: Nullable(Type.Integer()),
  /** Tests of the last 30 days that were not taken. */
  missed: Type.Array(Type.Object({ name: Type.String(), closed_at: Moment })),
  next_test: Nullable(Type.Object({ name: Type.String(), opens_at: Nullable(Moment), closes_at: Nullable(Moment) })),
  /** Null for who has no classes here. */
  attendance: Nullable(
    Type.Object({
      total_classes: Type.Integer(),
      attended: Type.Integer(),
      /** Subjects below 75 percent. */
      at_risk: Type.Array(
        Type.Object({
          subject_name: Type.String(),
          total_classes: Type.Integer(),
          attended: Type.Integer(),
          classes_needed: Type.Integer(),
        }),
      ),
    }),
  ),
  /** The subject with the smallest share of the marks in the latest tests, where that is small. */
  weak_subject: Nullable(Type.Object({ name: Type.String(), percent: Type.Integer() })),
};

export const getChildren = endpoint('GET /guardian/children', {
  summary: 'List the children of a guardian at the institute of the membership in use, with what stands out of each',
  access: { staff: 'children.read' },
  response: Type.Object({ children: Type.Array(Type.Object(child)) }),
});

export const getChild = endpoint('GET /guardian/children/{id}', {
  summary: 'Show one child of a guardian, with the latest results',
  id: 'The guardianship.',
  access: { staff: 'children.read' },
  response: Type.Object({
    ...child,
    /** The latest first. */
    results: Type.Array(Result),
    /** Shares of the marks by subject over the latest tests, whole percent. */
    subjects: Type.Array(Type.Object({ name: Type.String(), percent: Type.Integer() })),
    /** Null where the student does not show it to this guardian. */
    practice: Nullable(PracticeSummary),
  }),
});

export const endAsGuardian = endpoint('POST /guardian/children/{id}/end', {
  summary: 'No longer be shown the results of a child',
  id: 'The guardianship.',
  access: { staff: 'children.read' },
  body: Type.Object({}),
  response: Type.Object(Success),
});

export const leaveAsGuardian = endpoint('POST /guardian/leave', {
  summary: 'End the guardian’s membership of the institute, with all that it shows',
  access: { staff: 'children.read' },
  body: Type.Object({}),
  response: Type.Object(Success),
});

export const getGuardianRequests = endpoint('GET /guardian/requests', {
  summary: 'List the students who want the caller’s phone number to see their results',
  access: 'signed_in',
  response: Type.Object({
    requests: Type.Array(
      Type.Object({ id: Id, student_name: Nullable(Type.String()), institute_name: Type.String(), relation: Relation, expires_at: Moment }),
    ),
  }),
});

export const answerGuardianRequest = endpoint('POST /guardian/requests/{id}/answer', {
  summary: 'Agree to be a student’s guardian here, or decline',
  id: 'The guardianship.',
  access: 'signed_in',
  body: Type.Object({ is_accepted: Type.Boolean() }),
  response: Type.Object({ ...Success, membership_id: Nullable(Id) }),
  refusals: ['not_possible'],
});

/**
 * How it stands: the student is still to agree, the guardian is, nobody did in time, both have; or the student has come of age since and is to
 * agree again.
 */
export const guardianStates = ['asks_student', 'asks_guardian', 'expired', 'agreed', 'paused'] as const;

const Guardianship = Type.Object({
  id: Id,
  ...guardian,
  state: Type.Enum([...guardianStates]),
  is_named_by_student: Type.Boolean(),
  expires_at: Moment,
  shows_practice: Type.Boolean(),
});
const Guardianships = Type.Object({ guardians: Type.Array(Guardianship) });

export const getGuardians = endpoint('GET /users/guardians', {
  summary: 'List who may see the student’s results at the institute in use, and who is asked',
  response: Guardianships,
});

export const nameGuardian = endpoint('POST /users/guardians/name', {
  summary: 'Name a guardian by phone, who may see the results once they agree',
  body: Type.Object(guardian),
  response: Guardianships,
  refusals: ['not_possible'],
});

export const answerGuardian = endpoint('POST /users/guardians/{id}/answer', {
  summary: 'Agree that a guardian named by the institute sees the results, agree again on coming of age, or decline',
  id: 'The guardianship.',
  body: Type.Object({ is_accepted: Type.Boolean() }),
  response: Guardianships,
});

export const endGuardian = endpoint('POST /users/guardians/{id}/end', {
  summary: 'Have a guardian see the results no longer, or take the question back',
  id: 'The guardianship.',
  body: Type.Object({}),
  response: Guardianships,
});

export const showPracticeToGuardian = endpoint('POST /users/guardians/{id}/show_practice', {
  summary: 'Show a guardian the own practice in sums, or no longer',
  id: 'The guardianship.',
  body: Type.Object({ is_shown: Type.Boolean() }),
  response: Guardianships,
});

export const getGuardiansForStaff = endpoint('GET /staff/students/{id}/guardians', {
  summary: 'List the guardians of a student at the institute',
  id: 'The student.',
  access: { staff: 'people.manage' },
  response: Guardianships,
});

export const inviteGuardian = endpoint('POST /staff/students/{id}/invite_guardian', {
  summary: 'Invite a guardian of a student by phone; first the student agrees, then the guardian',
  id: 'The student.',
  access: { staff: 'people.manage' },
  body: Type.Object(guardian),
  response: Guardianships,
  refusals: ['not_possible'],
});

export const endGuardianForStaff = endpoint('POST /staff/students/{id}/end_guardian', {
  summary: 'Have a guardian see a student’s results no longer, or take the invitation back',
  id: 'The student.',
  access: { staff: 'people.manage' },
  body: Type.Object({ guardianship_id: Id, reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
  response: Guardianships,
});
