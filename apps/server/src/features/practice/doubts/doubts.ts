// Contents: a doubt as its student sees it · lists · asking · removing and reporting · files of answers
import { say } from '@abhyas/exam/institute/sentence';
import type { Answer, Input, Value } from '@abhyas/contract/endpoint';
import {
  type askDoubt,
  DOUBT_BYTES,
  DOUBTS_PER_PAGE,
  type getDoubtsOfQuestion,
  type getMyDoubts,
  type OwnDoubt,
} from '@abhyas/contract/practice/doubts';
import { Problem } from '@abhyas/contract/problem';
import type { Context, Student, StudentContext } from '../../../context.ts';
import { lockPerson } from '../../../database/row-locks.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { findQuestions, hiddenFromStudent, passagesOf, shownQuestion } from '../../bank/questions/questions.ts';
import { textsIn } from '../../bank/translated-texts/translated-texts.ts';
import { recordPhoto, removeFiles } from '../../institute/stored-files/stored-files.ts';
import { mayRead } from '../bookmarks/bookmarks.ts';
import { shownAnswer, urlOf } from './doubt-answer.ts';
import * as store from './doubts.store.ts';

/** The most doubts of a student that wait, and notes. */
const most = { waiting: 30, notes: 1000, shown: 20, own: 50 };
/** After this many refused doubts within the days, a student cannot ask until the first of them is older. */
const refusals = { most: 3, days: 30 };
const dayMs = 86_400_000;

/** A doubt of the student. Its answer is left out while a test keeps the answer of the question secret, because it may tell the key. */
function ownDoubt(row: store.DoubtRow, isHidden: boolean): Value<typeof OwnDoubt> {
  const state =
    row.institute_id === null
      ? 'note'
      : row.refused_at !== null
        ? 'refused'
        : row.answered_at === null
          ? 'waiting'
          : isHidden
            ? 'withheld'
            : 'answered';
  return {
    id: row.id,
    question_id: row.question_id,
    state,
    text: row.text,
    photo_url: urlOf(row.photo_id),
    asked_at: row.asked_at.toISOString(),
    answer: state === 'answered' ? shownAnswer(row) : null,
    refusal: row.refusal,
  };
}

/** A page of the student's doubts and notes with their questions. */
export async function doubtsOf(
  context: Context,
  student: Student,
  { page = 1, language }: Input<typeof getMyDoubts>,
): Promise<Answer<typeof getMyDoubts>> {
  const found = await store.findOwn(context, student, (page - 1) * DOUBTS_PER_PAGE, DOUBTS_PER_PAGE + 1);
  const doubts = found.slice(0, DOUBTS_PER_PAGE);
  const ids = [...new Set(doubts.map(({ question_id }) => question_id))];
  const rows = await findQuestions(context, ids);
  const hidden = await hiddenFromStudent(context, student.id, ids);
  const questions = [...rows.values()].map((row) => shownQuestion(row, 0, null));
  const comprehension_questions = await passagesOf(context, rows.values());
  return {
    has_teachers: student.institute_id !== null,
    doubts: doubts.map((row) => ownDoubt(row, hidden.has(row.question_id))),
    questions,
    comprehension_questions,
    ...(await textsIn(context, language, questions, comprehension_questions)),
    render_more_doubts: found.length > doubts.length,
  };
}

const secret = say`A test keeps the answer of this question secret. Ask once the test is over and its solutions are open.`.text;

/** Why the student cannot ask about a question that they may read; null if nothing prevents it. */
async function obstacleOf(context: Context, { id, institute_id }: Student, isHidden: boolean): Promise<string | null> {
  if (isHidden) return secret;
  const { waiting, notes, refused } = await store.countOwn(context, id, new Date(context.now.getTime() - refusals.days * dayMs));
  if (institute_id === null) return notes < most.notes ? null : say`You have 1,000 notes. Delete some of them first.`.text;
  if (refused >= refusals.most)
    return say`Your teachers refused several of your doubts. You can ask again some weeks after the first of them.`.text;
  return waiting < most.waiting ? null : say`Many of your doubts are waiting. Ask again when some of them are answered.`.text;
}

/** The student's doubts about a question, and the answers that the institute shows. Throws `not_found` for an unseen question. */
export async function doubtsOfQuestion(
  context: Context,
  student: Student,
  question_id: number,
): Promise<Answer<typeof getDoubtsOfQuestion>> {
  if (!(await mayRead(context, student, question_id))) throw new Problem('not_found');
  const isHidden = (await hiddenFromStudent(context, student.id, [question_id])).has(question_id);
  const own = await store.findOwnOfQuestion(context, student, question_id, most.own);
  const shown = isHidden || student.institute_id === null ? [] : await store.findShown(context, student, question_id, most.shown);
  return {
    has_teachers: student.institute_id !== null,
    obstacle: await obstacleOf(context, student, isHidden),
    own: own.map((row) => ownDoubt(row, isHidden)),
    shown: shown.flatMap((row) => {
      const answer = shownAnswer(row);
      return answer && row.shown_text !== null ? [{ id: row.id, doubt_text: row.shown_text, answer }] : [];
    }),
  };
}

/**
 * Stores a doubt for the teachers of the student's institute, or a private note of a student of no institute. The same text again while it
 * waits is the same doubt, so that a repeated call stores it once. Throws `not_found` and `not_possible`.
 */
export async function ask(
  context: StudentContext,
  storage: Storage,
  question_id: number,
  { text, photo_url, language }: Omit<Input<typeof askDoubt>, 'id'>,
): Promise<Answer<typeof askDoubt>> {
  const { student } = context;
  const { institute_id } = student;
  if (!(await mayRead(context, student, question_id))) throw new Problem('not_found');
  const words = text.trim();
  const findKnown = async (within: Context) =>
    (await store.findOwnOfQuestion(within, student, question_id, most.own)).find(
      (row) => row.institute_id === institute_id && row.answered_at === null && row.refused_at === null && row.text === words,
    );
  const known = await findKnown(context);
  if (known) return { success: true, id: known.id };
  const isHidden = (await hiddenFromStudent(context, student.id, [question_id])).has(question_id);
  const obstacle = await obstacleOf(context, student, isHidden);
  if (obstacle !== null) throw new Problem('not_possible', obstacle);
  if (institute_id === null && photo_url !== undefined) throw new Problem('not_possible', say`A note is text only.`);
  if (!context.budgets.take('doubts', student.id))
    throw new Problem('too_many_requests', say`You have asked a lot today. Ask again tomorrow.`);
  const photo_id = photo_url === undefined ? null : await recordPhoto(context, storage, student, photo_url, DOUBT_BYTES.photo);
  const last = await store.findLastAnswer(context, student.id, question_id);
  return inTransaction(context, async (within) => {
    await lockPerson(within, student.id);
    // A second press may have stored it meanwhile.
    const stored = await findKnown(within);
    const id =
      stored?.id ??
      (await store.insertDoubt(within, {
        student_id: student.id,
        institute_id,
        question_id,
        text: words,
        photo_id,
        responses: last?.responses ?? [],
        rich_response: last?.rich_response ?? null,
        question_time_spent: last?.question_time_spent ?? null,
        is_solution_seen: (last?.solution_request_time ?? null) !== null,
        language: language ?? null,
        asked_at: context.now,
      }));
    return { success: true, id };
  });
}

/** Deletes a doubt or note with its files. A refused doubt, and one with a reported answer, stays until staff no longer need it. */
export async function remove(context: StudentContext, storage: Storage, id: number): Promise<{ success: true }> {
  const row = await store.findOwnDoubt(context, context.student, id);
  if (!row) throw new Problem('not_found');
  if (row.refused_at !== null && row.refused_at.getTime() > context.now.getTime() - refusals.days * dayMs)
    throw new Problem('not_possible', say`A refused doubt can be deleted after 30 days.`);
  if (row.reported_at !== null) throw new Problem('not_possible', say`Its answer was reported. It can be deleted once that is decided.`);
  await store.deleteDoubt(context, row.student_id, row.id);
  const files = [row.photo_id, row.answer_photo_id, row.answer_voice_id].filter((file) => file !== null);
  await removeFiles(context, storage, files, context.report);
  return { success: true };
}

/** Whether the student may read the answer to a doubt: their own, or a shown one of a question that no test keeps secret from them. */
async function mayReadAnswer(
  context: Context,
  student: Student,
  { student_id, shown_text, question_id }: Pick<store.DoubtRow, 'student_id' | 'shown_text' | 'question_id'>,
) {
  if (student_id !== student.id && (shown_text === null || !(await mayRead(context, student, question_id)))) return false;
  return !(await hiddenFromStudent(context, student.id, [question_id])).has(question_id);
}

/** Reports an answer that the student reads to the owners of the institute. Throws `not_found`. */
export async function reportAnswer(context: StudentContext, id: number, reason: string): Promise<{ success: true }> {
  const { student } = context;
  const row =
    (await store.findOwnDoubt(context, student, id)) ??
    (student.institute_id === null ? undefined : await store.findShownDoubt(context, student.institute_id, id));
  if (!row || row.answered_at === null || !(await mayReadAnswer(context, student, row))) throw new Problem('not_found');
  if (!context.budgets.take('doubt_reports', student.id))
    throw new Problem('too_many_requests', say`You have reported a lot today. Report more tomorrow.`);
  await store.reportAnswer(context, row, student.id, reason.trim());
  return { success: true };
}

/** Whether the file is part of an answer that the student may read. */
export async function isFileOfAnswer(context: Context, student: Student, file_id: number): Promise<boolean> {
  if (student.institute_id === null) return false;
  for (const row of await store.findAnsweredBy(context, student.institute_id, file_id))
    if (await mayReadAnswer(context, student, row)) return true;
  return false;
}

export { doubtsToday } from './doubt-queue.ts';
