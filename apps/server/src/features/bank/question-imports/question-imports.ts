// Contents: uploads · imports as they are shown · rows · mapping and mending · commit, undo, deletion
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Readable } from 'node:stream';
import type { Answer, Input, Value } from '@abhyas/contract/endpoint';
import { figuresOf } from '@abhyas/contract/bank/bank-content';
import {
  type beginImportUpload,
  type createQuestionImport,
  type getImportRows,
  type getQuestionImport,
  type getQuestionImports,
  IMPORT_DAYS,
  IMPORT_LIST_SIZE,
  IMPORT_PAGE_SIZE,
  type ImportDefaults,
  type importFormats,
  type MadeAs,
  MOST_IMPORT_TOPICS,
  type saveImportRow,
  statesAtWork,
} from '@abhyas/contract/bank/question-imports';
import { Problem } from '@abhyas/contract/problem';
import { importExtensions, mediaTypes, MOST_IMPORT_BYTES } from '@abhyas/exam/institute/file-kinds';
import { templateCsv, templateXlsx } from '@abhyas/exchange/table/template';
import type { StaffCallContext, StaffContext } from '../../../context.ts';
import { inTransaction } from '../../../database/transaction.ts';
import type { Storage } from '../../../integrations/storage/storage.ts';
import { Download } from '../../../http/serve.ts';
import { wakeJob } from '../../../jobs/send-job.ts';
import { writeAudit } from '../../institute/audit/audit.ts';
import { beginParts, memberOf, recordFile, removeFile } from '../../institute/stored-files/stored-files.ts';
import { areKnownToBank, faultsOfQuestion, mayApproveOwn, requireRoom } from '../bank-questions/bank-questions.ts';
import { countGood } from './committing.store.ts';
import { openTopicNames } from './import-topics.ts';
import { workJobName } from './import-work.ts';
import * as store from './question-imports.store.ts';

export { workOnImports } from './import-work.ts';

type Defaults = Value<typeof ImportDefaults>;
type Format = (typeof importFormats)[number];
type ShownRow = Answer<typeof getImportRows>['rows'][number];

const success = { success: true as const };
const dayMs = 86_400_000;

const expiryOf = ({ now }: StaffContext) => new Date(now.getTime() + IMPORT_DAYS * dayMs);
const audited = (what: string, id: number, after?: object) => ({
  what: `question_import.${what}`,
  object_type: 'question_import',
  object_id: id,
  ...(after ? { after } : {}),
});

export const beginUpload = (context: StaffCallContext, storage: Storage, input: Input<typeof beginImportUpload>) =>
  beginParts(context, storage, memberOf(context), input);

/** An empty table for questions. */
export function templateOf(kind: 'csv' | 'xlsx'): Download {
  const bytes = kind === 'csv' ? Buffer.from(templateCsv()) : Buffer.from(templateXlsx());
  return new Download(`questions.${kind}`, mediaTypes[kind], Readable.from([bytes]));
}

/** Begins the import of an uploaded file. The same bytes again are only imported if the caller insists. */
export async function createImport(
  context: StaffCallContext,
  storage: Storage,
  { file_url, defaults, is_again = false }: Input<typeof createQuestionImport>,
): Promise<Answer<typeof createQuestionImport>> {
  const file = await recordFile(context, storage, context.caller, file_url, importExtensions, MOST_IMPORT_BYTES);
  const sha256 = file.sha256 ?? Buffer.alloc(0);
  const earlier = is_again ? undefined : await store.findEarlier(context, sha256);
  if (earlier) {
    const { id, file_name, made_at, counts } = earlier;
    return { ...success, id: null, earlier: { id, file_name, made_at: made_at.toISOString(), made_count: counts.made ?? 0 } };
  }
  return { ...success, id: await beginImport(context, file, defaults), earlier: null };
}

/** Begins the import of a recorded file. */
export async function beginImport(
  context: StaffContext,
  file: { id: number; file_name: string; sha256: Buffer | null; bytes: number | null },
  defaults: Defaults,
): Promise<number> {
  return inTransaction(context, async (within) => {
    const id = await store.insertImport(within, {
      institute_id: within.actor.institute_id,
      made_by: within.actor.user_id,
      made_at: within.now,
      file_name: file.file_name,
      stored_file_id: file.id,
      sha256: file.sha256 ?? Buffer.alloc(0),
      defaults: JSON.stringify(defaults),
      worked_for: within.actor.user_id,
      worked_as: within.actor.role,
      expires_at: expiryOf(within),
    });
    await writeAudit(within, audited('create', id, { file_name: file.file_name, bytes: file.bytes }));
    await wakeJob(within, workJobName);
    return id;
  });
}

const noCounts = { good: 0, faulty: 0, unreadable: 0, excluded: 0, made: 0, losses: 0, same: 0, without_topic: 0 };

const shownImport = (record: store.ImportRecord, names: ReadonlyMap<number, string | null>) => ({
  id: record.id,
  file_name: record.file_name,
  format: record.format as Format | null,
  state: record.state,
  reason: record.reason,
  made_at: record.made_at.toISOString(),
  made_by: names.get(record.made_by ?? 0) ?? null,
  row_count: record.row_count,
  done_count: record.done_count,
  counts: { ...noCounts, ...record.counts },
  committed_at: record.committed_at?.toISOString() ?? null,
  undone_at: record.undone_at?.toISOString() ?? null,
  expires_at: record.expires_at.toISOString(),
});

export const { isFileOfImport } = store;

export async function listImports(context: StaffContext, page: number): Promise<Answer<typeof getQuestionImports>> {
  const records = await store.findImports(context, { offset: page * IMPORT_LIST_SIZE, limit: IMPORT_LIST_SIZE });
  const names = await store.findNames(
    context,
    records.map(({ made_by }) => made_by),
  );
  return { imports: records.map((record) => shownImport(record, names)), total: await store.countImports(context) };
}

async function importOf(context: StaffContext, id: number): Promise<store.ImportRecord> {
  const record = await store.findImport(context, id);
  if (!record) throw new Problem('not_found');
  return record;
}

export async function followImport(context: StaffContext, id: number): Promise<Answer<typeof getQuestionImport>> {
  const record = await importOf(context, id);
  return {
    ...shownImport(record, await store.findNames(context, [record.made_by])),
    defaults: record.defaults,
    may_approve: await mayApproveOwn(context),
    is_waiting: record.is_waiting,
    has_file: record.stored_file_id !== null,
    file_notices: record.file_notices,
    kept: record.kept,
  };
}

/** A row for the page. A row that became a question shows its place only, because the bank decides who may read the key. */
function shownRow(row: store.ListedRow): ShownRow {
  const isMade = row.state === 'made';
  return {
    number: row.number,
    state: row.state,
    version: row.version,
    place: row.place,
    source: isMade ? '' : row.source,
    content: isMade ? null : row.content,
    passage: isMade ? null : row.passage,
    topic_name: row.topic_name,
    notices: row.notices,
    faults: isMade ? [] : (row.faults ?? []).map(({ path, what }) => ({ path: [...path], what })),
    same_as_number: row.same_as_number,
    same_as_id: row.same_as_id,
    bank_question_id: row.bank_question_id,
  };
}

export async function rowsOf(
  context: StaffContext,
  { id, page = 0, ...filter }: Input<typeof getImportRows>,
): Promise<Answer<typeof getImportRows>> {
  await importOf(context, id);
  const rows = await store.findRows(context, id, filter, { offset: page * IMPORT_PAGE_SIZE, limit: IMPORT_PAGE_SIZE });
  return { rows: rows.map(shownRow), total: await store.countRows(context, id, filter) };
}

/** Names that are compared with all topics before others may use the event loop: about 10 ms. */
const comparedAtOnce = 200;

export async function topicsOf(context: StaffContext, id: number) {
  await importOf(context, id);
  const named = await store.findNamedTopics(context, id, MOST_IMPORT_TOPICS);
  const names = openTopicNames(await store.findTopics(context));
  const topics: ((typeof named)[number] & { suggested_id: number | null })[] = [];
  for (const [at, topic] of named.entries()) {
    if (at % comparedAtOnce === 0) await nextTurn();
    const suggested_id = topic.topic_id === null && topic.name !== '' ? (names.exact(topic.name) ?? names.similar(topic.name)) : null;
    topics.push({ ...topic, suggested_id });
  }
  return { topics };
}

/** Locks an import whose rows can be changed. Throws `not_found`, and `not_possible` while a server works on it. */
async function lockReady(within: StaffContext, id: number): Promise<store.ImportRecord> {
  const record = await store.findImport(within, id, { isLocked: true });
  if (!record) throw new Problem('not_found');
  if (statesAtWork.includes(record.state)) throw new Problem('not_possible', 'Wait until the present work on this import is done.');
  if (record.state === 'failed') throw new Problem('not_possible', 'This file could not be read, so it has no rows.');
  if (record.state === 'expired') throw new Problem('not_possible', 'The rows of this import are no longer kept. Upload the file again.');
  return record;
}

export async function mapTopics(context: StaffContext, id: number, topics: readonly { name: string; topic_id: number | null }[]) {
  return inTransaction(context, async (within) => {
    await lockReady(within, id);
    const known = new Set((await store.findTopics(within)).map((topic) => topic.id));
    if (topics.some(({ topic_id }) => topic_id !== null && !known.has(topic_id)))
      throw new Problem('not_found', 'One of these topics no longer exists.');
    const row_count = await store.setTopics(within, id, [...new Map(topics.map((topic) => [topic.name, topic])).values()]);
    await store.rememberTopics(within, [...new Map(topics.map((topic) => [topic.name, topic])).values()]);
    await store.refreshCounts(within, id);
    await writeAudit(within, audited('map_topics', id, { topics: topics.length }));
    return { ...success, row_count };
  });
}

export async function setDefaults(context: StaffContext, id: number, defaults: Defaults) {
  return inTransaction(context, async (within) => {
    await lockReady(within, id);
    await store.updateImport(within, id, { defaults });
    const row_count = await store.setDefaults(within, id, defaults);
    await writeAudit(within, audited('set_defaults', id, defaults));
    return { ...success, row_count };
  });
}

/** Reads the file again as another format, from the beginning. */
export async function readAgain(context: StaffContext, id: number, format: Format) {
  return inTransaction(context, async (within) => {
    const record = await store.findImport(within, id, { isLocked: true });
    if (!record) throw new Problem('not_found');
    if (statesAtWork.includes(record.state)) throw new Problem('not_possible', 'Wait until the present work on this import is done.');
    if (record.stored_file_id === null) throw new Problem('not_possible', 'The uploaded file is no longer stored. Upload it again.');
    if ((record.counts.made ?? 0) > 0) throw new Problem('not_possible', 'Questions of this import are in the bank. Undo them first.');
    await store.updateImport(within, id, { ...beginning(within, 'reading'), format, reason: null, row_count: 0, file_notices: [] });
    await writeAudit(within, audited('read_again', id, { format }));
    await wakeJob(within, workJobName);
    return success;
  });
}

/** The columns of an import whose work begins for the caller. */
const beginning = ({ actor }: StaffContext, state: 'reading' | 'committing' | 'undoing') => ({
  state,
  done_count: 0,
  worked_for: actor.user_id,
  worked_as: actor.role,
  worked_at: null,
  attempt_count: 0,
});

export async function saveRow(context: StaffContext, { id, number, version, content }: Input<typeof saveImportRow>) {
  await importOf(context, id);
  const [before] = await store.findRows(context, id, { number }, { offset: 0, limit: 1 });
  if (!before) throw new Problem('not_found');
  // A passage of the import counts as chosen; a missing topic is a state of the row, not one of its faults.
  const passage_id = content.passage_id ?? (before.passage_number === null ? null : 1);
  const faults = await faultsOfQuestion({ ...content, topic_id: content.topic_id ?? 1, passage_id });
  return inTransaction(context, async (within) => {
    await lockReady(within, id);
    const row = await store.lockRow(within, id, number);
    if (!row) throw new Problem('not_found');
    if (row.made_at !== null) throw new Problem('not_possible', 'This question is in the bank already. Edit it there.');
    if (row.version !== version) throw new Problem('question_changed');
    const staged = await store.findStagedHashes(within, id);
    const hashes = figuresOf(content).flatMap(({ hash }) => (staged.has(hash) ? [] : [hash]));
    if (!(await areKnownToBank(within, { topic_id: content.topic_id, passage_id: content.passage_id, hashes })))
      throw new Problem('not_found', 'The topic, the passage or a picture of this question no longer exists.');
    await store.updateRow(within, id, number, { content, faults });
    await store.refreshCounts(within, id);
    const [after] = await store.findRows(within, id, { number }, { offset: 0, limit: 1 });
    if (!after) throw new Problem('not_found');
    await writeAudit(within, audited('mend', id, { number }));
    return { ...success, row: shownRow(after) };
  });
}

export async function excludeRows(context: StaffContext, id: number, rows: readonly number[] | 'same', is_excluded: boolean) {
  return inTransaction(context, async (within) => {
    await lockReady(within, id);
    const row_count = await store.setExcluded(within, id, rows, is_excluded);
    await store.refreshCounts(within, id);
    await writeAudit(within, audited('exclude', id, { row_count, is_excluded }));
    return { ...success, row_count };
  });
}

/** Begins to make questions of the good rows. The uploaded file is no longer needed. */
export async function commitImport(context: StaffContext, id: number, made_as: MadeAs, word = '') {
  return inTransaction(context, async (within) => {
    await lockReady(within, id);
    const count = await countGood(within, id);
    if (count === 0) throw new Problem('not_possible', 'No row can become a question now: correct the faults, or choose topics.');
    await requireRoom(within, count);
    if (made_as === 'approved' && !(await mayApproveOwn(within)))
      throw new Problem('not_possible', 'Somebody else must approve these questions. Submit them for review.');
    if (made_as === 'approved' && word.trim() === '') throw new Problem('not_possible', 'Give a reason for approving your own questions.');
    await store.updateImport(within, id, {
      ...beginning(within, 'committing'),
      made_as,
      word: word.trim() === '' ? null : word.trim(),
      reason: null,
      kept: [],
      committed_at: within.now,
      undone_at: null,
      expires_at: expiryOf(within),
    });
    await writeAudit(within, { ...audited('commit', id, { made_as, count }), reason: word.trim() === '' ? null : word.trim() });
    await wakeJob(within, workJobName);
    return success;
  });
}

export async function undoImport(context: StaffContext, id: number) {
  return inTransaction(context, async (within) => {
    const { counts } = await lockReady(within, id);
    if ((counts.made ?? 0) === 0) throw new Problem('not_possible', 'This import has made no questions.');
    await store.updateImport(within, id, { ...beginning(within, 'undoing'), reason: null, kept: [] });
    await writeAudit(within, audited('undo', id));
    await wakeJob(within, workJobName);
    return success;
  });
}

/** Deletes an import with its rows and its file, unless questions are being made or deleted. */
export async function deleteImport(context: StaffContext, storage: Storage, id: number) {
  const stored_file_id = await inTransaction(context, async (within) => {
    const record = await store.findImport(within, id, { isLocked: true });
    if (!record) throw new Problem('not_found');
    if (record.state === 'committing' || record.state === 'undoing')
      throw new Problem('not_possible', 'Wait until the present work on this import is done.');
    await store.deleteImport(within, id);
    await writeAudit(within, audited('delete', id, { file_name: record.file_name }));
    return record.stored_file_id;
  });
  if (stored_file_id !== null) await removeFile(context, storage, context.actor.institute_id, stored_file_id);
  return success;
}
