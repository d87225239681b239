import { say } from '@abhyas/exam/institute/sentence';
import { Problem } from '@abhyas/contract/problem';
import { canBeTyped } from '@abhyas/exam/bank/numeric-entry';
import { type AcceptedAnswer, questionTypes } from '@abhyas/exam/bank/question';
import type { Withdrawal } from '@abhyas/exam/tests/paper-marks';
import type { ActorContext, Context } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { findFinishedStudents } from '../../institute/scope/scope.ts';
import { notify } from '../../institute/notifications/notifications.ts';
import type { SentJob } from '../../../jobs/job.ts';
import { sendJob } from '../../../jobs/send-job.ts';
import { holdMarks, markAgain } from '../../tests/marking/marking.ts';
import { forgetCorrected } from '../../bank/mistakes/mistakes.ts';
import { forgetCounts } from '../../practice/progress/progress.ts';
import { closeCorrected } from '../question-reports/question-reports.ts';
import { whoMaySee } from '../../bank/questions/questions.ts';
import * as store from './key-corrections.store.ts';

export interface Correction {
  /** New keys, each of which is accepted; without new keys the present ones are kept. */
  keys: unknown[] | null;
  correction: Withdrawal | null;
  reason: string;
}

const isOption = (key: unknown) => typeof key === 'number' && Number.isInteger(key) && key >= 1 && key <= 4;

const isTyped = (key: unknown): key is string => typeof key === 'string' && canBeTyped(key);

/** Whether a value can be a key of a question of this type: an option, a set of options, a number as text, or a range of numbers. */
function isKeyOf(question_type: number, key: unknown): key is AcceptedAnswer {
  if (question_type === questionTypes.multiple_option)
    return Array.isArray(key) && key.length > 0 && key.every(isOption) && new Set(key).size === key.length;
  if (question_type !== questionTypes.numerical) return isOption(key);
  if (typeof key !== 'object' || key === null) return isTyped(key);
  const { from, to, ...rest } = key as Record<string, unknown>;
  return isTyped(from) && isTyped(to) && Number(from) <= Number(to) && Object.keys(rest).length === 0;
}

export interface CorrectedPaper {
  paper_id: number;
  question_id: number;
  reason: string;
}

/**
 * Marks every finished session of a paper again after a key of it was corrected, and notifies its students. The reason may reveal the key,
 * so it is sent only to students who may see the question with its answer.
 */
export async function markCorrected(context: Context, { paper_id, question_id, reason }: CorrectedPaper): Promise<void> {
  await inTransaction(context, async (within) => {
    // Sessions that end meanwhile may have been marked by the old key, so this waits for them.
    await holdMarks(within, [paper_id]);
    await markAgain(within, paper_id);
    await forgetCorrected(within, paper_id, question_id);
    await forgetCounts(within, paper_id, null);
    const papers = await store.findPapersOf(within, question_id);
    const paper = papers.find(({ id }) => id === paper_id);
    // The paper may have been loaded again meanwhile, without the question.
    if (!paper) return;
    const corrected = {
      type: 'KeyCorrectedNotification',
      title: say`A key was corrected`,
      message: say`A question of ${paper.name} was corrected, and every attempt was marked again.`,
      url: `/test_report/${paper.id}`,
    };
    const students = await findFinishedStudents(within, paper.id);
    const mayKnow = await whoMaySee(within, question_id, students);
    await notify(within, [...mayKnow], {
      ...corrected,
      message: say`A question of ${paper.name} was corrected, and every attempt was marked again. ${reason}`,
    });
    await notify(
      within,
      students.filter((id) => !mayKnow.has(id)),
      corrected,
    );
  });
}

export const markCorrectedPaper: SentJob<CorrectedPaper> = {
  name: 'mark-corrected-paper',
  pollSeconds: 1,
  retryLimit: 100,
  expireSeconds: 300,
  work: markCorrected,
};

/** The keys after a correction. Throws `not_possible` for a value that cannot be a key of this type. */
export function keysOf(
  question: { question_type: number; accepted_answers: AcceptedAnswer[] },
  keys: readonly unknown[] | null,
): AcceptedAnswer[] {
  return (keys ?? question.accepted_answers).map((key) => {
    if (isKeyOf(question.question_type, key)) return key;
    throw new Problem('not_possible', `${JSON.stringify(key)} cannot be the key of a question of this type.`);
  });
}

type Question = NonNullable<Awaited<ReturnType<typeof store.findQuestion>>>;

/**
 * Writes new keys and sends the job that marks every paper with the question again, in the caller's transaction. Returns the names of the
 * papers.
 */
async function replaceKey(
  within: ActorContext,
  question: Question,
  { accepted_answers, correction }: Pick<Question, 'accepted_answers' | 'correction'>,
  { reason, is_undo }: { reason: string; is_undo: boolean },
): Promise<string[]> {
  await store.writeCorrection(within, question, { accepted_answers, correction, reason, is_undo });
  await writeAudit(within, {
    what: is_undo ? 'key.undo' : 'key.correct',
    object_type: 'question',
    object_id: question.id,
    before: { accepted_answers: question.accepted_answers, correction: question.correction },
    after: { accepted_answers, correction },
    reason,
  });
  await closeCorrected(within, question.id);
  const papers = await store.raisePaperVersions(within, question.id);
  for (const { id } of papers) await sendJob(within, markCorrectedPaper, { paper_id: id, question_id: question.id, reason });
  return papers.map(({ name }) => name);
}

/**
 * Corrects a question's key after a test: new keys, the question dropped, or a bonus for those who attempted it. A job for each of its
 * papers marks every finished session again and notifies the affected students. Returns the names of the papers.
 */
export async function correctKey(
  context: ActorContext,
  name: number | string,
  { keys, correction, reason }: Correction,
): Promise<string[]> {
  return inTransaction(context, async (within) => {
    const question = await store.findQuestion(within, name, { isLocked: true });
    if (!question) throw new Problem('not_found', `There is no question ${name}.`);
    return replaceKey(within, question, { accepted_answers: keysOf(question, keys), correction }, { reason, is_undo: false });
  });
}

/** Restores the key from before the last correction of a question. Throws `not_possible` if there is none, or it was undone. */
export async function undoCorrection(context: ActorContext, question_id: number, reason: string): Promise<string[]> {
  return inTransaction(context, async (within) => {
    const question = await store.findQuestion(within, question_id, { isLocked: true });
    if (!question) throw new Problem('not_found');
    const last = await store.findLastCorrection(within, question.id);
    if (!last || last.is_undo) throw new Problem('not_possible', 'There is no correction of this key to undo.');
    const before = { accepted_answers: last.previous_answers, correction: last.previous_correction };
    return replaceKey(within, question, before, { reason, is_undo: true });
  });
}

export const { findQuestion, raisePaperVersions, writeCorrection } = store;
