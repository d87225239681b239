// Contents: a question and an answer · the state · answering · the report · the live channel
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { OptionNumber, Question, ShownQuestion } from '../bank/questions.ts';

/** Seconds from the teacher's press on Lock until the question is locked. */
export const LOCK_COUNTDOWN_SECONDS = 3;

export const QuizQuestionState = Type.Enum(['open', 'locking', 'locked']);

/** A question that was shown; answer and solution are present once this student may know them. */
export const QuizQuestion = Type.Object({
  ...Question.properties,
  state: QuizQuestionState,
  /** Whether the state is `locked`. */
  is_locked: Type.Boolean(),
  shown_at: Moment,
  locks_at: Nullable(Moment),
});

/** A student's answer. `id` is the id of the question. */
export const QuizResponse = Type.Object({
  id: Id,
  /** 1 correct, -1 incorrect; null before the answer is revealed. */
  result: Nullable(Type.Enum([1, -1])),
  /** The chosen option. */
  response: OptionNumber,
  /** Seconds since the question was shown. */
  duration: Type.Integer(),
  /** Whether the answer arrived after the lock, but before the key was visible: it counts once the teacher accepts it. */
  is_late: Type.Boolean(),
  /** Whether the answer arrived when the key was already visible: it is stored and never counts. */
  is_after_key: Type.Boolean(),
});

/** The whole state of a quiz for a student. A page fetches it when it may have missed a message. */
export const getQuizQuestionData = endpoint('GET /virtual_meetings/{id}/get_quiz_question_data', {
  summary: "Show the questions of a class's quiz",
  id: 'The class.',
  reach: 'membership',
  response: Type.Object({
    question_data: Type.Array(QuizQuestion),
    response_data: Type.Array(QuizResponse),
    /** Null if the class has no quiz. */
    quiz_id: Nullable(Id),
    institute_id: Id,
    title: Type.String(),
    number: Type.Integer(),
    complete: Type.Boolean(),
    /** Whether the class is over, so that the quiz is shown for review. */
    recorded: Type.Boolean(),
    /** Fields that a page sends when it subscribes to the live channel. */
    meeting_id: Id,
  }),
  refusals: ['not_allowed'],
});

/** Answers a question, which each student can do once. Sending the same option again returns the same response. */
export const answerLiveQuiz = endpoint('POST /live_quiz/answer', {
  summary: 'Answer a question of a live quiz',
  reach: 'membership',
  body: Type.Object({
    question_id: Id,
    selected_option: OptionNumber,
    quiz_id: Id,
    /** When the student answered; present only if the device had to wait for a connection. */
    waited_since: Type.Optional(Moment),
  }),
  response: Type.Object({
    ...Success,
    response: QuizResponse,
    /** The question with its answer, if the student may know it at once. */
    question: Nullable(QuizQuestion),
  }),
  refusals: ['not_allowed', 'question_locked', 'already_answered'],
});

/** Counts of Correct, Incorrect and Unattempted over the questions that were shown. */
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

/** Name of the live channel, and the fields of a subscription. */
export const QUIZ_CHANNEL = 'LiveQuizQuestionUpdateChannel';
export const QuizChannelParameters = Type.Object({
  institute_id: Id,
  meeting_id: Id,
  quiz_id: Id,
  /** Version of the state that the page shows. */
  number: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }),
});

/** Messages of the channel: the lock of every shown question, and the newest question in full. Never a key. */
export const QuizMessage = Type.Object({
  complete: Type.Boolean(),
  number: Type.Integer(),
  questions: Type.Array(
    Type.Object({
      ...Type.Partial(ShownQuestion).properties,
      id: Id,
      position: Type.Integer(),
      state: QuizQuestionState,
      is_locked: Type.Boolean(),
      shown_at: Moment,
      locks_at: Nullable(Moment),
    }),
  ),
});
