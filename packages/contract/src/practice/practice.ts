import { Type } from 'typebox';
import { ObjectType, SessionType } from '../bank/catalogue.ts';
import { endpoint, Id, Nullable, Success } from '../endpoint.ts';
import { practiceFields } from '../tests/attempts.ts';
import { BookmarkTag, SubjectName } from './bookmarks.ts';
import { Question } from '../bank/questions.ts';

/** What an adaptive session chooses from: with `placesOf` of packages/exam the device finds the places that the server finds. */
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
  /** Of the student in the subject, when the session began. */
  rating: Type.Number(),
  answered: Type.Integer(),
  /** Places of the session; a pool may hold fewer questions. */
  count: Type.Integer(),
  seed: Type.Integer(),
});

/**
 * Opens (or creates) the student's session of an object and hands out its questions: of a topic (object type 0, session type 0), or of the
 * previous papers of a chapter (5 and 2).
 */
export const getTrainQuestions = endpoint('GET /student_app/{id}/get_train_questions', {
  access: 'trainee',
  summary: 'Open the practice of a topic, or of the previous papers of a chapter',
  id: 'The topic, or the chapter.',
  query: Type.Object({
    object_type: Type.Optional(ObjectType),
    session_type: Type.Optional(SessionType),
    /** Hand out the student's latest session as it is, finished or not, and create none. */
    is_review: Type.Optional(Type.Boolean()),
  }),
  response: Type.Object({
    ...practiceFields,
    /** Of an adaptive session: what is chosen from, and those of its questions that stand at no place now. */
    adaptive: Type.Optional(AdaptivePool),
    further_questions: Type.Optional(Type.Array(Question)),
  }),
  refusals: ['premium_needed', 'not_begun'],
});

/**
 * The practice of a topic for a device to keep: the session under way, or one made for it, without taking it over. It holds what the student may
 * open now; `check_offline_practice` says what has changed since.
 */
export const getOfflinePractice = endpoint('GET /student_app/{id}/get_offline_practice', {
  summary: 'Hand out the practice of a topic to be kept on the device',
  id: 'The topic.',
  response: Type.Object({
    ...practiceFields,
    adaptive: Type.Optional(AdaptivePool),
    further_questions: Type.Optional(Type.Array(Question)),
    /** Changes with the questions. */
    version: Type.String(),
  }),
  refusals: ['premium_needed'],
});

/** Topics that one check may name. */
export const MOST_KEPT_TOPICS = 200;

/** What a device must let go of what it keeps: topics that the student may not practise now, and questions that came into a test. */
export const checkOfflinePractice = endpoint('POST /student_app/check_offline_practice', {
  summary: 'Say what of the practice kept on the device is to go',
  body: Type.Object({ topic_ids: Type.Array(Id, { maxItems: MOST_KEPT_TOPICS, uniqueItems: true }) }),
  response: Type.Object({
    topics: Type.Array(Type.Object({ topic_id: Id, is_allowed: Type.Boolean(), remove_question_ids: Type.Array(Id) })),
  }),
});

export const restartTrainSessionItem = endpoint('POST /student_app/{id}/restart_train_session_item', {
  access: 'trainee',
  summary: 'End a practice so that the next opening makes a new one',
  id: 'The topic; with is_previous_paper the chapter.',
  body: Type.Object({ is_previous_paper: Type.Optional(Type.Boolean()) }),
  response: Type.Object({ is_previous_paper: Type.Boolean(), object_id: Id }),
  refusals: ['not_restartable'],
});

/**
 * Opens (or creates) a session of ten questions that the student missed, due first. `id` is a chapter; with `object_type` 2 the student's own id:
 * then what is due today in the whole mistake book. Throws `not_found` when there is nothing to revise.
 */
export const getReviseQuestionsForChapters = endpoint('GET /student_app/{id}/get_revise_questions_for_chapters', {
  access: 'trainee',
  summary: 'Open the revision of what was missed, due first',
  id: "The chapter; with object_type 2 the student's own id, for the whole mistake book.",
  query: Type.Object({
    object_type: Type.Optional(ObjectType),
    session_type: Type.Optional(SessionType),
    /** A session of the student: exactly what was wrong in it, in the place of what is due. */
    wrong_of: Type.Optional(Id),
    /** Bookmarks under this tag, in the place of what is due; those that were answered longest ago. Only with object_type 2. */
    bookmarked: Type.Optional(BookmarkTag),
    /** Of the bookmarks. */
    subject: Type.Optional(SubjectName),
  }),
  response: Type.Object(practiceFields),
});

/** Makes a personalised assignment; one of the chapter that is under way ends. */
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
    /** Fewer than asked for where the chapter has fewer. */
    question_count: Type.Integer(),
    /** Questions of a neighbouring difficulty among them. */
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
