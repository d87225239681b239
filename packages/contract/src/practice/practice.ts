import { Type } from 'typebox';
import { ObjectType, SessionType } from '../bank/catalogue.ts';
import { endpoint, Id, Nullable, Success } from '../endpoint.ts';
import { practiceFields } from '../tests/attempts.ts';
import { BookmarkTag, SubjectName } from './bookmarks.ts';
import { Question } from '../bank/questions.ts';

/** The pool of an adaptive session. With `placesOf` of packages/exam the device chooses the same questions as the server. */
export const AdaptivePool = Type.Object({
  candidates: Type.Array(
    Type.Object({
      id: Id,
      rating: Type.Number(),
      comprehension_question_id: Nullable(Id),
      is_seen: Type.Boolean(),
      is_missed: Type.Boolean(),
    }),
  ),
  /** Rating of the student in the subject when the session began. */
  rating: Type.Number(),
  answered: Type.Integer(),
  /** Number of questions in the session; a pool may contain fewer. */
  count: Type.Integer(),
  seed: Type.Integer(),
});

/**
 * Opens (or creates) the student's session of a topic (object type 0, session type 0) or of a chapter's previous papers (5 and 2), and
 * hands out its questions.
 */
export const getTrainQuestions = endpoint('GET /student_app/{id}/get_train_questions', {
  access: 'trainee',
  summary: 'Open the practice of a topic, or of the previous papers of a chapter',
  id: 'The topic, or the chapter.',
  query: Type.Object({
    object_type: Type.Optional(ObjectType),
    session_type: Type.Optional(SessionType),
    /** Whether to return the student's latest session as it is, finished or not, and never create one. */
    is_review: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object({
    ...practiceFields,
    /** For an adaptive session: its pool, and the questions of the pool that are not in the session now. */
    adaptive: Type.Optional(AdaptivePool),
    further_questions: Type.Optional(Type.Array(Question)),
  }),
  refusals: ['premium_needed', 'not_begun'],
});

/**
 * The practice of a topic for offline use: the session in progress or a new one. This device does not become its writer. The response
 * contains the questions that the student may open now; `check_offline_practice` reports later changes.
 */
export const getOfflinePractice = endpoint('GET /student_app/{id}/get_offline_practice', {
  summary: 'Hand out the practice of a topic for offline use',
  id: 'The topic.',
  response: Type.Object({
    ...practiceFields,
    adaptive: Type.Optional(AdaptivePool),
    further_questions: Type.Optional(Type.Array(Question)),
    /** Version that changes with the questions. */
    version: Type.String(),
  }),
  refusals: ['premium_needed'],
});

/** The most topics in one check. */
export const MOST_KEPT_TOPICS = 200;

/**
 * The parts of a device's offline practice that it must delete: topics that the student may no longer practise, and questions that a test
 * uses now.
 */
export const checkOfflinePractice = endpoint('POST /student_app/check_offline_practice', {
  summary: 'List the offline practice that the device must delete',
  body: Type.Object({ topic_ids: Type.Array(Id, { maxItems: MOST_KEPT_TOPICS, uniqueItems: true }) }),
  response: Type.Object({
    topics: Type.Array(Type.Object({ topic_id: Id, is_allowed: Type.Boolean(), remove_question_ids: Type.Array(Id) })),
  }),
});

/** Shows the hint of a question of the student's practice. An answer after the hint moves no rating. */
export const showHint = endpoint('POST /student_app/{id}/show_hint', {
  access: 'trainee',
  summary: 'Show the hint of a question in practice',
  id: 'The session of practice.',
  body: Type.Object({ question_id: Id }),
  response: Type.Object({ hint: Type.String(), translated: Type.Optional(Type.Object({ hi: Type.Optional(Type.String()) })) }),
});

export const restartTrainSessionItem = endpoint('POST /student_app/{id}/restart_train_session_item', {
  access: 'trainee',
  summary: 'End a practice, so that the next opening starts a new session',
  id: 'The topic, or with is_previous_paper the chapter.',
  body: Type.Object({ is_previous_paper: Type.Optional(Type.Boolean()) }),
  response: Type.Object({ is_previous_paper: Type.Boolean(), object_id: Id }),
  refusals: ['not_restartable'],
});

/**
 * Opens (or creates) a session of ten questions that the student missed, due questions first. `id` is a chapter; with `object_type` 2 it is
 * the student's own id, and the session has the due questions of the whole mistake book. Throws `not_found` when there is nothing to
 * revise.
 */
export const getReviseQuestionsForChapters = endpoint('GET /student_app/{id}/get_revise_questions_for_chapters', {
  access: 'trainee',
  summary: 'Open the revision of missed questions, due questions first',
  id: "The chapter, or with object_type 2 the student's own id, for the whole mistake book.",
  query: Type.Object({
    object_type: Type.Optional(ObjectType),
    session_type: Type.Optional(SessionType),
    /** Id of a session of the student. Its wrong answers are revised instead of the due questions. */
    wrong_of: Type.Optional(Id),
    /** Tag of bookmarks. Those answered longest ago are revised instead of the due questions. Only with object_type 2. */
    bookmarked: Type.Optional(BookmarkTag),
    /** Subject of the bookmarks. */
    subject: Type.Optional(SubjectName),
  }),
  response: Type.Object(practiceFields),
});

/** Creates a personalised assignment and ends the one that is under way in the chapter. */
export const createPersonalisedTest = endpoint('POST /student_app/create_personalised_test', {
  access: 'trainee',
  summary: 'Make a personalised assignment of a chapter',
  body: Type.Object({
    chapter_id: Id,
    totalCount: Type.Enum([15, 30]),
    /** 0 easy, 1 medium, 2 hard. */
    complexity: Type.Enum([0, 1, 2]),
  }),
  response: Type.Object({
    ...Success,
    chapter_id: Id,
    /** Number of questions; lower than requested if the chapter has fewer. */
    question_count: Type.Integer(),
    /** Number of questions that have a different difficulty, because there were too few of the requested one. */
    filled_count: Type.Integer(),
  }),
  refusals: ['premium_needed'],
});

export const getQuestionsForPersonalisedTest = endpoint('GET /student_app/{id}/get_questions_for_personalised_test', {
  access: 'trainee',
  summary: 'Open the personalised assignment of a chapter',
  id: 'The chapter.',
  query: Type.Object({ is_review: Type.Optional(Type.Boolean()) }),
  response: Type.Object(practiceFields),
  refusals: ['premium_needed', 'not_begun'],
});
