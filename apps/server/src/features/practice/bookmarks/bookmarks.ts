import { BOOKMARKS_PER_PAGE, type getBookmarkedQuestion, type updateQuestionBookmarkStatus } from '@abhyas/contract/practice/bookmarks';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Problem } from '@abhyas/contract/problem';
import { isServedInPractice, mayReview } from '@abhyas/exam/tests/reveal';
import { type SubjectName, subjectNames } from '@abhyas/exam/bank/subjects';
import type { Context, Student } from '../../../context.ts';
import { subjectsOf } from '../../bank/chapters/chapters.ts';
import { offeredPapersWith } from '../../tests/papers/papers.ts';
import {
  findQuestions,
  hiddenFromStudent,
  isOpenTo,
  paperPart,
  papersByQuestion,
  passagesOf,
  revealedQuestion,
  shownQuestion,
} from '../../bank/questions/questions.ts';
import { textsIn } from '../../bank/translated-texts/translated-texts.ts';
import * as store from './bookmarks.store.ts';

/** Students with test-board-only access have no bookmarks. */
function requireBookmarks(student: Student): void {
  if (student.has_only_test_board_access) throw new Problem('not_allowed');
}

/** Whether the student has seen the question: in one of their tests or practice sessions, or in a missed test that may be reviewed. */
async function hasEncountered(context: Context, student: Student, question_id: number): Promise<boolean> {
  const question = (await findQuestions(context, [question_id])).get(question_id);
  if (!question || !isOpenTo(student, question)) return false;
  if (await store.standsInSession(context, student.id, question_id)) return true;
  const papers = await offeredPapersWith(context, student, question_id);
  for (const paper of papers) {
    const part = await paperPart(context, student.id, paper.id);
    if (part && mayReview(part, context.now.getTime())) return true;
  }
  return false;
}

/** Whether the student may read the question: they have seen it, or practice or search may serve it. */
export async function mayRead(context: Context, student: Student, question_id: number): Promise<boolean> {
  const question = (await findQuestions(context, [question_id])).get(question_id);
  if (!question || !isOpenTo(student, question)) return false;
  if (await hasEncountered(context, student, question_id)) return true;
  const papers = (await papersByQuestion(context, [student.id], [question_id]))(student.id, question_id);
  const isPublic = question.is_for_practice || papers.some(({ mode }) => mode === 'previous_paper');
  return isPublic && isServedInPractice(papers, context.now.getTime());
}

/** Throws `not_found` for a question that the student has not seen. */
export async function updateBookmark(
  context: Context,
  student: Student,
  { question_id, is_bookmarked, tag = 'Revise' }: Input<typeof updateQuestionBookmarkStatus>,
) {
  requireBookmarks(student);
  // A bookmark can be removed even if the test in which the student saw the question was deleted.
  const isGone = !is_bookmarked && (await store.deleteBookmark(context, student.id, question_id));
  if (!isGone && !(await hasEncountered(context, student, question_id))) throw new Problem('not_found');
  if (is_bookmarked) await store.upsertBookmark(context, { student_id: student.id, question_id, tag });
  return { success: true as const };
}

const nameById: Readonly<Record<number, SubjectName>> = subjectNames;
const namesOf = (ids: readonly number[]) => ids.flatMap((id) => nameById[id] ?? []);
const idsOf = (name: SubjectName) =>
  Object.keys(subjectNames)
    .map(Number)
    .filter((id) => nameById[id] === name);

/** Sums counts of subject ids into the shown subjects: Botany and Zoology are Biology. */
function countsByName(rows: Awaited<ReturnType<typeof store.countBySubject>>) {
  const byName = new Map<SubjectName, { subject: SubjectName; Revise: number; Doubts: number }>();
  for (const { subject_id, Revise, Doubts } of rows) {
    for (const subject of namesOf([subject_id])) {
      const sum = byName.get(subject) ?? { subject, Revise: 0, Doubts: 0 };
      byName.set(subject, { subject, Revise: sum.Revise + Revise, Doubts: sum.Doubts + Doubts });
    }
  }
  return [...byName.values()];
}

/** One page of the student's bookmarks. */
export async function bookmarkedQuestions(
  context: Context,
  student: Student,
  { subject, page = 1, tag, language }: Input<typeof getBookmarkedQuestion>,
): Promise<Answer<typeof getBookmarkedQuestion>> {
  requireBookmarks(student);
  const counts = countsByName(await store.countBySubject(context, student));
  const held = subject ? counts.filter((row) => row.subject === subject) : counts;
  const isOnlyDoubts = held.some(({ Doubts }) => Doubts > 0) && held.every(({ Revise }) => Revise === 0);
  const selected_tag = tag ?? (isOnlyDoubts ? 'Doubts' : 'Revise');

  const inCourse = (await subjectsOf(context, student)).flatMap(({ ids }) => namesOf(ids));
  const subjects = [...new Set([...inCourse, ...counts.map((row) => row.subject)])];
  const underTag = new Set(counts.filter((row) => row[selected_tag] > 0).map((row) => row.subject));
  const selected_subject = subject ?? subjects.find((name) => underTag.has(name)) ?? subjects[0] ?? 'Physics';

  const offset = (page - 1) * BOOKMARKS_PER_PAGE;
  const found = await store.findBookmarked(context, student, {
    tag: selected_tag,
    subject_ids: idsOf(selected_subject),
    offset,
    count: BOOKMARKS_PER_PAGE + 1,
  });
  const ids = found.slice(0, BOOKMARKS_PER_PAGE);
  const rows = await findQuestions(context, ids);
  const hidden = await hiddenFromStudent(context, student.id, ids);
  const questions = ids.flatMap((id, at) => {
    const row = rows.get(id);
    return row ? [(hidden.has(id) ? shownQuestion : revealedQuestion)(row, offset + at, null)] : [];
  });
  const comprehension_questions = await passagesOf(context, rows.values());
  return {
    selected_tag,
    counts,
    subjects,
    selected_subject,
    questions,
    comprehension_questions,
    ...(await textsIn(context, language, questions, comprehension_questions)),
    render_more_questions: found.length > ids.length,
  };
}

/** Bookmarks that may be practised, those answered longest ago first. */
export async function bookmarksToPractise(context: Context, student: Student, tag: store.Tag, subject: SubjectName | undefined) {
  requireBookmarks(student);
  const ids = await store.findToPractise(context, student, { tag, subject_ids: subject ? idsOf(subject) : null });
  const hidden = await hiddenFromStudent(context, student.id, ids);
  return ids.filter((id) => !hidden.has(id));
}

export const { findBookmarkedAmong: bookmarkedAmong } = store;
