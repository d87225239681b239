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

/** Of what the student revises: a chapter, or the own mistake book, whose `id` is the student's. Throws `not_found` for anything else. */
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

/** Questions that were asked for by name, and whether a session that holds others goes on; null for what is due. */
async function chosenByName(context: Context, student: Student, { wrong_of, bookmarked, subject }: Choice) {
  if (wrong_of !== undefined) {
    const wrong = await wrongOf(context, student.id, wrong_of);
    if (wrong.length === 0) throw new Problem('not_found', 'Nothing was wrong in that session.');
    return { questions: wrong, goesOn: (held: readonly number[]) => isSameSet(held, wrong) };
  }
  if (bookmarked === undefined) return null;
  const kept = await bookmarksToPractise(context, student, bookmarked, subject);
  if (kept.length === 0) throw new Problem('not_found', 'There is no bookmark to practise.');
  return { questions: kept.slice(0, questionsPerSession), goesOn: (held: readonly number[]) => held.every((id) => kept.includes(id)) };
}

/**
 * Opens the session in which the student revises what was missed, or makes one of what is due first; with `wrong_of` of exactly what was wrong
 * in that session, with `bookmarked` of bookmarks. Throws `not_found` when there is nothing.
 */
export async function openRevision(context: Context, student: Student, id: number, object_type: number, choice: Choice = {}) {
  const { name: nameOfObject, ...object } = await reviseObject(context, student, id, object_type);
  const name = choice.bookmarked === undefined ? nameOfObject : 'Bookmarks';
  if (choice.bookmarked !== undefined && object.chapter_id !== null) throw new Problem('not_found');
  const { chapter_id } = object;
  const { id: _id, ...of } = object;
  const session = await inTransaction(context, async (within) => {
    const wanted = await chosenByName(within, student, choice);
    const opened = await sessions.findOrInsertToRevise(within, of);
    const held = await sessions.findSessionQuestions(within, student.id, opened.id);
    if (held.length > 0 && (!wanted || wanted.goesOn(held))) return opened;
    if (held.length > 0) await finishPractice(within, opened, 'restart');
    const fresh = held.length > 0 ? await sessions.findOrInsertToRevise(within, of) : opened;
    const chosen = wanted?.questions ?? (await questionsToRevise(within, student, chapter_id, questionsPerSession));
    if (chosen.length === 0)
      throw new Problem('not_found', chapter_id === null ? 'Nothing is due today.' : 'There is nothing to revise in this chapter.');
    await sessions.insertSessionQuestions(within, student.id, fresh.id, chosen);
    return fresh;
  });
  const chosen = await sessions.findSessionQuestions(context, student.id, session.id);
  // A question that a test of the student holds since it was chosen is not shown with its answer.
  const hidden = await hiddenFromStudent(context, student.id, chosen);
  return openedSession(
    context,
    student,
    session,
    { id, name, chapter_id },
    chosen.filter((question_id) => !hidden.has(question_id)),
  );
}
