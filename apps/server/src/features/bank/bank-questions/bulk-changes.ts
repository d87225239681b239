import type { Answer, Input, Value } from '@abhyas/contract/endpoint';
import { type BulkChange, type changeBankQuestions, EXAMPLES_SHOWN } from '@abhyas/contract/bank/bank-questions';
import { Problem } from '@abhyas/contract/problem';
import { type BankAct, bankTransitions, type BankState } from '@abhyas/exam/bank/bank-states';
import type { StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import type { BankRow, FactRow } from './bank-questions.store.ts';
import * as store from './bulk-changes.store.ts';
import { lockQuestions, move, refusalFor } from './publishing.ts';

type Change = Value<typeof BulkChange>;
type BulkAct = NonNullable<Change['act']>;

const undoing: Record<BulkAct, Exclude<BankAct, 'approve'>> = {
  submit: 'withdraw',
  withdraw: 'submit',
  retire: 'restore',
  restore: 'retire',
};
const stateWords: Record<BankState, string> = { draft: 'draft', in_review: 'in review', approved: 'approved', retired: 'retired' };

/** Why the change does not reach the question, in words that fit one question and several; null if it does. */
function whyKept(change: Change, row: BankRow, facts: FactRow | undefined): string | null {
  if (change.act) return refusalFor(change.act, row, facts, '');
  if (row.state !== 'draft') return 'Only drafts can be changed.';
  const { difficulty = row.content.difficulty, for: pool = row.content.for } = change;
  return difficulty === row.content.difficulty && pool === row.content.for ? 'These values are already set.' : null;
}

/** The changed part of a question before and after the change. */
function exampleOf(change: Change, { id, state, content }: BankRow) {
  if (change.act) return { id, text: content.text, before: stateWords[state], after: stateWords[bankTransitions[change.act].to] };
  const words = (difficulty: number, pool: string) =>
    [
      ...(change.difficulty === undefined ? [] : [`level ${difficulty}`]),
      ...(change.for === undefined ? [] : [pool === 'practice' ? 'for practice' : 'for papers']),
    ].join(', ');
  return {
    id,
    text: content.text,
    before: words(content.difficulty, content.for),
    after: words(change.difficulty ?? content.difficulty, change.for ?? content.for),
  };
}

function apply(context: StaffContext, change: Change, rows: readonly BankRow[]): Promise<Map<number, number>> {
  if (change.act) return move(context, rows, change.act);
  return store.setFields(
    context,
    rows.map(({ id, content }) => ({ id, difficulty: change.difficulty ?? content.difficulty, for: change.for ?? content.for })),
  );
}

/** Changes many questions, or previews the change. Throws `question_changed` if the preview had another number of questions. */
export async function changeQuestions(
  context: StaffContext,
  { ids, change, is_preview, count }: Input<typeof changeBankQuestions>,
): Promise<Answer<typeof changeBankQuestions>> {
  if (Object.keys(change).length === 0) throw new Problem('not_possible', 'Choose what to change.');
  if (change.act && Object.keys(change).length > 1)
    throw new Problem('not_possible', 'Change either the fields or the state, not both at once.');
  return inTransaction(context, async (within) => {
    const { rows, facts } = await lockQuestions(within, [...new Set(ids)]);
    if (rows.length < new Set(ids).size) throw new Problem('not_found', 'One of these questions no longer exists.');
    const reasons = new Map<string, number>();
    const changed = rows.filter((row) => {
      const why = whyKept(change, row, facts.get(row.id));
      if (why !== null) reasons.set(why, (reasons.get(why) ?? 0) + 1);
      return why === null;
    });
    const answer = {
      success: true as const,
      count: changed.length,
      examples: changed.slice(0, EXAMPLES_SHOWN).map((row) => exampleOf(change, row)),
      kept: [...reasons].map(([why, number]) => ({ why, count: number })),
    };
    if (is_preview) return { ...answer, id: null };
    if (count !== changed.length)
      throw new Problem('question_changed', 'Some of these questions were changed meanwhile. Preview the change again.');
    if (changed.length === 0) throw new Problem('not_possible', 'No question would change.');
    const versions = await apply(within, change, changed);
    const entries = changed.map(({ id, state, content, version }) => ({ id, state, content, version: versions.get(id) ?? version }));
    const id = await store.insertChange(within, change, entries);
    await writeAudit(within, {
      what: 'bank_question.change_many',
      object_type: 'bank_change',
      object_id: id,
      after: { ...change, count: changed.length },
    });
    return { ...answer, id };
  });
}

/** Undoes a change, except of questions that have changed since. Throws `not_possible` if it is already undone. */
export async function undoChange(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    const made = await store.lockChange(within, id);
    if (!made) throw new Problem('not_found');
    if (made.undone_at !== null) throw new Problem('not_possible', 'This change is already undone.');
    const { change, entries } = made;
    const before = new Map(entries.map((entry) => [entry.id, entry]));
    const { rows, facts } = await lockQuestions(
      within,
      entries.map((entry) => entry.id),
    );
    const act = change.act && undoing[change.act];
    const unchanged = rows.filter(
      (row) => row.version === before.get(row.id)?.version && (!act || refusalFor(act, row, facts.get(row.id), '') === null),
    );
    if (act) await move(within, unchanged, act);
    else
      await store.setFields(
        within,
        unchanged.flatMap((row) => {
          const content = before.get(row.id)?.content;
          return content ? [{ id: row.id, difficulty: content.difficulty, for: content.for }] : [];
        }),
      );
    await store.noteUndone(within, id);
    await writeAudit(within, {
      what: 'bank_question.undo_many',
      object_type: 'bank_change',
      object_id: id,
      after: { count: unchanged.length },
    });
    return { success: true as const, count: unchanged.length, kept: entries.length - unchanged.length };
  });
}
