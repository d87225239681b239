import { Type } from 'typebox';
import { ObjectType, SessionType } from './catalogue.ts';
import { endpoint, Id } from './endpoint.ts';
import { practiceFields } from './attempts.ts';

/** Opens (or creates) the student's session of an object and hands out its questions. */
export const getTrainQuestions = endpoint('GET /student_app/{id}/get_train_questions', {
  summary: 'Open the practice of a topic',
  id: 'The topic.',
  query: Type.Object({
    object_type: Type.Optional(ObjectType),
    session_type: Type.Optional(SessionType),
    /** Hand out the student's latest session as it is, finished or not, and create none. */
    is_review: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object(practiceFields),
  refusals: ['premium_needed', 'not_begun'],
});

export const restartTrainSessionItem = endpoint('POST /student_app/{id}/restart_train_session_item', {
  summary: 'End a practice so that the next opening makes a new one',
  id: 'The topic.',
  response: Type.Object({ is_previous_paper: Type.Boolean(), object_id: Id }),
  refusals: ['not_restartable'],
});

/**
 * Opens (or creates) a session of ten questions that the student missed, due first. `id` is a chapter; with `object_type` 2 the student's own id:
 * then what is due today in the whole mistake book. Throws `not_found` when there is nothing to revise.
 */
export const getReviseQuestionsForChapters = endpoint('GET /student_app/{id}/get_revise_questions_for_chapters', {
  summary: 'Open the revision of what was missed, due first',
  id: "The chapter; with object_type 2 the student's own id, for the whole mistake book.",
  query: Type.Object({ object_type: Type.Optional(ObjectType), session_type: Type.Optional(SessionType) }),
  response: Type.Object(practiceFields),
});
