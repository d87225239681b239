import type { Answer, Input } from '@abhyas/contract/endpoint';
import { MISTAKES_PER_PAGE, type getMistakes, type setMistakeReason } from '@abhyas/contract/practice/mistakes';
import { Problem } from '@abhyas/contract/problem';
import { dateOfDay, indianDay, startOfIndianDay } from '@abhyas/exam/institute/indian-day';
import { type MissKind, missKind, missKinds } from '@abhyas/exam/reports/miss-kind';
import { endOfToday, newMistake, reviewMistake } from '@abhyas/exam/practice/mistakes';
import { type SubjectName, subjectNames } from '@abhyas/exam/bank/subjects';
import type { Context, Student } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { findQuestions, hiddenFromStudent, isOpenTo, passagesOf, revealedQuestion, shownQuestion } from '../questions/questions.ts';
import { textsIn } from '../translated-texts/translated-texts.ts';
import * as store from './mistakes.store.ts';

const forecastDays = 7;
const testsAtOnce = 20;
const entriesAtOnce = 50;
/** Assumed seconds for a question without a known answer. */
const usualSeconds = 60;

export interface BookedAnswer {
  question_id: number;
  /** -1 incorrect, 0 unattempted, 1 correct, 2 not counted. */
  result: -1 | 0 | 1 | 2;
  is_key_used: boolean;
  question_time_spent: number;
}

/**
 * Adds answers of a session to the book, within the transaction that makes them final: a miss adds an entry or makes it due again, a
 * correct answer postpones or fixes an existing entry. A repeated answer of the session changes nothing.
 */
export async function bookAnswers(
  context: Context,
  session: { student_id: number; id: number },
  answers: readonly BookedAnswer[],
  at: Date,
): Promise<void> {
  const { student_id } = session;
  const judged = answers
    .map((answer) => ({ ...answer, kind: missKind({ ...answer, outcome: answer.result, median_time: null, answered_by: 0 }) }))
    .filter(({ kind, result }) => kind !== null || result === 1)
    .toSorted((a, b) => a.question_id - b.question_id);
  if (judged.length === 0) return;
  const entries = await store.lockEntries(
    context,
    student_id,
    judged.map(({ question_id }) => question_id),
  );
  for (const { question_id, kind } of judged) {
    const entry = entries.get(question_id);
    if (entry ? entry.session_id === session.id || (kind === null && entry.is_fixed) : kind === null) continue;
    // An answer that was given before the entry's last review, but reached the server only now, has no effect.
    if (entry?.last_review_at && entry.last_review_at > at) continue;
    const next = entry ? reviewMistake(entry, kind === null, at) : newMistake(at);
    await store.upsertEntry(context, {
      ...next,
      student_id,
      question_id,
      session_id: session.id,
      kind: kind ?? entry?.kind ?? 'incorrect',
      reason: kind === null ? (entry?.reason ?? null) : null,
      missed_at: kind === null ? (entry?.missed_at ?? at) : at,
      times_missed: (entry?.times_missed ?? 0) + (kind === null ? 0 : 1),
    });
  }
}

/**
 * Adds the student's finished tests to the book, if the student may see their answers now. If some questions are still hidden, only the
 * others are added, and the test is checked again the next time.
 */
async function takeTests(context: Context, student_id: number): Promise<void> {
  // Most calls find none, and need no transaction.
  if (!(await store.hasUntakenTests(context, student_id))) return;
  await inTransaction(context, async (within) => {
    for (const session of await store.lockUntakenTests(within, student_id, testsAtOnce)) {
      const answers = await store.findMarkedAnswers(within, student_id, session.id);
      const hidden = await hiddenFromStudent(
        within,
        student_id,
        answers.map(({ question_id }) => question_id),
      );
      const seen = answers.filter(({ question_id }) => !hidden.has(question_id));
      await bookAnswers(
        within,
        { student_id, id: session.id },
        seen.map(({ question_id, result, question_time_spent }) => ({
          question_id,
          result: result ?? 0,
          is_key_used: false,
          question_time_spent,
        })),
        session.finished_at ?? within.now,
      );
      if (hidden.size === 0) await store.markTaken(within, student_id, session.id);
    }
  });
}

/** Questions of the book that the student may not see now, because a test withholds them. */
const hiddenEntries = async (context: Context, student_id: number): Promise<number[]> => [
  ...(await hiddenFromStudent(context, student_id, await store.findInPapers(context, student_id))),
];

/** Number of questions that can be redone today, of a chapter or (null) of the whole book. */
export async function dueCount(context: Context, student: Student, chapter_id: number | null): Promise<number> {
  await takeTests(context, student.id);
  const hidden = await hiddenEntries(context, student.id);
  return store.countDue(context, student, chapter_id, endOfToday(context.now), hidden);
}

/** The questions that can be redone today, their subjects, and the start of the day on which the next one becomes due. */
export async function dueToday(context: Context, student: Student) {
  await takeTests(context, student.id);
  const hidden = await hiddenEntries(context, student.id);
  const { subjects, next_due_at } = await store.countDueBySubject(context, student, endOfToday(context.now), hidden);
  const named = countBySubject(subjects);
  return {
    count: sumOf(named),
    subjects: named.map(({ name }) => name),
    next_due_at: next_due_at && startOfIndianDay(indianDay(next_due_at)),
  };
}

/** Number of questions of the book that were reviewed after the time `since`. */
export const reviewedSince = store.countReviewedSince;

/** Whether the chapter has a question to revise. */
export async function hasMisses(context: Context, student: Student, chapter_id: number): Promise<boolean> {
  const filter = { subject_ids: null, chapter_id, kind: null, due_before: null, offset: 0, count: 1 };
  return (await store.findEntries(context, student, filter)).length > 0;
}

/**
 * Questions to revise, at most `count`, due ones first: of a chapter, or (null) those of the whole book that are due today. Questions that
 * a test withholds are left out.
 */
export async function questionsToRevise(context: Context, student: Student, chapter_id: number | null, count: number): Promise<number[]> {
  await takeTests(context, student.id);
  const due_before = chapter_id === null ? endOfToday(context.now) : null;
  const chosen: number[] = [];
  for (let offset = 0; chosen.length < count; offset += entriesAtOnce) {
    const filter = { subject_ids: null, chapter_id, kind: null, due_before, offset, count: entriesAtOnce };
    const ids = (await store.findEntries(context, student, filter)).map(({ question_id }) => question_id);
    const hidden = await hiddenFromStudent(context, student.id, ids);
    chosen.push(...ids.filter((id) => !hidden.has(id)));
    if (ids.length < entriesAtOnce) break;
  }
  return chosen.slice(0, count);
}

const nameOf = (id: number): SubjectName => {
  const name = (subjectNames as Readonly<Record<number, SubjectName>>)[id];
  if (!name) throw new Error(`There is no subject ${id}`);
  return name;
};
const idsOf = (name: SubjectName) =>
  Object.keys(subjectNames)
    .map(Number)
    .filter((id) => nameOf(id) === name);

type Counts = Awaited<ReturnType<typeof store.countEntries>>;
const sumOf = (rows: readonly { count: number }[]): number => rows.reduce((sum, { count }) => sum + count, 0);

function countBySubject(rows: readonly { subject_id: number; count: number }[]) {
  const names = [...new Set(rows.map(({ subject_id }) => nameOf(subject_id)))];
  return names.map((name) => ({ name, count: sumOf(rows.filter(({ subject_id }) => nameOf(subject_id) === name)) }));
}

/** Counts of the whole Mistake Book: due per coming day, per subject, per chapter and per kind. */
function overviewOf({ chapters, days, kinds }: Counts, today: number) {
  const due = days.filter(({ ahead }) => ahead === 0);
  const later = days.filter(({ ahead }) => ahead > 0).map(({ due_at }) => indianDay(due_at));
  const due_count = sumOf(due);
  return {
    due_count,
    due_by_subject: countBySubject(due),
    due_seconds: due.reduce((sum, { seconds }) => sum + seconds, 0) || due_count * usualSeconds,
    next_due_at: later.length > 0 ? startOfIndianDay(Math.min(...later)).toISOString() : null,
    forecast: Array.from({ length: forecastDays }, (_none, day) => ({
      date: dateOfDay(today + day),
      count: sumOf(days.filter(({ ahead }) => ahead === day)),
    })),
    total: sumOf(chapters),
    subjects: countBySubject(chapters),
    chapters: chapters.map(({ chapter_id: id, chapter_name: name, subject_id, count }) => ({
      id,
      name,
      subject_name: nameOf(subject_id),
      count,
    })),
    kinds: missKinds.map((kind: MissKind) => ({ kind, count: sumOf(kinds.filter((row) => row.kind === kind)) })),
  };
}

/** One page of the mistake book, with counts of the whole book. Throws `not_found` for a chapter without a miss of the student. */
export async function mistakeBook(
  context: Context,
  student: Student,
  { subject, chapter_id, kind, page = 1, language }: Input<typeof getMistakes>,
): Promise<Answer<typeof getMistakes>> {
  if (student.has_only_test_board_access) throw new Problem('not_allowed');
  await takeTests(context, student.id);
  if (chapter_id !== undefined && !(await store.hasEntryIn(context, student.id, chapter_id))) throw new Problem('not_found');
  const today = indianDay(context.now);
  const days = Array.from({ length: forecastDays }, (_none, day) => startOfIndianDay(today + 1 + day));
  const hidden = await hiddenEntries(context, student.id);
  const counts = await store.countEntries(context, student, days, hidden);
  const offset = (page - 1) * MISTAKES_PER_PAGE;
  const found = await store.findEntries(context, student, {
    subject_ids: subject ? idsOf(subject) : null,
    chapter_id: chapter_id ?? null,
    kind: kind ?? null,
    due_before: null,
    offset,
    count: MISTAKES_PER_PAGE + 1,
  });
  const entries = found.slice(0, MISTAKES_PER_PAGE);
  const ids = entries.map(({ question_id }) => question_id);
  const rows = await findQuestions(context, ids);
  const mistakes = entries.flatMap((entry, at) => {
    const row = rows.get(entry.question_id);
    if (!row || !isOpenTo(student, row)) return [];
    return [
      {
        question: (hidden.includes(row.id) ? shownQuestion : revealedQuestion)(row, offset + at, null),
        kind: entry.kind,
        reason: entry.reason,
        is_due: entry.due_at < endOfToday(context.now),
        due_at: entry.due_at.toISOString(),
        times_missed: entry.times_missed,
        right_days: entry.right_days,
        responses: entry.responses ?? [],
        rich_response: entry.rich_response,
      },
    ];
  });
  const comprehension_questions = await passagesOf(
    context,
    [...rows.values()].filter((row) => isOpenTo(student, row)),
  );
  const questions = mistakes.map(({ question }) => question);
  return {
    ...overviewOf(counts, today),
    fixed_count: await store.countFixed(context, student.id),
    mistakes,
    comprehension_questions,
    ...(await textsIn(context, language, questions, comprehension_questions)),
    render_more_questions: found.length > entries.length,
  };
}

/** The questions that are in the student's book and not fixed, among the given ones. */
export async function inBook(context: Context, student_id: number, ids: readonly number[]): Promise<Set<number>> {
  return new Set(await store.findOpenAmong(context, student_id, ids));
}

/** The student's reasons for misses that are not fixed, by question; null without a reason. */
export const reasonsAmong = store.findReasons;

/** Notes why the question was wrong. Throws `not_found` if the question is not in the student's book, or fixed. */
export async function setReason(
  context: Context,
  student: Student,
  { question_id, reason }: Input<typeof setMistakeReason>,
): Promise<Answer<typeof setMistakeReason>> {
  if (!(await store.updateReason(context, student.id, question_id, reason))) throw new Problem('not_found');
  return { success: true };
}

/** Adds a question to the book at the student's request, due the next day; an existing entry that is not fixed stays as it is. */
export async function addToBook(
  context: Context,
  session: { student_id: number; id: number },
  question_id: number,
  kind: MissKind,
): Promise<void> {
  await inTransaction(context, async (within) => {
    const entry = (await store.lockEntries(within, session.student_id, [question_id])).get(question_id);
    if (entry && !entry.is_fixed) return;
    const { student_id, id: session_id } = session;
    const times_missed = (entry?.times_missed ?? 0) + 1;
    await store.upsertEntry(within, {
      ...newMistake(within.now),
      student_id,
      question_id,
      session_id,
      kind,
      reason: null,
      missed_at: within.now,
      times_missed,
    });
  });
}

/** Removes entries from the book whose answer is no longer wrong after a correction of the key. */
export const { deleteCorrected: forgetCorrected } = store;
