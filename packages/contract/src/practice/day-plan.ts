import { dailyGoals, exams } from '@abhyas/exam/practice/day-plan';
import { Type } from 'typebox';
import { ObjectType, SessionType } from '../bank/catalogue.ts';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';

export const planKinds = ['continue', 'mistakes', 'weakest'] as const;

/** A line of the day's plan: the session under way, due mistakes, or ten questions of the weakest topic. */
const PlanLine = Type.Object({
  kind: Type.Enum([...planKinds]),
  /** What it opens: a topic or chapter; of the mistake book the student. */
  object_type: ObjectType,
  session_type: SessionType,
  object_id: Id,
  title: Type.String(),
  detail: Type.String(),
  minutes: Type.Integer(),
  is_done: Type.Boolean(),
});

const DailyGoal = Type.Enum([...dailyGoals]);
const ExamName = Type.Enum([...exams]);

/** The Today card: at most three lines, the daily goal, the week. */
export const getDailyPlan = endpoint('GET /student_app/get_daily_plan', {
  summary: 'Show what today holds for the student',
  response: Type.Object({
    lines: Type.Array(PlanLine),
    /** Nothing was ever answered: `start` is where to begin; null where the bank has nothing yet. */
    is_new: Type.Boolean(),
    start: Nullable(Type.Object({ topic_id: Id, topic_name: Type.String(), chapter_name: Type.String() })),
    daily_goal: Nullable(DailyGoal),
    answered_today: Type.Integer(),
    /** Monday to Sunday. */
    week: Type.Array(
      Type.Object({
        date: Type.String({ format: 'date' }),
        state: Type.Enum(['full', 'half', 'rest', 'none', 'ahead']),
        is_today: Type.Boolean(),
      }),
    ),
    /** `days` is null once it has passed. */
    exam: Nullable(Type.Object({ name: ExamName, year: Type.Integer(), days: Nullable(Type.Integer()) })),
    /** The exam was neither chosen nor skipped. */
    asks_exam: Type.Boolean(),
    exams: Type.Array(ExamName),
    /** Mistakes due beyond those of the plan. */
    more_due_count: Type.Integer(),
    next_due_at: Nullable(Moment),
  }),
  refusals: ['not_allowed'],
});

export const updateDailyPlan = endpoint('POST /student_app/update_daily_plan', {
  summary: 'Choose the daily goal, and the exam or none',
  body: Type.Object({
    daily_goal: Type.Optional(DailyGoal),
    /** Null skips the question. */
    exam: Type.Optional(Nullable(Type.Object({ name: ExamName, year: Type.Integer({ minimum: 2025, maximum: 2100 }) }))),
  }),
  response: Type.Object(Success),
});
