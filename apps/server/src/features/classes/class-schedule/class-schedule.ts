// Contents: the schedule · scheduling and clashes · moving and cancelling · starting, extending, ending · recording and feedback
import { say, type Sentence } from '@abhyas/exam/institute/sentence';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import type {
  cancelClass,
  findClashes,
  getClassFeedback,
  getClassOptions,
  getClassSchedule,
  getStaffClass,
  moveClass,
  scheduleClass,
} from '@abhyas/contract/classes/class-schedule';
import { Problem } from '@abhyas/contract/problem';
import { classEnd, classStatus, joinWindow } from '@abhyas/exam/classes/class-times';
import { dateOfDay, dayOfDate, indianDay, startOfIndianDay } from '@abhyas/exam/institute/indian-day';
import type { StaffContext } from '../../../context.ts';
import { isNoVideo } from '@abhyas/exam/classes/video';
import { inTransaction } from '../../../database/transaction.ts';
import type { MeetingProviders } from '../../../integrations/meetings/meetings.ts';
import { announce } from '../../../database/announce.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { findAttending } from '../../institute/classrooms/classrooms.ts';
import { findAllBetween, findOfInstitute, type MeetingRow, shownMeeting, subjectOfClass } from '../live-classes/live-classes.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import * as store from './class-schedule.store.ts';

export { classesToday } from './today.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** How far ahead, in days, a class may be scheduled. */
const farthestDays = 365;
const presencePercent = 50;
const timeOf = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
});

const staffMeeting = (row: MeetingRow, now: Date): Answer<typeof getStaffClass>['class'] => ({
  ...shownMeeting(row, now),
  join_url: row.join_url,
  subject_id: row.subject_id,
  teacher_id: row.teacher_id,
  series_id: row.series_id,
  started_at: row.started_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  cancel_reason: row.cancel_reason,
});

export async function optionsOf(context: StaffContext, providers: MeetingProviders): Promise<Answer<typeof getClassOptions>> {
  return {
    subjects: await store.findSubjects(context),
    classrooms: await store.findClassrooms(context),
    teachers: (await store.findTeachers(context)).map(({ id, name }) => ({ id, name: name ?? 'Teacher' })),
    providers: Object.values(providers).flatMap((one) => (one ? [{ name: one.name, roster: one.roster }] : [])),
    own_id: context.actor.user_id ?? 1,
  };
}

/** A week of classes from the given day; 1970-01-01 was a Thursday, so Mondays are days 4, 11, …. */
export async function scheduleOf(
  context: StaffContext,
  { from }: Input<typeof getClassSchedule>,
): Promise<Answer<typeof getClassSchedule>> {
  const today = indianDay(context.now);
  const first = from === undefined ? today - ((today + 3) % 7) : dayOfDate(from);
  const rows = await findAllBetween(context, context.actor.institute_id, startOfIndianDay(first), startOfIndianDay(first + 7));
  return { from: dateOfDay(first), today: dateOfDay(today), classes: rows.map((row) => staffMeeting(row, context.now)) };
}

export async function staffClass(context: StaffContext, id: number): Promise<Answer<typeof getStaffClass>> {
  const row = await findOfInstitute(context, context.actor.institute_id, id);
  if (!row) throw new Problem('not_found');
  const figures = await store.countAudience(context, id);
  return { class: staffMeeting(row, context.now), classroom_ids: await store.findClassroomIds(context, id), ...figures };
}

const slotsOf = (starts_at: Date, duration: number, weeks: number): store.Slot[] =>
  Array.from({ length: weeks }, (_, week) => ({
    starts_at: new Date(starts_at.getTime() + week * WEEK_MS),
    duration_seconds: duration * 60,
  }));

async function refuseForeign(
  context: StaffContext,
  { teacher_id, classroom_ids }: { teacher_id: number; classroom_ids: readonly number[] },
) {
  const teachers = await store.findTeachers(context);
  if (!teachers.some(({ id }) => id === teacher_id)) throw new Problem('not_found');
  if (!(await store.areClassrooms(context, classroom_ids))) throw new Problem('not_found');
}

/** The classes that overlap a plan. Throws `not_found` for a teacher, classroom or class outside the institute. */
export async function clashesOf(context: StaffContext, plan: Input<typeof findClashes>): Promise<Answer<typeof findClashes>> {
  const { id, teacher_id, classroom_ids, starts_at, duration, weeks } = plan;
  if (id !== undefined && !(await findOfInstitute(context, context.actor.institute_id, id))) throw new Problem('not_found');
  await refuseForeign(context, plan);
  const slots = slotsOf(new Date(starts_at), duration, weeks);
  const rows = await store.findClashing(context, { slots, teacher_id, classroom_ids, except: id === undefined ? [] : [id] });
  return {
    clashes: rows.map(({ duration_seconds, starts_at: at, ...row }) => ({
      ...row,
      starts_at: at.toISOString(),
      duration: Math.ceil(duration_seconds / 60),
    })),
  };
}

function refuseMoment(starts_at: Date, now: Date): void {
  if (starts_at < now) throw new Problem('not_possible', 'Choose a time that is still to come.');
  if (starts_at.getTime() > now.getTime() + farthestDays * DAY_MS) throw new Problem('not_possible', 'Choose a time within a year.');
}

async function refuseClash(context: StaffContext, plan: Parameters<typeof store.findClashing>[1]): Promise<void> {
  const [clash] = await store.findClashing(context, plan);
  if (clash) throw new Problem('class_clash', { clash: `${clash.title}, ${timeOf.format(clash.starts_at)}` });
}

/** Notifies the students of a class. */
const tellClass = async (context: StaffContext, id: number, title: Sentence, message: Sentence) =>
  notify(context, await findAttending(context, id), { type: 'ClassNotification', title, message, url: '/virtual_meeting' });

/**
 * Schedules a class or a weekly series with the provider's meetings, all or nothing. The provider is called outside the transaction, since
 * it may take seconds. Throws `class_clash` unless the clash is confirmed.
 */
export async function schedule(context: StaffContext, plan: Input<typeof scheduleClass>, providers: MeetingProviders) {
  const { classroom_ids, teacher_id, duration, weeks } = plan;
  if (!(await store.isSubject(context, plan.subject_id))) throw new Problem('not_found');
  await refuseForeign(context, plan);
  const provider = providers[plan.provider];
  if (!provider) throw new Problem('not_possible', 'This way of meeting is not set up.');
  if ((plan.provider === 'link') !== (plan.join_url !== undefined))
    throw new Problem('not_possible', 'Give an address for a class by link, and none for any other class.');
  const starts_at = new Date(plan.starts_at);
  refuseMoment(starts_at, context.now);
  const slots = slotsOf(starts_at, duration, weeks);
  const classes = slots.map((slot) => ({
    ...slot,
    title: plan.title.trim(),
    module: plan.module?.trim() || null,
    lecture: plan.lecture?.trim() || null,
    subject_id: plan.subject_id,
    teacher_id,
    provider: plan.provider,
    join_url: plan.join_url ?? null,
    presence_percent: presencePercent,
  }));
  const ids = await inTransaction(context, async (within) => {
    if (plan.takes_clash !== true) await refuseClash(within, { slots, teacher_id, classroom_ids, except: [] });
    const inserted = await store.insertClasses(within, classes, classroom_ids);
    await writeAudit(within, {
      what: 'class.schedule',
      object_type: 'meeting',
      object_id: inserted[0] ?? null,
      after: { ...plan, ids: inserted },
    });
    return inserted;
  });
  try {
    for (const [at, id] of ids.entries()) {
      const one = classes[at];
      if (one) await store.setProvided(context, id, await provider.provide({ ...one, id }));
    }
  } catch (failure) {
    await takeBack(context, ids);
    throw failure;
  }
  return { success: true as const, ids };
}

/** Deletes classes for which the provider made no meeting. */
async function takeBack(context: StaffContext, ids: readonly number[]): Promise<void> {
  await inTransaction(context, async (within) => {
    await store.deleteClasses(within, ids);
    await writeAudit(within, {
      what: 'class.take_back',
      object_type: 'meeting',
      object_id: ids[0] ?? null,
      after: { ids },
      reason: 'The provider has made no meeting.',
    });
  });
}

/** The class and, with `following`, the later ones of its series. Throws `not_found`. */
async function hold(context: StaffContext, id: number, following: boolean): Promise<[store.LockedClass, ...store.LockedClass[]]> {
  const [one, ...others] = await store.lockClasses(context, id, following);
  if (!one) throw new Problem('not_found');
  return [one, ...others];
}

/** Moves a class that has not begun and, with `with_following`, the later classes of its series by the same time span. */
export async function move(context: StaffContext, plan: Input<typeof moveClass>) {
  return inTransaction(context, async (within) => {
    const classes = await hold(within, plan.id, plan.with_following === true);
    const [first] = classes;
    if (first.status !== 'NOT_STARTED') throw new Problem('not_possible', 'Only a class that has not begun can be moved.');
    const starts_at = new Date(plan.starts_at);
    refuseMoment(starts_at, within.now);
    const by = starts_at.getTime() - first.starts_at.getTime();
    const slots = classes.map((one) => ({ starts_at: new Date(one.starts_at.getTime() + by), duration_seconds: plan.duration * 60 }));
    const classroom_ids = await store.findClassroomIds(within, plan.id);
    if (plan.takes_clash !== true)
      await refuseClash(within, { slots, teacher_id: first.teacher_id, classroom_ids, except: classes.map(({ id }) => id) });
    for (const [at, { id }] of classes.entries()) {
      await store.updateClass(within, id, slots[at] ?? {});
      await announce(within, subjectOfClass(id));
    }
    await writeAudit(within, {
      what: 'class.move',
      object_type: 'meeting',
      object_id: plan.id,
      before: { starts_at: first.starts_at, duration_seconds: first.duration_seconds },
      after: { starts_at, duration: plan.duration, moved: classes.length },
    });
    await tellClass(within, plan.id, say`A class was moved`, say`${first.title} is now on ${timeOf.format(starts_at)}.`);
    return { success: true as const, moved: classes.length };
  });
}

export async function cancel(context: StaffContext, { id, reason, with_following }: Input<typeof cancelClass>) {
  return inTransaction(context, async (within) => {
    const classes = await hold(within, id, with_following === true);
    const [first] = classes;
    if (first.status !== 'NOT_STARTED') throw new Problem('not_possible', 'Only a class that has not begun can be cancelled.');
    for (const one of classes) {
      await store.updateClass(within, one.id, { status: 'CANCELLED', cancel_reason: reason });
      await announce(within, subjectOfClass(one.id));
    }
    await writeAudit(within, {
      what: 'class.cancel',
      object_type: 'meeting',
      object_id: id,
      before: { status: first.status },
      after: { status: 'CANCELLED', cancelled: classes.length },
      reason,
    });
    await tellClass(
      within,
      id,
      say`A class was cancelled`,
      say`${first.title} on ${timeOf.format(first.starts_at)} is cancelled: ${reason}`,
    );
    return { success: true as const, cancelled: classes.length };
  });
}

/** Starts a class, at most 10 minutes early; starting it again changes nothing. Returns the address where the teacher enters. */
export async function start(context: StaffContext, id: number, name: string, providers: MeetingProviders) {
  const started = await inTransaction(context, async (within) => {
    const [one] = await hold(within, id, false);
    const { from, until } = joinWindow(one);
    if (one.status === 'CANCELLED') throw new Problem('class_cancelled');
    if (one.status === 'COMPLETED' || within.now >= until) throw new Problem('class_over');
    if (within.now < from) throw new Problem('not_possible', `This class can be started from ${timeOf.format(from)}.`);
    if (one.status === 'NOT_STARTED') {
      await store.updateClass(within, id, { status: 'LIVE', started_at: within.now });
      await announce(within, subjectOfClass(id));
      await writeAudit(within, { what: 'class.start', object_type: 'meeting', object_id: id });
    }
    return one;
  });
  if (started.provider === 'room') return { success: true as const, opens: 'page' as const, join_url: null };
  const teacher = { id: context.actor.user_id ?? 0, name, isTeacher: true };
  const entrance = await providers[started.provider]?.enter(started, teacher, context.now);
  if (!entrance) throw new Problem('not_possible', 'This way of meeting is not set up.');
  return { success: true as const, opens: entrance.opens, join_url: entrance.join_url };
}

const longestSeconds = 28_800;

export async function extend(context: StaffContext, id: number, minutes: number) {
  return inTransaction(context, async (within) => {
    const [one] = await hold(within, id, false);
    if (classStatus(one, within.now) !== 'LIVE') throw new Problem('not_possible', 'Only a live class can be extended.');
    const duration_seconds = one.duration_seconds + minutes * 60;
    if (duration_seconds > longestSeconds) throw new Problem('not_possible', 'A class lasts 8 hours at most.');
    await store.updateClass(within, id, { duration_seconds });
    await announce(within, subjectOfClass(id));
    await writeAudit(within, {
      what: 'class.extend',
      object_type: 'meeting',
      object_id: id,
      before: { duration_seconds: one.duration_seconds },
      after: { duration_seconds },
    });
    return { success: true as const, duration: Math.ceil(duration_seconds / 60) };
  });
}

/** Ends a live class now, or at its planned end if that has passed. The stored board of a class serves as its recording. */
export async function end(context: StaffContext, id: number, providers: MeetingProviders, onFailure: (error: unknown) => void) {
  const ended = await inTransaction(context, async (within) => {
    const [one] = await hold(within, id, false);
    if (one.status !== 'LIVE') throw new Problem('not_possible', 'Only a live class can be ended.');
    const planned = classEnd(one);
    const ended_at = within.now < planned ? within.now : planned;
    await store.updateClass(within, id, {
      status: 'COMPLETED',
      ended_at: new Date(Math.max(ended_at.getTime(), one.started_at?.getTime() ?? 0)),
    });
    if (one.has_board) await store.upsertRecording(within, id, null);
    await announce(within, subjectOfClass(id));
    await writeAudit(within, { what: 'class.end', object_type: 'meeting', object_id: id, after: { ended_at } });
    return one;
  });
  // The class ends in the database even if closing the provider's meeting fails.
  await providers[ended.provider]?.close?.(ended).catch(onFailure);
  return { success: true as const };
}

/** Stores the address of a recording. Throws `not_possible` before the class is over, and for a YouTube address without a video. */
export async function giveRecording(context: StaffContext, id: number, url: string) {
  if (isNoVideo(url)) throw new Problem('not_possible', 'This address names no video of YouTube. Copy the address of the video itself.');
  return inTransaction(context, async (within) => {
    const [one] = await hold(within, id, false);
    if (classStatus(one, within.now) !== 'COMPLETED') throw new Problem('not_possible', 'A recording belongs to a class that is over.');
    await store.upsertRecording(within, id, url);
    await announce(within, subjectOfClass(id));
    await writeAudit(within, { what: 'class.set_recording', object_type: 'meeting', object_id: id, after: { url } });
    const students = await findAttending(within, id);
    const message = say`The recording of ${one.title} is ready.`;
    await notify(within, students, { type: 'ClassNotification', title: say`A recording is ready`, message, url: `/view_class/${id}` });
    return { success: true as const };
  });
}

const fewestShown = 3;

/** Feedback without names. Ratings are shown once there are three, because fewer could be traced to their senders. */
export async function feedbackOf(context: StaffContext, id: number): Promise<Answer<typeof getClassFeedback>> {
  if (!(await findOfInstitute(context, context.actor.institute_id, id))) throw new Problem('not_found');
  const rows = await store.findFeedback(context, id);
  const isEnough = rows.length >= fewestShown;
  return {
    count: rows.length,
    ratings: isEnough ? [1, 2, 3, 4, 5].map((rating) => rows.filter((row) => row.rating === rating).length) : null,
    messages: isEnough ? rows.flatMap(({ feedback_message }) => feedback_message ?? []) : [],
  };
}
