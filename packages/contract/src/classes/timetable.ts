import { Type } from 'typebox';
import { MeetingStatusField } from './live-classes.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

const Day = Type.String({ format: 'date' });

/** A class on the timetable. */
export const TimetableClass = Type.Object({
  id: Id,
  start_time: Moment,
  /** Minutes. */
  duration: Type.Integer(),
  title: Type.String(),
  classroom_names: Type.Array(Type.String()),
  subject_name: Type.String(),
  subject_code: Nullable(Type.String()),
  module: Nullable(Type.String()),
  lecture_name: Nullable(Type.String()),
  status: MeetingStatusField,
  can_join_from: Moment,
  can_join_until: Moment,
});

/**
 * The student's classes in one week from Monday, in Asia/Kolkata. Week 0 is the present one, positive numbers are earlier weeks, negative
 * numbers later ones.
 */
export const getTimeTable = endpoint('GET /live_classrooms/get_time_table', {
  summary: 'Show a week of classes',
  reach: 'membership',
  query: Type.Object({ weeks_ago: Type.Integer({ minimum: -60, maximum: 60 }) }),
  response: Type.Object({
    time_table_data: Type.Array(
      Type.Object({
        date: Day,
        /** 'Mon'. */
        day_name: Type.String(),
        /** Day of the month. */
        day_num: Type.Integer(),
        live_class_data: Type.Array(TimetableClass),
      }),
    ),
    start_date: Day,
    end_date: Day,
    today: Day,
    /** Whole hours that the grid shows. */
    zones: Type.Array(Type.Integer()),
    is_higher_education: Type.Boolean(),
    can_go_back: Type.Boolean(),
    can_go_ahead: Type.Boolean(),
    /** The next week with a class, if this week has none. */
    next_weeks_ago: Nullable(Type.Integer()),
  }),
  refusals: ['not_allowed', 'not_possible'],
});

/** Creates the address of the student's calendar feed, which is shown once; an earlier address stops working. */
export const createCalendarFeed = endpoint('POST /live_classrooms/create_calendar_feed', {
  summary: 'Make the address of a calendar feed',
  response: Type.Object({ ...Success, feed_url: Type.String() }),
  refusals: ['not_allowed'],
});

export const getCalendarFeed = endpoint('GET /live_classrooms/get_calendar_feed', {
  summary: 'Tell whether there is a calendar feed',
  response: Type.Object({ created_at: Nullable(Moment) }),
  refusals: ['not_allowed'],
});

export const revokeCalendarFeed = endpoint('POST /live_classrooms/revoke_calendar_feed', {
  summary: 'Remove the address of a calendar feed',
  response: Type.Object(Success),
  refusals: ['not_allowed'],
});
