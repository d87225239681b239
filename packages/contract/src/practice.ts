import { Type } from 'typebox';
import { ObjectType, SessionType } from './catalogue.ts';
import { endpoint, Id } from './endpoint.ts';
import { practiceFields } from './attempts.ts';

/** Opens (or creates) the student's session of an object and hands out its questions. */
export const getTrainQuestions = endpoint('GET /student_app/{id}/get_train_questions', {
  query: Type.Object({ object_type: Type.Optional(ObjectType), session_type: Type.Optional(SessionType) }),
  response: Type.Object(practiceFields),
  refusals: ['premium_needed'],
});

export const restartTrainSessionItem = endpoint('POST /student_app/{id}/restart_train_session_item', {
  response: Type.Object({ is_previous_paper: Type.Boolean(), object_id: Id }),
  refusals: ['not_restartable'],
});

/**
 * Opens (or creates) a session of ten questions that the student missed, due first. `id` is a chapter; with `object_type` 2 the student's own id:
 * then what is due today in the whole mistake book. Throws `not_found` when there is nothing to revise.
 */
export const getReviseQuestionsForChapters = endpoint('GET /student_app/{id}/get_revise_questions_for_chapters', {
  query: Type.Object({ object_type: Type.Optional(ObjectType), session_type: Type.Optional(SessionType) }),
  response: Type.Object(practiceFields),
});
