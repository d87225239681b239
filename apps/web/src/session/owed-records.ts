import { acknowledge, type SessionState } from '@abhyas/exam/session';
import type { DeviceRecord, DeviceStore } from '../platform/device-store.ts';
import { hasUnsent, stateOf } from './device-record.ts';
import { createSender, type Outcome, type Send } from './sender.ts';
import { USUAL_BYTES, uploadParts } from './upload-parts.ts';

/**
 * Sends what a stored record holds and the server is not known to have, under the writer's number it was answered under. What arrived is noted
 * in the record; a record whose session is finished is dropped.
 */
export async function sendRecord(store: DeviceStore, send: Send, record: DeviceRecord): Promise<Outcome> {
  let state: SessionState = stateOf(record, 'test');
  let isComplete = false;
  const sender = createSender(send, {
    state: () => state,
    accept: (answer, part) => {
      const kept = new Set(answer.kept.map(({ question_id }) => question_id));
      const taken = part.responses.filter(({ question_id }) => kept.has(question_id));
      state = acknowledge(state, [...taken, ...answer.kept], part.writer === state.writer ? answer.visits_kept : 0);
      const refused = answer.refused.flatMap(({ question_id }) =>
        part.responses.filter((response) => response.question_id === question_id),
      );
      state = acknowledge(state, refused, 0);
      isComplete ||= answer.session_status === 'COMPLETE';
    },
    setAside: (question_id) => {
      const response = state.responses[question_id];
      if (response) state = acknowledge(state, [response], 0);
    },
  });
  const outcome = await sender.sendAll(uploadParts(state, record.isFinishTest, USUAL_BYTES));
  if (isComplete || outcome.kind === 'finished') await store.delete(record.student_id, record.session_id);
  else await store.put({ ...record, acknowledged: { ...state.acknowledged }, visits: [...state.visits] }).catch(() => undefined);
  return outcome;
}

/** Sends what other sessions of this student still owe, quietly; what does not arrive waits for the next time. */
export async function sendOwed(store: DeviceStore, send: Send, student_id: number, except: number | null): Promise<void> {
  for (const record of await store.listOf(student_id)) {
    if (record.session_id === except || !(record.isFinishTest || hasUnsent(stateOf(record, 'test')))) continue;
    const outcome = await sendRecord(store, send, record);
    if (outcome.kind === 'later' || outcome.kind === 'sign_in') return;
  }
}
