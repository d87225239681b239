import type { Answer } from '../bank/question.ts';

/** A response, with the fields that decide between two responses to one question: the writer's number, then the version. */
export interface Versioned extends Answer {
  writer: number;
  /** Grows with every change of this response in this session. */
  version: number;
  is_marked: boolean;
  is_visited: boolean;
  verified: boolean;
  /** Seconds. */
  question_time_spent: number;
  /** Second of the session at which the student opened the solution. */
  solution_request_time: number | null;
}

/**
 * A text that is the same for two responses only if they are equal apart from their seconds. It breaks ties in the same way on every
 * machine.
 */
function tieText(response: Versioned): string {
  const { responses, rich_response, is_marked, is_visited, verified, solution_request_time } = response;
  return JSON.stringify([responses, rich_response, is_marked, is_visited, verified, solution_request_time]);
}

/** Whether the student only looked at the question, so that dropping the response loses nothing. */
function isMereVisit({ version, responses, rich_response, is_marked, verified, solution_request_time }: Versioned): boolean {
  return version <= 1 && responses.length === 0 && rich_response === null && !is_marked && !verified && solution_request_time === null;
}

/** Whether `a` comes after `b`: by writer, then version. */
export function isNewer(a: { writer: number; version: number }, b: { writer: number; version: number }): boolean {
  return a.writer === b.writer ? a.version > b.version : a.writer > b.writer;
}

/**
 * Merges two responses to one question: the newer one, with the larger number of seconds. A mere visit loses to any answer or mark, so a
 * late answer of an older device counts if the newer device has none. Uploads may be repeated and arrive in any order.
 */
export function mergeResponse<R extends Versioned>(stored: R, incoming: R): R {
  const isTie = stored.writer === incoming.writer && stored.version === incoming.version;
  const [storedIsVisit, incomingIsVisit] = [isMereVisit(stored), isMereVisit(incoming)];
  const isLater = isTie ? tieText(incoming) > tieText(stored) : isNewer(incoming, stored);
  const incomingWins = storedIsVisit === incomingIsVisit ? isLater : storedIsVisit;
  const winner = incomingWins ? incoming : stored;
  return { ...winner, question_time_spent: Math.max(stored.question_time_spent, incoming.question_time_spent) };
}
