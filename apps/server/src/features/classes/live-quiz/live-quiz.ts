// Contents: questions as students see them · the state for a student · answering · the report · the live channel's message
import type { Answer, Input } from '@abhyas/contract/endpoint';
import type { answerLiveQuiz, getQuizQuestionData } from '@abhyas/contract/classes/live-quiz';
import { Problem } from '@abhyas/contract/problem';
import { LOCK_GRACE_MS, quizQuestionState, quizReport } from '@abhyas/exam/classes/live-quiz';
import type { Context, Student } from '../../../context.ts';
import { instituteOfMember } from '../../institute/classrooms/classrooms.ts';
import {
  findQuestions,
  hiddenFromStudent,
  type QuestionRow,
  revealedQuestion,
  type ShownQuestion,
  shownQuestion,
} from '../../bank/questions/questions.ts';
import * as store from './live-quiz.store.ts';

export type QuizRow = store.QuizRow;
export type QuizQuestionRow = store.QuizQuestionRow;
type State = Answer<typeof getQuizQuestionData>;
type ShownQuizQuestion = State['question_data'][number];
type ShownResponse = State['response_data'][number];

/** The fields of a class that its quiz needs. */
interface QuizMeeting {
  id: number;
  institute_id: number;
  title: string;
  status: string;
}

const noPicture = {
  image_option_1: null,
  image_option_2: null,
  image_option_3: null,
  image_option_4: null,
  image_option_1_size: 0,
  image_option_2_size: 0,
  image_option_3_size: 0,
  image_option_4_size: 0,
  supporting_picture: null,
  supporting_picture_size: 0,
} as const;

/** A question that the teacher typed. */
function typedQuestion(row: QuizQuestionRow, position: number, isRevealed: boolean): ShownQuestion {
  const answers = isRevealed && row.answer !== null ? [row.answer] : null;
  return {
    id: row.id,
    position,
    question_type: 0,
    subject_id: 0,
    chapter_name: '',
    section: null,
    complexity: 3,
    question_text: row.question_text ?? '',
    option_1: row.option_1,
    option_2: row.option_2,
    option_3: row.option_3,
    option_4: row.option_4,
    ...noPicture,
    options_layout: 1,
    comprehension_question_id: null,
    not_asked_in: [],
    ...(answers ? { answers, accepted_answers: answers, precision: 2, solution_text: null, video_solution_uri: null } : {}),
  };
}

/** A question of a quiz with or without its answer; its id is the one within the quiz. */
export function quizQuestion(
  row: QuizQuestionRow,
  bank: ReadonlyMap<number, QuestionRow>,
  position: number,
  isRevealed: boolean,
): ShownQuestion {
  if (row.question_id === null) return typedQuestion(row, position, isRevealed);
  const found = bank.get(row.question_id);
  if (!found) throw new Error(`Question ${row.question_id} of a quiz is not there`);
  return { ...(isRevealed ? revealedQuestion : shownQuestion)(found, position, null), id: row.id };
}

export const bankOf = (context: Context, rows: readonly QuizQuestionRow[]) =>
  findQuestions(
    context,
    rows.flatMap(({ question_id }) => question_id ?? []),
  );

const isShown = (row: QuizQuestionRow, now: Date): row is QuizQuestionRow & { shown_at: Date } => quizQuestionState(row, now) !== 'hidden';

function quizTimesOf(row: QuizQuestionRow & { shown_at: Date }, now: Date) {
  const state = quizQuestionState(row, now) as 'open' | 'locking' | 'locked';
  return { state, is_locked: state === 'locked', shown_at: row.shown_at.toISOString(), locks_at: row.locks_at?.toISOString() ?? null };
}

/**
 * Whether a student may see the key of a question: once the quiz is complete, always; before that, only after answering the question, at
 * once or after the lock and its grace period, as the institute chose.
 */
function isRevealedBy(
  quiz: Pick<QuizRow, 'completed_at' | 'reveals'>,
  row: QuizQuestionRow,
  answer: store.AnswerRow | undefined,
  now: Date,
): boolean {
  if (quiz.completed_at !== null && quiz.completed_at <= now) return true;
  if (!answer || answer.is_late) return false;
  return quiz.reveals === 'at_verify' || (row.revealed_at !== null && row.revealed_at <= now);
}

const countsAs = (answer: store.AnswerRow): boolean => !answer.is_late || answer.accepted_at !== null;

const responseOf = (answer: store.AnswerRow, isRevealed: boolean): ShownResponse => ({
  id: answer.quiz_question_id,
  result: isRevealed && countsAs(answer) ? answer.result : null,
  response: answer.selected_option,
  duration: answer.duration,
  is_late: !countsAs(answer),
  is_after_key: !countsAs(answer) && answer.is_after_key,
});

/** The shown questions of a quiz for one student, with the keys that the student may see. */
async function questionsFor(context: Context, student_id: number, quiz: QuizRow) {
  const { now } = context;
  const rows = (await store.findQuestionsOf(context, quiz.id)).filter((row) => isShown(row, now));
  const answers = new Map((await store.findAnswers(context, student_id, quiz.id)).map((answer) => [answer.quiz_question_id, answer]));
  const bank = await bankOf(context, rows);
  const hidden = await hiddenFromStudent(context, student_id, [...bank.keys()]);
  return rows.map((row, position) => {
    const answer = answers.get(row.id);
    const isRevealed = isRevealedBy(quiz, row, answer, now) && !hidden.has(row.question_id ?? 0);
    const question: ShownQuizQuestion = { ...quizQuestion(row, bank, position, isRevealed), ...quizTimesOf(row, now) };
    return { row, question, response: answer ? responseOf(answer, isRevealed) : null };
  });
}

/** The whole state of a class's quiz for a student of the class. */
export async function quizStateFor(context: Context, student_id: number, meeting: QuizMeeting): Promise<State> {
  const quiz = await store.findQuizOfMeeting(context, meeting.id);
  const entries = quiz ? await questionsFor(context, student_id, quiz) : [];
  const complete = quiz !== undefined && quiz.completed_at !== null;
  return {
    question_data: entries.map(({ question }) => question),
    response_data: entries.flatMap(({ response }) => response ?? []),
    quiz_id: quiz?.id ?? null,
    institute_id: meeting.institute_id,
    title: meeting.title,
    number: quiz?.number ?? 0,
    complete,
    recorded: complete && meeting.status !== 'LIVE',
    meeting_id: meeting.id,
  };
}

/** An open question of the class's quiz that the student has not answered; null if there is none. */
export async function openQuizOf(context: Context, student_id: number, meeting: QuizMeeting) {
  const { question_data, response_data, complete } = await quizStateFor(context, student_id, meeting);
  const answered = new Set(response_data.map(({ id }) => id));
  const open = question_data.filter(({ id, state }) => state !== 'locked' && !answered.has(id));
  return complete || open.length === 0 ? null : { meeting_id: meeting.id, title: meeting.title, question_count: open.length };
}

/**
 * Stores a student's answer. The same option again gets the first response. Throws `already_answered` for another option, `question_locked`
 * after the lock and its grace, `not_found` for a question that is not shown to the student.
 */
export async function answerQuestion(
  context: Context,
  student: Student,
  { question_id, quiz_id, selected_option, waited_since }: Input<typeof answerLiveQuiz>,
): Promise<Answer<typeof answerLiveQuiz>> {
  const institute_id = instituteOfMember(student);
  const asked = await store.insertAnswer(context, {
    student_id: student.id,
    institute_id,
    quiz_id,
    question_id,
    selected_option,
    grace: LOCK_GRACE_MS,
    waited_since: waited_since === undefined ? null : new Date(waited_since),
  });
  if (!asked) throw new Problem('not_found');
  const answer = asked.kept ?? (await store.findAnswer(context, student.id, question_id));
  if (!answer) throw new Problem('question_locked');
  if (answer.selected_option !== selected_option) throw new Problem('already_answered', { option: String(answer.selected_option) });
  const question = isRevealedBy(asked, asked, answer, context.now) ? await askedQuestion(context, student.id, asked) : null;
  return { success: true, response: responseOf(answer, question !== null), question };
}

/** The answered question with its key; null if a test withholds it from the student. */
async function askedQuestion(context: Context, student_id: number, asked: store.AskedRow): Promise<ShownQuizQuestion | null> {
  const bank = await bankOf(context, [asked]);
  const hidden = await hiddenFromStudent(context, student_id, [...bank.keys()]);
  return hidden.size > 0 || !isShown(asked, context.now)
    ? null
    : { ...quizQuestion(asked, bank, asked.place, true), ...quizTimesOf(asked, context.now) };
}

/** Correct, incorrect and unattempted answers of a quiz. Questions whose key is not revealed yet are left out. */
export async function quizReportOf(context: Context, student: Student, quiz_id: number) {
  const quiz = await store.findAttendedQuiz(context, instituteOfMember(student), student.id, quiz_id);
  if (!quiz) throw new Problem('not_found');
  const entries = await questionsFor(context, student.id, quiz);
  const judged = entries.filter(({ response }) => response === null || response.result !== null || response.is_late);
  const outcomes = judged.map(({ response }) => ({ result: response?.result ?? 0 }) as const);
  return {
    live_quiz_report: {
      title: quiz.title,
      meeting_id: quiz.meeting_id,
      ...quizReport(outcomes),
      complete: quiz.completed_at !== null,
    },
  };
}

export const subjectOfQuiz = (quiz_id: number) => `live_quiz:${quiz_id}`;

/** The channel subject of a quiz, for a student of the class or staff of its institute. Throws `not_found`. */
export async function quizSubject(
  context: Context,
  caller: { id: number; institute_id: number; isStaff: boolean },
  parameters: { institute_id: number; meeting_id: number; quiz_id: number },
): Promise<string> {
  const { quiz_id, meeting_id, institute_id } = parameters;
  const quiz = caller.isStaff
    ? await store.findQuiz(context, quiz_id)
    : await store.findAttendedQuiz(context, caller.institute_id, caller.id, quiz_id);
  const isOwn = quiz && quiz.institute_id === caller.institute_id && institute_id === caller.institute_id;
  if (!isOwn || quiz.meeting_id !== meeting_id) throw new Problem('not_found');
  return subjectOfQuiz(quiz_id);
}

/** The message to all listeners: the lock of each shown question, and the newest question in full. It never contains keys. */
export async function quizMessage(context: Context, quiz_id: number) {
  const quiz = await store.findQuiz(context, quiz_id);
  const rows = quiz ? (await store.findQuestionsOf(context, quiz_id)).filter((row) => isShown(row, context.now)) : [];
  const newest = rows.slice(-1);
  const bank = await bankOf(context, newest);
  return {
    complete: quiz !== undefined && quiz.completed_at !== null,
    number: quiz?.number ?? 0,
    questions: rows.map((row, position) => ({
      ...(newest.includes(row) ? quizQuestion(row, bank, position, false) : {}),
      id: row.id,
      position,
      ...quizTimesOf(row, context.now),
    })),
  };
}
