import type { Answer } from '@abhyas/contract/endpoint';
import type { getTimeTable } from '@abhyas/contract/classes/timetable';
import { i18n } from '../../../platform/language.ts';
import { subjectColor } from '../../../ui/subject.ts';

export type Week = Answer<typeof getTimeTable>;
export type TimetableClass = Week['time_table_data'][number]['live_class_data'][number];

/** The colour of a subject of the product; the accent for a subject that only the institute has. */
export const colourOf = ({ subject_name }: TimetableClass): string => subjectColor(subject_name);

export const isJoinable = ({ status, can_join_from, can_join_until }: TimetableClass, now: number): boolean =>
  (status === 'NOT_STARTED' || status === 'LIVE') && now >= Date.parse(can_join_from) && now < Date.parse(can_join_until);

export const statusInWords = (status: TimetableClass['status']): string => i18n.t(status.replaceAll('_', ' '));

/** The subject, with its code for students of higher education. */
export const subjectOf = ({ subject_name, subject_code }: TimetableClass, showsCode: boolean): string =>
  showsCode && subject_code ? `${i18n.t(subject_name)} (${subject_code})` : i18n.t(subject_name);

/** Lecture, subject and classrooms. */
export const detailsOf = (each: TimetableClass, showsCode: boolean): string =>
  [each.lecture_name, subjectOf(each, showsCode), each.classroom_names.join(', ')]
    .filter((part) => part !== null && part !== '')
    .join(' · ');

/** The link to the class's day, where the student joins the class, watches it and gives feedback. */
export const linkOf = ({ start_time }: TimetableClass) =>
  ({
    to: '/virtual_meeting',
    search: { date: new Date(Date.parse(start_time) + 19_800_000).toISOString().slice(0, 10) },
  }) as const;
