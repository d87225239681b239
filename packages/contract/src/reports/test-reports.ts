import { improvementTypes } from '@abhyas/exam/reports/report';
import { Type } from 'typebox';
import { QuestionResponse } from '../tests/attempts.ts';
import { ChallengeWindow } from '../exam-office/key-challenges.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { LeaderboardEntry, Standing } from './leaderboard.ts';
import { TestInfo } from '../tests/papers.ts';
import { ComprehensionQuestion, Question } from '../bank/questions.ts';

const SubjectId = Nullable(Type.Integer());

const Chapter = Type.Object({
  chapter_name: Type.String(),
  correct: Type.Integer(),
  total: Type.Integer(),
  /** Marks won in a strong chapter, or lost (above 0) in a weak one. */
  marks: Type.Integer(),
});

/** A question that was answered too fast or left too late. */
const TimedQuestion = Type.Object({
  question_id: Id,
  /** From 1, in the paper's order. */
  number: Type.Integer(),
  subject_id: Type.Integer(),
  /** Seconds. */
  duration: Type.Integer(),
  /** Median seconds of all students who answered; null if nobody did, or if no median times exist. */
  median: Nullable(Type.Number()),
});

const Action = Type.Object({
  question_ids: Type.Array(Id),
  /**
   * Marks lost: for wrong answers the marks not gained and the marks deducted, for skipped questions the marks not gained; 0 for slow
   * answers.
   */
  marks: Type.Integer(),
  taken_off: Type.Integer(),
  seconds: Type.Integer(),
});

const TestReportData = Type.Object({
  subject_ids: Type.Array(Type.Integer()),
  subject_mapping: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() })),
  /** A row per subject, then the total (`subject_id` null); `total` is the score. */
  overview: Type.Array(
    Type.Object({
      subject_id: SubjectId,
      subject_name: Type.String(),
      correct: Type.Integer(),
      incorrect: Type.Integer(),
      unattempted: Type.Integer(),
      not_counted: Type.Integer(),
      total: Type.Integer(),
      max_score: Type.Integer(),
      accuracy: Nullable(Type.Integer()),
      question_count: Type.Integer(),
    }),
  ),
  /** Maximum marks, per subject and in total. */
  total_scores: Type.Array(Type.Object({ subject_id: SubjectId, max_score: Type.Integer() })),
  standing: Nullable(Standing),
  /** The rank over all shifts of the test; null until the results of every shift are published. */
  merged_standing: Nullable(Type.Object({ rank: Type.Integer(), appeared: Type.Integer(), shifts: Type.Integer() })),
  /** Ranks of two scores: of this attempt, and of this attempt without rushed mistakes. */
  score_rank_hash: Type.Array(Type.Object({ score: Type.Integer(), rank: Type.Integer() })),
  /** The best scores of the paper and of each subject. */
  top_list: Type.Array(Type.Object({ subject_id: SubjectId, entries: Type.Array(LeaderboardEntry) })),
  /** The student's line with the neighbouring lines. */
  bottom_list: Type.Array(LeaderboardEntry),
  /** The leaderboard per subject. */
  specific_bottom_list: Type.Array(Type.Object({ subject_id: Type.Integer(), entries: Type.Array(LeaderboardEntry) })),
  chapter_performance: Type.Array(
    Type.Object({ subject_id: Type.Integer(), weak_chapters: Type.Array(Chapter), strong_chapters: Type.Array(Chapter) }),
  ),
  /** Slices of 15 minutes: the number of questions first answered in each, and their accuracy in whole percent. */
  overall_time_chart: Type.Object({
    questions_per_time: Type.Array(
      Type.Object({
        from: Type.Number(),
        to: Type.Number(),
        answered: Type.Integer(),
        correct: Type.Integer(),
        incorrect: Type.Integer(),
      }),
    ),
    accuracy_per_time: Type.Array(Nullable(Type.Integer())),
  }),
  /** Seconds per question, with the result if it may be known. */
  time_per_question: Type.Array(
    Type.Object({
      subject_id: Type.Integer(),
      questions: Type.Array(
        Type.Object({
          question_id: Id,
          number: Type.Integer(),
          duration: Type.Integer(),
          median: Nullable(Type.Number()),
          /** 1 correct, -1 incorrect, 0 unattempted, 2 not counted. */
          result: Nullable(Type.Enum([-1, 0, 1, 2])),
        }),
      ),
    }),
  ),
  rushed_answers: Type.Array(TimedQuestion),
  late_skips: Type.Array(TimedQuestion),
  is_online: Type.Boolean(),
  student: Type.Object({ id: Id, first_name: Type.String() }),
  finished_at: Nullable(Moment),
  /** Whether the attempt ended because its time was over. */
  is_time_up: Type.Boolean(),
  answered_count: Type.Integer(),
  received_late: Type.Boolean(),
  /** Number of questions that are in no list here, because other tests keep their answers secret. */
  withheld_count: Type.Integer(),
  /** When those tests are over; null if one has no end, or if they are over and their answers are not published yet. */
  withheld_until: Nullable(Moment),
  /** Whether the figures of chapters and time are left out, because students may still take this test. */
  is_still_taken: Type.Boolean(),
  /** When the window of such a test ends; null without an end, and while students finish after it. */
  taken_until: Nullable(Moment),
});

const TestReportInsights = Type.Object({
  /** The three things to do next. */
  actions: Type.Object({ wrong: Action, slow: Action, skipped_late: Action }),
  /** Number of questions of each type of improvement. */
  improvement_counts: Type.Array(Type.Object({ type: Type.Enum([...improvementTypes]), count: Type.Integer() })),
  /** The score if the rushed wrong answers had been skipped. */
  without_rushed: Type.Object({ count: Type.Integer(), score: Type.Integer() }),
  /** The student's earlier attempts at other papers of the same exam and the same marks. */
  earlier: Nullable(Type.Object({ count: Type.Integer(), best_score: Type.Integer(), last_score: Type.Integer() })),
  /** Every visit to a question, in order. */
  timeline: Type.Array(
    Type.Object({
      question_id: Id,
      second: Type.Integer(),
      seconds: Type.Integer(),
      is_answered: Type.Boolean(),
      is_changed: Type.Boolean(),
    }),
  ),
});

/**
 * The report of the student's latest finished attempt. The score is always present, single questions once the paper may be reviewed, ranks
 * and leaderboard once the results are published.
 */
export const getStudentTestReports = endpoint('GET /tests/{id}/get_student_test_reports', {
  summary: 'Show the full report of a finished test: score, rank, chapters, time, next steps',
  id: 'The paper.',
  reach: 'membership',
  response: Type.Object({
    data: Nullable(TestReportData),
    test_info: TestInfo,
    /** Whether the parts on chapters, time and single questions are present. */
    is_accessible_student_data: Type.Boolean(),
    /** Whether no part of the report is available yet. */
    is_data_not_present: Type.Boolean(),
    /** Whether Revise is refused, because the questions cannot be opened. */
    hide_test_question_revise_experience: Type.Boolean(),
    hide_leaderboard: Type.Boolean(),
    /** When the keys of an institute's test may be challenged; null if they were never open for it. */
    key_challenges: Nullable(ChallengeWindow),
    test_report_insights: Nullable(TestReportInsights),
  }),
  refusals: ['not_begun', 'not_an_active_test'],
});

const ImprovementType = Type.Enum([...improvementTypes]);

/**
 * The questions of a finished test that the student should work on, of one type, with the student's attempt. Only if the student may review
 * the paper.
 */
export const getImprovementData = endpoint('GET /student_app/{id}/get_improvement_data', {
  summary: 'List questions of a finished test to work on, by type',
  id: 'The paper.',
  query: Type.Object({ type: ImprovementType }),
  response: Type.Object({
    test_info: TestInfo,
    improvements: Type.Array(Type.Object({ type: ImprovementType, question_ids: Type.Array(Id) })),
    /** The questions of the requested type. */
    question_data: Type.Array(Question),
    question_responses: Type.Array(QuestionResponse),
    comprehension_questions: Type.Array(ComprehensionQuestion),
    /** For each question, the median seconds of the students who answered (if measured), and whether it is in the mistake book. */
    question_facts: Type.Array(
      Type.Object({ question_id: Id, median: Nullable(Type.Number()), answered_by: Type.Integer(), is_in_mistake_book: Type.Boolean() }),
    ),
    bookmarked_question_ids: Type.Array(Id),
  }),
  refusals: ['not_begun', 'not_an_active_test', 'review_not_allowed'],
});

/** Adds a question of a finished test to the student's mistake book. A question that is already there stays as it is. */
export const addToMistakeBook = endpoint('POST /student_app/{id}/add_to_mistake_book', {
  summary: 'Add a question of a finished test to the mistake book',
  id: 'The paper.',
  body: Type.Object({ question_id: Id }),
  response: Type.Object(Success),
  refusals: ['not_begun', 'not_an_active_test', 'review_not_allowed', 'not_allowed'],
});
