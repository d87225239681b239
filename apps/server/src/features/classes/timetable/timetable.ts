// Contents: a week · the feed for calendars
import { say } from '@abhyas/exam/institute/sentence';
import { createHash, randomBytes } from 'node:crypto';
import type { Answer } from '@abhyas/contract/endpoint';
import { audiences } from '@abhyas/contract/institute/access';
import { Problem } from '@abhyas/contract/problem';
import type { getTimeTable } from '@abhyas/contract/classes/timetable';
import { classEnd, classStatus, joinWindow } from '@abhyas/exam/classes/class-times';
import { dateOfDay, indianDay } from '@abhyas/exam/institute/indian-day';
import { isWeekShown, weekOf, zonesOf } from '@abhyas/exam/classes/timetable';
import type { Budgets } from '../../../budgets/budgets.ts';
import type { Context, Student } from '../../../context.ts';
import { instituteOfMember } from '../../institute/classrooms/classrooms.ts';
import { personAgain } from '../../institute/identity/identity.ts';
import * as store from './timetable.store.ts';

const dayMs = 86_400_000;
const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const mostOfWeek = 300;
const mostOfFeed = 1000;
const aheadDays = 38;

function shown(row: store.ClassRow, now: Date) {
  const { from, until } = joinWindow(row);
  return {
    id: row.id,
    start_time: row.starts_at.toISOString(),
    duration: Math.ceil(row.duration_seconds / 60),
    title: row.title,
    classroom_names: row.classroom_names,
    subject_name: row.subject_name,
    subject_code: row.subject_code,
    module: row.module,
    lecture_name: row.lecture,
    status: classStatus(row, now),
    can_join_from: from.toISOString(),
    can_join_until: until.toISOString(),
  };
}

/** A week of the student's classes. Throws `not_possible` for a week more than 180 days back or 30 ahead. */
export async function timeTable(context: Context, student: Student, weeks_ago: number): Promise<Answer<typeof getTimeTable>> {
  const institute_id = instituteOfMember(student);
  const { now } = context;
  if (!isWeekShown(now, weeks_ago)) throw new Problem('not_possible', say`Classes are shown from 180 days back to 30 days ahead.`);
  const { firstDay, from, to } = weekOf(now, weeks_ago);
  const rows = await store.findClasses(context, institute_id, student.id, from, to, mostOfWeek);
  const held = rows.filter(({ status }) => status !== 'CANCELLED');
  const next =
    held.length > 0
      ? undefined
      : await store.findFirstStart(context, institute_id, student.id, to, new Date(now.getTime() + aheadDays * dayMs));
  const nextWeek = next && Math.round((weekOf(now, 0).firstDay - weekOf(next, 0).firstDay) / 7);
  return {
    time_table_data: dayNames.map((day_name, at) => ({
      date: dateOfDay(firstDay + at),
      day_name,
      day_num: new Date((firstDay + at) * dayMs).getUTCDate(),
      live_class_data: rows.filter(({ starts_at }) => indianDay(starts_at) === firstDay + at).map((row) => shown(row, now)),
    })),
    start_date: dateOfDay(firstDay),
    end_date: dateOfDay(firstDay + 6),
    today: dateOfDay(indianDay(now)),
    zones: zonesOf(rows.map((row) => ({ from: row.starts_at.getTime(), to: classEnd(row).getTime() }))),
    is_higher_education: student.is_higher_education,
    can_go_back: isWeekShown(now, weeks_ago + 1),
    can_go_ahead: isWeekShown(now, weeks_ago - 1),
    next_weeks_ago: nextWeek !== undefined && isWeekShown(now, nextWeek) ? nextWeek : null,
  };
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Creates a secret address for the student's feed, which replaces the old one. Anybody with the address can read the classes, and nothing
 * else.
 */
export async function makeFeed(context: Context, student: Student) {
  const institute_id = instituteOfMember(student);
  if (institute_id === 0) throw new Problem('not_allowed');
  const token = randomBytes(24).toString('base64url');
  await store.upsertFeed(context, student.id, institute_id, hashOf(token));
  return { success: true as const, feed_url: `/api/calendar/${token}.ics` };
}

export async function feedOf(context: Context, student: Student) {
  return { created_at: (await store.findFeed(context, student.id, instituteOfMember(student)))?.toISOString() ?? null };
}

export async function endFeed(context: Context, student: Student) {
  await store.deleteFeed(context, student.id, instituteOfMember(student));
  return { success: true as const };
}

/** Text of a calendar (RFC 5545, section 3.3.11), folded to lines of 75 bytes. */
const escaped = (text: string) => text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r\n|\r|\n/g, '\\n');

export function folded(line: string): string {
  const lines: string[] = [];
  let [start, at, bytes, most] = [0, 0, 0, 75];
  for (const letter of line) {
    const code = letter.codePointAt(0) ?? 0;
    // Bytes are counted here, because measuring each beginning of a line again took a third of a second for a large calendar.
    const size = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    if (bytes + size > most) {
      lines.push(line.slice(start, at));
      [start, bytes, most] = [at, 0, 74];
    }
    bytes += size;
    at += letter.length;
  }
  return [...lines, line.slice(start)].join('\r\n ');
}

const stampOf = (moment: Date) => moment.toISOString().replaceAll(/[:-]|\.\d{3}/g, '');

function eventOf(row: store.ClassRow, now: Date, site: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:class-${row.id}@${site}`,
    `DTSTAMP:${stampOf(now)}`,
    `DTSTART:${stampOf(row.starts_at)}`,
    `DTEND:${stampOf(classEnd(row))}`,
    `SUMMARY:${escaped(`${row.title} (${row.subject_name})`)}`,
    `DESCRIPTION:${escaped([row.module, row.lecture, row.classroom_names.join(', ')].filter(Boolean).join(' · '))}`,
    `STATUS:${row.status === 'CANCELLED' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/**
 * The calendar that a token opens: classes of the last and the next 38 days. Undefined for an unknown token, and while its person may not
 * open the timetable. Throws `too_many_requests`.
 */
export async function calendarOf(context: Context, budgets: Budgets, token: string, site: string): Promise<string | undefined> {
  const feed = await store.findFeedOf(context, hashOf(token));
  if (!feed) return undefined;
  if (!budgets.take('calendars', feed.user_id)) throw new Problem('too_many_requests');
  const person = await personAgain(context, { id: feed.user_id, membership: null, reach: 'account' }, feed.membership_id);
  if (!audiences.attendee(person)) return undefined;
  const at = (days: number) => new Date(context.now.getTime() + days * dayMs);
  const rows = await store.findClasses(context, feed.institute_id, feed.user_id, at(-aheadDays), at(aheadDays), mostOfFeed);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Abhyas//Classes//EN',
    'CALSCALE:GREGORIAN',
    'X-WR-CALNAME:Classes',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    ...rows.flatMap((row) => eventOf(row, context.now, site)),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
