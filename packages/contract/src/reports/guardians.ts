// Contents: results for a guardian · a guardian's answer · calls of the student · calls of the institute
import { Type } from 'typebox';
import { relations } from '../institute/consent.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { PhoneNumber } from '../institute/identity.ts';
import { PersonName } from '../institute/profile.ts';
import { PracticeSummary } from './students.ts';

/** The most guardians of a student at one institute at a time, agreed and invited. */
export const MOST_GUARDIANS = 4;
/** The most children of a guardian at one institute. */
export const MOST_CHILDREN = 10;

const Relation = Type.Enum([...relations]);
const guardian = {
  phone: PhoneNumber,
  name: PersonName,
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
  /** Whether the guardianship waits for the student's decision, because the student has come of age since. */
  is_paused: Type.Boolean(),
  last_result: Nullable(Result),
  /** Mean of the three results before the last, in whole percent of the marks; null without any. */
  usual_percent: Nullable(Type.Integer()),
  /** Tests of the last 30 days that the child did not take. */
  missed: Type.Array(Type.Object({ name: Type.String(), closed_at: Moment })),
  next_test: Nullable(Type.Object({ name: Type.String(), opens_at: Nullable(Moment), closes_at: Nullable(Moment) })),
  /** Null if the child has no classes here. */
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
  /** The subject with the lowest share of the possible marks in the latest tests; null if no share is low. */
  weak_subject: Nullable(Type.Object({ name: Type.String(), percent: Type.Integer() })),
};

export const getChildren = endpoint('GET /guardian/children', {
  summary: 'List the children of a guardian at the institute in use, with the main facts about each',
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
    /** For each subject, the marks gained in the latest tests, in whole percent of the possible marks. */
    subjects: Type.Array(Type.Object({ name: Type.String(), percent: Type.Integer() })),
    /** Null if the student does not share it with this guardian. */
    practice: Nullable(PracticeSummary),
  }),
});

export const endAsGuardian = endpoint('POST /guardian/children/{id}/end', {
  summary: "Stop seeing a child's results",
  id: 'The guardianship.',
  access: { staff: 'children.read' },
  body: Type.Object({}),
  response: Type.Object(Success),
});

export const leaveAsGuardian = endpoint('POST /guardian/leave', {
  summary: 'End the guardian’s membership of the institute, with access to all results',
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
 * State of a guardianship: waits for the student or for the guardian, has expired without an answer, both have agreed, or waits for the
 * student to agree again after coming of age (`paused`).
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
  summary: 'List the guardians who may see the student’s results at the institute in use, and who is invited',
  response: Guardianships,
});

export const nameGuardian = endpoint('POST /users/guardians/name', {
  summary: 'Invite a guardian by phone, who may see the results after agreeing',
  body: Type.Object(guardian),
  response: Guardianships,
  refusals: ['not_possible'],
});

export const answerGuardian = endpoint('POST /users/guardians/{id}/answer', {
  summary: 'Agree that a guardian named by the institute sees the results, or agree again after coming of age, or decline',
  id: 'The guardianship.',
  body: Type.Object({ is_accepted: Type.Boolean() }),
  response: Guardianships,
});

export const endGuardian = endpoint('POST /users/guardians/{id}/end', {
  summary: 'Stop showing a guardian the results, or withdraw the invitation',
  id: 'The guardianship.',
  body: Type.Object({}),
  response: Guardianships,
});

export const showPracticeToGuardian = endpoint('POST /users/guardians/{id}/show_practice', {
  summary: "Show a guardian the sums of the student's own practice, or stop showing them",
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
  summary: 'Stop showing a guardian a student’s results, or withdraw the invitation',
  id: 'The student.',
  access: { staff: 'people.manage' },
  body: Type.Object({ guardianship_id: Id, reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
  response: Guardianships,
});
