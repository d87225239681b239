import { acknowledge, type SessionState } from '@abhyas/exam/tests/session';
import type { KeptRecord } from '../../platform/device-store.ts';
import { hasUnsentAnswers, stateOf } from './device-record.ts';
import { createSender, type Outcome } from './sender.ts';
import type { SessionPorts } from './engine-parts.ts';
import { afterAnswer, USUAL_BYTES, uploadParts } from './upload-parts.ts';
import { whileNobodyWrites } from './writer-lock.ts';

/**
 * Sends the unconfirmed answers of a stored record, with the writer number under which they were given. The record then notes which answers
 * the server has; it is deleted if its session is finished.
 */
export async function sendRecord({ store, send, say }: SessionPorts, record: KeptRecord): Promise<Outcome> {
  let state: SessionState = stateOf(record, 'test');
  let isComplete = false;
  const absences = new Set(record.absences);
  const refuse = (question_id: number | null, message: string) => {
    const response = question_id === null ? undefined : state.responses[question_id];
    if (response) state = acknowledge(state, [response], 0);
    say({ kind: 'refused', question_id, message });
  };
  const sender = createSender(send, {
    state: () => state,
    absences,
    accept: (answer, part) => {
      state = afterAnswer(state, part, answer);
      for (const { question_id, message } of answer.refused) refuse(question_id, message);
      isComplete ||= answer.session_status === 'COMPLETE';
    },
    setAside: refuse,
  });
  const outcome = await sender.sendAll(uploadParts(state, record.isFinishTest, USUAL_BYTES));
  if (outcome.kind === 'finished' && outcome.lateMessage) say({ kind: 'received_late', message: outcome.lateMessage });
  if (isComplete || outcome.kind === 'finished') await store.delete(record.student_id, record.session_id);
  else {
    const rest = { ...record, acknowledged: { ...state.acknowledged }, visits: [...state.visits], absences: [...absences] };
    // If the device does not store the note, the same answers are sent again, which is harmless.
    await store.put(rest).catch(() => undefined);
  }
  return outcome;
}

/**
 * Sends the unsent answers of the student's sessions, except session `except` and sessions that a page of this browser has open. Answers
 * that cannot be sent wait for the next call. Returns the outcome of each session whose answers the server received.
 */
export async function sendUnsent(ports: SessionPorts, student_id: number, except: number | null): Promise<Outcome[]> {
  const sent: Outcome[] = [];
  let isReached = true;
  for (const record of await ports.store.listOf(student_id)) {
    if (!isReached) break;
    if (record.session_id === except || !hasUnsentAnswers(record)) continue;
    await whileNobodyWrites(record, async () => {
      const outcome = await sendRecord(ports, record);
      isReached = outcome.kind !== 'later' && outcome.kind !== 'sign_in';
      if (outcome.kind === 'delivered' || outcome.kind === 'finished') sent.push(outcome);
    });
  }
  return sent;
}
