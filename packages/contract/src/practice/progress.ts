import { Type } from 'typebox';
import { Subject } from '../bank/catalogue.ts';
import { endpoint, Nullable } from '../endpoint.ts';

/** A day in Asia/Kolkata, as 2027-01-10. */
const Day = Type.String();
const Count = Type.Integer();

const WeekFigures = Type.Object({
  total_attempted: Count,
  /** Whole percent; null without an attempt. */
  accuracy: Nullable(Count),
  /** Mean seconds per question; null without an attempt. */
  avg_speed: Nullable(Count),
});

const figures = {
  /** Totals since the student's first answer. `total_time_spent` is in seconds. */
  overall_data: Type.Object({ total_attempted: Count, correct: Count, incorrect: Count, total_time_spent: Count }),
  /** Weeks begin on Monday. */
  previous_week_data: WeekFigures,
  current_week_data: WeekFigures,
  /** Last week's figures up to today's weekday, for a fair comparison with this week. */
  same_days_data: WeekFigures,
};

/** Seven days or weeks, the newest last; `subject` is null for all subjects together. */
const Graph = Type.Object({
  period: Type.Enum(['daily', 'weekly']),
  subject: Nullable(Type.String()),
  points: Type.Array(Type.Object({ from: Day, correct: Count, total_attempted: Count })),
});

/**
 * The student's progress, from verified answers and from finished tests whose score the student may see. Refused for students in higher
 * education.
 */
export const getMyProgressData = endpoint('GET /student_app/get_my_progress_data', {
  access: 'trainee',
  summary: "Sum up the student's practice",
  response: Type.Object({
    /** Subjects of the course, and any other practised subject. */
    subjects: Type.Array(Subject),
    ...figures,
    /** The totals of each subject. */
    by_subject: Type.Array(Type.Object({ subject: Type.String(), ...figures })),
    graph_data: Type.Array(Graph),
    /** Days with an answer, in the twelve weeks up to this week. */
    practised_days: Type.Array(Type.Object({ date: Day, total_attempted: Count })),
    today: Day,
    /** Days in a row up to today with an answer; one rest day a week does not break the row. */
    streak_days: Count,
    levels: Type.Array(
      Type.Object({
        subject: Type.String(),
        exam: Type.Enum(['NEET', 'JEE Main']),
        /** Expected right answers to ten questions of medium difficulty of the exam; null while there are too few answers. */
        solves_of_ten: Nullable(Count),
        /** Number of further answers that are needed to compute the level. */
        answers_needed: Count,
      }),
    ),
  }),
  refusals: ['not_allowed'],
});
