import type { Answer } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import type { getMyProgressData } from '@abhyas/contract/practice/progress';
import { dateOfDay, indianDay, weekStart } from '@abhyas/exam/institute/indian-day';
import { ANSWERS_FOR_LEVEL, examOf, solvedOfTen } from '@abhyas/exam/practice/level';
import { type DayCounts, overallProgress, practiceStreak, progressGraph, weekFigures } from '@abhyas/exam/practice/progress';
import { type SubjectName, subjectNames } from '@abhyas/exam/bank/subjects';
import type { Context, Student } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { subjectsOf } from '../../bank/chapters/chapters.ts';
import { findSession, isScoreShown } from '../../tests/sessions/sessions.ts';
import * as store from './progress.store.ts';

const testsAtOnce = 20;
const calendarWeeks = 12;

const nameById: Readonly<Record<number, SubjectName>> = subjectNames;

/** Counts finished tests whose score the student may see now; the others are checked again at the next call. */
async function countTests(context: Context, student_id: number): Promise<void> {
  for (const id of await store.findUncountedTests(context, student_id, testsAtOnce)) {
    const session = await findSession(context, student_id, id);
    if (!session || !(await isScoreShown(context, session, await store.findAnsweredQuestions(context, session)))) continue;
    await inTransaction(context, (within) => store.countSession(within, session));
  }
}

const figuresOf = (days: readonly DayCounts[], now: Date) => ({
  overall_data: overallProgress(days),
  previous_week_data: weekFigures(days, now, 1),
  current_week_data: weekFigures(days, now, 0),
  same_days_data: weekFigures(days, now, 1, true),
});

function graphsOf(days: readonly DayCounts[], now: Date, subject: SubjectName | null) {
  const pointsOf = (step: 1 | 7) => progressGraph(days, now, step).map(({ from, ...counts }) => ({ from: dateOfDay(from), ...counts }));
  return [
    { period: 'daily' as const, subject, points: pointsOf(1) },
    { period: 'weekly' as const, subject, points: pointsOf(7) },
  ];
}

/** Days with an answer, from the first day of the calendar on. */
function practisedDays(days: readonly DayCounts[], first: number) {
  const attempted = new Map<number, number>();
  for (const { day, correct, incorrect } of days) if (day >= first) attempted.set(day, (attempted.get(day) ?? 0) + correct + incorrect);
  return [...attempted].map(([day, total_attempted]) => ({ date: dateOfDay(day), total_attempted }));
}

/** The content of the progress page. Throws `not_allowed` for students in higher education or with institute tests only. */
export async function myProgress(context: Context, student: Student): Promise<Answer<typeof getMyProgressData>> {
  const { course } = student;
  if (student.is_higher_education || student.has_only_test_board_access || course === null) throw new Problem('not_allowed');
  await countTests(context, student.id);
  const today = indianDay(context.now);
  const calendarBegin = weekStart(today) - 7 * (calendarWeeks - 1);
  const days = await store.sumByDay(context, student.id, calendarBegin);
  const ratings = await store.findRatings(context, student.id);
  const inCourse = await subjectsOf(context, student);
  const practised = days.map(({ subject_id }) => ({ id: subject_id, name: nameById[subject_id] ?? '' }));
  const subjects = [...new Map([...practised, ...inCourse].map(({ id, name }) => [name, { id, name }])).values()].toSorted(
    (a, b) => rankOf(a.name, inCourse) - rankOf(b.name, inCourse),
  );
  const names = subjects.flatMap(({ name }) => Object.values(subjectNames).find((known) => known === name) ?? []);
  const daysOf = (name: SubjectName) => days.filter(({ subject_id }) => nameById[subject_id] === name);
  return {
    subjects,
    ...figuresOf(days, context.now),
    by_subject: names.map((subject) => ({ subject, ...figuresOf(daysOf(subject), context.now) })),
    graph_data: [...graphsOf(days, context.now, null), ...names.flatMap((subject) => graphsOf(daysOf(subject), context.now, subject))],
    practised_days: practisedDays(days, calendarBegin),
    today: dateOfDay(today),
    streak_days: practiceStreak(
      days.flatMap(({ day, earlier_days }) => earlier_days ?? day),
      today,
    ),
    levels: names.map((subject) => {
      const exam = examOf(course, subject);
      const own = ratings.filter(({ subject_id }) => nameById[subject_id] === subject);
      const answered = own.reduce((sum, rated) => sum + rated.answered, 0);
      return {
        subject,
        exam,
        solves_of_ten: solvedOfTen(own, exam),
        answers_needed: Math.max(0, ANSWERS_FOR_LEVEL - answered),
      };
    }),
  };
}

/** The position of a subject in the list: subjects of the course in their order, then any other. */
function rankOf(name: string, inCourse: readonly { name: string }[]): number {
  const at = inCourse.findIndex((subject) => subject.name === name);
  return at < 0 ? inCourse.length : at;
}

/** Counts the answers of a practice session again, within the transaction that makes them final. */
export const countPractice = store.countSession;
/** After a paper was marked again, counts its sessions again: the sessions of one student or, with null, of all students. */
export const forgetCounts = store.deleteCounts;

/** Number of questions answered on each day from `since` on, in days since 1970 in India. */
export const answeredByDay = async (context: Context, student_id: number, since: number): Promise<ReadonlyMap<number, number>> =>
  new Map((await store.sumSince(context, student_id, since)).map(({ day, answered }) => [day, answered]));

/** Whether the student has ever answered a question that counts. */
export const { hasAnswered } = store;

/** The counted answers of a student by day in India and subject; those of all days before `since` are summed up under one day before it. */
export const practiceByDay = (context: Context, student_id: number, since: number): Promise<DayCounts[]> =>
  store.sumByDay(context, student_id, since);

/** Computes the counts of every session again from the responses. */
export const rebuildProgress = (context: Context): Promise<void> => inTransaction(context, store.recountAll);
