import { Type } from 'typebox';
import { Subject } from '../bank/catalogue.ts';
import { endpoint, Nullable } from '../endpoint.ts';

/** A day of Asia/Kolkata, as 2027-01-10. */
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
  /** From the first answer on. `total_time_spent` in seconds. */
  overall_data: Type.Object({ total_attempted: Count, correct: Count, incorrect: Count, total_time_spent: Count }),
  /** Weeks begin on Monday. */
  previous_week_data: WeekFigures,
  current_week_data: WeekFigures,
};

/** Seven days or weeks, the newest last; `subject` null for all together. */
const Graph = Type.Object({
  period: Type.Enum(['daily', 'weekly']),
  subject: Nullable(Type.String()),
  points: Type.Array(Type.Object({ from: Day, correct: Count, total_attempted: Count })),
});

/**
 * What the student practised, from verified answers and from finished tests whose score the student may see. Students in higher education have
 * none of it.
 */
export const getMyProgressData = endpoint('GET /student_app/get_my_progress_data', {
  access: 'trainee',
  summary: "Sum up the student's practice",
  response: Type.Object({
    /** Those of the course, and any other that was practised. */
    subjects: Type.Array(Subject),
    ...figures,
    /** The same of each subject. */
    by_subject: Type.Array(Type.Object({ subject: Type.String(), ...figures })),
    graph_data: Type.Array(Graph),
    /** Days with an answer, of the twelve weeks up to this one. */
    practised_days: Type.Array(Type.Object({ date: Day, total_attempted: Count })),
    today: Day,
    /** Days in a row up to today, one rest day a week forgiven. */
    streak_days: Count,
    levels: Type.Array(
      Type.Object({
        subject: Type.String(),
        exam: Type.Enum(['NEET', 'JEE Main']),
        /** Of ten questions of medium difficulty of the exam; null while there are too few answers. */
        solves_of_ten: Nullable(Count),
        /** Answers that are still to come before the level can be told. */
        answers_needed: Count,
      }),
    ),
  }),
  refusals: ['not_allowed'],
});
