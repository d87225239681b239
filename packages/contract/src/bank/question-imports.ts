import { importExtensions, MOST_IMPORT_BYTES } from '@abhyas/exam/institute/file-kinds';
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { FileName, FileUrl, UploadAnswer } from '../institute/stored-files.ts';
import { BankContent, PassageContent } from './bank-content.ts';

export const IMPORT_PAGE_SIZE = 20;
export const IMPORT_LIST_SIZE = 30;
/** The most questions of one file, with PostgreSQL and with the embedded database. */
export const MOST_IMPORTED = 100_000;
export const MOST_IMPORTED_EMBEDDED = 5000;
/** The days for which the rows of an import are kept, from the upload or from the latest commit. */
export const IMPORT_DAYS = 30;
/** The most names of topics that one mapping shows and changes. */
export const MOST_IMPORT_TOPICS = 2000;

/** The formats of files: `abhyas` is the product's own, YAML with pictures. */
export const importFormats = ['abhyas', 'aiken', 'csv', 'docx', 'gift', 'markdown', 'moodle_xml', 'qti', 'xlsx'] as const;

/** `reading` to `ready`: the rows are staged and checked. `failed`: the file could not be read. `expired`: the rows are deleted. */
export const importStates = ['reading', 'checking', 'ready', 'failed', 'committing', 'undoing', 'expired'] as const;
export type ImportState = (typeof importStates)[number];
/** States in which a server works on the import. */
export const statesAtWork: readonly ImportState[] = ['reading', 'checking', 'committing', 'undoing'];

/** The states in which questions can be made. */
export const madeAs = ['draft', 'in_review', 'approved'] as const;
export type MadeAs = (typeof madeAs)[number];

/** States of a row. A `good` row can become a question; a `faulty` one must be corrected first. */
export const rowStates = ['good', 'faulty', 'unreadable', 'excluded', 'made'] as const;
export type RowState = (typeof rowStates)[number];

const access = { staff: 'content.manage' } as const;
const id = 'The import.';
const Format = Type.Enum([...importFormats]);
const State = Type.Enum([...importStates]);
const Count = Type.Integer({ minimum: 0 });

/**
 * A fault keeps a row from becoming a question until a person corrects the row; a loss is a part of the file that the question does not
 * have.
 */
export const ImportNotice = Type.Object({ kind: Type.Enum(['fault', 'loss', 'note']), code: Type.String(), sentence: Type.String() });

export const ImportDefaults = Type.Object({
  difficulty: Type.Integer({ minimum: 1, maximum: 5 }),
  for: Type.Enum(['practice', 'paper']),
});

/** Counts of rows: by state, with losses, with a text that the institute or the file already has, and of good rows without a topic. */
export const ImportCounts = Type.Object({
  good: Count,
  faulty: Count,
  unreadable: Count,
  excluded: Count,
  made: Count,
  losses: Count,
  same: Count,
  without_topic: Count,
});

export const KeptCount = Type.Object({ why: Type.String(), count: Count });

const importFields = {
  id: Id,
  file_name: Type.String(),
  format: Nullable(Format),
  state: State,
  /** Why the file could not be read. */
  reason: Nullable(Type.String()),
  made_at: Moment,
  made_by: Nullable(Type.String()),
  row_count: Count,
  /** Rows that the present work has finished. */
  done_count: Count,
  counts: ImportCounts,
  committed_at: Nullable(Moment),
  undone_at: Nullable(Moment),
  expires_at: Moment,
};

export const beginImportUpload = endpoint('POST /staff/question_imports/begin_upload', {
  access,
  summary: 'Begin the upload of a file of questions in parts',
  body: Type.Object({
    file_extension: Type.Enum([...importExtensions]),
    file_name: FileName,
    bytes: Type.Integer({ minimum: 1, maximum: MOST_IMPORT_BYTES }),
  }),
  response: UploadAnswer,
});

export const createQuestionImport = endpoint('POST /staff/question_imports/create', {
  access,
  summary: 'Begin the import of an uploaded file of questions, which is read in the background',
  body: Type.Object({
    file_url: FileUrl,
    defaults: ImportDefaults,
    /** Whether a file that the institute has imported already is read again. */
    is_again: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object({
    ...Success,
    /** Null if the institute has imported the same file already; nothing was begun then. */
    id: Nullable(Id),
    earlier: Nullable(Type.Object({ id: Id, file_name: Type.String(), made_at: Moment, made_count: Count })),
  }),
  refusals: ['not_possible', 'refused_file'],
});

export const getImportTemplate = endpoint('GET /staff/import_template', {
  access,
  summary: 'Download an empty table for questions, with the headings that an import reads',
  query: Type.Object({ kind: Type.Enum(['csv', 'xlsx']) }),
  response: Type.Object({}),
});

export const getQuestionImports = endpoint('GET /staff/question_imports', {
  access,
  summary: 'List the institute’s imports of questions, the newest first',
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })) }),
  response: Type.Object({ imports: Type.Array(Type.Object(importFields)), total: Count }),
  isPolled: true,
});

export const getQuestionImport = endpoint('GET /staff/question_imports/{id}', {
  access,
  summary: 'Follow an import of questions: its progress, its counts and its settings',
  id,
  response: Type.Object({
    ...importFields,
    defaults: ImportDefaults,
    /** Whether the caller could approve the questions, with a reason, because nobody else could. */
    may_approve: Type.Boolean(),
    /** Whether the work waits for the end of a running test. */
    is_waiting: Type.Boolean(),
    /** Whether the uploaded file is still there, so that it can be read again as another format. */
    has_file: Type.Boolean(),
    /** Notices about the whole file. */
    file_notices: Type.Array(ImportNotice),
    /** The questions that the latest undo left, by reason. */
    kept: Type.Array(KeptCount),
  }),
  isPolled: true,
});

const ImportRow = Type.Object({
  number: Type.Integer(),
  state: Type.Enum([...rowStates]),
  version: Type.Integer(),
  place: Type.String(),
  /** The text of the question in the file; empty once the question is made. */
  source: Type.String(),
  /** Null if no question could be read, and once it is made. */
  content: Nullable(BankContent),
  passage: Nullable(PassageContent),
  topic_name: Type.String(),
  notices: Type.Array(ImportNotice),
  faults: Type.Array(Type.Object({ path: Type.Array(Type.Union([Type.String(), Type.Integer()])), what: Type.String() })),
  /** The earlier row, and the question of the bank, with the same text. */
  same_as_number: Nullable(Type.Integer()),
  same_as_id: Nullable(Id),
  /** The question that was made of the row; null if it was deleted since. */
  bank_question_id: Nullable(Id),
});

export const getImportRows = endpoint('GET /staff/question_imports/{id}/rows', {
  access,
  summary: 'Read rows of an import: the source, the question that was read, and what was lost',
  id,
  query: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
    state: Type.Optional(Type.Enum([...rowStates])),
    /** Only rows with losses, with a text that the bank or the file already has, or without a topic. */
    only: Type.Optional(Type.Enum(['losses', 'same', 'without_topic'])),
    /** Only this row. */
    number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  }),
  response: Type.Object({ rows: Type.Array(ImportRow), total: Count }),
});

export const getImportTopics = endpoint('GET /staff/question_imports/{id}/topics', {
  access,
  summary: 'List the names of topics in a file, with the topics of the bank that were chosen for them',
  id,
  response: Type.Object({
    topics: Type.Array(
      Type.Object({
        /** Empty for rows without a name. */
        name: Type.String(),
        row_count: Count,
        topic_id: Nullable(Id),
        /** The topic with the most similar name; null if none is similar. */
        suggested_id: Nullable(Id),
      }),
    ),
  }),
});

export const mapImportTopics = endpoint('POST /staff/question_imports/{id}/map_topics', {
  access,
  summary: 'Choose topics for the names in a file; the institute’s next imports remember them',
  id,
  body: Type.Object({
    topics: Type.Array(Type.Object({ name: Type.String({ maxLength: 300 }), topic_id: Nullable(Id) }), {
      minItems: 1,
      maxItems: MOST_IMPORT_TOPICS,
    }),
  }),
  response: Type.Object({ ...Success, row_count: Count }),
  refusals: ['not_possible'],
});

export const setImportDefaults = endpoint('POST /staff/question_imports/{id}/set_defaults', {
  access,
  summary: 'Set the difficulty and the use of all questions of an import',
  id,
  body: Type.Object({ defaults: ImportDefaults }),
  response: Type.Object({ ...Success, row_count: Count }),
  refusals: ['not_possible'],
});

export const readImportAgain = endpoint('POST /staff/question_imports/{id}/read_again', {
  access,
  summary: 'Read the file of an import again as another format; changes of its rows are lost',
  id,
  body: Type.Object({ format: Format }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const saveImportRow = endpoint('POST /staff/question_imports/{id}/save_row', {
  access,
  summary: 'Correct the question of a row',
  id,
  body: Type.Object({
    number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    version: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
    content: BankContent,
  }),
  response: Type.Object({ ...Success, row: ImportRow }),
  refusals: ['not_possible', 'question_changed'],
});

export const excludeImportRows = endpoint('POST /staff/question_imports/{id}/exclude_rows', {
  access,
  summary: 'Leave rows out of an import, or take them up again',
  id,
  body: Type.Object({
    /** The rows by number; with `same`, all rows whose text the bank or the file already has. */
    rows: Type.Union([Type.Array(Type.Integer({ minimum: 1, maximum: 1_000_000 }), { minItems: 1, maxItems: 500 }), Type.Literal('same')]),
    is_excluded: Type.Boolean(),
  }),
  response: Type.Object({ ...Success, row_count: Count }),
  refusals: ['not_possible'],
});

export const commitQuestionImport = endpoint('POST /staff/question_imports/{id}/commit', {
  access,
  summary: 'Make questions of the good rows of an import, in the background; a repetition makes none twice',
  id,
  body: Type.Object({
    made_as: Type.Enum([...madeAs]),
    /** The reason for which a person approves their own questions. */
    word: Type.Optional(Type.String({ maxLength: 500 })),
  }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const undoQuestionImport = endpoint('POST /staff/question_imports/{id}/undo', {
  access,
  summary: 'Delete the questions that an import made, except those that are used or have changed since',
  id,
  body: Type.Object({}),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const deleteQuestionImport = endpoint('POST /staff/question_imports/{id}/delete', {
  access,
  summary: 'Delete an import with its rows and its file; questions that were made stay',
  id,
  body: Type.Object({}),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});
