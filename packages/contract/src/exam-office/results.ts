import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { AcceptedAnswer, QuestionType } from '../bank/questions.ts';

/** Figures of one question over the ranked attempts at a paper. */
export const QuestionStatistics = Type.Object({
  question_id: Id,
  code: Type.String(),
  /** From 1, in the paper's order. */
  number: Type.Integer(),
  subject_name: Type.String(),
  chapter_name: Type.String(),
  question_type: QuestionType,
  accepted_answers: Type.Array(AcceptedAnswer),
  correction: Nullable(Type.Enum(['dropped', 'bonus'])),
  /** Number of ranked attempts, without those whose answer does not count. */
  attempts: Type.Integer(),
  attempted: Type.Integer(),
  correct: Type.Integer(),
  /** Share of the attempts that answered correctly, 0-1; null without attempts. */
  facility: Nullable(Type.Number()),
  /** Correlation between answering correctly and the rest of the score, -1 to 1; null if one of the two is equal for all students. */
  discrimination: Nullable(Type.Number()),
  /** How many students chose each option, 1-4. */
  chosen: Type.Array(Type.Integer()),
  /** Median seconds of the students who answered; null if nobody did. */
  median_time: Nullable(Type.Number()),
  /** Number of attempts in which the answer changed at least once. */
  changed: Type.Integer(),
  /** Number of these attempts that moved away from each option, and that ended at it. */
  changed_from: Type.Array(Type.Integer()),
  changed_to: Type.Array(Type.Integer()),
  /** Right answers of those who saw the question in Hindi and of all others; null if nobody saw it in Hindi. */
  languages: Nullable(
    Type.Object({ english: Type.Integer(), english_right: Type.Integer(), hindi: Type.Integer(), hindi_right: Type.Integer() }),
  ),
  doubts: Type.Array(
    Type.Enum(['nearly_nobody_right', 'other_option_chosen_more', 'best_students_wrong', 'harder_in_hindi', 'harder_in_english']),
  ),
});

/** A paper of the institute, with the state of its results. */
const PaperResults = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  is_assignment: Type.Boolean(),
  /** Ranked attempts. */
  appeared: Type.Integer(),
  max_score: Nullable(Type.Integer()),
  results_published_at: Nullable(Moment),
  /** Whether students can see keys and solutions. */
  is_paper_published: Type.Boolean(),
});

const Csv = Type.Object({ file_name: Type.String(), csv: Type.String() });

/**
 * Statistics of every question of a paper, in its order. They reveal the keys: before the paper is over, only for staff who may read keys.
 */
export const getQuestionStatistics = endpoint('GET /staff/papers/{id}/question_statistics', {
  access: { staff: 'results.read' },
  summary: 'Show the statistics of each question of a paper',
  id: 'The paper.',
  response: Type.Object({ paper: PaperResults, questions: Type.Array(QuestionStatistics) }),
  refusals: ['not_possible'],
});

/** The statistics of `getQuestionStatistics` as a CSV file. A cell that a spreadsheet would take for a formula is quoted as text. */
export const getQuestionStatisticsCsv = endpoint('GET /staff/papers/{id}/question_statistics_csv', {
  access: { staff: 'results.read' },
  summary: 'Download the statistics of questions as CSV',
  id: 'The paper.',
  response: Csv,
  refusals: ['not_possible'],
});

/** How many ranked attempts have each score, and the quartiles. */
export const getPaperResults = endpoint('GET /staff/papers/{id}/results', {
  access: { staff: 'results.read' },
  summary: 'Show the scores of a paper and their distribution',
  id: 'The paper.',
  response: Type.Object({
    paper: PaperResults,
    scores: Type.Array(Type.Object({ score: Type.Integer(), count: Type.Integer() })),
    best_score: Nullable(Type.Integer()),
    /** The quartiles: half of the students score between the first and the last. */
    quarters: Nullable(Type.Object({ low: Type.Integer(), middle: Type.Integer(), high: Type.Integer() })),
  }),
});

/** Every ranked attempt as a CSV file, best first. */
export const getResultsCsv = endpoint('GET /staff/papers/{id}/results_csv', {
  access: { staff: 'export' },
  summary: 'Download the results of a paper as CSV',
  id: 'The paper.',
  response: Csv,
});

export const REPORTS_PER_PAGE = 100;

const counts = {
  score: Type.Integer(),
  max_score: Type.Integer(),
  correct: Type.Integer(),
  incorrect: Type.Integer(),
  unattempted: Type.Integer(),
};

/** A short report of every ranked attempt, best first, for print. */
export const getPaperReports = endpoint('GET /staff/papers/{id}/reports', {
  access: { staff: 'reports.read' },
  summary: 'List short reports of a paper, one per student, by page',
  id: 'The paper.',
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })) }),
  response: Type.Object({
    paper: PaperResults,
    institute_name: Type.String(),
    /** When the window of the paper opened. */
    held_at: Nullable(Moment),
    best_score: Nullable(Type.Integer()),
    reports: Type.Array(
      Type.Object({
        student_id: Id,
        name: Nullable(Type.String()),
        given_id: Nullable(Type.String()),
        rank: Type.Integer(),
        /** Null below 20 students. */
        percentile: Nullable(Type.Number()),
        ...counts,
        subjects: Type.Array(Type.Object({ name: Type.String(), ...counts })),
      }),
    ),
    has_more: Type.Boolean(),
  }),
});

const Withheld = Type.Array(
  Type.Object({
    code: Type.String(),
    /** Codes of the papers that keep the question secret. */
    by: Type.Array(Type.String()),
    students: Type.Integer(),
  }),
);

const Published = Type.Object({
  ...Success,
  /** Number of students who were notified. */
  notified_count: Type.Integer(),
  /** Questions that stay hidden from students because another paper keeps them. */
  withheld: Withheld,
});

/**
 * Publishes scores, ranks and percentiles, with `and_paper` also keys, review and Revise. Refused while students are taking the test,
 * unless `although_sitting` is set.
 */
export const publishResults = endpoint('POST /staff/papers/{id}/publish_results', {
  access: { staff: 'results.publish' },
  summary: 'Publish the results of a paper, and with and_paper the paper too',
  id: 'The paper.',
  body: Type.Object({ and_paper: Type.Optional(Type.Boolean()), although_sitting: Type.Optional(Type.Boolean()) }),
  response: Published,
  refusals: ['not_possible', 'students_sitting'],
});

/** Publishes the paper to students after its results: they can see the keys and use Review and Revise. */
export const publishPaper = endpoint('POST /staff/papers/{id}/publish_paper', {
  access: { staff: 'results.publish' },
  summary: 'Open a paper and its keys to the students',
  id: 'The paper.',
  body: Type.Object({ although_sitting: Type.Optional(Type.Boolean()) }),
  response: Published,
  refusals: ['not_possible', 'students_sitting'],
});

const ShiftGroup = Type.Object({
  id: Id,
  name: Type.String(),
  papers: Type.Array(Type.Object({ id: Id, code: Type.String(), name: Type.String(), results_published_at: Nullable(Moment) })),
});

export const getShiftGroups = endpoint('GET /staff/shift_groups', {
  access: { staff: 'tests.read' },
  summary: 'List the tests that are held in several shifts',
  response: Type.Object({ shift_groups: Type.Array(ShiftGroup) }),
});

export const SHIFT_STUDENTS_PER_PAGE = 100;

/** Percentiles are those of a student's own shift, as NTA computes them; null below 20 students. */
const Percentile = Nullable(Type.Number());

export const getShiftGroup = endpoint('GET /staff/shift_groups/{id}', {
  access: { staff: 'results.read' },
  summary: 'Show the results of a test in shifts: each shift, and all students in one ranking',
  id: 'The shift group.',
  query: Type.Object({ page: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })) }),
  response: Type.Object({
    id: Id,
    name: Type.String(),
    papers: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        opens_at: Nullable(Moment),
        is_over: Type.Boolean(),
        /** Ranked attempts. */
        appeared: Type.Integer(),
        best_score: Nullable(Type.Integer()),
        results_published_at: Nullable(Moment),
        is_paper_published: Type.Boolean(),
      }),
    ),
    /** Number of ranked attempts in all shifts. */
    appeared: Type.Integer(),
    /** Names of the subjects, in the order in which they break ties. */
    subjects: Type.Array(Type.String()),
    /** A page of students, best first: ordered by the percentile in their shift, with ties broken by the percentiles of the subjects. */
    students: Type.Array(
      Type.Object({
        id: Id,
        name: Nullable(Type.String()),
        given_id: Nullable(Type.String()),
        paper_id: Id,
        score: Type.Integer(),
        rank: Type.Integer(),
        percentile: Percentile,
        subject_percentiles: Type.Array(Percentile),
      }),
    ),
  }),
});

/** Publishes all shifts of a test: results, the papers with their keys, or both at once. Published parts stay as they are. */
export const publishShiftGroup = endpoint('POST /staff/shift_groups/{id}/publish', {
  access: { staff: 'results.publish' },
  summary: 'Publish the results of all shifts of a test, their papers, or both',
  id: 'The shift group.',
  body: Type.Object({ acts: Type.Enum(['results', 'paper', 'both']), although_sitting: Type.Optional(Type.Boolean()) }),
  response: Type.Object({ ...Success, notified_count: Type.Integer() }),
  refusals: ['not_possible', 'students_sitting'],
});

/** Joins papers as shifts of one test: percentiles within each shift, one ranking over all. */
export const createShiftGroup = endpoint('POST /staff/create_shift_group', {
  access: { staff: 'tests.manage' },
  summary: 'Join papers as shifts of one test',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 80 }),
    paper_ids: Type.Array(Id, { minItems: 2, maxItems: 40, uniqueItems: true }),
  }),
  response: Type.Object({ ...Success, id: Id }),
  refusals: ['not_possible'],
});

/** Separates the shifts again, so that each paper has its own ranking. */
export const removeShiftGroup = endpoint('POST /staff/shift_groups/{id}/remove', {
  access: { staff: 'tests.manage' },
  summary: 'Separate the shifts of a test',
  id: 'The shift group.',
  response: Type.Object(Success),
});
