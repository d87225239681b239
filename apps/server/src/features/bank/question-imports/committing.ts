// Contents: making questions of rows · undoing
import { figuresOf } from '@abhyas/contract/bank/bank-content';
import { Problem } from '@abhyas/contract/problem';
import type { StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { deleteUnusedPassages, insertPassages, makeQuestions, requireRoom, unmakeQuestions } from '../bank-questions/bank-questions.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import * as store from './committing.store.ts';
import { findImport, type ImportRecord, refreshCounts, updateImport } from './question-imports.store.ts';
import { noteProgress } from './staging.store.ts';

/** Rows of one transaction. An approval needs many statements, and its transaction keeps counts of topics locked. */
const madeAtOnce = { draft: 125, in_review: 125, approved: 25 } as const;
const unmadeAtOnce = 100;

/** Publishes the passages that the rows need, and returns the bank's passage of each number. */
async function passagesOf(context: StaffContext, import_id: number, rows: readonly store.GoodRow[]): Promise<Map<number, number>> {
  const known = new Map<number, number>();
  const missing = new Map<number, NonNullable<store.GoodRow['passage']>>();
  for (const { content, passage_number, passage, bank_passage_id } of rows) {
    if (content.type !== 'comprehension' || content.passage_id !== null || passage_number === null) continue;
    if (bank_passage_id !== null) known.set(passage_number, bank_passage_id);
    else if (passage) missing.set(passage_number, passage);
  }
  if (missing.size === 0) return known;
  const ids = await insertPassages(context, [...missing.values()]);
  const made = [...missing.keys()].map((number, at) => ({ number, id: ids[at] ?? 0 }));
  await store.setPassages(context, import_id, made);
  for (const { number, id } of made) known.set(number, id);
  return known;
}

/** Makes questions of the next rows. Returns their number. */
async function makeNext(context: StaffContext, record: ImportRecord): Promise<number> {
  const rows = await store.lockGood(context, record.id, madeAtOnce[record.made_as]);
  if (rows.length === 0) return 0;
  await requireRoom(context, rows.length);
  const passages = await passagesOf(context, record.id, rows);
  const contents = rows.map(({ content, passage_number }) => ({
    ...content,
    passage_id: content.type === 'comprehension' ? (content.passage_id ?? passages.get(passage_number ?? 0) ?? null) : null,
  }));
  const shown = [...contents, ...rows.flatMap(({ passage }) => passage ?? [])];
  await store.keepPictures(context, record.id, [...new Set(shown.flatMap((one) => figuresOf(one).map(({ hash }) => hash)))]);
  const made = await makeQuestions(context, contents, record.made_as, record.word ?? '');
  await store.noteMade(
    context,
    record.id,
    rows.map(({ number }, at) => ({ number, id: made[at]?.id ?? 0, version: made[at]?.version ?? 1 })),
  );
  return rows.length;
}

/** Ends the work on an import, with an entry of the log. */
async function finish(
  context: StaffContext,
  record: ImportRecord,
  what: string,
  change: Parameters<typeof updateImport>[2],
  count: number,
) {
  await inTransaction(context, async (within) => {
    await updateImport(within, record.id, { ...change, state: 'ready', done_count: 0, worked_at: null, attempt_count: 0 });
    await refreshCounts(within, record.id);
    await writeAudit(within, { what, object_type: 'question_import', object_id: record.id, after: { count, file_name: record.file_name } });
  });
}

/** Makes questions of all good rows, in transactions of a few. A second run makes only what is missing. */
export async function commitRows(context: StaffContext, record: ImportRecord): Promise<void> {
  let { done_count } = record;
  try {
    for (;;) {
      const count = await inTransaction(context, async (within) => {
        // The import stays locked, so that nobody deletes it meanwhile.
        return (await noteProgress(within, record, done_count)) ? makeNext(within, record) : null;
      });
      if (count === null) return;
      if (count === 0) break;
      done_count += count;
    }
    await finish(context, record, 'question_import.committed', { reason: null }, done_count);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await finish(context, record, 'question_import.committed', { reason: error.message }, done_count);
  }
}

/** Deletes the questions that an import made, except those that are used or changed, whose reasons it stores. */
export async function undoRows(context: StaffContext, record: ImportRecord): Promise<void> {
  // The progress of an undo is the number of the last row, because rows that stay are made as before.
  let after = record.done_count;
  let deleted = 0;
  for (;;) {
    const rows = await inTransaction(context, async (within) => {
      if (!(await noteProgress(within, record, after))) return null;
      const made = await store.findMade(within, record.id, after, unmadeAtOnce);
      const unmade = await unmakeQuestions(
        within,
        made.map(({ bank_question_id, made_version }) => ({ id: bank_question_id, version: made_version })),
      );
      const gone = new Set(unmade.flatMap(({ id, isDeleted }) => (isDeleted ? [id] : [])));
      await store.forgetMade(
        within,
        record.id,
        made.flatMap(({ number, bank_question_id }) => (gone.has(bank_question_id) ? [number] : [])),
      );
      const kept = new Map(((await findImport(within, record.id))?.kept ?? []).map(({ why, count }) => [why, count]));
      for (const { why } of unmade) if (why !== null) kept.set(why, (kept.get(why) ?? 0) + 1);
      await updateImport(within, record.id, { kept: [...kept].map(([why, count]) => ({ why, count })) });
      const last = made.at(-1)?.number ?? after;
      await noteProgress(within, record, last);
      return { count: made.length, last, deleted: gone.size };
    });
    if (rows === null) return;
    if (rows.count === 0) break;
    after = rows.last;
    deleted += rows.deleted;
  }
  await inTransaction(context, async (within) => deleteUnusedPassages(within, await store.findMadePassages(within, record.id)));
  await finish(context, record, 'question_import.undone', { undone_at: context.now }, deleted);
}
