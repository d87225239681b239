// Contents: a question and an answer · the state · answering · the report · the live channel
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { OptionNumber, Question, ShownQuestion } from '../bank/questions.ts';

/** Seconds from the teacher's lock to the moment it acts. */
export const LOCK_COUNTDOWN_SECONDS = 3;

export const QuizQuestionState = Type.Enum(['open', 'locking', 'locked']);

/** A question as it was shown; an answer and its solution are there for this student only once they may be known. */
export const QuizQuestion = Type.Object({
  ...Question.properties,
  state: QuizQuestionState,
  shown_at: Moment,
  locks_at: Nullable(Moment),
});

/** A student's answer. `id` is the question. */
export const QuizResponse = Type.Object({
  id: Id,
  /** 1 correct, -1 incorrect; null while it is not revealed. */
  result: Nullable(Type.Enum([1, -1])),
  /** The option. */
  response: OptionNumber,
  /** Seconds since the question was shown. */
  duration: Type.Integer(),
  /** It came after the lock and counts once the teacher accepts it. */
  is_late: Type.Boolean(),
});

/** The whole state of a quiz to a student: what a page asks for when it may have missed a message. */
export const getQuizQuestionData = endpoint('GET /virtual_meetings/{id}/get_quiz_question_data', {
  summary: "Show the questions of a class's quiz",
  id: 'The class.',
  reach: 'membership',
  response: Type.Object({
    question_data: Type.Array(QuizQuestion),
    response_data: Type.Array(QuizResponse),
    /** Null where the class has no quiz. */
    quiz_id: Nullable(Id),
    institute_id: Id,
    title: Type.String(),
    number: Type.Integer(),
    complete: Type.Boolean(),
    /** The class is over: its quiz is gone through again. */
    recorded: Type.Boolean(),
    /** Of the subscription to the live channel. */
    meeting_id: Id,
  }),
  refusals: ['not_allowed'],
});

/** One answer a student and question. The same option again is answered as the first time. */
export const answerLiveQuiz = endpoint('POST /live_quiz/answer', {
  summary: 'Answer a question of a live quiz',
  reach: 'membership',
  body: Type.Object({
    question_id: Id,
    selected_option: OptionNumber,
    quiz_id: Id,
    /** When the device took the answer, where it waited for a connection. */
    waited_since: Type.Optional(Moment),
  }),
  response: Type.Object({
    ...Success,
    response: QuizResponse,
    /** The question with its answer, where that may be known at once. */
    question: Nullable(QuizQuestion),
  }),
  refusals: ['not_allowed', 'question_locked', 'already_answered'],
});

/** Correct, Incorrect and Unattempted over the questions that were shown. */
export const getLiveQuizReport = endpoint('GET /live_quiz/{id}/report', {
  summary: 'Report of a live quiz',
  id: 'The quiz.',
  reach: 'membership',
  response: Type.Object({
    live_quiz_report: Type.Object({
      title: Type.String(),
      meeting_id: Id,
      correct: Type.Integer(),
      incorrect: Type.Integer(),
      unattempted: Type.Integer(),
      complete: Type.Boolean(),
    }),
  }),
  refusals: ['not_allowed'],
});

/** Name of the live channel, and what a page says when it subscribes. */
export const QUIZ_CHANNEL = 'LiveQuizQuestionUpdateChannel';
export const QuizChannelParameters = Type.Object({
  institute_id: Id,
  meeting_id: Id,
  quiz_id: Id,
  /** Of the state that the page has. */
  number: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
});

/** What the channel says: how every shown question is locked, and the newest one in full. Never a key. */
export const QuizMessage = Type.Object({
  complete: Type.Boolean(),
  number: Type.Integer(),
  questions: Type.Array(
    Type.Object({
      ...Type.Partial(ShownQuestion).properties,
      id: Id,
      position: Type.Integer(),
      state: QuizQuestionState,
      shown_at: Moment,
      locks_at: Nullable(Moment),
    }),
  ),
});
