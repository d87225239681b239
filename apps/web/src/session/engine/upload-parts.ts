import type { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import {
  acknowledge,
  allResponses,
  type LocalResponse,
  type LocalVisit,
  type SessionState,
  unsent,
  visitedPlaces,
} from '@abhyas/exam/tests/session';

export type Upload = Input<typeof uploadStudentResponses>;
export type UploadAnswer = Answer<typeof uploadStudentResponses>;

/** The content of one upload, before its body is built. */
export interface UploadPart {
  writer: number;
  responses: readonly LocalResponse[];
  visits: readonly LocalVisit[];
  isFinish: boolean;
}

/** The most bytes of a keepalive request: less than the 64 KiB that browsers allow for all such requests of a page together. */
export const KEEPALIVE_BYTES = 48 * 1024;
export const USUAL_BYTES = 512 * 1024;

/** Upper bounds, in bytes, of one response and one visit as JSON. */
const RESPONSE_BYTES = 260;
const VISIT_BYTES = 150;

function responseOnWire(response: LocalResponse): object {
  const { question_id, responses, rich_response, is_marked, is_visited, verified, version, question_time_spent, solution_request_time } =
    response;
  return { question_id, responses, rich_response, is_marked, is_visited, verified, version, question_time_spent, solution_request_time };
}

/** The body of an upload. */
export function uploadBody(state: SessionState, part: UploadPart, absences: number[] = []): Upload {
  return {
    session_id: state.session_id,
    writer: part.writer,
    session_time_spent: state.session_time_spent,
    current_index: state.currentIndex,
    responses: JSON.stringify(part.responses.map(responseOnWire)),
    ...(part.visits.length > 0 ? { visits: JSON.stringify(part.visits) } : {}),
    ...(part.isFinish ? { isFinishTest: true } : {}),
    ...(absences.length > 0 ? { absences } : {}),
    ...(state.is_adaptive ? { places: visitedPlaces(state) } : {}),
  };
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/**
 * The parts to send now, in order. Each contains changes under one writer number, older numbers first, and with a visit also the response
 * whose time it adds to, so that a report's times agree. With `isFinish` the last part contains every answer of this writer. If nothing is
 * unsent, one empty part is the heartbeat.
 */
export function uploadParts(state: SessionState, isFinish: boolean, limit: number): UploadPart[] {
  const waiting = unsent(state);
  const own = isFinish ? allResponses(state).filter(({ writer, version }) => writer === state.writer && version > 0) : [];
  const due = new Set([...waiting.responses, ...waiting.visits].map(({ question_id }) => question_id));
  const toSend = allResponses(state).filter(
    ({ question_id, writer, version }) => due.has(question_id) && version > 0 && (!isFinish || writer !== state.writer),
  );
  const writers = [...new Set(toSend.map(({ writer }) => writer))].toSorted((a, b) => a - b);
  const parts: UploadPart[] = writers.flatMap((writer) =>
    chunks(
      toSend.filter((response) => response.writer === writer),
      Math.floor(limit / RESPONSE_BYTES),
    ).map((responses) => ({ writer, responses, visits: [], isFinish: false })),
  );
  for (const visits of chunks(waiting.visits, Math.floor(limit / VISIT_BYTES))) {
    const last = parts.at(-1);
    const size = visits.length * VISIT_BYTES + (last?.responses.length ?? 0) * RESPONSE_BYTES;
    if (last && last.writer === state.writer && last.visits.length === 0 && size <= limit) parts[parts.length - 1] = { ...last, visits };
    else parts.push({ writer: state.writer, responses: [], visits, isFinish: false });
  }
  if (isFinish) {
    // Only the last part contains the flag; earlier parts can safely be sent again.
    const last = chunks(own, Math.floor(limit / RESPONSE_BYTES));
    const finishing = last.length > 0 ? last : [[]];
    for (const [index, responses] of finishing.entries()) {
      parts.push({ writer: state.writer, responses, visits: [], isFinish: index === finishing.length - 1 });
    }
  }
  return parts.length > 0 ? parts : [{ writer: state.writer, responses: [], visits: [], isFinish: false }];
}

/**
 * The session after the server's answer to a part. A sent response counts as acknowledged even if the server keeps another device's answer.
 */
export function afterAnswer(state: SessionState, part: UploadPart, { kept, visits_kept }: UploadAnswer): SessionState {
  const known = new Set(kept.map(({ question_id }) => question_id));
  const taken = part.responses.filter(({ question_id }) => known.has(question_id));
  return acknowledge(state, [...taken, ...kept], part.writer === state.writer ? visits_kept : 0);
}
