import type { FlowQuestion } from '../flow-paper.ts';

const firstPhone = 7_000_000_000;

/**
 * The phone number of a student of the flow. Identity and answers follow from the student's number, so that the database can be checked
 * afterwards.
 */
export const phoneOf = (student: number) => String(firstPhone + student);
export const studentOf = (phone: string) => Number(phone) - firstPhone;

/** A local IP address for each student, as if each were at home: the limit of codes per address stays in force. */
export function addressOf(student: number): string {
  return process.platform === 'linux' ? `127.${1 + (student >> 16)}.${(student >> 8) & 255}.${student & 255}` : '127.0.0.1';
}

export interface GivenAnswer {
  responses: number[];
  rich_response: string | null;
}

/** The student's answer to a question: about three in five are right. */
export function answerOf(student: number, { question_type, key }: FlowQuestion, position: number): GivenAnswer {
  const isRight = (student * 31 + position * 17 + (student % 7) * position) % 10 < 6;
  if (question_type === 1) {
    const wrong = Number(key) === 0 ? '7' : key.startsWith('-') ? key.slice(1) : `-${key}`;
    return { responses: [], rich_response: isRight ? key : wrong };
  }
  const right = Number(key);
  return { responses: [isRight ? right : 1 + (right % 4)], rich_response: null };
}
