import { findingKinds } from '@abhyas/exam/exam-office/paper-findings';
import { syllabusExams } from '@abhyas/exam/bank/syllabus';
import { presets, type PresetName } from '@abhyas/exam/tests/presets';
import { Type } from 'typebox';
import { WrittenKey } from '../bank/bank-content.ts';
import { ComprehensionQuestion, QuestionType, ShownQuestion } from '../bank/questions.ts';
import { TranslatedCode } from '../bank/translations.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

/** The most questions in a paper, and the most drafts of an institute that are not yet tests. */
export const MOST_QUESTIONS = 200;
export const MOST_DRAFTS = 300;
export const DRAFTS_PER_PAGE = 50;
export const OFFERS_PER_PAGE = 10;
/** The most questions that one call adds as pictures, because each is approved in the same transaction. */
export const MOST_PICTURES_AT_ONCE = 10;

const presetNames = Object.keys(presets) as PresetName[];
const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S' });
const Exam = Type.Enum([...syllabusExams]);

/** A section of a draft: the number, form, chapters and marking of its questions. */
export const DraftSection = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
  subject_id: Type.Integer({ minimum: 1, maximum: 5 }),
  question_type: QuestionType,
  question_count: Type.Integer({ minimum: 1, maximum: 100 }),
  integer: Type.Boolean(),
  attempt_limit: Nullable(Type.Integer({ minimum: 1, maximum: 100 })),
  limit_kind: Nullable(Type.Enum(['block', 'first_n'])),
  correct: Type.Integer({ minimum: 1, maximum: 20 }),
  incorrect: Type.Integer({ minimum: -20, maximum: 0 }),
  partial: Nullable(Type.Array(Type.Integer({ minimum: 0, maximum: 20 }), { maxItems: 3 })),
  /** Chapters of the subject with their weights; an empty list means all chapters with equal weights. */
  chapters: Type.Array(Type.Object({ chapter_id: Id, weight: Type.Integer({ minimum: 0, maximum: 9 }) }), { maxItems: 100 }),
});

export const DraftPlan = Type.Object({
  exam: Exam,
  /** The preset that the paper should follow, if any. */
  preset: Nullable(Type.Enum(presetNames)),
  /** Seconds. */
  test_duration: Type.Integer({ minimum: 300, maximum: 36_000, multipleOf: 60 }),
  /** The language in which every question must also exist, so that the test can be taken in both. */
  also_in: Type.Optional(TranslatedCode),
  /** Weights of the levels 1 to 5. */
  shares: Type.Array(Type.Integer({ minimum: 0, maximum: 100 }), { minItems: 5, maxItems: 5 }),
  sections: Type.Array(DraftSection, { minItems: 1, maxItems: 20 }),
});

/** A question of a draft, in the order of the paper. */
export const DraftItem = Type.Object({ section: Type.Integer({ minimum: 0, maximum: 19 }), question_id: Id, is_locked: Type.Boolean() });

/** A question as the composer shows it, without its answer. */
const DraftQuestion = Type.Object({
  ...ShownQuestion.properties,
  /** The institute's latest finished test with the question, and the numbers of students who attempted it and were right. */
  last_use: Nullable(
    Type.Object({
      paper_name: Type.String(),
      at: Nullable(Moment),
      attempted: Type.Integer(),
      correct: Type.Integer(),
      /** Seconds. */
      median_time: Nullable(Type.Integer()),
    }),
  ),
});

const Finding = Type.Object({
  kind: Type.Enum([...findingKinds]),
  /** Whether the finding must be resolved before the draft can become a test. */
  is_blocking: Type.Boolean(),
  /** The section's number from 0; null for the whole paper. */
  section: Nullable(Type.Integer()),
  text: Type.String(),
  question_ids: Type.Array(Id),
});

const changeFields = {
  /** Increases with every change. A change names the version on which it is based. */
  version: Type.Integer(),
  items: Type.Array(DraftItem),
  /** The questions that the call added; all questions if the call opens the draft. */
  questions: Type.Array(DraftQuestion),
  comprehension_questions: Type.Array(ComprehensionQuestion),
  findings: Type.Array(Finding),
};
const DraftChange = Type.Object(changeFields);

export const Draft = Type.Object({
  id: Id,
  name: Type.String(),
  plan: DraftPlan,
  /** The test that the draft was made into; null while it is a draft. */
  paper_id: Nullable(Id),
  ...changeFields,
});

export const getPaperDrafts = endpoint('GET /staff/paper_drafts', {
  summary: 'List the papers that the institute has composed, the latest change first',
  access: { staff: 'tests.manage' },
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })) }),
  response: Type.Object({
    drafts: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        exam: Exam,
        question_count: Type.Integer(),
        /** The planned number of questions in all sections. */
        planned_count: Type.Integer(),
        changed_at: Moment,
        paper_id: Nullable(Id),
      }),
    ),
    total: Type.Integer(),
  }),
});

export const createPaperDraft = endpoint('POST /staff/paper_drafts/create', {
  summary: 'Begin to compose a paper',
  access: { staff: 'tests.manage' },
  body: Type.Object({ name: Name, plan: DraftPlan }),
  response: Type.Object({ ...Success, id: Id }),
  refusals: ['not_possible'],
});

export const getPaperDraft = endpoint('GET /staff/paper_drafts/{id}', {
  summary: 'Open a paper that is being composed',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  response: Draft,
});

export const getQuestionPool = endpoint('GET /staff/question_pool', {
  summary: 'Count the questions that a paper of an exam may ask, by chapter, level and form',
  description:
    'Leaves out questions of mocks and of the institute’s future tests, and questions that are off the syllabus, retired or repeated in practice.',
  access: { staff: 'tests.manage' },
  query: Type.Object({ exam: Exam, also_in: Type.Optional(TranslatedCode) }),
  response: Type.Object({
    chapters: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        subject_id: Type.Integer(),
        counts: Type.Array(Type.Object({ level: Type.Integer(), question_type: QuestionType, count: Type.Integer() })),
      }),
    ),
  }),
});

const changed = {
  version: Type.Integer({ minimum: 1, maximum: 1_000_000_000 }),
  name: Name,
  plan: DraftPlan,
  /** The questions of the draft in their new order. A question outside the draft is refused as not found. */
  items: Type.Array(DraftItem, { maxItems: MOST_QUESTIONS }),
};

export const savePaperDraft = endpoint('POST /staff/paper_drafts/{id}/save', {
  summary: 'Save the name, plan, order and locks of a draft',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  body: Type.Object(changed),
  response: DraftChange,
  refusals: ['not_possible', 'draft_changed'],
});

export const fillPaperDraft = endpoint('POST /staff/paper_drafts/{id}/fill', {
  summary: 'Save a draft, and choose again all questions that are not locked',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  body: Type.Object(changed),
  response: DraftChange,
  refusals: ['not_possible', 'draft_changed'],
});

export const swapDraftQuestion = endpoint('POST /staff/paper_drafts/{id}/swap', {
  summary: 'Swap a question for the next best one',
  description: 'A question of a passage is replaced with its whole passage.',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  body: Type.Object({ version: changed.version, question_id: Id }),
  response: DraftChange,
  refusals: ['not_possible', 'draft_changed'],
});

const Section = Type.Integer({ minimum: 0, maximum: 19 });

export const getOfferedQuestions = endpoint('GET /staff/paper_drafts/{id}/offers', {
  summary: 'Search the questions that fit a section of a draft and are not in it, the one used longest ago first',
  description: 'Of a passage only the first question is listed.',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  query: Type.Object({
    section: Section,
    /** Part of the question or its options. */
    words: Type.Optional(Type.String({ maxLength: 100 })),
    page: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  }),
  response: Type.Object({
    questions: Type.Array(DraftQuestion),
    comprehension_questions: Type.Array(ComprehensionQuestion),
    has_more: Type.Boolean(),
  }),
});

export const addDraftQuestion = endpoint('POST /staff/paper_drafts/{id}/add', {
  summary: 'Add a chosen question at the end of a section, locked',
  description: 'A question of a passage is added with its whole passage.',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  body: Type.Object({ version: changed.version, section: Section, question_id: Id }),
  response: DraftChange,
  refusals: ['not_possible', 'draft_changed'],
});

/** How a printed paper names the four options of its questions. */
export const optionNames = { letters: ['(A)', '(B)', '(C)', '(D)'], numbers: ['(1)', '(2)', '(3)', '(4)'] } as const;

/** A question of a printed paper: a picture of the question and its options, with the key. */
export const PictureQuestion = Type.Object({
  /** The number that the question has in the printed paper. */
  number: Type.Integer({ minimum: 1, maximum: 999 }),
  /** The picture, stored before by `POST /staff/bank_pictures`. */
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  /** The text of the picture, or a description, for students who cannot see it. */
  alt: Type.String({ minLength: 5, maxLength: 600 }),
  topic_id: Id,
  keys: Type.Array(WrittenKey, { minItems: 1, maxItems: 21 }),
});

export const addPictureQuestions = endpoint('POST /staff/paper_drafts/{id}/add_pictures', {
  summary: 'Add questions of a printed paper as pictures at the end of a section, locked',
  description:
    'The questions become approved questions of the institute and are in no pool: only this paper asks them. Their form is that of the section.',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  body: Type.Object({
    version: changed.version,
    section: Section,
    option_names: Type.Enum(['letters', 'numbers']),
    questions: Type.Array(PictureQuestion, { minItems: 1, maxItems: MOST_PICTURES_AT_ONCE }),
    /** The caller says that the institute may use the paper. */
    may_use: Type.Literal(true),
  }),
  response: Type.Object({ ...Success, version: Type.Integer(), question_count: Type.Integer() }),
  refusals: ['not_possible', 'draft_changed'],
});

export const publishPaperDraft = endpoint('POST /staff/paper_drafts/{id}/publish', {
  summary: 'Make a draft into a test; the draft cannot be changed while the test exists',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  body: Type.Object({ version: changed.version }),
  response: Type.Object({ ...Success, paper_id: Id }),
  refusals: ['not_possible', 'draft_changed'],
});

export const deletePaperDraft = endpoint('POST /staff/paper_drafts/{id}/delete', {
  summary: 'Delete a draft; a test made from it stays',
  id: 'The draft.',
  access: { staff: 'tests.manage' },
  body: Type.Object({}),
  response: Type.Object(Success),
});
