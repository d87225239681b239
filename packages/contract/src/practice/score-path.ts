import { exams } from '@abhyas/exam/practice/day-plan';
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable } from '../endpoint.ts';

const ExamName = Type.Enum([...exams]);

/** The student's way to the target score: mock tests of the chosen exam, and the chapters that are worth the most marks. */
export const getScorePath = endpoint('GET /student_app/get_score_path', {
  access: 'trainee',
  summary: 'Show the mock tests on the way to the target score, and the chapters worth the most marks',
  response: Type.Object({
    /** Null until the student has chosen an exam, one of `exams`. */
    exam: Nullable(
      Type.Object({
        name: ExamName,
        year: Type.Integer(),
        /** Null once the exam has passed. */
        days: Nullable(Type.Integer()),
        full_marks: Type.Integer(),
        seconds_a_question: Type.Integer(),
      }),
    ),
    exams: Type.Array(ExamName),
    target_score: Nullable(Type.Integer()),
    /** The latest three tests together, in marks of the exam; null without a test. */
    level: Nullable(Type.Integer()),
    /** First attempts at tests of the exam, the newest first, 12 at most. */
    tests: Type.Array(
      Type.Object({
        paper_id: Id,
        name: Type.String(),
        finished_at: Moment,
        score: Type.Integer(),
        max_score: Type.Integer(),
        /** The score in marks of the exam. */
        scaled_score: Type.Integer(),
        /** By NTA's method; null below 20 students. */
        percentile: Nullable(Type.Number()),
      }),
    ),
    /** The chapters with the largest gains, 8 at most; empty without a target. */
    chapters: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        subject_name: Type.String(),
        /** Expected questions in the exam, to one decimal. */
        questions: Type.Number(),
        /** Right answers out of ten, in practice and in the latest three tests, and mean seconds a question; null with fewer than five answers. */
        solves_of_ten: Nullable(Type.Integer()),
        seconds: Nullable(Type.Integer()),
        /** Marks to gain, to one decimal. */
        marks: Type.Number(),
      }),
    ),
  }),
});
