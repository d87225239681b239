import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable } from './endpoint.ts';

export const getStudentForStaff = endpoint('GET /staff/students/{id}', {
  summary: 'Tell what the institute may know of a student of its own: its tests, and what to talk about',
  id: 'The student.',
  access: { staff: 'reports.read' },
  response: Type.Object({
    id: Id,
    name: Nullable(Type.String()),
    given_id: Nullable(Type.String()),
    classrooms: Type.Array(Type.String()),
    joined_at: Moment,
    /** The latest first; with scores of those who have finished. */
    tests: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        is_assignment: Type.Boolean(),
        /** Of its end or, where it was not taken, of its window. */
        at: Nullable(Moment),
        state: Type.Enum(['taken', 'running', 'missed', 'open']),
        score: Nullable(Type.Integer()),
        max_score: Nullable(Type.Integer()),
        rank: Nullable(Type.Integer()),
        appeared: Type.Integer(),
      }),
    ),
    /** Shares of the marks by subject over the latest tests, whole percent. */
    subjects: Type.Array(Type.Object({ name: Type.String(), percent: Type.Integer() })),
    /** What to talk about, in sentences, the most pressing first. */
    talk: Type.Array(Type.String()),
  }),
});
