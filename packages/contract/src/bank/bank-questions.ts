import { bankActs, bankStates } from '@abhyas/exam/bank/bank-states';
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { BankContent, PassageContent } from './bank-content.ts';
import { translatedLanguages } from './language-codes.ts';
import { ComprehensionQuestion, QuestionType } from './questions.ts';
import { TranslatedCode } from './translations.ts';

export const BANK_PAGE_SIZE = 30;
/** The most questions that an institute may have, and the most versions that are kept of each. */
export const MOST_BANK_QUESTIONS = 100_000;
export const MOST_VERSIONS = 100;
/** The most questions that one change can reach, and the number of examples that its preview shows. */
export const MOST_AT_ONCE = 500;
export const EXAMPLES_SHOWN = 5;
/** The most bytes of a picture, as in a content file. */
export const MOST_PICTURE_BYTES = 1_000_000;

const access = { staff: 'content.manage' } as const;
const Version = Type.Integer({ minimum: 1, maximum: 1_000_000_000 });
const Word = Type.String({ maxLength: 500 });
const State = Type.Enum([...bankStates]);
const Level = Type.Integer({ minimum: 1, maximum: 5 });

/** A fault, with the path of its field. */
const Fault = Type.Object({ path: Type.Array(Type.Union([Type.String(), Type.Integer()])), what: Type.String() });

export const bankFilterFields = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  subject: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
  /** A chapter's number; an unknown one has no questions. */
  chapter: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  type: Type.Optional(QuestionType),
  difficulty: Type.Optional(Level),
  state: Type.Optional(State),
  /** Whether a paper of the institute contains the question. */
  is_used: Type.Optional(Type.Boolean()),
  has_faults: Type.Optional(Type.Boolean()),
  /** The language in which the question also exists; `none` for questions in English only. */
  also_in: Type.Optional(Type.Enum([...translatedLanguages, 'none'])),
  /** Only questions in review that the caller may approve. */
  for_me: Type.Optional(Type.Boolean()),
};

const ListedQuestion = Type.Object({
  id: Id,
  state: State,
  version: Type.Integer(),
  type: QuestionType,
  difficulty: Type.Integer(),
  is_for_practice: Type.Boolean(),
  text: Type.String(),
  subject_id: Nullable(Type.Integer()),
  chapter_name: Nullable(Type.String()),
  topic_name: Nullable(Type.String()),
  also_in: Type.Array(TranslatedCode),
  fault_count: Type.Integer(),
  /** Number of papers of the institute with the question. */
  paper_count: Type.Integer(),
  changed_at: Moment,
  changed_by: Nullable(Type.String()),
});

export const getBankQuestions = endpoint('GET /staff/bank_questions', {
  summary: 'List the institute’s own questions, the latest change first, or search them',
  access,
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })), ...bankFilterFields }),
  response: Type.Object({
    questions: Type.Array(ListedQuestion),
    total: Type.Integer(),
    /** The ids of the matching questions, so that all of them can be changed together; at most `MOST_AT_ONCE`. */
    ids: Type.Array(Id),
    /** Counts of all questions of the institute by state. */
    counts: Type.Object(Object.fromEntries(bankStates.map((state) => [state, Type.Integer()]))),
  }),
});

export const getBankTopics = endpoint('GET /staff/bank_topics', {
  summary: 'List the chapters and topics that a question can have',
  access,
  response: Type.Object({
    chapters: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        subject_id: Type.Integer(),
        topics: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      }),
    ),
  }),
});

export const getBankQuestion = endpoint('GET /staff/bank_questions/{id}', {
  summary: 'Open a question of the institute',
  id: 'The question in the editor.',
  access,
  response: Type.Object({
    id: Id,
    state: State,
    version: Type.Integer(),
    content: BankContent,
    /** Whether answer, notes and solution are left out, because a test with the question is not over. */
    is_key_withheld: Type.Boolean(),
    faults: Type.Array(Fault),
    remark: Nullable(Type.String()),
    /** Whether students may have seen the question; its text can then no longer change. */
    is_asked: Type.Boolean(),
    may_approve: Type.Enum(['yes', 'with_word', 'no']),
    acts: Type.Array(Type.Enum([...bankActs])),
    may_delete: Type.Boolean(),
    /** The question that this one is to replace, and the one that is to replace this one. */
    follows_id: Nullable(Id),
    followed_by: Nullable(Id),
    /** Papers of the institute with the question. */
    papers: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    passage: Nullable(ComprehensionQuestion),
    changed_at: Moment,
    changed_by: Nullable(Type.String()),
  }),
});

const saved = { version: Type.Integer(), faults: Type.Array(Fault) };

export const createBankQuestion = endpoint('POST /staff/bank_questions/create', {
  summary: 'Begin a question',
  access,
  body: Type.Object({ content: BankContent }),
  response: Type.Object({ ...Success, id: Id, ...saved }),
  refusals: ['not_possible'],
});

export const saveBankQuestion = endpoint('POST /staff/bank_questions/{id}/save', {
  summary: 'Save the text of a draft as its next version',
  id: 'The question in the editor.',
  access,
  body: Type.Object({ version: Version, content: BankContent }),
  response: Type.Object({ ...Success, ...saved }),
  refusals: ['not_possible', 'question_changed'],
});

export const actOnBankQuestion = endpoint('POST /staff/bank_questions/{id}/act', {
  summary: 'Submit, approve, send back, edit again, retire or restore a question',
  id: 'The question in the editor.',
  access,
  body: Type.Object({
    version: Version,
    act: Type.Enum([...bankActs]),
    /** The remark of a reviewer, or the reason for which a person approves their own question. */
    word: Type.Optional(Word),
  }),
  response: Type.Object({ ...Success, state: State, version: Type.Integer() }),
  refusals: ['not_possible', 'question_changed'],
});

export const followBankQuestion = endpoint('POST /staff/bank_questions/{id}/follow', {
  summary: 'Begin a replacement for an approved or retired question',
  id: 'The question in the editor.',
  access,
  body: Type.Object({}),
  response: Type.Object({ ...Success, id: Id }),
  refusals: ['not_possible'],
});

export const deleteBankQuestion = endpoint('POST /staff/bank_questions/{id}/delete', {
  summary: 'Delete a draft that was never approved',
  id: 'The question in the editor.',
  access,
  body: Type.Object({}),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});

export const getBankVersions = endpoint('GET /staff/bank_questions/{id}/versions', {
  summary: 'List the versions of a question with their texts, the latest first',
  id: 'The question in the editor.',
  access,
  response: Type.Object({
    versions: Type.Array(
      Type.Object({ version: Type.Integer(), content: BankContent, saved_at: Moment, saved_by: Nullable(Type.String()) }),
    ),
  }),
});

export const addBankPicture = endpoint('POST /staff/bank_pictures', {
  summary: 'Store a picture for questions: SVG, PNG, JPEG or WebP',
  access,
  body: Type.Object({
    type: Type.Enum(['svg', 'png', 'jpg', 'webp']),
    /** The bytes in base 64. */
    bytes: Type.String({ minLength: 4, maxLength: Math.ceil(MOST_PICTURE_BYTES / 3) * 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
  }),
  response: Type.Object({ ...Success, hash: Type.String() }),
  refusals: ['refused_file', 'not_possible', 'too_many_requests', 'busy'],
  bodyLimit: 2 * 1024 * 1024,
});

export const getBankPassages = endpoint('GET /staff/bank_passages', {
  summary: 'List the institute’s passages, the newest first',
  access,
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })) }),
  response: Type.Object({
    passages: Type.Array(
      Type.Object({
        id: Id,
        version: Type.Integer(),
        content: PassageContent,
        /** Whether an approved question belongs to the passage; the text can then no longer change. */
        is_published: Type.Boolean(),
        question_count: Type.Integer(),
      }),
    ),
    total: Type.Integer(),
  }),
});

export const createBankPassage = endpoint('POST /staff/bank_passages/create', {
  summary: 'Write a passage for comprehension questions',
  access,
  body: Type.Object({ content: PassageContent }),
  response: Type.Object({ ...Success, id: Id, version: Type.Integer() }),
  refusals: ['not_possible'],
});

export const saveBankPassage = endpoint('POST /staff/bank_passages/{id}/save', {
  summary: 'Change a passage that no approved question asks about',
  id: 'The passage.',
  access,
  body: Type.Object({ version: Version, content: PassageContent }),
  response: Type.Object({ ...Success, version: Type.Integer() }),
  refusals: ['not_possible', 'question_changed'],
});

/** A change of many questions: a field of drafts, or an act. */
export const BulkChange = Type.Object({
  difficulty: Type.Optional(Level),
  for: Type.Optional(Type.Enum(['practice', 'paper'])),
  act: Type.Optional(Type.Enum(['submit', 'withdraw', 'retire', 'restore'])),
});

export const changeBankQuestions = endpoint('POST /staff/bank_changes/create', {
  summary: 'Change many questions at once, or preview the change',
  access,
  body: Type.Object({
    ids: Type.Array(Id, { minItems: 1, maxItems: MOST_AT_ONCE }),
    change: BulkChange,
    /** With true, nothing is changed. */
    is_preview: Type.Boolean(),
    /** The number of questions in the preview. If it differs now, nothing is changed. */
    count: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_AT_ONCE })),
  }),
  response: Type.Object({
    ...Success,
    count: Type.Integer(),
    examples: Type.Array(Type.Object({ id: Id, text: Type.String(), before: Type.String(), after: Type.String() })),
    /** The questions that stay as they are, by reason. */
    kept: Type.Array(Type.Object({ why: Type.String(), count: Type.Integer() })),
    /** The change, for undo; null for a preview. */
    id: Nullable(Id),
  }),
  refusals: ['not_possible', 'question_changed'],
});

export const undoBankChange = endpoint('POST /staff/bank_changes/{id}/undo', {
  summary: 'Undo a change of many questions, except of those that have changed since',
  id: 'The change.',
  access,
  body: Type.Object({}),
  response: Type.Object({ ...Success, count: Type.Integer(), kept: Type.Integer() }),
  refusals: ['not_possible'],
});
