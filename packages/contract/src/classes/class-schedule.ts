// Contents: choices for a class · the schedule · scheduling and clashes · changing a class · feedback
import { Type } from 'typebox';
import { Meeting, MeetingProviderField } from './live-classes.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** Shortest and longest class, in minutes. */
export const SHORTEST_CLASS = 5;
export const LONGEST_CLASS = 480;
/** The most classes of one weekly series. */
export const MOST_WEEKS = 30;

const Minutes = Type.Integer({ minimum: SHORTEST_CLASS, maximum: LONGEST_CLASS });
const Named = Type.Object({ id: Id, name: Type.String() });
const Title = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const WebAddress = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 500 });

const StaffMeeting = Type.Object({
  ...Meeting.properties,
  subject_id: Id,
  teacher_id: Id,
  series_id: Nullable(Id),
  started_at: Nullable(Moment),
  ended_at: Nullable(Moment),
  cancel_reason: Nullable(Type.String()),
});

/** Choices for a new class. */
export const getClassOptions = endpoint('GET /staff/classes/options', {
  summary: 'List the subjects, classrooms, teachers and providers that a class can have',
  access: { staff: 'classes.read' },
  response: Type.Object({
    subjects: Type.Array(Type.Object({ id: Id, name: Type.String(), code: Nullable(Type.String()) })),
    classrooms: Type.Array(Type.Object({ id: Id, name: Type.String(), student_count: Type.Integer() })),
    teachers: Type.Array(Named),
    providers: Type.Array(Type.Object({ name: MeetingProviderField, roster: Type.Enum(['live', 'after', 'none']) })),
    /** The caller's user id. */
    own_id: Id,
  }),
});

/** Seven days from `from`, in Asia/Kolkata; by default this week from Monday. */
export const getClassSchedule = endpoint('GET /staff/classes/schedule', {
  summary: 'List the classes of a week',
  access: { staff: 'classes.read' },
  query: Type.Object({ from: Type.Optional(Type.String({ format: 'date' })) }),
  response: Type.Object({
    from: Type.String({ format: 'date' }),
    today: Type.String({ format: 'date' }),
    classes: Type.Array(StaffMeeting),
  }),
});

export const getStaffClass = endpoint('GET /staff/classes/{id}', {
  summary: 'Show a class to its staff',
  id: 'The class.',
  access: { staff: 'classes.read' },
  response: Type.Object({
    class: StaffMeeting,
    classroom_ids: Type.Array(Id),
    /** Counts of students who are in the classrooms of the class, who pressed Join, and who have its page open now. */
    student_count: Type.Integer(),
    joined_count: Type.Integer(),
    present_count: Type.Integer(),
    /** Number of later classes in its series. */
    following_count: Type.Integer(),
  }),
});

const plan = {
  title: Title(120),
  module: Type.Optional(Title(80)),
  lecture: Type.Optional(Title(80)),
  subject_id: Id,
  teacher_id: Id,
  classroom_ids: Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true }),
  starts_at: Moment,
  duration: Minutes,
  provider: MeetingProviderField,
  /** The link to the meeting, if the class is held at a link. */
  join_url: Type.Optional(WebAddress),
  /** Number of weekly classes; 1 for a single class. */
  weeks: Type.Integer({ minimum: 1, maximum: MOST_WEEKS }),
};

/** A class at the same time that has the same teacher or a common classroom. */
const Clash = Type.Object({
  id: Id,
  title: Type.String(),
  starts_at: Moment,
  duration: Type.Integer(),
  teacher_name: Nullable(Type.String()),
  classroom_names: Type.Array(Type.String()),
  /** The shared part: the teacher, or a classroom. */
  shares: Type.Enum(['teacher', 'classroom']),
});

/** Lists the classes that overlap a class before it is saved. `id` is the class if it already exists and is being moved. */
export const findClashes = endpoint('POST /staff/classes/find_clashes', {
  summary: 'List classes that a planned one would clash with',
  access: { staff: 'classes.manage' },
  body: Type.Object({
    id: Type.Optional(Id),
    teacher_id: Id,
    classroom_ids: plan.classroom_ids,
    starts_at: Moment,
    duration: Minutes,
    weeks: plan.weeks,
  }),
  response: Type.Object({ clashes: Type.Array(Clash) }),
});

/** Schedules a class or a weekly series. A class that overlaps another is refused, unless the caller allows overlaps. */
export const scheduleClass = endpoint('POST /staff/classes/schedule', {
  summary: 'Schedule a class or a weekly series',
  access: { staff: 'classes.manage' },
  body: Type.Object({ ...plan, takes_clash: Type.Optional(Type.Boolean()) }),
  response: Type.Object({ ...Success, ids: Type.Array(Id) }),
  refusals: ['class_clash', 'not_possible'],
});

/**
 * Moves a class that has not begun. With `with_following`, the later classes of its series are moved by the same time. Notifies the
 * students.
 */
export const moveClass = endpoint('POST /staff/classes/{id}/move', {
  summary: 'Move a class',
  id: 'The class.',
  access: { staff: 'classes.manage' },
  body: Type.Object({
    starts_at: Moment,
    duration: Minutes,
    with_following: Type.Optional(Type.Boolean()),
    takes_clash: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object({ ...Success, moved: Type.Integer() }),
  refusals: ['class_clash', 'not_possible'],
});

export const cancelClass = endpoint('POST /staff/classes/{id}/cancel', {
  summary: 'Cancel a class',
  id: 'The class.',
  access: { staff: 'classes.manage' },
  body: Type.Object({ reason: Title(200), with_following: Type.Optional(Type.Boolean()) }),
  response: Type.Object({ ...Success, cancelled: Type.Integer() }),
  refusals: ['not_possible'],
});

export const startClass = endpoint('POST /staff/classes/{id}/start', {
  summary: 'Start a class',
  description: 'Allowed from 10 minutes before its start.',
  id: 'The class.',
  access: { staff: 'classes.manage' },
  response: Type.Object({ ...Success, opens: Type.Enum(['page', 'window', 'frame']), join_url: Nullable(Type.String()) }),
  refusals: ['not_possible'],
});

export const extendClass = endpoint('POST /staff/classes/{id}/extend', {
  summary: 'Extend a class',
  id: 'The class.',
  access: { staff: 'classes.manage' },
  body: Type.Object({ minutes: Type.Integer({ minimum: 5, maximum: 60 }) }),
  response: Type.Object({ ...Success, duration: Type.Integer() }),
  refusals: ['not_possible'],
});

export const endClass = endpoint('POST /staff/classes/{id}/end', {
  summary: 'End a class',
  id: 'The class.',
  access: { staff: 'classes.manage' },
  response: Type.Object({ ...Success }),
  refusals: ['not_possible'],
});

/** Sets the address of a recording and notifies the students. */
export const setRecording = endpoint('POST /staff/classes/{id}/set_recording', {
  summary: 'Set the address of a recording',
  id: 'The class.',
  access: { staff: 'videos.manage' },
  body: Type.Object({ url: WebAddress }),
  response: Type.Object({ ...Success }),
  refusals: ['not_possible'],
});

/** Feedback of students on a class, without names, in an order that does not reveal the authors. */
export const getClassFeedback = endpoint('GET /staff/classes/{id}/feedback', {
  summary: 'Show feedback on a class without names',
  id: 'The class.',
  access: { staff: 'feedback.read' },
  response: Type.Object({
    count: Type.Integer(),
    /** How many students gave each rating from 1 to 5. Null below three ratings, because so few students could be recognised. */
    ratings: Nullable(Type.Array(Type.Integer(), { minItems: 5, maxItems: 5 })),
    messages: Type.Array(Type.String()),
  }),
});
