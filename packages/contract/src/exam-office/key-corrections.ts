import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { AcceptedAnswer } from '../bank/questions.ts';

const correctionFields = {
  question_id: Id,
  /** New keys, any of which counts; the present ones stay where none are given. */
  keys: Type.Optional(Type.Array(AcceptedAnswer, { minItems: 1, maxItems: 10 })),
  /** `dropped` gives full marks to all, `bonus` to those who attempted it. */
  correction: Type.Optional(Type.Enum(['dropped', 'bonus'])),
};
const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });

export const tryCorrection = endpoint('POST /staff/tests/{id}/try_correction', {
  summary: 'Tell what a corrected key would change; changes nothing',
  id: 'The paper.',
  access: { staff: 'keys.correct' },
  body: Type.Object(correctionFields),
  response: Type.Object({
    /** Students by the difference of their score, the largest gain first. */
    differences: Type.Array(Type.Object({ by: Type.Integer(), students: Type.Integer() })),
    kept: Type.Integer(),
    ranks_changed: Type.Integer(),
    /** Places that somebody loses and wins at most. */
    farthest_fall: Type.Integer(),
    farthest_rise: Type.Integer(),
    /** The first by their new rank, and who falls or rises farthest. */
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
    /** Students who are told: those whose results are out. */
    tells: Type.Integer(),
    /** Other papers that hold the question, which are marked again too. */
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
  summary: 'List what was corrected in the keys of a paper, the latest first',
  id: 'The paper.',
  access: { staff: 'keys.correct' },
  response: Type.Object({
    corrections: Type.Array(
      Type.Object({
        question_id: Id,
        /** From 1. */
        number: Type.Integer(),
        made_at: Moment,
        previous_answers: Type.Array(AcceptedAnswer),
        accepted_answers: Type.Array(AcceptedAnswer),
        correction: Nullable(Type.Enum(['dropped', 'bonus'])),
        reason: Type.String(),
        /** It is the last of its question, and no undoing itself. */
        can_be_undone: Type.Boolean(),
      }),
    ),
  }),
});
