import { say } from '@abhyas/exam/institute/sentence';
import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import { Problem } from '@abhyas/contract/problem';
import { choosePersonalised, chooseInOrder } from '@abhyas/exam/practice/personalised';
import type { Context, Student } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { chapterOf } from '../../bank/chapters/chapters.ts';
import { practiceCandidates, servedInPractice } from '../../bank/questions/questions.ts';
import * as sessions from '../../tests/sessions/sessions.ts';
import { openedSession } from './opened-session.ts';
import { finishPractice, settlePractice } from './settling.ts';
import * as store from './practice.store.ts';

const questionsPerSession = 10;

export const previousPapersOf = (student_id: number, chapter_id: number) => ({
  student_id,
  chapter_id,
  object_type: objectTypes.chapter,
  session_type: sessionTypes.previous_paper,
});

export const personalisedOf = (student_id: number, chapter_id: number) => ({
  student_id,
  chapter_id,
  object_type: objectTypes.personalised_test,
  session_type: sessionTypes.adaptive,
});

/** The chapter as the object of a session. Throws `not_found` outside the student's subjects. */
export async function namedChapter(context: Context, student: Student, id: number) {
  return { id, name: (await chapterOf(context, student, id)).chapter_data.name, chapter_id: id };
}

async function shown(context: Context, student: Student, session: sessions.SessionRow, object: Awaited<ReturnType<typeof namedChapter>>) {
  const chosen = await sessions.findSessionQuestions(context, student.id, session.id);
  const served = await servedInPractice(context, student.id, chosen);
  return openedSession(
    context,
    student,
    session,
    object,
    chosen.filter((id) => served.has(id)),
  );
}

/** Opens ten questions of previous papers from a chapter: unseen first, then missed ones. Throws `not_found` without questions. */
export async function openPreviousPapers(context: Context, student: Student, chapter_id: number) {
  const chapter = await namedChapter(context, student, chapter_id);
  const session = await inTransaction(context, async (within) => {
    const opened = await sessions.findOrInsertToRevise(within, previousPapersOf(student.id, chapter_id));
    if ((await sessions.findSessionQuestions(within, student.id, opened.id)).length > 0) return opened;
    const candidates = await practiceCandidates(within, { chapter_id, isOfPreviousPapers: true }, student);
    if (candidates.length === 0) throw new Problem('not_found', say`This chapter has no questions of previous papers yet.`);
    await sessions.insertSessionQuestions(within, student.id, opened.id, chooseInOrder(candidates, questionsPerSession));
    return opened;
  });
  return shown(context, student, session, chapter);
}

/** The latest session of a chapter's previous papers, for review. */
export async function reviewPreviousPapers(context: Context, student: Student, chapter_id: number) {
  const chapter = await namedChapter(context, student, chapter_id);
  const session = await sessions.findSessionToRevise(context, previousPapersOf(student.id, chapter_id));
  if (!session) throw new Problem('not_begun', say`You have not practised previous papers of this chapter yet.`);
  return shown(context, student, session, chapter);
}

/**
 * Creates a personalised assignment of the chapter, weakest topics first, and ends one in progress. Throws `premium_needed`, and
 * `not_found` if the chapter has no questions.
 */
export async function createPersonalised(
  context: Context,
  student: Student,
  { chapter_id, totalCount, complexity }: { chapter_id: number; totalCount: 15 | 30; complexity: 0 | 1 | 2 },
) {
  await namedChapter(context, student, chapter_id);
  if (!student.has_premium_access) throw new Problem('premium_needed');
  return inTransaction(context, async (within) => {
    const candidates = await practiceCandidates(within, { chapter_id }, student);
    const { ids, filled } = choosePersonalised(candidates, complexity, totalCount);
    if (ids.length === 0) throw new Problem('not_found', say`This chapter has no questions yet.`);
    const before = await sessions.findSessionToRevise(within, personalisedOf(student.id, chapter_id));
    if (before?.status === 'IN_PROGRESS') {
      await settlePractice(within, before);
      await finishPractice(within, before, 'restart');
    }
    const session = await sessions.findOrInsertToRevise(within, personalisedOf(student.id, chapter_id));
    await sessions.insertSessionQuestions(within, student.id, session.id, ids);
    await store.insertPersonalised(within, {
      student_id: student.id,
      session_id: session.id,
      complexity,
      total_count: totalCount,
      filled_count: filled,
    });
    return { success: true as const, chapter_id, question_count: ids.length, filled_count: filled };
  });
}

/** Opens the personalised assignment in progress; with `isReview`, the latest. Throws `not_begun` without one. */
export async function openPersonalised(context: Context, student: Student, chapter_id: number, isReview: boolean) {
  const chapter = await namedChapter(context, student, chapter_id);
  const latest = await sessions.findSessionToRevise(context, personalisedOf(student.id, chapter_id));
  if (!latest) throw new Problem('not_begun', say`You have no personalised assignment in this chapter.`);
  if (isReview || latest.status === 'COMPLETE') return shown(context, student, latest, chapter);
  if (!student.has_premium_access) throw new Problem('premium_needed');
  const session = await sessions.takeOver(context, latest, null);
  return shown(context, student, session ?? latest, chapter);
}
