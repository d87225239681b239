import type { SessionInfo } from '@abhyas/contract/tests/papers';
import type { PracticePool } from '@abhyas/exam/practice/adaptive';
import { type Decision, decideResume } from '@abhyas/exam/tests/resume';
import { initialState, type SessionState, withDraft } from '@abhyas/exam/tests/session';
import type { Value } from '@abhyas/contract/endpoint';
import type { DeviceRecord, DeviceStore, KeptRecord } from '../../platform/device-store.ts';
import type { QuestionContent, ServerResponse } from '../../question/question-content.ts';
import { hasUnsentAnswers as hasRecordUnsent, resumeRecord, type SessionObject, stateOf } from './device-record.ts';
import { sendUnsent, sendRecord } from './unsent-records.ts';
import type { SessionPorts } from './engine-parts.ts';
import type { TestClock } from './session-clock.ts';

/** The fields that every call that opens a session returns. */
export interface SessionPayload {
  test_info: Value<typeof SessionInfo>;
  questions: QuestionContent[];
  question_responses: ServerResponse[];
  /** The questions to choose from; in adaptive practice only. */
  adaptive?: PracticePool;
  further_questions?: QuestionContent[];
}

export type Opened<P> =
  | {
      kind: 'open';
      payload: P;
      state: SessionState;
      clock: TestClock | null;
      /** Whether a finish is to be sent now: the student had pressed Finish or, without a network, the estimated time is up. */
      isEnding: boolean;
      /** Whether this device has answers that could not be sent before the opening. */
      hasUnsentAnswers: boolean;
      /** Whether the session was just begun, so that no other page can have written to it. */
      isFresh: boolean;
      /** Whether another device has written to the session since this one did. */
      isFromElsewhere: boolean;
      /** The time of the server's clock (ms), as the device estimates it; null if the server has answered. */
      assumedNow: number | null;
      /** Absences that the device has noted and not sent. */
      absences: readonly number[];
    }
  | { kind: 'report' }
  /** `unreachable`: the server cannot be reached, and the device does not have the questions. */
  | { kind: 'unreachable'; failure: unknown; isAnsweredHere: boolean };

/** The student's newest record of this paper, topic or chapter on the device. */
async function recordFor(store: DeviceStore, object: SessionObject): Promise<KeptRecord | null> {
  const own = await store.listOf(object.student_id);
  const isSame = (record: DeviceRecord) =>
    record.id === object.id &&
    record.object_type === object.object_type &&
    record.session_type === object.session_type &&
    record.is_revise === object.is_revise &&
    record.source === object.source;
  return own.find(isSame) ?? null;
}

/**
 * The session from the server's response. `record` is the device's own record, null if there is a newer writer. The session opens at the
 * current question of the record.
 */
function stateFromServer(
  { test_info, questions, question_responses, adaptive }: SessionPayload,
  session_id: number,
  kind: SessionState['kind'],
  record: KeptRecord | null,
): SessionState {
  const { writer, session_time_spent, is_exam_exact } = test_info;
  const current_index = record?.currentIndex ?? test_info.current_index;
  const opened = initialState({
    session_id,
    kind,
    questions,
    responses: question_responses,
    writer,
    session_time_spent,
    current_index,
    is_exam_exact,
    is_adaptive: adaptive !== undefined,
  });
  return { ...opened, nextVisit: record?.next_visit ?? opened.nextVisit };
}

export function clockOf({ time_kind, remaining_duration, deadline }: SessionPayload['test_info']): TestClock | null {
  if (time_kind === null || remaining_duration === null) return null;
  return { time_kind, remaining_duration, deadline: deadline === null ? null : Date.parse(deadline) };
}

/** The time of the server's clock (ms), as the device estimates it without the server. */
const assumedNowOf = (record: KeptRecord, deviceNow: number): number => record.server_time + Math.max(0, deviceNow - record.device_time);

/**
 * Seconds left of a test, as the device estimates them: the seconds left when the record was written, minus the time since then on the
 * device's clock if the test has a deadline. Null outside tests.
 */
export function assumedTimeLeft(record: KeptRecord, clock: TestClock | null, deviceNow: number): number | null {
  if (record.timeRemaining === null) return null;
  const byDeadline =
    clock === null || clock.deadline === null ? Number.POSITIVE_INFINITY : (clock.deadline - assumedNowOf(record, deviceNow)) / 1000;
  return Math.max(0, Math.min(record.timeRemaining, byDeadline));
}

/** Opens a session that was begun before, without a network, from the questions and answers on the device. */
async function openOffline<P extends SessionPayload>(
  store: DeviceStore,
  local: KeptRecord,
  kind: SessionState['kind'],
  deviceNow: number,
): Promise<Opened<P> | null> {
  const payload = (await store.paperOf(local.student_id, local.session_id)) as P | null;
  if (!payload) return null;
  const decision = decideResume({ local: resumeRecord(local), server: null, student_id: local.student_id });
  const assumedNow = assumedNowOf(local, deviceNow);
  const clock = clockOf(payload.test_info);
  const left = assumedTimeLeft(local, clock, deviceNow);
  return {
    kind: 'open',
    payload,
    state: stateOf(local, kind),
    clock: clock && left !== null ? { ...clock, remaining_duration: left } : null,
    isEnding: decision.kind === 'submit_then_report',
    hasUnsentAnswers: kind === 'test' || hasRecordUnsent(local),
    isFresh: false,
    isFromElsewhere: false,
    assumedNow,
    absences: local.absences,
  };
}

/**
 * Opens the student's session: sends the device's unsent answers, fetches the session, and lets `decideResume` choose between the copies of
 * device and server. Rejects with the error of `fetchPayload` if the server refuses.
 */
export async function openForStudent<P extends SessionPayload>(
  ports: SessionPorts & { deviceNow?: () => number },
  object: SessionObject,
  kind: SessionState['kind'],
  fetchPayload: () => Promise<P>,
  isUnreachable: (failure: unknown) => boolean,
): Promise<Opened<P>> {
  const { store, deviceNow = Date.now } = ports;
  let local = await recordFor(store, object);
  let hasUnsentAnswers = false;
  const sendLocal = async (record: KeptRecord): Promise<void> => {
    const outcome = await sendRecord(ports, record);
    hasUnsentAnswers = outcome.kind === 'later' || outcome.kind === 'sign_in';
    local = await store.get(record.student_id, record.session_id);
  };
  if (local && (kind === 'test' || hasRecordUnsent(local))) await sendLocal(local);

  let payload: P;
  try {
    payload = await fetchPayload();
  } catch (failure) {
    if (!isUnreachable(failure)) throw failure;
    const offline = local && (await openOffline<P>(store, local, kind, deviceNow()));
    if (offline) return offline;
    return { kind: 'unreachable', failure, isAnsweredHere: local !== null };
  }
  const { test_info } = payload;
  const settled = (record: DeviceRecord) => {
    const described = resumeRecord(record);
    // Once the device has reported its time, the server's figure counts.
    return hasUnsentAnswers ? described : { ...described, session_time_spent: test_info.session_time_spent };
  };

  const follow = async (decision: Decision): Promise<Opened<P>> => {
    if (decision.kind === 'set_aside_foreign') return follow(decision.next);
    if (decision.kind === 'report' || test_info.session_id === null) {
      if (local && !hasUnsentAnswers) await store.delete(local.student_id, local.session_id);
      return { kind: 'report' };
    }
    if (decision.kind === 'upload_local_then_open' && local) {
      await sendLocal(local);
      // The session was fetched before these answers arrived, so it is fetched again.
      if (!hasUnsentAnswers) payload = await fetchPayload();
      if (!hasUnsentAnswers || local?.session_id !== test_info.session_id) return follow(decision.next);
    }
    const isOwn = local !== null && local.session_id === test_info.session_id;
    const isFresh = !isOwn && test_info.session_time_spent === 0 && payload.question_responses.length === 0;
    const isFromElsewhere = !isFresh && test_info.writer > (isOwn ? (local?.writer ?? 0) : 0);
    // Once every answer is sent the server's copy counts: another device may have answered since, even under this writer number.
    const opened =
      isOwn && hasUnsentAnswers && local
        ? stateOf(local, kind, payload.test_info.writer)
        : stateFromServer(payload, test_info.session_id, kind, decision.kind === 'open_from_local' ? local : null);
    // A draft is only on this device. If another device has written since, its saved answer is shown instead.
    const state = isOwn && !isFromElsewhere ? withDraft(opened, local?.draft ?? null) : withDraft(opened, null);
    void sendUnsent(ports, object.student_id, test_info.session_id);
    void store.keepPaper(object.student_id, test_info.session_id, { ...payload, question_responses: [] });
    return {
      kind: 'open',
      payload,
      state,
      clock: clockOf(payload.test_info),
      isEnding: isOwn && local?.isFinishTest === true,
      hasUnsentAnswers,
      isFresh,
      isFromElsewhere,
      assumedNow: null,
      absences: isOwn ? (local?.absences ?? []) : [],
    };
  };
  return follow(decideResume({ local: local && settled(local), server: test_info, student_id: object.student_id }));
}
