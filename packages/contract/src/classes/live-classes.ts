// Contents: a class as students see it · the day · joining · a class page and its live channel · feedback · the next class
import { Type, type Static } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { QuizQuestion, QuizResponse } from './live-quiz.ts';

/** Minutes before its start at which a class opens for joining. */
export const JOIN_MINUTES_BEFORE = 10;
/** Days before and after today that the day view shows. */
export const DAYS_BACK = 180;
export const DAYS_AHEAD = 30;

export const meetingStatuses = ['NOT_STARTED', 'LIVE', 'COMPLETED', 'CANCELLED'] as const;
export type MeetingStatus = (typeof meetingStatuses)[number];
export const MeetingStatusField = Type.Enum([...meetingStatuses]);

export const meetingProviders = ['room', 'link', 'zoom', 'jitsi', 'bigbluebutton'] as const;
/** `room` is our own class page, `link` any address that the teacher gives. */
export type MeetingProviderName = (typeof meetingProviders)[number];
export const MeetingProviderField = Type.Enum([...meetingProviders]);

export const recordingStatuses = ['PREPARING', 'READY', 'FAILED'] as const;

/** A time within a class on this site, in seconds, with the words spoken from then on and the lines on the board. */
export const BoardCue = Type.Object({
  at: Type.Integer({ minimum: 0 }),
  say: Type.String({ maxLength: 400 }),
  /** Lines of text with formulas. If absent, the board keeps its lines. */
  show: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 8 })),
});
export type BoardCue = Static<typeof BoardCue>;

const Day = Type.String({ format: 'date' });

/** A class; its name on the wire is `virtual_meeting`. */
export const Meeting = Type.Object({
  id: Id,
  /** The meeting's id at an outside provider. */
  meeting_id: Nullable(Type.String()),
  /** Handed out on joining, not in lists. */
  password: Nullable(Type.String()),
  join_url: Nullable(Type.String()),
  provider: MeetingProviderField,
  title: Type.String(),
  module: Nullable(Type.String()),
  lecture: Nullable(Type.String()),
  subject_title: Type.String(),
  subject_code: Nullable(Type.String()),
  teacher_name: Nullable(Type.String()),
  classroom_names: Type.Array(Type.String()),
  start_time: Moment,
  /** Minutes. */
  duration: Type.Integer(),
  status: MeetingStatusField,
  can_join_from: Moment,
  can_join_until: Moment,
  file_count: Type.Integer(),
  recording_url: Nullable(Type.String()),
  recording_status: Nullable(Type.Enum([...recordingStatuses])),
  live_quiz_id: Nullable(Id),
  /** Whether the student pressed Join. */
  has_joined: Type.Boolean(),
});

/** The classes of the student's classrooms on one day (Asia/Kolkata), in order of time. */
export const getLiveClasses = endpoint('GET /virtual_meetings/get_live_classes', {
  summary: 'List the classes of a day',
  reach: 'membership',
  query: Type.Object({ date: Type.Optional(Day) }),
  response: Type.Object({
    date: Day,
    today: Day,
    /** The first and the last day. A request for a day outside this range gets the nearer of the two. */
    first_date: Day,
    last_date: Day,
    /** The next day after this one that has a class. */
    next_date: Nullable(Day),
    virtual_meetings: Type.Array(Meeting),
    user_name: Nullable(Type.String()),
    live_class_through_zoom_app: Type.Boolean(),
  }),
  refusals: ['not_allowed'],
});

/** How a person enters a class: on a page of this site, in a new window, or in a frame on this site. */
export const entranceKinds = ['page', 'window', 'frame'] as const;

/** Records that the student pressed Join, which counts as presence until attendance times are known. Returns how to enter the class. */
export const markStudentAttendance = endpoint('POST /virtual_meetings/mark_student_attendance', {
  summary: 'Join a class',
  reach: 'membership',
  body: Type.Object({ id: Id }),
  response: Type.Object({
    ...Success,
    opens: Type.Enum([...entranceKinds]),
    join_url: Type.String(),
    password: Nullable(Type.String()),
  }),
  refusals: ['not_allowed', 'class_not_open', 'class_over', 'class_cancelled'],
});

/** Fields for Zoom's meeting SDK. `role` is always 0, a participant. */
export const createMeetingSignature = endpoint('POST /virtual_meetings/create_meeting_signature', {
  summary: 'Sign the fields with which the meeting SDK enters a class',
  reach: 'membership',
  body: Type.Object({ meeting_number: Type.String({ minLength: 1, maxLength: 40 }), role: Type.Literal(0), id: Id }),
  response: Type.Object({ ...Success, signature: Type.String(), api_key: Type.String() }),
  refusals: ['not_allowed', 'not_possible', 'class_not_open', 'class_over', 'class_cancelled'],
});

/** The page of a class, live or recorded: video, board, and the quiz in the form of get_quiz_question_data. */
export const getMeetingVideos = endpoint('GET /virtual_meetings/{id}/get_meeting_videos', {
  summary: 'Show a class with its recording and quiz',
  id: 'The class.',
  reach: 'membership',
  response: Type.Object({
    meeting: Type.Intersect([
      Meeting,
      Type.Object({
        /** When the class began; null before. */
        started_at: Nullable(Moment),
        /** Minutes that this student has attended so far, as measured by the class page. */
        minutes_present: Type.Integer(),
        board: Nullable(Type.Array(BoardCue)),
        /** Students in the class now. */
        present_count: Type.Integer(),
      }),
    ]),
    quiz_data: Type.Array(QuizQuestion),
    response_data: Type.Array(QuizResponse),
  }),
  refusals: ['not_allowed'],
});

/** Name of the live channel of a class page. A subscription counts as attendance. */
export const CLASS_CHANNEL = 'LiveClassChannel';
export const ClassChannelParameters = Type.Object({ meeting_id: Id });
export const ClassMessage = Type.Object({
  /** Version of the state; a later message has a higher number. */
  number: Type.Integer(),
  status: MeetingStatusField,
  started_at: Nullable(Moment),
  can_join_until: Moment,
  /** A recording was added, or a quiz was made. */
  recording_status: Nullable(Type.Enum([...recordingStatuses])),
  live_quiz_id: Nullable(Id),
});

/** The student's class that is live now; if several are live, the one that started last, with all of them in `meetings`. */
export const getLiveVideo = endpoint('GET /live_classrooms/get_live_video', {
  summary: 'Show the class that is live now',
  reach: 'membership',
  response: Type.Object({
    data: Type.Object({
      has_live_video: Type.Boolean(),
      video_url: Nullable(Type.String()),
      video_title: Nullable(Type.String()),
      meeting_id: Nullable(Id),
      /** Every class that is live now, the one that started last first. */
      meetings: Type.Array(
        Type.Object({
          id: Id,
          title: Type.String(),
          lecture: Nullable(Type.String()),
          subject_title: Type.String(),
          can_join_until: Moment,
        }),
      ),
    }),
  }),
  refusals: ['not_allowed'],
});

/** Sends feedback on a class. A later feedback replaces the earlier one. */
export const sendMeetingFeedback = endpoint('POST /virtual_meetings/feedback', {
  summary: 'Send feedback on a class',
  reach: 'membership',
  body: Type.Object({
    meeting_id: Id,
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    feedback_message: Type.Optional(Type.String({ maxLength: 2000 })),
  }),
  response: Type.Object({ ...Success, message: Type.String() }),
  refusals: ['not_allowed', 'class_not_open'],
});

/** The class that is live or starts next within a week, for home pages, and whether its quiz has an open question. */
export const getNextClass = endpoint('GET /virtual_meetings/get_next_class', {
  summary: 'Show the class that is live or starts next',
  reach: 'membership',
  response: Type.Object({
    next_class: Nullable(Meeting),
    open_quiz: Nullable(Type.Object({ meeting_id: Id, title: Type.String(), question_count: Type.Integer() })),
  }),
  refusals: ['not_allowed'],
});
