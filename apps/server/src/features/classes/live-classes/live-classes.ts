// Contents: a class as students see it · the day · joining · a class page · feedback · the next class · the live channel
import { say } from '@abhyas/exam/institute/sentence';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import {
  DAYS_AHEAD,
  DAYS_BACK,
  type getLiveClasses,
  type getMeetingVideos,
  type getNextClass,
} from '@abhyas/contract/classes/live-classes';
import { Problem } from '@abhyas/contract/problem';
import { presentMs } from '@abhyas/exam/classes/attendance';
import { classEnd, classStatus, joinRefusal, joinWindow } from '@abhyas/exam/classes/class-times';
import { dateOfDay, dayOfDate, indianDay, indianTime, startOfIndianDay } from '@abhyas/exam/institute/indian-day';
import type { Context, Student } from '../../../context.ts';
import type { MeetingProviders } from '../../../integrations/meetings/meetings.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Presence } from '../../../live/channel.ts';
import { instituteOfMember } from '../../institute/classrooms/classrooms.ts';
import { openQuizOf, quizStateFor } from '../live-quiz/live-quiz.ts';
import * as store from './live-classes.store.ts';

export type MeetingRow = store.MeetingRow;
type ShownMeeting = Answer<typeof getLiveClasses>['virtual_meetings'][number];

const DAY_MS = 86_400_000;

/** A class as students see it. Only joining returns the address to enter. */
export function shownMeeting(row: MeetingRow, now: Date): ShownMeeting {
  const { from, until } = joinWindow(row);
  return {
    id: row.id,
    meeting_id: row.provider_meeting_id,
    password: null,
    join_url: row.provider === 'room' ? `/view_class/${row.id}` : null,
    provider: row.provider,
    title: row.title,
    module: row.module,
    lecture: row.lecture,
    subject_title: row.subject_title,
    subject_code: row.subject_code,
    teacher_name: row.teacher_name,
    classroom_names: row.classroom_names,
    start_time: row.starts_at.toISOString(),
    duration: Math.ceil(row.duration_seconds / 60),
    status: classStatus(row, now),
    can_join_from: from.toISOString(),
    can_join_until: until.toISOString(),
    file_count: row.file_count,
    recording_url: row.recording_status === 'READY' ? (row.recording_url ?? `/view_class/${row.id}`) : null,
    recording_status: row.recording_status,
    live_quiz_id: row.live_quiz_id,
    has_joined: row.joined_at !== null,
  };
}

/**
 * The classes of a day in Asia/Kolkata, today by default, from 180 days back to 30 ahead; a day outside becomes the nearer bound. Today
 * begins with the classes that began before midnight and still run.
 */
export async function classesOfDay(
  context: Context,
  student: Student,
  { date }: Input<typeof getLiveClasses>,
  { zoom }: MeetingProviders,
): Promise<Answer<typeof getLiveClasses>> {
  const institute_id = instituteOfMember(student);
  const today = indianDay(context.now);
  const [first, last] = [today - DAYS_BACK, today + DAYS_AHEAD];
  const day = Math.min(last, Math.max(first, date === undefined ? today : dayOfDate(date)));
  const midnight = startOfIndianDay(day);
  const ofDay = await store.findBetween(context, institute_id, student.id, midnight, startOfIndianDay(day + 1));
  const mayRunOn = day === today && context.now.getTime() - midnight.getTime() < store.longestClassMs;
  const running = mayRunOn ? await store.findRunning(context, institute_id, student.id) : [];
  const rows = [...running.filter(({ starts_at }) => starts_at < midnight).toReversed(), ...ofDay];
  const [next] =
    rows.length > 0
      ? []
      : await store.findBetween(context, institute_id, student.id, startOfIndianDay(day + 1), startOfIndianDay(last + 1), 1);
  return {
    date: dateOfDay(day),
    today: dateOfDay(today),
    first_date: dateOfDay(first),
    last_date: dateOfDay(last),
    next_date: next ? dateOfDay(indianDay(next.starts_at)) : null,
    virtual_meetings: rows.map((row) => shownMeeting(row, context.now)),
    user_name: student.name,
    live_class_through_zoom_app: zoom !== undefined && zoom.signature === undefined,
  };
}

/** A class that the student attends. Throws `not_found`. */
export async function attendedClass(context: Context, student: Student, id: number): Promise<MeetingRow> {
  const row = await store.findAttended(context, instituteOfMember(student), student.id, id);
  if (!row) throw new Problem('not_found');
  return row;
}

function refuseUnlessOpen(row: MeetingRow, now: Date): void {
  const refusal = joinRefusal(row, now);
  if (refusal) throw new Problem(refusal, { time: indianTime(joinWindow(row).from) });
}

/** Records the press on Join, and returns where to enter. Throws `class_not_open`, `class_over`, `class_cancelled`. */
export async function joinClass(context: Context, student: Student, id: number, providers: MeetingProviders) {
  const row = await attendedClass(context, student, id);
  refuseUnlessOpen(row, context.now);
  const provider = providers[row.provider];
  if (!provider) throw new Problem('not_possible', say`Your institute has not set up this way of meeting. Ask your teacher.`);
  const person = { id: student.id, name: student.name ?? 'Student', isTeacher: false };
  const entrance = await provider.enter(row, person, context.now);
  await store.insertJoin(context, student.id, id);
  return { success: true as const, ...entrance };
}

/** The fields that the meeting SDK needs. Throws as joining does, and `not_possible` if the provider has no SDK. */
export async function signEntrance(
  context: Context,
  student: Student,
  { id, meeting_number }: { id: number; meeting_number: string },
  providers: MeetingProviders,
) {
  const row = await attendedClass(context, student, id);
  if (row.provider_meeting_id !== meeting_number) throw new Problem('not_found');
  refuseUnlessOpen(row, context.now);
  const signed = await providers[row.provider]?.signature?.(row, context.now);
  if (!signed) throw new Problem('not_possible');
  return { success: true as const, ...signed };
}

/** The page of a class. It has the board while the class is live, and afterwards once the recording is ready. */
export async function classPage(context: Context, student: Student, id: number): Promise<Answer<typeof getMeetingVideos>> {
  const row = await attendedClass(context, student, id);
  const { question_data, response_data } = await quizStateFor(context, student.id, row);
  const { own, present_count } = await store.findStays(context, student.id, id);
  const shown = shownMeeting(row, context.now);
  const hasBegun = row.started_at !== null && shown.status !== 'CANCELLED';
  const stays = own.map(({ from_at, to_at }) => ({ from: from_at.getTime(), to: to_at.getTime() }));
  const heldFrom = (row.started_at ?? row.starts_at).getTime();
  const heldTo = (row.ended_at ?? classEnd(row)).getTime();
  const isShown = hasBegun && (shown.status === 'LIVE' || row.recording_status === 'READY');
  return {
    meeting: {
      ...shown,
      started_at: row.started_at?.toISOString() ?? null,
      minutes_present: Math.floor(presentMs(stays, heldFrom, heldTo) / 60_000),
      board: isShown ? await store.findBoard(context, id) : null,
      present_count,
    },
    quiz_data: question_data,
    response_data,
  };
}

/** The class that is live now; if there are several, the one that started last, together with the list of all. */
export async function liveVideo(context: Context, student: Student) {
  const rows = await store.findRunning(context, instituteOfMember(student), student.id);
  const meetings = rows.map((row) => ({
    id: row.id,
    title: row.title,
    lecture: row.lecture,
    subject_title: row.subject_title,
    can_join_until: joinWindow(row).until.toISOString(),
  }));
  const [row] = meetings;
  const data = row
    ? { has_live_video: true, video_url: `/view_class/${row.id}`, video_title: row.title, meeting_id: row.id, meetings }
    : { has_live_video: false, video_url: null, video_title: null, meeting_id: null, meetings };
  return { data };
}

export async function takeFeedback(
  context: Context,
  student: Student,
  { meeting_id, rating, feedback_message }: { meeting_id: number; rating: number; feedback_message?: string },
) {
  const row = await attendedClass(context, student, meeting_id);
  const { from } = joinWindow(row);
  if (context.now < from) throw new Problem('class_not_open', say`This class has not begun yet.`);
  await inTransaction(context, (within) =>
    store.upsertFeedback(within, { student_id: student.id, meeting_id, rating, feedback_message: feedback_message?.trim() || null }),
  );
  return { success: true as const, message: say`Thank you for your feedback.`.text };
}

const daysToNextClass = 7;

/** The class that is live or starts next within a week, and its open quiz, if any. */
export async function nextClass(context: Context, student: Student): Promise<Answer<typeof getNextClass>> {
  const institute_id = instituteOfMember(student);
  const live = await store.findRunning(context, institute_id, student.id);
  const from = new Date(context.now.getTime() - 8 * 3_600_000);
  const to = new Date(context.now.getTime() + daysToNextClass * DAY_MS);
  const coming = async () =>
    (await store.findBetween(context, institute_id, student.id, from, to)).find(
      (row) => row.status === 'NOT_STARTED' && classEnd(row) > context.now,
    );
  const row = live[0] ?? (await coming());
  const quizzes = await Promise.all(live.map((one) => openQuizOf(context, student.id, one)));
  return { next_class: row ? shownMeeting(row, context.now) : null, open_quiz: quizzes.find((quiz) => quiz !== null) ?? null };
}

export const subjectOfClass = (id: number) => `class:${id}`;
export const meetingOfSubject = (subject: string) => Number(subject.split(':')[1]);

/** The message to class pages when a class starts, moves, is extended or ends. */
export async function classMessage(context: Context, id: number) {
  const row = await store.findById(context, id);
  if (!row) throw new Error(`Class ${id} is gone`);
  return {
    number: context.now.getTime(),
    status: classStatus(row, context.now),
    started_at: row.started_at?.toISOString() ?? null,
    can_join_until: joinWindow(row).until.toISOString(),
    recording_status: row.recording_status,
    live_quiz_id: row.live_quiz_id,
  };
}

/** Stores the time of each person whose class page is connected to this process. */
export const keepStays = (context: Context, present: readonly Presence[]) =>
  store.upsertStays(
    context,
    present.map(({ user_id, subject, key, from }) => ({
      student_id: user_id,
      meeting_id: meetingOfSubject(subject),
      stay_key: key,
      from_at: from,
    })),
  );

export const { findOfInstitute, findAllBetween } = store;
