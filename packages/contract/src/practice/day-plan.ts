import { dailyGoals, exams } from '@abhyas/exam/practice/day-plan';
import { Type } from 'typebox';
import { ObjectType, SessionType } from '../bank/catalogue.ts';
import { endpoint, Id, Moment, Nullable, Pattern, Success } from '../endpoint.ts';

export const planKinds = ['continue', 'mistakes', 'weakest'] as const;

/** A line of the day's plan: continue the session in progress, revise due mistakes, or practise ten questions of the weakest topic. */
const PlanLine = Type.Object({
  kind: Type.Enum([...planKinds]),
  /** Id of the topic or chapter that the line opens; for the mistake book, the student's id. */
  object_type: ObjectType,
  session_type: SessionType,
  object_id: Id,
  title: Type.String(),
  detail: Type.String(),
  /** The patterns of title and detail, if they have gaps. */
  said: Type.Array(Pattern),
  minutes: Type.Integer(),
  is_done: Type.Boolean(),
});

const DailyGoal = Type.Enum([...dailyGoals]);
const ExamName = Type.Enum([...exams]);

/** The Today card: at most three lines, the daily goal, the week. */
export const getDailyPlan = endpoint('GET /student_app/get_daily_plan', {
  summary: "Show the student's plan for today",
  response: Type.Object({
    lines: Type.Array(PlanLine),
    /**
     * Whether the student has never answered a question. `start` is then the topic to begin with, or null if the bank has no questions yet.
     */
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
    /** `days` is null once the exam has passed. */
    exam: Nullable(Type.Object({ name: ExamName, year: Type.Integer(), days: Nullable(Type.Integer()) })),
    /** Whether the student has neither chosen nor skipped the exam. */
    asks_exam: Type.Boolean(),
    exams: Type.Array(ExamName),
    /** Number of due mistakes that are not in the plan. */
    more_due_count: Type.Integer(),
    next_due_at: Nullable(Moment),
  }),
  refusals: ['not_allowed'],
});

export const updateDailyPlan = endpoint('POST /student_app/update_daily_plan', {
  summary: 'Set the daily goal and the target score, and choose or skip the exam',
  body: Type.Object({
    daily_goal: Type.Optional(DailyGoal),
    /** Null records that the student skipped the choice. */
    exam: Type.Optional(Nullable(Type.Object({ name: ExamName, year: Type.Integer({ minimum: 2025, maximum: 2100 }) }))),
    /** Marks of the chosen exam; null removes the target. Another exam removes it too. */
    target_score: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 720 }))),
  }),
  response: Type.Object(Success),
  refusals: ['not_possible'],
});
