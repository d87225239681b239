import { acknowledge, type SessionState } from '@abhyas/exam/tests/session';
import type { KeptRecord } from '../../platform/device-store.ts';
import { hasUnsentAnswers, stateOf } from './device-record.ts';
import { createSender, type Outcome } from './sender.ts';
import type { SessionPorts } from './session-engine.ts';
import { afterAnswer, USUAL_BYTES, uploadParts } from './upload-parts.ts';
import { whileNobodyWrites } from './writer-lock.ts';

/**
 * Sends what a stored record holds and the server is not known to have, under the writer's number it was answered under. What arrived is noted
 * in the record; a record whose session is finished is dropped.
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
    // A device that does not keep it sends the same again, which is harmless.
    await store.put(rest).catch(() => undefined);
  }
  return outcome;
}

/**
 * Sends what sessions of this student have not sent, but for one and for those that a page of this browser has open. What does not arrive waits for
 * the next time. Returns how those that the server took ended.
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
