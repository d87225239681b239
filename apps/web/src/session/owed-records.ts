import { acknowledge, type SessionState } from '@abhyas/exam/session';
import type { DeviceStore, KeptRecord } from '../platform/device-store.ts';
import { hasUnsent, stateOf } from './device-record.ts';
import { createSender, type Outcome, type Send } from './sender.ts';
import { USUAL_BYTES, uploadParts } from './upload-parts.ts';
import { whileNobodyWrites } from './writer-lock.ts';

/**
 * Sends what a stored record holds and the server is not known to have, under the writer's number it was answered under. What arrived is noted
 * in the record; a record whose session is finished is dropped.
 */
export async function sendRecord(store: DeviceStore, send: Send, record: KeptRecord): Promise<Outcome> {
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

/**
 * Sends what sessions of this student still owe, but for one and for those that a page of this browser has open. What does not arrive waits for
 * the next time. `tell` hears of each that was sent.
 */
export async function sendOwed(
  store: DeviceStore,
  send: Send,
  student_id: number,
  except: number | null,
  tell: (outcome: Outcome) => void = () => undefined,
): Promise<void> {
  let isReached = true;
  for (const record of await store.listOf(student_id)) {
    if (!isReached) return;
    if (record.session_id === except || !(record.isFinishTest || hasUnsent(stateOf(record, 'test')))) continue;
    await whileNobodyWrites(record, async () => {
      const outcome = await sendRecord(store, send, record);
      isReached = outcome.kind !== 'later' && outcome.kind !== 'sign_in';
      if (outcome.kind === 'delivered' || outcome.kind === 'finished') tell(outcome);
    });
  }
}
