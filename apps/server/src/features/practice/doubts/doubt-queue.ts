// Contents: the lists of staff · answering · showing · refusing · reported answers · Today
import { say } from '@abhyas/exam/institute/sentence';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { hasRight } from '@abhyas/contract/institute/rights';
import { type answerDoubt, DOUBT_BYTES, DOUBTS_PER_PAGE, type getDoubts, voiceExtensions } from '@abhyas/contract/practice/doubts';
import { Problem } from '@abhyas/contract/problem';
import { subjectName, subjectNames } from '@abhyas/exam/bank/subjects';
import { mayReveal } from '@abhyas/exam/tests/reveal';
import type { Context, StaffCallContext, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { findQuestions, papersByQuestion, passagesOf, revealedQuestion, shownQuestion, whoMaySee } from '../../bank/questions/questions.ts';
import { textsOf } from '../../bank/translated-texts/translated-texts.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import { fileUrlOf, recordPhoto, recordSmallFile, removeFiles } from '../../institute/stored-files/stored-files.ts';
import { shownAnswer, urlOf } from './doubt-answer.ts';
import * as store from './doubt-queue.store.ts';

const subjectIdsOf = (name: string) => Object.entries(subjectNames).flatMap(([id, each]) => (each === name ? [Number(id)] : []));

/** Sums by the shown subject: Botany and Zoology are Biology. */
function bySubject(rows: readonly { subject_id: number; count: number }[]) {
  const sums = new Map<string, number>();
  for (const { subject_id, count } of rows) sums.set(subjectName(subject_id), (sums.get(subjectName(subject_id)) ?? 0) + count);
  return [...sums].map(([subject, count]) => ({ subject, count }));
}

/** A page of a list of doubts. Keys are shown of those questions only whose asker may see them. */
export async function queuedDoubts(
  context: StaffContext,
  { list = 'waiting', subject, page = 1 }: Input<typeof getDoubts>,
): Promise<Answer<typeof getDoubts>> {
  const settles = hasRight(context.actor.role, 'doubts.settle');
  if (list === 'reported' && !settles) throw new Problem('not_allowed');
  const found = await store.findQueued(context, {
    list,
    subject_ids: subject === undefined ? null : subjectIdsOf(subject),
    offset: (page - 1) * DOUBTS_PER_PAGE,
    count: DOUBTS_PER_PAGE + 1,
  });
  const doubts = found.slice(0, DOUBTS_PER_PAGE);
  const ids = [...new Set(doubts.map(({ question_id }) => question_id))];
  const rows = await findQuestions(context, ids);
  const papersOf = await papersByQuestion(context, [...new Set(doubts.map(({ student_id }) => student_id))], ids);
  const isHeld = ({ student_id, question_id }: store.QueuedRow) => !mayReveal(papersOf(student_id, question_id), context.now.getTime());
  const held = new Set(doubts.filter(isHeld).map(({ question_id }) => question_id));
  const readInHindi = new Set(doubts.filter(({ language }) => language === 'hi').map(({ question_id }) => question_id));
  const questions = [...rows.values()].map((row) => (held.has(row.id) ? shownQuestion : revealedQuestion)(row, 0, null));
  const comprehension_questions = await passagesOf(context, rows.values());
  const { waiting, reported } = await store.countQueued(context);
  return {
    waiting: bySubject(waiting),
    reported_count: settles ? reported.count : 0,
    doubts: doubts.map((row) => ({
      id: row.id,
      student_id: row.student_id,
      student_name: row.student_name,
      question_id: row.question_id,
      text: row.text,
      photo_url: urlOf(row.photo_id),
      responses: row.responses,
      rich_response: row.rich_response,
      question_time_spent: row.question_time_spent,
      is_solution_seen: row.is_solution_seen,
      language: row.language,
      asked_at: row.asked_at.toISOString(),
      answer: shownAnswer(row),
      shown_text: row.shown_text,
      is_held: isHeld(row),
      report:
        settles && row.reported_at !== null && row.report_reason !== null
          ? { reason: row.report_reason, reported_at: row.reported_at.toISOString() }
          : null,
    })),
    questions,
    comprehension_questions,
    translated: await textsOf(
      context,
      'hi',
      questions.filter(({ id }) => readInHindi.has(id)),
      comprehension_questions,
    ),
    render_more_doubts: found.length > doubts.length,
  };
}

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Throws `not_possible` if words for all students contain a part of the asker's name. */
function requireNameless(words: string, name: string | null): void {
  const said = new Set(plain(words).split(/[^\p{L}]+/u));
  const named = plain(name ?? '')
    .split(/[^\p{L}]+/u)
    .some((part) => part.length >= 3 && said.has(part));
  if (named) throw new Problem('not_possible', 'These words name the student. Take the name out before all students read them.');
}

/** The doubt, locked. Throws `not_found`, and `not_possible` while a test keeps the answer of its question secret. */
async function lockAnswerable(context: StaffContext, id: number): Promise<store.QueuedRow> {
  const row = await store.lockQueued(context, id);
  if (!row) throw new Problem('not_found');
  if (row.refused_at !== null) throw new Problem('not_possible', 'This doubt was refused.');
  if (!(await whoMaySee(context, row.question_id, [row.student_id])).has(row.student_id))
    throw new Problem('not_possible', 'A test keeps the answer of this question secret. Answer once the test is over.');
  return row;
}

const told = { type: 'DoubtNotification', title: say`Your doubt was answered`, url: '/doubts' };

const filesOf = ({ answer_photo_id, answer_voice_id }: Pick<store.QueuedRow, 'answer_photo_id' | 'answer_voice_id'>) =>
  [answer_photo_id, answer_voice_id].filter((file) => file !== null);

/** Records the files of an answer; a file that the answer has already stays. Throws `refused_file`. */
async function recordAnswerFiles(
  context: StaffCallContext,
  storage: Storage,
  row: store.QueuedRow,
  { photo_url, voice_url }: Pick<Input<typeof answerDoubt>, 'photo_url' | 'voice_url'>,
) {
  const isKept = (url: string, id: number | null) => id !== null && url === fileUrlOf(id);
  let [answer_photo_id, answer_voice_id] = [null as number | null, null as number | null];
  if (photo_url !== undefined)
    answer_photo_id = isKept(photo_url, row.answer_photo_id)
      ? row.answer_photo_id
      : await recordPhoto(context, storage, context.caller, photo_url, DOUBT_BYTES.photo);
  if (voice_url !== undefined)
    answer_voice_id = isKept(voice_url, row.answer_voice_id)
      ? row.answer_voice_id
      : (await recordSmallFile(context, storage, context.caller, voice_url, { extensions: voiceExtensions, most: DOUBT_BYTES.voice })).id;
  return { answer_photo_id, answer_voice_id };
}

/** Stores the answer to a doubt, or replaces it, and notifies the student. Throws `not_found`, `not_possible`, `refused_file`. */
export async function answer(
  context: StaffCallContext,
  storage: Storage,
  id: number,
  { text, shown_text, ...files }: Omit<Input<typeof answerDoubt>, 'id'>,
): Promise<{ success: true }> {
  const answer_text = text === undefined || text.trim() === '' ? null : text.trim();
  // Recording reads whole files, so it runs before the transaction that locks the doubt.
  const seen = await inTransaction(context, (within) => lockAnswerable(within, id));
  if (answer_text === null && files.photo_url === undefined && files.voice_url === undefined)
    throw new Problem('invalid_input', 'Write an answer, or add a photo or a voice note.');
  const recorded = await recordAnswerFiles(context, storage, seen, files);
  const replaced = await inTransaction(context, async (within) => {
    const row = await lockAnswerable(within, id);
    const words = shown_text?.trim() ?? row.shown_text;
    if (words !== null) requireNameless(`${words} ${answer_text ?? ''}`, row.student_name);
    const answered = { answer_text, ...recorded, answered_by: within.actor.user_id, answered_at: within.now };
    await store.updateDoubt(within, row, { ...answered, shown_text: words });
    if (row.answered_at === null) await notifyAsker(within, row, told);
    const after = {
      doubt: row.id,
      answer_text,
      has_photo: recorded.answer_photo_id !== null,
      has_voice: recorded.answer_voice_id !== null,
    };
    await writeAudit(within, {
      what: 'doubt.answer',
      object_type: 'question',
      object_id: row.question_id,
      after: { ...after, is_shown: words !== null },
    });
    return filesOf(row).filter((file) => !filesOf(recorded).includes(file));
  });
  await removeFiles(context, storage, replaced, context.report);
  return { success: true };
}

async function notifyAsker(
  context: Context,
  { student_id, question_id }: store.QueuedRow,
  notification: Omit<Parameters<typeof notify>[2], 'message'>,
) {
  const chapter = (await findQuestions(context, [question_id])).get(question_id)?.chapter_name ?? 'a chapter';
  await notify(context, [student_id], { ...notification, message: say`Your teacher has looked at your doubt in ${chapter}.` });
}

/** Shows an answer to all students of the institute under these words, or, with null, to its asker only. Throws as `answer`. */
export async function show(context: StaffContext, id: number, shown_text: string | null): Promise<{ success: true }> {
  return inTransaction(context, async (within) => {
    const row = await lockAnswerable(within, id);
    if (row.answered_at === null) throw new Problem('not_possible', 'Answer the doubt first.');
    const words = shown_text?.trim() ?? null;
    if (words !== null) requireNameless(`${words} ${row.answer_text ?? ''}`, row.student_name);
    await store.updateDoubt(within, row, { shown_text: words });
    const what = words === null ? 'doubt.hide' : 'doubt.show';
    await writeAudit(within, { what, object_type: 'question', object_id: row.question_id, after: { doubt: row.id } });
    return { success: true };
  });
}

/** Refuses a waiting doubt; the student reads the reason. Throws `not_found` and `not_possible`. */
export async function refuse(context: StaffContext, id: number, reason: string): Promise<{ success: true }> {
  return inTransaction(context, async (within) => {
    const row = await store.lockQueued(within, id);
    if (!row) throw new Problem('not_found');
    if (row.answered_at !== null || row.refused_at !== null) throw new Problem('not_possible', 'Only a waiting doubt can be refused.');
    const refusal = reason.trim();
    await store.updateDoubt(within, row, { refusal, refused_at: within.now });
    await notifyAsker(within, row, { ...told, title: say`Your doubt was refused` });
    await writeAudit(within, {
      what: 'doubt.refuse',
      object_type: 'question',
      object_id: row.question_id,
      after: { doubt: row.id },
      reason: refusal,
    });
    return { success: true };
  });
}

/** Keeps a reported answer, or takes it back from everybody, so that the doubt waits again. Throws `not_found` and `not_possible`. */
export async function settleReport(
  context: StaffCallContext,
  storage: Storage,
  id: number,
  keeps_answer: boolean,
): Promise<{ success: true }> {
  const removed = await inTransaction(context, async (within) => {
    const row = await store.lockQueued(within, id);
    if (!row) throw new Problem('not_found');
    if (row.reported_at === null) throw new Problem('not_possible', 'This report was decided already.');
    const nothing = {
      answer_text: null,
      answer_photo_id: null,
      answer_voice_id: null,
      answered_by: null,
      answered_at: null,
      shown_text: null,
    };
    const settled = { reported_at: null, reported_by: null, report_reason: null };
    await store.updateDoubt(within, row, keeps_answer ? settled : { ...nothing, ...settled });
    await writeAudit(within, {
      what: keeps_answer ? 'doubt.keep_answer' : 'doubt.take_back_answer',
      object_type: 'question',
      object_id: row.question_id,
      after: { doubt: row.id, answer_text: row.answer_text, answered_by: row.answered_by },
    });
    return keeps_answer ? [] : filesOf(row);
  });
  await removeFiles(context, storage, removed, context.report);
  return { success: true };
}

/** Waiting doubts for staff who answer them, and reported answers for those who decide about them. */
export async function doubtsToday(context: StaffContext) {
  const { role } = context.actor;
  const nothing = { running: [], next: [], waiting: [] };
  if (!hasRight(role, 'doubts.answer')) return nothing;
  const { waiting, reported } = await store.countQueued(context);
  const count = waiting.reduce((sum, row) => sum + row.count, 0);
  const since = waiting.map((row) => row.since.toISOString()).toSorted()[0];
  const entries = [];
  if (since !== undefined)
    entries.push({ title: 'Doubts', detail: 'Students are waiting for an answer', count, url: '/staff/doubts', since });
  if (reported.since !== null && hasRight(role, 'doubts.settle'))
    entries.push({
      title: 'Reported answers',
      detail: 'Decide whether these answers to doubts stay',
      count: reported.count,
      url: '/staff/doubts?list=reported',
      since: reported.since.toISOString(),
    });
  return { ...nothing, waiting: entries };
}
