import type { Answer } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import type { getStudentForStaff } from '@abhyas/contract/reports/students';
import { dateOfDay, indianDay } from '@abhyas/exam/institute/indian-day';
import { subjectName } from '@abhyas/exam/bank/subjects';
import { percentOfMarks, type SubjectPercent, subjectPercents, usualPercent, weakSubject } from '@abhyas/exam/reports/test-results';
import type { SignedInContext, StaffContext } from '../../../context.ts';
import { consentOf } from '../../institute/identity/identity.ts';
import * as store from './students.store.ts';

const latestTests = 5;
/** Percentage points by which a result must differ from the earlier ones to be mentioned. */
const farPoints = 10;

type Practice = NonNullable<Answer<typeof getStudentForStaff>['practice']>;

const lookedBackDays = 14;

/** Totals of practice. */
export function practiceSummary(days: Awaited<ReturnType<typeof store.findPractice>>, now: Date): Practice {
  const sum = (rows: typeof days) => {
    const correct = rows.reduce((all, row) => all + row.correct, 0);
    return { correct, answered: rows.reduce((all, row) => all + row.correct + row.incorrect, 0) };
  };
  const names = [...new Set(days.map(({ subject_id }) => subjectName(subject_id)))];
  const last = days.at(-1)?.day;
  const since = indianDay(now) - lookedBackDays;
  return {
    ...sum(days),
    days_of_14: new Set(days.flatMap(({ day }) => (day > since ? [day] : []))).size,
    last_day: last === undefined ? null : dateOfDay(last),
    subjects: names.map((name) => {
      const { answered, correct } = sum(days.filter(({ subject_id }) => subjectName(subject_id) === name));
      return { name, answered, percent: answered === 0 ? 0 : Math.round((100 * correct) / answered) };
    }),
  };
}

const practiceTalk = ({ days_of_14, answered }: Practice): string[] => {
  if (days_of_14 === 0) return [answered === 0 ? 'Has not practised here yet.' : 'No practice in the last two weeks.'];
  return days_of_14 >= lookedBackDays / 2 ? [`Practised on ${days_of_14} of the last 14 days. Say so.`] : [];
};

function stateOf({ status, closes_at }: store.StudentTest, now: Date): 'taken' | 'running' | 'missed' | 'open' {
  if (status === 'COMPLETE') return 'taken';
  if (status === 'IN_PROGRESS') return 'running';
  return closes_at !== null && closes_at <= now ? 'missed' : 'open';
}

/** Points to talk about: missed tests, a fall or rise against earlier tests, the weakest subject. */
function talkOf(tests: readonly store.StudentTest[], subjects: readonly SubjectPercent[], now: Date): string[] {
  const talk: string[] = [];
  const missed = tests.filter((test) => !test.is_assignment && stateOf(test, now) === 'missed').slice(0, 3);
  if (missed.length > 0) talk.push(`Missed ${missed.map(({ name }) => name).join(', ')}.`);
  const [last, ...before] = tests.flatMap((test) => {
    const { name, score, max_score } = test;
    return test.is_assignment || stateOf(test, now) !== 'taken' || score === null || !max_score ? [] : [{ name, score, max_score }];
  });
  const usual = usualPercent(before);
  if (last && usual !== null) {
    const percent = percentOfMarks(last);
    if (percent <= usual - farPoints) talk.push(`${last.name} went worse than usual: ${percent}%, before it ${usual}%.`);
    if (percent >= usual + farPoints) talk.push(`${last.name} went better than usual: ${percent}%, before it ${usual}%. Say so.`);
  }
  const weak = weakSubject(subjects);
  if (weak) talk.push(`${weak.name} is the weakest subject: ${weak.percent}% of the marks in the latest tests.`);
  return talk;
}

/**
 * The facts that staff may see about a student: tests of this institute, nothing of another one, and practice since joining if the student
 * shows it. Throws `not_found`.
 */
export async function studentForStaff(context: StaffContext, id: number) {
  const found = await store.findStudent(context, id);
  if (!found) throw new Problem('not_found');
  const { shows_practice, adult_from, consented_at, has_consent, ...student } = found;
  const consent = consentOf({ adult_from, consented_at }, { role: 'student', has_consent }, context.now);
  const practice = shows_practice
    ? practiceSummary(await store.findPractice(context, id, indianDay(student.joined_at)), context.now)
    : null;
  const tests = await store.findTests(context, id);
  const subjects = subjectPercents(await store.findSubjects(context, id, latestTests));
  return {
    ...student,
    consent,
    joined_at: student.joined_at.toISOString(),
    tests: tests.map(({ opens_at, closes_at, finished_at, status: _status, ...test }) => ({
      ...test,
      at: (finished_at ?? closes_at ?? opens_at)?.toISOString() ?? null,
      state: stateOf({ ...test, opens_at, closes_at, finished_at, status: _status }, context.now),
    })),
    subjects,
    practice,
    talk: [...talkOf(tests, subjects, context.now), ...(practice ? practiceTalk(practice) : [])],
  };
}

export const practiceSharing = async (context: SignedInContext) => ({ institutes: await store.findSharing(context) });

/**
 * Shows the person's practice to an institute, or stops showing it. Throws `not_found` unless the membership is the person's as a student.
 */
export async function sharePractice(context: SignedInContext, { membership_id, is_shared }: { membership_id: number; is_shared: boolean }) {
  if (!(await store.updateSharing(context, membership_id, is_shared))) throw new Problem('not_found');
  return { success: true as const };
}
