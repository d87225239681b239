import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BankContent } from '@abhyas/contract/bank/bank-content';
import { MOST_BANK_QUESTIONS } from '@abhyas/contract/bank/bank-questions';
import { rightsByRole, roles } from '@abhyas/contract/institute/rights';
import { Problem } from '@abhyas/contract/problem';
import type { StaffContext } from '../../../context.ts';
import { searchTextOf } from '../search/search.ts';
import { countAll } from './bank-questions.store.ts';
import * as store from './drafts.store.ts';
import { approve, lockQuestions, move, refusalFor } from './publishing.ts';

/** The state in which new questions are left. */
export type MadeState = 'draft' | 'in_review' | 'approved';

/** Throws `not_possible` if `count` more questions would be too many for the institute. */
export async function requireRoom(context: StaffContext, count: number): Promise<void> {
  if ((await countAll(context)) + count > MOST_BANK_QUESTIONS)
    throw new Problem(
      'not_possible',
      `An institute has at most ${MOST_BANK_QUESTIONS} questions. Delete drafts that are no longer needed.`,
    );
}

/** Whether no other person of the institute could approve, so that the person may approve their own questions with a reason. */
export async function mayApproveOwn(context: StaffContext): Promise<boolean> {
  const approvers = roles.filter((role) => (rightsByRole[role] as readonly string[]).includes('content.manage'));
  return (await store.countApprovers(context, approvers)) <= 1;
}

/** Questions that are prepared for the search before others may use the event loop. */
const preparedAtOnce = 25;

/**
 * Makes questions of contents without faults, within the caller's transaction. Returns the id and the version of each, in the same order.
 * Throws `not_possible` if the person may not approve them; questions of a printed paper are approved with the paper, by whoever loads it.
 */
export async function makeQuestions(
  context: StaffContext,
  contents: readonly BankContent[],
  state: MadeState,
  word: string,
  { isWithPaper = false } = {},
): Promise<{ id: number; version: number }[]> {
  const drafts: store.NewDraft[] = [];
  for (const [at, content] of contents.entries()) {
    if (at % preparedAtOnce === 0) await nextTurn();
    const { words, formulas } = searchTextOf([content.text, ...content.options].join(' '));
    drafts.push({ content, searched: { words, formulas: formulas.join(' ') } });
  }
  const ids = await store.insertDrafts(context, drafts);
  const versions = new Map(ids.map((id) => [id, 1]));
  if (state !== 'draft') {
    const { rows } = await lockQuestions(context, ids);
    for (const [id, version] of await move(context, rows, 'submit')) versions.set(id, version);
  }
  if (state === 'approved') {
    const { rows, facts } = await lockQuestions(context, ids);
    for (const row of rows) {
      const found = facts.get(row.id);
      const known = found && isWithPaper ? { ...found, is_writer: false } : found;
      const refusal = refusalFor('approve', row, known, word);
      if (refusal !== null || !known) throw new Problem('not_possible', refusal ?? undefined);
      versions.set(row.id, await approve(context, row, known, undefined));
    }
  }
  return ids.map((id) => ({ id, version: versions.get(id) ?? 1 }));
}

/**
 * Makes approved questions of the pictures of a printed paper, within the caller's transaction. Returns the ids by which a paper asks them,
 * in the same order. No other paper finds them, so nobody approves them one by one.
 */
export async function makePictureQuestions(context: StaffContext, contents: readonly BankContent[]): Promise<number[]> {
  await requireRoom(context, contents.length);
  const made = await makeQuestions(context, contents, 'approved', '', { isWithPaper: true });
  return store.markAsPictures(
    context,
    made.map(({ id }) => id),
  );
}

/** The outcome of an undo for one question. */
export interface Unmade {
  id: number;
  isDeleted: boolean;
  /** Why the question was not deleted; null if it was. */
  why: string | null;
}

/**
 * Deletes drafts and questions in review whose version is still the given one, and retires approved ones, which are never deleted. A
 * question that is used, or that practice may have shown, stays as it is.
 */
export async function unmakeQuestions(context: StaffContext, made: readonly { id: number; version: number }[]): Promise<Unmade[]> {
  const ids = made.map(({ id }) => id);
  const { rows } = await lockQuestions(context, ids);
  const used = await store.findUsed(context, ids);
  const versions = new Map(made.map(({ id, version }) => [id, version]));
  const whyKept = (row: (typeof rows)[number]): string | null => {
    if (used.has(row.id)) return 'used in a paper, a quiz or a replacement';
    if (row.version !== versions.get(row.id)) return 'changed since the import';
    if (row.question_id !== null && row.content.for === 'practice') return 'approved for practice, so that students may have seen them';
    return null;
  };
  const free = rows.filter((row) => whyKept(row) === null);
  const approved = free.filter(({ state }) => state === 'approved');
  if (approved.length > 0) await move(context, approved, 'retire');
  await store.deleteDrafts(
    context,
    free.flatMap(({ id, question_id }) => (question_id === null ? [id] : [])),
  );
  return rows.map((row) => {
    const why =
      whyKept(row) ?? (row.question_id === null ? null : 'approved: they were retired, because approved questions are not deleted');
    return { id: row.id, isDeleted: why === null, why };
  });
}
