import type { Answer } from '@abhyas/contract/endpoint';
import type { getClassOptions, getClassSchedule } from '@abhyas/contract/classes/class-schedule';

export type StaffMeeting = Answer<typeof getClassSchedule>['classes'][number];
export type ClassOptions = Answer<typeof getClassOptions>;

const INDIA = 19_800_000;
const DAY = 86_400_000;

/** A time as the value of a date-and-time field, in Indian time, wherever the device is. */
export const toField = (moment: string | number): string => new Date(new Date(moment).getTime() + INDIA).toISOString().slice(0, 16);

/** The time that such a field contains; null while the field is incomplete. */
export function fromField(value: string): string | null {
  const at = Date.parse(`${value}:00+05:30`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** The date of a time in India. */
export const dateOf = (moment: string): string => toField(moment).slice(0, 10);
export const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

const dayName = new Intl.DateTimeFormat('en-IN', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
/** 'Monday, 23 November'. */
export const nameOfDay = (date: string): string => dayName.format(Date.parse(date));

export const providerNames = {
  room: 'Our class page',
  link: 'A link',
  zoom: 'Zoom',
  jitsi: 'Jitsi',
  bigbluebutton: 'BigBlueButton',
} as const;

/** How attendance is recorded, by the kind of meeting. */
export const rosterNotes = {
  live: 'Attendance is recorded while students come and go.',
  after: 'Attendance is recorded after the class.',
  none: 'Attendance is not verified: only the students who pressed Join are recorded.',
} as const;
