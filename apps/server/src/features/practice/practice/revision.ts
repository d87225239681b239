import { say } from '@abhyas/exam/institute/sentence';
import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { Input } from '@abhyas/contract/endpoint';
import type { getReviseQuestionsForChapters } from '@abhyas/contract/practice/practice';
import { Problem } from '@abhyas/contract/problem';
import type { Context, Student } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { bookmarksToPractise } from '../bookmarks/bookmarks.ts';
import { chapterOf } from '../../bank/chapters/chapters.ts';
import { questionsToRevise } from '../../bank/mistakes/mistakes.ts';
import { hiddenFromStudent } from '../../bank/questions/questions.ts';
import * as sessions from '../../tests/sessions/sessions.ts';
import { openedSession } from './opened-session.ts';
import { finishPractice } from './settling.ts';

const questionsPerSession = 10;
const bookName = 'Mistake Book';

/** The object of a revision: a chapter, or the student's mistake book, with the student's id. Throws `not_found` for anything else. */
export async function reviseObject(context: Context, student: Student, id: number, object_type: number) {
  const of = { student_id: student.id, object_type, session_type: sessionTypes.revise };
  if (object_type === objectTypes.skill && id === student.id) return { id, name: bookName, ...of, chapter_id: null };
  if (object_type !== objectTypes.chapter) throw new Problem('not_found');
  return { id, name: (await chapterOf(context, student, id)).chapter_data.name, ...of, chapter_id: id };
}

/** Questions of a session of the student whose answers were wrong. Throws `not_found` for a session of somebody else. */
async function wrongOf(context: Context, student_id: number, session_id: number): Promise<number[]> {
  const session = await sessions.findSession(context, student_id, session_id);
  if (!session) throw new Problem('not_found');
  const wrong = (await sessions.findResponses(context, student_id, session_id)).filter(({ result }) => result === -1);
  const hidden = await hiddenFromStudent(
    context,
    student_id,
    wrong.map(({ question_id }) => question_id),
  );
  return wrong.map(({ question_id }) => question_id).filter((id) => !hidden.has(id));
}

const isSameSet = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((id) => b.includes(id));

type Choice = Pick<Input<typeof getReviseQuestionsForChapters>, 'wrong_of' | 'bookmarked' | 'subject'>;

/** The requested questions, their source, and whether a session with the questions `held` is resumed; null if due questions are wanted. */
async function chosenByName(context: Context, student: Student, { wrong_of, bookmarked, subject }: Choice) {
  if (wrong_of !== undefined) {
    const wrong = await wrongOf(context, student.id, wrong_of);
    if (wrong.length === 0) throw new Problem('not_found', say`That session has no wrong answers to redo.`);
    return { questions: wrong, source: `session ${wrong_of}`, goesOn: (held: readonly number[]) => isSameSet(held, wrong) };
  }
  if (bookmarked === undefined) return null;
  const kept = await bookmarksToPractise(context, student, bookmarked, subject);
  if (kept.length === 0) throw new Problem('not_found', say`There is no bookmark to practise here.`);
  return {
    questions: kept.slice(0, questionsPerSession),
    source: ['bookmarks', bookmarked, subject ?? ''].join(' ').trim(),
    goesOn: (held: readonly number[]) => held.every((id) => kept.includes(id)),
  };
}

/**
 * Opens the student's session of revision, or creates one. It has missed questions, due ones first; with `wrong_of`, exactly the wrong
 * answers of that session; with `bookmarked`, bookmarks. Throws `not_found` without questions.
 */
export async function openRevision(context: Context, student: Student, id: number, object_type: number, choice: Choice = {}) {
  const { name: nameOfObject, ...object } = await reviseObject(context, student, id, object_type);
  const name = choice.bookmarked === undefined ? nameOfObject : 'Bookmarks';
  if (choice.bookmarked !== undefined && object.chapter_id !== null) throw new Problem('not_found');
  const { chapter_id } = object;
  const { id: _id, ...ofObject } = object;
  const session = await inTransaction(context, async (within) => {
    const wanted = await chosenByName(within, student, choice);
    const of = { ...ofObject, source: wanted?.source ?? '' };
    const opened = await sessions.findOrInsertToRevise(within, of);
    const held = await sessions.findSessionQuestions(within, student.id, opened.id);
    if (held.length > 0 && (!wanted || wanted.goesOn(held))) return opened;
    if (held.length > 0) await finishPractice(within, opened, 'restart');
    const fresh = held.length > 0 ? await sessions.findOrInsertToRevise(within, of) : opened;
    const chosen = wanted?.questions ?? (await questionsToRevise(within, student, chapter_id, questionsPerSession));
    if (chosen.length === 0)
      throw new Problem('not_found', chapter_id === null ? say`Nothing is due today.` : say`There is nothing to revise in this chapter.`);
    await sessions.insertSessionQuestions(within, student.id, fresh.id, chosen);
    return fresh;
  });
  const chosen = await sessions.findSessionQuestions(context, student.id, session.id);
  // A question that was since added to one of the student's tests is left out, because it would be shown with its answer.
  const hidden = await hiddenFromStudent(context, student.id, chosen);
  return openedSession(
    context,
    student,
    session,
    { id, name, chapter_id },
    chosen.filter((question_id) => !hidden.has(question_id)),
  );
}
