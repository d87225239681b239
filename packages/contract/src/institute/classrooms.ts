// Contents: the list · a classroom · its members and their dates · subjects
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** A day in Asia/Kolkata. */
const Day = Type.String({ format: 'date' });
const Name = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' });
const Code = Type.String({ minLength: 1, maxLength: 20, pattern: '\\S' });

export const getClassrooms = endpoint('GET /staff/classrooms', {
  summary: 'List the classrooms and subjects of the institute',
  access: { staff: 'classes.read' },
  response: Type.Object({
    classrooms: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        /** Present students. */
        student_count: Type.Integer(),
        teacher_names: Type.Array(Type.String()),
        is_archived: Type.Boolean(),
      }),
    ),
    subjects: Type.Array(Type.Object({ id: Id, name: Type.String(), code: Nullable(Type.String()) })),
  }),
});

export const createClassroom = endpoint('POST /staff/classrooms/create', {
  summary: 'Make a classroom',
  access: { staff: 'classes.manage' },
  body: Type.Object({ name: Name }),
  response: Type.Object({ ...Success, id: Id }),
  refusals: ['not_possible'],
});

/** Present and former students and teachers of a classroom. */
export const getClassroom = endpoint('GET /staff/classrooms/{id}', {
  summary: 'List members of a classroom',
  id: 'The classroom.',
  access: { staff: 'classes.read' },
  response: Type.Object({
    id: Id,
    name: Type.String(),
    is_archived: Type.Boolean(),
    today: Day,
    members: Type.Array(
      Type.Object({
        /** One period in which the person belonged to the classroom. */
        id: Id,
        user_id: Id,
        name: Nullable(Type.String()),
        role: Type.Enum(['student', 'teacher']),
        joined_at: Moment,
        /** Last day; null for a present member. */
        left_at: Nullable(Moment),
      }),
    ),
  }),
});

export const renameClassroom = endpoint('POST /staff/classrooms/{id}/rename', {
  summary: 'Rename a classroom',
  id: 'The classroom.',
  access: { staff: 'classes.manage' },
  body: Type.Object({ name: Name }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

/** An archived classroom is not offered for anything new. Its classes, files and members stay, and it can be restored. */
export const archiveClassroom = endpoint('POST /staff/classrooms/{id}/archive', {
  summary: 'Archive a classroom, or take it back into use',
  id: 'The classroom.',
  access: { staff: 'classes.manage' },
  body: Type.Object({ is_archived: Type.Boolean() }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

/**
 * Adds members of the institute to a classroom, from now or from a given day, or removes them. A former member still sees the classes of
 * the time as a member.
 */
export const changeClassroomMembers = endpoint('POST /staff/classrooms/{id}/change_members', {
  summary: 'Add and remove members of a classroom',
  id: 'The classroom.',
  access: { staff: 'classes.manage' },
  body: Type.Object({
    add: Type.Array(Id, { maxItems: 2000 }),
    remove: Type.Array(Id, { maxItems: 2000 }),
    /** First day of the added members. */
    from: Type.Optional(Day),
  }),
  response: Type.Object({ ...Success, added: Type.Integer(), removed: Type.Integer() }),
  refusals: ['not_possible'],
});

/** Sets the first and the last day of a member. Attendance, and the past classes that the member sees, change with them. */
export const setMemberDates = endpoint('POST /staff/classroom_members/{id}/set_dates', {
  summary: 'Set the first and last day of a member of a classroom',
  id: 'The period of the membership.',
  access: { staff: 'classes.manage' },
  body: Type.Object({ from: Day, to: Nullable(Day) }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const createSubject = endpoint('POST /staff/subjects/create', {
  summary: 'Add a subject that the institute teaches',
  access: { staff: 'settings.manage' },
  body: Type.Object({ name: Name, code: Type.Optional(Code) }),
  response: Type.Object({ ...Success, id: Id }),
  refusals: ['not_possible'],
});

export const changeSubject = endpoint('POST /staff/subjects/{id}/change', {
  summary: 'Change the name or code of a subject',
  id: 'The subject of the institute.',
  access: { staff: 'settings.manage' },
  body: Type.Object({ name: Name, code: Nullable(Code) }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});
