import { Problem } from '@abhyas/contract/problem';
import { MOST_ABSENCES } from '@abhyas/contract/reports/uploads';
import { isRetryable } from '@abhyas/exam/tests/autosave';
import { allResponses, type SessionState } from '@abhyas/exam/tests/session';
import { type Upload, type UploadAnswer, type UploadPart, uploadBody, uploadParts, USUAL_BYTES } from './upload-parts.ts';

/** Sends one upload. Rejects with a `Problem` when the server refuses it, with another error when the server cannot be reached. */
export type Send = (upload: Upload, options: { keepalive: boolean }) => Promise<UploadAnswer>;

/** The session is over. A `message` says that the server stored the answers as late ones. */
interface Finished {
  kind: 'finished';
  lateMessage?: string;
}

/**
 * How a delivery ended. `later`: the server was not reached or too busy. `refused`: the server accepts nothing more of this session and
 * says why.
 */
export type Outcome =
  | { kind: 'delivered' | 'sign_in' }
  | { kind: 'later'; isServerBusy: boolean }
  | Finished
  | { kind: 'refused'; message: string };

interface SenderHost {
  state: () => SessionState;
  /**
   * Seconds of the session at which the student left the window. They are part of every upload, and are removed once the server has
   * received one.
   */
  absences: Set<number>;
  /** Applies the server's answer to one part. */
  accept: (answer: UploadAnswer, part: UploadPart, spent: number) => void;
  /** Keeps a response that the server refuses on the device, unsent. */
  setAside: (question_id: number, message: string) => void;
}

/** Whether a single response may have caused the refusal, so that the other responses are sent without it. */
const isCausedByContent = (problem: Problem) => problem.code === 'invalid_input' || problem.code === 'too_large';

/** Joins the results of two parts that both report the end, and keeps a message about late answers. */
const join = (first: Outcome, second: Finished): Finished => (first.kind === 'finished' ? { ...first, ...second } : second);

/** Whether answers or marks differ between two states. */
const isEdited = (before: SessionState, after: SessionState) =>
  allResponses(after).some(({ question_id, edited }) => edited !== before.responses[question_id]?.edited);

/**
 * Sends parts in order and stops at the first that fails. A part may be sent again without harm, so no failure is recorded. A session that
 * is over still accepts late answers, so the remaining parts and newer changes are sent too, before the device deletes them.
 */
export function createSender(send: Send, host: SenderHost) {
  const sendPart = async (part: UploadPart, keepalive: boolean): Promise<Outcome> => {
    const state = host.state();
    const absences = [...host.absences].slice(0, MOST_ABSENCES);
    let answer: UploadAnswer;
    try {
      answer = await send(uploadBody(state, part, absences), { keepalive });
    } catch (failure) {
      return takeFailure(failure, part, keepalive);
    }
    // A gateway between this page and the server may respond instead. Only a response with `kept` comes from the server.
    if (!Array.isArray(answer?.kept)) return { kind: 'later', isServerBusy: false };
    for (const second of absences) host.absences.delete(second);
    host.accept(answer, part, state.session_time_spent);
    return { kind: 'delivered' };
  };

  const takeFailure = async (failure: unknown, part: UploadPart, keepalive: boolean): Promise<Outcome> => {
    if (!(failure instanceof Problem)) return { kind: 'later', isServerBusy: false };
    if (isRetryable(failure.status)) return { kind: 'later', isServerBusy: failure.status === 429 || failure.status === 503 };
    if (failure.code === 'session_finished') return { kind: 'finished' };
    if (failure.code === 'received_late') return { kind: 'finished', lateMessage: failure.message };
    if (failure.status === 401) return { kind: 'sign_in' };
    if (isCausedByContent(failure)) return sendApart(part, failure, keepalive);
    return { kind: 'refused', message: failure.message };
  };

  /** Halves a refused upload until the refused response is found. That response is not sent again; the others are sent. */
  const sendApart = async (part: UploadPart, refusal: Problem, keepalive: boolean): Promise<Outcome> => {
    const { responses, visits } = part;
    const [first] = responses;
    if (responses.length + visits.length <= 1) {
      if (!first) return { kind: 'refused', message: refusal.message };
      host.setAside(first.question_id, refusal.message);
      return part.isFinish ? sendPart({ ...part, responses: [] }, keepalive) : { kind: 'delivered' };
    }
    const middle = Math.ceil(responses.length / 2);
    const halves: UploadPart[] =
      visits.length > 0 && responses.length > 0
        ? [
            { ...part, visits: [], isFinish: false },
            { ...part, responses: [] },
          ]
        : [
            { ...part, responses: responses.slice(0, middle), visits: visits.slice(0, Math.ceil(visits.length / 2)), isFinish: false },
            { ...part, responses: responses.slice(middle), visits: visits.slice(Math.ceil(visits.length / 2)) },
          ];
    return sendParts(halves, keepalive);
  };

  const sendParts = async (parts: readonly UploadPart[], keepalive: boolean): Promise<Outcome> => {
    let end: Outcome = { kind: 'delivered' };
    for (const part of parts) {
      const outcome = await sendPart(part, keepalive);
      if (outcome.kind === 'finished') end = join(end, outcome);
      else if (outcome.kind !== 'delivered') return outcome;
    }
    return end;
  };

  const sendAll = async (parts: readonly UploadPart[], keepalive = false): Promise<Outcome> => {
    let sent = host.state();
    let outcome = await sendParts(parts, keepalive);
    while (outcome.kind === 'finished' && isEdited(sent, host.state())) {
      sent = host.state();
      const rest = await sendParts(uploadParts(sent, false, USUAL_BYTES), keepalive);
      if (rest.kind !== 'delivered') outcome = rest.kind === 'finished' ? join(outcome, rest) : rest;
    }
    return outcome;
  };

  return { sendAll };
}
