import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { AcceptedAnswer } from '../bank/questions.ts';

const correctionFields = {
  question_id: Id,
  /** New keys, each of which counts as correct. If absent, the present keys stay. */
  keys: Type.Optional(Type.Array(AcceptedAnswer, { minItems: 1, maxItems: 10 })),
  /** `dropped` gives full marks to all students, `bonus` to those who attempted the question. */
  correction: Type.Optional(Type.Enum(['dropped', 'bonus'])),
};
const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

export const tryCorrection = endpoint('POST /staff/tests/{id}/try_correction', {
  summary: 'Preview a corrected key, without changing anything',
  id: 'The paper.',
  access: { staff: 'keys.correct' },
  body: Type.Object(correctionFields),
  response: Type.Object({
    /** Counts of students by the change of their score, the largest gain first. */
    differences: Type.Array(Type.Object({ by: Type.Integer(), students: Type.Integer() })),
    kept: Type.Integer(),
    ranks_changed: Type.Integer(),
    /** The most ranks that a student loses, and the most that a student gains. */
    farthest_fall: Type.Integer(),
    farthest_rise: Type.Integer(),
    /** The first students by new rank, and the students who fall or rise farthest. */
    students: Type.Array(
      Type.Object({
        id: Id,
        name: Nullable(Type.String()),
        before: Type.Integer(),
        after: Type.Integer(),
        rank_before: Type.Integer(),
        rank_after: Type.Integer(),
      }),
    ),
    /** Number of students who are notified: all who finished an attempt at this paper or another one with the question. */
    tells: Type.Integer(),
    /** Other papers that contain the question, which are marked again too. */
    other_papers: Type.Array(Type.String()),
  }),
  refusals: ['not_possible', 'students_sitting'],
});

export const correctKey = endpoint('POST /staff/tests/{id}/correct_key', {
  summary: 'Correct the key of a question; every attempt is marked again',
  id: 'The paper.',
  access: { staff: 'keys.correct' },
  body: Type.Object({ ...correctionFields, reason: Reason }),
  response: Type.Object({ ...Success, papers: Type.Array(Type.String()) }),
  refusals: ['not_possible', 'students_sitting'],
});

export const undoCorrection = endpoint('POST /staff/tests/{id}/undo_correction', {
  summary: 'Undo the last correction of a key; every attempt is marked again',
  id: 'The paper.',
  access: { staff: 'keys.correct' },
  body: Type.Object({ question_id: Id, reason: Reason }),
  response: Type.Object({ ...Success, papers: Type.Array(Type.String()) }),
  refusals: ['not_possible', 'students_sitting'],
});

export const getCorrections = endpoint('GET /staff/tests/{id}/corrections', {
  summary: 'List the corrections of the keys of a paper, the latest first',
  id: 'The paper.',
  access: { staff: 'keys.correct' },
  response: Type.Object({
    corrections: Type.Array(
      Type.Object({
        question_id: Id,
        /** From 1. */
        number: Type.Integer(),
        made_at: Moment,
        /** Both keys; null while the caller may not read the keys of the paper. */
        previous_answers: Nullable(Type.Array(AcceptedAnswer)),
        accepted_answers: Nullable(Type.Array(AcceptedAnswer)),
        correction: Nullable(Type.Enum(['dropped', 'bonus'])),
        reason: Type.String(),
        /** Whether the correction can be undone: it is the last one of its question and is not itself an undo. */
        can_be_undone: Type.Boolean(),
      }),
    ),
  }),
});
