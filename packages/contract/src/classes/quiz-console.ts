// Contents: a question for its teacher · the console · finding questions · commands of the teacher
import { Type } from 'typebox';
import { endpoint, Id, Moment, Nullable, Success } from '../endpoint.ts';
import { OptionNumber, Question } from '../bank/questions.ts';

const ConsoleQuestion = Type.Object({
  ...Question.properties,
  state: Type.Enum(['hidden', 'open', 'locking', 'locked']),
  shown_at: Nullable(Moment),
  locks_at: Nullable(Moment),
  is_typed: Type.Boolean(),
  /** How many students chose each option. */
  tally: Type.Array(Type.Integer(), { minItems: 4, maxItems: 4 }),
  /**
   * Number of late answers that wait for acceptance: given without a connection, and received after the lock but before the key was
   * visible.
   */
  late_count: Type.Integer(),
  /** Answers that arrived when the key was already visible: stored, and never counted. */
  after_key_count: Type.Integer(),
});

/** The quiz of a class as its teacher sees it. The quiz is created with its first question. */
export const getQuizConsole = endpoint('GET /staff/classes/{id}/quiz', {
  summary: "Show a class's quiz to its teacher",
  id: 'The class.',
  access: { staff: 'quiz.run' },
  response: Type.Object({
    quiz_id: Nullable(Id),
    number: Type.Integer(),
    complete: Type.Boolean(),
    reveals: Type.Enum(['at_verify', 'after_lock']),
    present_count: Type.Integer(),
    student_count: Type.Integer(),
    questions: Type.Array(ConsoleQuestion),
  }),
});

/** Counts of answers; the console repeats this call. */
export const getQuizTally = endpoint('GET /staff/classes/{id}/quiz_tally', {
  summary: 'Count the answers to a quiz',
  id: 'The class.',
  access: { staff: 'quiz.run' },
  response: Type.Object({
    number: Type.Integer(),
    present_count: Type.Integer(),
    tallies: Type.Array(
      Type.Object({
        id: Id,
        tally: Type.Array(Type.Integer(), { minItems: 4, maxItems: 4 }),
        late_count: Type.Integer(),
        after_key_count: Type.Integer(),
      }),
    ),
  }),
});

/** Finds four-option questions of the bank or the institute by chapter or text. Questions that a test keeps secret are left out. */
export const findQuizQuestions = endpoint('GET /staff/quiz_questions', {
  summary: 'Find questions for a live quiz',
  access: { staff: 'quiz.run' },
  query: Type.Object({ chapter_id: Type.Optional(Id), text: Type.Optional(Type.String({ maxLength: 100 })) }),
  response: Type.Object({
    chapters: Type.Array(Type.Object({ id: Id, name: Type.String(), subject_name: Type.String() })),
    questions: Type.Array(Question),
  }),
});

/** Version of the state that the console shows. The command is refused if the state has changed since. */
const number = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
const Act = Type.Object({ ...Success, number: Type.Integer() });
const OptionText = Type.String({ minLength: 1, maxLength: 500 });
const act = { access: { staff: 'quiz.run' }, id: 'The class.', response: Act, refusals: ['quiz_moved_on', 'not_possible'] } as const;

export const addBankQuestion = endpoint('POST /staff/classes/{id}/quiz/add', {
  ...act,
  summary: 'Add a question of the bank to a quiz',
  body: Type.Object({ number, question_id: Id }),
});

export const addTypedQuestion = endpoint('POST /staff/classes/{id}/quiz/add_typed', {
  ...act,
  summary: 'Add a question that the teacher types in',
  body: Type.Object({
    number,
    question_text: Type.String({ minLength: 1, maxLength: 2000 }),
    option_1: OptionText,
    option_2: OptionText,
    option_3: OptionText,
    option_4: OptionText,
    answer: OptionNumber,
  }),
});

export const removeQuizQuestion = endpoint('POST /staff/classes/{id}/quiz/remove', {
  ...act,
  summary: 'Remove a question that was not shown',
  body: Type.Object({ number, question_id: Id }),
});

export const showQuizQuestion = endpoint('POST /staff/classes/{id}/quiz/show', {
  ...act,
  summary: 'Show a question to the class',
  body: Type.Object({ number, question_id: Id }),
});

export const lockQuizQuestion = endpoint('POST /staff/classes/{id}/quiz/lock', {
  ...act,
  summary: 'Lock a question after a countdown of 3 seconds, or now',
  body: Type.Object({ number, question_id: Id, now: Type.Optional(Type.Boolean()) }),
});

export const unlockQuizQuestion = endpoint('POST /staff/classes/{id}/quiz/unlock', {
  ...act,
  summary: 'Unlock a question, so that it takes answers again',
  body: Type.Object({ number, question_id: Id }),
});

export const acceptLateQuizAnswers = endpoint('POST /staff/classes/{id}/quiz/accept_late', {
  ...act,
  summary: 'Accept late answers that waited for a connection',
  body: Type.Object({ number, question_id: Id }),
});

/** When students see the answer: as soon as they answer, or once the question is locked. */
export const setQuizReveal = endpoint('POST /staff/classes/{id}/quiz/set_reveal', {
  ...act,
  summary: 'Set when students see the answers',
  body: Type.Object({ number, reveals: Type.Enum(['at_verify', 'after_lock']) }),
});

export const completeQuiz = endpoint('POST /staff/classes/{id}/quiz/complete', {
  ...act,
  summary: 'Complete a quiz and show its report to everybody',
  body: Type.Object({ number }),
});
