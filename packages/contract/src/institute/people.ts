// Contents: people of an institute · the roster · invitations · roles and leaving
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { PersonName } from './profile.ts';
import { roles } from './rights.ts';

export const PEOPLE_PER_PAGE = 100;

/** Roles that an invitation can give. */
export const staffRoles = ['owner', 'teacher', 'content_editor', 'invigilator', 'counsellor'] as const;
const Phone = Type.String({ pattern: '^[0-9]{10}$' });

const Member = Type.Object({
  /** The membership. */
  id: Id,
  user_id: Id,
  name: Nullable(Type.String()),
  /** Present only if the caller may manage people. */
  phone: Nullable(Type.String()),
  role: Type.Enum([...roles]),
  given_id: Nullable(Type.String()),
  classrooms: Type.Array(Type.String()),
  /** Present for staff only, and only if the caller may reset a second factor. */
  has_second_factor: Nullable(Type.Boolean()),
  joined_at: Moment,
  /** The student's latest finished test of the institute; null without one, or if the caller may not read reports. */
  last_result: Nullable(Type.Object({ name: Type.String(), percent: Type.Integer() })),
});

const Invitation = Type.Object({
  id: Id,
  name: Nullable(Type.String()),
  phone: Type.String(),
  role: Type.Enum([...roles]),
  expires_at: Moment,
});

export const getPeople = endpoint('GET /staff/people', {
  summary: 'List students or staff of the institute, and who is invited',
  access: { staff: 'people.read' },
  query: Type.Object({
    kind: Type.Enum(['students', 'staff']),
    /** Part of a name, or the beginning of a roll or phone number. */
    search: Type.Optional(Type.String({ maxLength: 80 })),
    classroom_id: Type.Optional(Id),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  }),
  response: Type.Object({
    people: Type.Array(Member),
    total: Type.Integer(),
    /** Empty if the caller may not manage people. */
    invitations: Type.Array(Invitation),
    classrooms: Type.Array(Type.Object({ id: Id, name: Type.String(), students: Type.Integer() })),
  }),
});

/** The most rows of a roster. */
export const ROSTER_ROWS = 50_000;
/** The most rows that are imported within one call, all of them or none; a larger roster is imported by a job. */
export const ROSTER_ROWS_AT_ONCE = 5000;
/** Rows of each outcome that a preview lists. */
export const ROSTER_ROWS_SHOWN = 300;

const rosterBody = Type.Object({
  /** Lines of cells, separated by tabs, commas or semicolons; the first line contains the column names. */
  text: Type.Optional(Type.String({ maxLength: 4_000_000 })),
  /** A spreadsheet (.xlsx) in base64; its first sheet is read. */
  xlsx: Type.Optional(Type.String({ maxLength: 4_000_000, pattern: '^[A-Za-z0-9+/=]*$' })),
});

/** The outcome of a row of a roster. `invited`: the phone number already has an account, which joins when the person accepts. */
export const rosterOutcomes = ['new', 'invited', 'changed', 'same', 'refused'] as const;

const counts = Object.fromEntries(rosterOutcomes.map((name) => [name, Type.Integer()])) as Record<
  (typeof rosterOutcomes)[number],
  ReturnType<typeof Type.Integer>
>;

const roster = {
  ...Success,
  counts: Type.Object(counts),
  /** Columns that were read and columns that were ignored, by their names in the file. */
  columns: Type.Array(Type.Object({ name: Type.String(), read_as: Nullable(Type.String()) })),
  /** The first 300 rows of each outcome. */
  rows: Type.Array(
    Type.Object({
      /** Line of the file, from 1. */
      line: Type.Integer(),
      name: Type.String(),
      phone: Type.String(),
      given_id: Type.String(),
      classroom: Type.String(),
      outcome: Type.Enum([...rosterOutcomes]),
      /** The changes of the row, or the reason why it is refused. */
      detail: Type.String(),
    }),
  ),
};

export const ROSTER_BYTES = 4_200_000;

export const previewRoster = endpoint('POST /staff/people/preview_roster', {
  summary: 'Preview the outcome of each row of a roster, without changing anything',
  access: { staff: 'people.manage' },
  bodyLimit: ROSTER_BYTES,
  body: rosterBody,
  response: Type.Object(roster),
  refusals: ['not_possible'],
});

export const importRoster = endpoint('POST /staff/people/import_roster', {
  summary: 'Import the rows of a roster that are not refused',
  description: 'Up to 5,000 rows are imported within the call, all of them or none. More are imported afterwards, in parts.',
  access: { staff: 'people.manage' },
  bodyLimit: ROSTER_BYTES,
  body: rosterBody,
  /** With `import_id`, the outcomes are the expected ones, and the import has begun; null if everything is imported. */
  response: Type.Object({ ...roster, import_id: Nullable(Id) }),
  refusals: ['not_possible'],
});

export const getRosterImports = endpoint('GET /staff/rosters', {
  summary: 'List the imports of large rosters in the last seven days, newest first',
  access: { staff: 'people.manage' },
  isPolled: true,
  response: Type.Object({
    imports: Type.Array(
      Type.Object({
        id: Id,
        row_count: Type.Integer(),
        /** Rows that are taken or refused so far, and how many of each outcome. */
        done: Type.Integer(),
        ...counts,
        created_at: Moment,
        finished_at: Nullable(Moment),
      }),
    ),
  }),
});

export const getRosterNotTaken = endpoint('GET /staff/rosters/{id}/not_taken', {
  summary: 'Download the rows that an import refused, with reasons',
  description: 'Answers with a CSV file, which can be imported again once its rows are corrected.',
  id: 'The import.',
  access: { staff: 'people.manage' },
  response: Type.Object({}),
});

export const invitePerson = endpoint('POST /staff/people/invite', {
  summary: 'Invite a person by phone; the invitation works once, within 7 days',
  access: { staff: 'people.manage' },
  body: Type.Object({ phone: Phone, role: Type.Enum([...staffRoles, 'student']), name: Type.Optional(PersonName) }),
  response: Type.Object({ ...Success, id: Id }),
  refusals: ['not_possible'],
});

export const revokeInvitation = endpoint('POST /staff/people/{id}/revoke_invitation', {
  summary: 'Withdraw an invitation',
  id: 'The invitation.',
  access: { staff: 'people.manage' },
  body: Type.Object({}),
  response: Type.Object(Success),
});

export const setRole = endpoint('POST /staff/people/{id}/set_role', {
  summary: 'Change the role of a member of staff, from the next call on',
  id: 'The membership.',
  access: { staff: 'people.manage' },
  body: Type.Object({ role: Type.Enum([...staffRoles]) }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const removePerson = endpoint('POST /staff/people/{id}/remove', {
  summary: 'End a membership; the person is signed out',
  id: 'The membership.',
  access: { staff: 'people.manage' },
  body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }) }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const getInvitations = endpoint('GET /invitations', {
  summary: 'List the invitations that wait for the caller’s phone number',
  access: 'signed_in',
  response: Type.Object({
    invitations: Type.Array(
      Type.Object({
        id: Id,
        institute_name: Type.String(),
        role: Type.Enum([...roles]),
        /** Name of the person whom the institute invites; null if it gave no name. */
        name: Nullable(Type.String()),
        /** Whether none of the people with this number has the student's name, so that the student may get a separate account. */
        may_be_other: Type.Boolean(),
        expires_at: Moment,
      }),
    ),
  }),
});

export const answerInvitation = endpoint('POST /invitations/{id}/answer', {
  summary: 'Accept or decline an invitation',
  id: 'The invitation.',
  access: 'signed_in',
  isBeforeConsent: true,
  body: Type.Object({
    is_accepted: Type.Boolean(),
    /** Whether to accept for another person with the caller's number, such as a second child, who then gets a separate account. */
    is_other: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});
