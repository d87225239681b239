import type { Answer } from '@abhyas/contract/endpoint';
import type { getChild } from '@abhyas/contract/reports/guardians';
import { Problem } from '@abhyas/contract/problem';
import { indianDay } from '@abhyas/exam/institute/indian-day';
import { subjectPercents, usualPercent, weakSubject } from '@abhyas/exam/reports/test-results';
import type { DayCounts } from '@abhyas/exam/practice/progress';
import type { Context, Person, StaffCallContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { attendanceInSum } from '../../classes/attendance/attendance.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { practiceSummary } from '../students/students.ts';
import * as store from './children.store.ts';
import { end } from './guardians.store.ts';

const shownResults = 10;
const latestTests = 5;
const missedMs = 30 * 86_400_000;

type Child = Answer<typeof getChild>;
type StudentHere = Pick<store.ChildRow, 'student_id' | 'institute_id' | 'has_classes'>;

/** For a student who has come of age since agreeing: only the name, until the student agrees again. */
const paused = { last_result: null, usual_percent: null, missed: [], next_test: null, attendance: null, weak_subject: null };

/** The institute's facts about a student's latest tests and classes. */
async function knownOf(context: Context, child: StudentHere) {
  const rows = await store.findResults(context, child, shownResults);
  const results = rows.map((row) => ({ ...row, finished_at: row.finished_at.toISOString() }));
  const papers = rows.slice(0, latestTests).map(({ paper_id }) => paper_id);
  const subjects = subjectPercents(await store.findSubjects(context, child.student_id, papers));
  const missed = await store.findMissed(context, child, new Date(context.now.getTime() - missedMs));
  const next = await store.findNext(context, child);
  const attendance = child.has_classes ? await attendanceInSum(context, child.institute_id, child.student_id) : null;
  return {
    last_result: results[0] ?? null,
    usual_percent: usualPercent(rows.slice(1)),
    missed: missed.map((test) => ({ name: test.name, closed_at: test.closed_at.toISOString() })),
    next_test: next
      ? { name: next.name, opens_at: next.opens_at?.toISOString() ?? null, closes_at: next.closes_at?.toISOString() ?? null }
      : null,
    attendance: attendance && attendance.total_classes > 0 ? attendance : null,
    weak_subject: weakSubject(subjects),
    results,
    subjects,
  };
}

async function factsOf(context: Context, child: store.ChildRow): Promise<Omit<Child, 'practice'>> {
  const { id, name, institute_name, is_paused } = child;
  if (is_paused) return { id, name, institute_name, is_paused, ...paused, results: [], subjects: [] };
  return { id, name, institute_name, is_paused, ...(await knownOf(context, child)) };
}

export type WeekOfChild = Awaited<ReturnType<typeof weekOfChild>>;

/** The facts of a student's page for guardians, and the usual percent before each result. */
export async function weekOfChild(context: Context, child: StudentHere) {
  const known = await knownOf(context, child);
  return { ...known, usualBefore: (at: number) => usualPercent(known.results.slice(at + 1)) };
}

/** The children of a guardian at the institute in use. */
export const childrenOfGuardian = async (context: Context, { id, institute_id }: Person): Promise<store.ChildRow[]> =>
  institute_id === null ? [] : store.findChildren(context, { id, institute_id }, null);

/** Practice that a child shows to the guardian, by day and subject, since the child joined the institute. */
export async function practiceOfChild(context: Context, guardian: Pick<Person, 'id'>, child: store.ChildRow): Promise<DayCounts[]> {
  const days = await store.findPractice(context, guardian.id, child.id, child.student_id, indianDay(child.joined_at));
  return days.map((day) => ({ ...day, seconds: 0 }));
}

const guardianOf = ({ caller, actor }: StaffCallContext) => ({ id: caller.id, institute_id: actor.institute_id });

/** The caller's children at the institute in use, with the main facts about each. */
export async function childrenOf(context: StaffCallContext) {
  const children = [];
  for (const child of await store.findChildren(context, guardianOf(context), null)) children.push(await factsOf(context, child));
  return { children };
}

async function findChild(context: StaffCallContext, id: number): Promise<store.ChildRow> {
  const [child] = await store.findChildren(context, guardianOf(context), id);
  if (!child) throw new Problem('not_found');
  return child;
}

/** One child of the caller, with the latest results and the practice that the child shows. Throws `not_found`. */
export async function childOf(context: StaffCallContext, id: number): Promise<Child> {
  const child = await findChild(context, id);
  const isPracticeShown = child.shows_practice && !child.is_paused;
  const days = isPracticeShown
    ? await store.findPractice(context, context.caller.id, id, child.student_id, indianDay(child.joined_at))
    : null;
  return { ...(await factsOf(context, child)), practice: days && practiceSummary(days, context.now) };
}

/** The caller ends the guardianship of one child. Throws `not_found`. */
export async function endAsGuardian(context: StaffCallContext, id: number) {
  return inTransaction(context, async (within) => {
    const child = await findChild(within, id);
    const ended = await end(within, child, id, 'guardian');
    if (!ended) throw new Problem('not_found');
    const before = { student: child.student_id, relation: ended.relation };
    await writeAudit(within, { what: 'guardian.end', object_type: 'guardianship', object_id: id, before });
    return { success: true as const };
  });
}
