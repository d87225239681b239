/** An answer that the server has not confirmed yet; the device keeps it until then. */
export interface PendingAnswer {
  quiz_id: number;
  question_id: number;
  selected_option: 1 | 2 | 3 | 4;
  /** The time of the answer, by the server's clock. */
  at: string;
}

const KEY = 'live-quiz-answers';

/** Used where the browser keeps nothing. */
let memory: PendingAnswer[] = [];

export function pendingAnswers(student_id: number, quiz_id: number): PendingAnswer[] {
  return all(student_id).filter((answer) => answer.quiz_id === quiz_id);
}

function all(student_id: number): PendingAnswer[] {
  try {
    return JSON.parse(localStorage.getItem(`${KEY}/${student_id}`) ?? '[]') as PendingAnswer[];
  } catch {
    return memory;
  }
}

function keep(student_id: number, answers: PendingAnswer[]): void {
  memory = answers;
  try {
    if (answers.length > 0) localStorage.setItem(`${KEY}/${student_id}`, JSON.stringify(answers));
    else localStorage.removeItem(`${KEY}/${student_id}`);
  } catch {
    // The answers stay in memory.
  }
}

export const addPending = (student_id: number, answer: PendingAnswer) =>
  keep(student_id, [...all(student_id).filter(({ question_id }) => question_id !== answer.question_id), answer]);

export const removePending = (student_id: number, question_id: number) =>
  keep(
    student_id,
    all(student_id).filter((answer) => answer.question_id !== question_id),
  );
