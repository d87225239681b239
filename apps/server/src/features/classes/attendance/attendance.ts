// Contents: the outcome for a class · a student's attendance · contesting · the register
import { say } from '@abhyas/exam/institute/sentence';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import {
  CONTEST_DAYS,
  type correctAttendance,
  type getRegister,
  type getSubjectWiseAttendance,
  type matchGuest,
} from '@abhyas/contract/classes/attendance';
import { Problem } from '@abhyas/contract/problem';
import { consecutiveClassesNeeded, settleAttendance, type Stay } from '@abhyas/exam/classes/attendance';
import type { Context, StaffCallContext, StaffContext, Student } from '../../../context.ts';
import { groupRows } from '../../../database/group-rows.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { findAttending, instituteOfMember } from '../../institute/classrooms/classrooms.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import * as store from './attendance.store.ts';

const minuteMs = 60_000;
/** Time after the end of a class until all pages have reported who attended and when. */
const settledAfterMs = 5 * minuteMs;
const contestMs = CONTEST_DAYS * 86_400_000;
const mostEntries = 100;

/** The actual start of a class, and its actual or planned end, whichever is earlier. */
function heldTimes({ starts_at, duration_seconds, started_at, ended_at }: store.EvidenceRow) {
  const planned = starts_at.getTime() + duration_seconds * 1000;
  return { from: started_at.getTime(), to: Math.max(started_at.getTime(), ended_at ? Math.min(ended_at.getTime(), planned) : planned) };
}

const staysOf = (row: store.EvidenceRow, source: 'page' | 'provider'): Stay[] => row.stays.filter((stay) => stay.source === source);

function judged(row: store.EvidenceRow) {
  const { from, to } = heldTimes(row);
  const evidence = {
    corrected: row.corrected,
    providerStays: row.has_provider_list ? staysOf(row, 'provider') : null,
    pageStays: staysOf(row, 'page'),
    hasJoined: row.has_joined,
    isUnverified: row.provider === 'link',
    hasUnmatchedNames: row.unmatched_names > 0,
  };
  return { ...settleAttendance(evidence, from, to, row.presence_percent), from, to };
}

/** The attendance for now. Until it is final, a press on Join counts as presence and nobody is absent. */
function verdictAt(row: store.EvidenceRow, now: number) {
  const settled = judged(row);
  const isSettled = now >= settled.to + settledAfterMs || row.corrected !== null;
  return { ...settled, isSettled, isPresent: isSettled ? settled.verdict === 'present' : row.has_joined };
}

const wholeMinutes = (ms: number) => Math.floor(ms / minuteMs);

function entryOf(row: store.EvidenceRow, now: Date) {
  const { verdict, source, minutes, from, to } = judged(row);
  const length = Math.max(1, to - from);
  const shownStays = source === 'provider' ? staysOf(row, 'provider') : row.stays;
  const part = (moment: number) => Math.round(1000 * Math.min(1, Math.max(0, (moment - from) / length))) / 1000;
  const contestUntil = to + contestMs;
  const mayContest = verdict !== 'present' && row.corrected === null && row.contested_at === null && now.getTime() <= contestUntil;
  return {
    virtual_meeting_id: row.meeting_id,
    title: row.title,
    subject_name: row.subject_name,
    start_time: row.starts_at.toISOString(),
    verdict,
    source,
    minutes,
    minutes_needed: Math.ceil((length * row.presence_percent) / 100 / minuteMs),
    minutes_held: wholeMinutes(length),
    stays: shownStays.map((stay) => ({ from: part(stay.from), to: part(stay.to) })).filter((stay) => stay.to > stay.from),
    is_unverified: row.provider === 'link',
    unmatched_names: row.unmatched_names,
    reason: row.reason,
    corrected_at: row.corrected_at?.toISOString() ?? null,
    contested_at: row.contested_at?.toISOString() ?? null,
    can_contest_until: mayContest ? new Date(contestUntil).toISOString() : null,
    has_recording: row.has_recording,
  };
}

/** A student's classes with the attendance at each, and the figures of each subject. */
async function figuresOf(context: Context, institute_id: number, student_id: number) {
  const rows = await store.findOfStudent(context, institute_id, student_id);
  const at = context.now.getTime();
  const verdicts = rows.map((row) => ({ row, ...verdictAt(row, at) }));
  const counted = verdicts.filter(({ isSettled, verdict, isPresent }) => (isSettled ? verdict !== 'to_check' : isPresent));
  const bySubject = groupRows(
    counted.toSorted((a, b) => a.row.subject_position - b.row.subject_position || a.row.subject_name.localeCompare(b.row.subject_name)),
    ({ row }) => row.subject_name,
  );
  const subjects = [...bySubject.values()].map((classes) => ({
    subject_code: classes[0]?.row.subject_code ?? null,
    subject_name: classes[0]?.row.subject_name ?? '',
    total_classes: classes.length,
    attended: classes.filter(({ isPresent }) => isPresent).length,
  }));
  return { verdicts, subjects };
}

/** Attendance by subject, with the classes that the student missed or that staff corrected. Throws `not_allowed`. */
export async function attendanceOf(context: Context, student: Student): Promise<Answer<typeof getSubjectWiseAttendance>> {
  const { verdicts, subjects } = await figuresOf(context, instituteOfMember(student), student.id);
  return {
    attendance: subjects,
    entries: verdicts
      .filter(({ isSettled, verdict, row }) => isSettled && (verdict !== 'present' || row.corrected !== null))
      .slice(0, mostEntries)
      .map(({ row }) => entryOf(row, context.now)),
    is_higher_education: student.is_higher_education,
  };
}

/**
 * The student's total attendance at the institute, and each subject below 75 percent with the number of classes in a row that lifts it to
 * 75.
 */
export async function attendanceInSum(context: Context, institute_id: number, student_id: number) {
  const { subjects } = await figuresOf(context, institute_id, student_id);
  return {
    total_classes: subjects.reduce((sum, { total_classes }) => sum + total_classes, 0),
    attended: subjects.reduce((sum, { attended }) => sum + attended, 0),
    at_risk: subjects.flatMap(({ subject_name, total_classes, attended }) => {
      const classes_needed = consecutiveClassesNeeded(total_classes, attended);
      return classes_needed === null ? [] : [{ subject_name, total_classes, attended, classes_needed }];
    }),
  };
}

/** The titles of the classes of a span that the student missed, the latest first. */
export async function missedClasses(context: Context, institute_id: number, student_id: number, { from, to }: { from: Date; to: Date }) {
  const { verdicts } = await figuresOf(context, institute_id, student_id);
  return verdicts
    .filter(({ isSettled, verdict, row }) => isSettled && verdict === 'absent' && row.starts_at >= from && row.starts_at < to)
    .map(({ row }) => row.title);
}

/** Subjects below 75 percent. Throws `not_allowed`. */
export const attendanceAtRisk = async (context: Context, student: Student) =>
  (await attendanceInSum(context, instituteOfMember(student), student.id)).at_risk;

/**
 * Records that the student contests an absence. Throws `not_found`, and `not_possible` for a class without an absence, a second contest or
 * one that is too late.
 */
export async function contest(context: Context, student: Student, id: number, reason: string) {
  return inTransaction(context, async (within) => {
    const rows = await store.findOfStudent(within, instituteOfMember(student), student.id);
    const row = rows.find(({ meeting_id }) => meeting_id === id);
    if (!row) throw new Problem('not_found');
    if (!verdictAt(row, within.now.getTime()).isSettled) throw new Problem('not_possible', say`This class is not over yet.`);
    if (entryOf(row, within.now).can_contest_until === null)
      throw new Problem('not_possible', say`An absence can be contested once, within ${CONTEST_DAYS} days.`);
    await store.upsertContest(within, student.id, id, reason);
    return { success: true as const };
  });
}

async function classOf(context: StaffContext, id: number): Promise<store.HeldClass> {
  const found = await store.findClass(context, context.actor.institute_id, id);
  if (!found) throw new Problem('not_found');
  return found;
}

/** The attendance of every student of a class. Throws `not_found`. */
export async function register(context: StaffContext, id: number): Promise<Answer<typeof getRegister>> {
  const { institute_id } = context.actor;
  const { title, starts_at, started_at } = await classOf(context, id);
  const rows = await store.findOfClass(context, institute_id, id, await findAttending(context, id));
  const entries = rows.map((row) => ({ row, entry: entryOf(row, context.now) }));
  const [first] = entries;
  return {
    title,
    start_time: starts_at.toISOString(),
    is_held: started_at !== null,
    minutes_held: first?.entry.minutes_held ?? 0,
    minutes_needed: first?.entry.minutes_needed ?? 0,
    students: entries.map(({ row, entry: { verdict, source, minutes, reason, contested_at } }) => ({
      student_id: row.student_id,
      student_name: row.student_name,
      verdict,
      source,
      minutes,
      reason,
      contested_at,
      contest_reason: row.contest_reason,
    })),
    guests: (await store.findGuests(context, id)).map(({ from_at, to_at, ...guest }) => ({
      ...guest,
      minutes: wholeMinutes(to_at.getTime() - from_at.getTime()),
    })),
  };
}

async function requireAttending(context: StaffContext, id: number, student_id: number): Promise<void> {
  if (!(await findAttending(context, id)).includes(student_id)) throw new Problem('not_found');
}

/** Replaces a student's measured attendance; the student is notified with the reason. Throws `not_found`, `not_possible`. */
export async function correct(context: StaffCallContext, { id, student_id, verdict, reason }: Input<typeof correctAttendance>) {
  return inTransaction(context, async (within) => {
    const held = await classOf(within, id);
    await requireAttending(within, id, student_id);
    if (held.started_at === null) throw new Problem('not_possible', say`This class was not held.`);
    const [before] = await store.findOfClass(within, within.actor.institute_id, id, [student_id]);
    await store.upsertCorrection(within, { student_id, meeting_id: id, corrected: verdict, reason, corrected_by: context.caller.id });
    await notify(within, [student_id], {
      type: 'AttendanceCorrectedNotification',
      title: say`Counted as ${verdict}`,
      message: `${held.title}: ${reason}`,
      url: '/attendance',
    });
    await writeAudit(within, {
      what: 'attendance.correct',
      object_type: 'meeting',
      object_id: id,
      before: { student: student_id, verdict: before && judged(before).verdict },
      after: { student: student_id, verdict },
      reason,
    });
    return { success: true as const };
  });
}

/** Matches a name of the meeting's list with a student. Throws `not_found`. */
export async function match(context: StaffContext, { id, guest_id, student_id }: Input<typeof matchGuest>) {
  return inTransaction(context, async (within) => {
    await classOf(within, id);
    await requireAttending(within, id, student_id);
    if (!(await store.matchGuest(within, id, guest_id, student_id))) throw new Problem('not_found');
    await writeAudit(within, {
      what: 'attendance.match',
      object_type: 'meeting',
      object_id: id,
      after: { guest: guest_id, student: student_id },
    });
    return { success: true as const };
  });
}
