import { allResponses, changedCount, type SessionState, takeOver, unsent } from '@abhyas/exam/tests/session';
import type { LocalRecord } from '@abhyas/exam/tests/resume';
import type { DeviceRecord } from '../../platform/device-store.ts';

/** Whose session of what this is. */
export interface SessionObject {
  student_id: number;
  /** The paper, topic or chapter. */
  id: number;
  object_type: number;
  session_type: number;
  is_revise: boolean;
}

interface Moment {
  isFinishTest: boolean;
  timeRemaining: number | null;
  server_time: number;
  absences: number[];
}

export function recordOf(object: SessionObject, state: SessionState, moment: Moment): DeviceRecord {
  return {
    ...object,
    ...moment,
    session_id: state.session_id,
    sessionId: state.session_id,
    responses: allResponses(state),
    acknowledged: { ...state.acknowledged },
    currentIndex: state.currentIndex,
    visits: [...state.visits],
    next_visit: state.nextVisit,
    current_since: state.currentSince,
    writer: state.writer,
    session_time_spent: state.session_time_spent,
    is_exam_exact: state.is_exam_exact,
    draft: state.draft,
    ...(state.is_adaptive ? { is_adaptive: true } : {}),
  };
}

/** The session as the record holds it, going on under a writer's number. */
export function stateOf(record: DeviceRecord, kind: SessionState['kind'], writer: number = record.writer): SessionState {
  const stored: SessionState = {
    session_id: record.session_id,
    kind,
    questionIds: record.responses.map(({ question_id }) => question_id),
    currentIndex: record.currentIndex,
    responses: Object.fromEntries(record.responses.map((response) => [response.question_id, response])),
    visits: record.visits,
    nextVisit: record.next_visit,
    writer: record.writer,
    session_time_spent: record.session_time_spent,
    currentSince: Math.min(record.current_since, record.session_time_spent),
    acknowledged: record.acknowledged,
    is_exam_exact: record.is_exam_exact ?? false,
    draft: record.draft ?? null,
    ...(record.is_adaptive ? { is_adaptive: true } : {}),
  };
  return takeOver(stored, writer);
}

/** Whether a session holds anything that is not known to have arrived. */
export function hasUnsent(state: SessionState): boolean {
  const waiting = unsent(state);
  return changedCount(state) > 0 || waiting.responses.length > 0 || waiting.visits.length > 0;
}

/** Whether a record holds anything for the server: what has not arrived, absences, or a finish. */
export const hasUnsentAnswers = (record: DeviceRecord): boolean =>
  record.isFinishTest || record.absences.length > 0 || hasUnsent(stateOf(record, 'test'));

/** The record as the resume rules read it. */
export function resumeRecord(record: DeviceRecord): LocalRecord {
  return {
    student_id: record.student_id,
    session_id: record.session_id,
    has_unsent: hasUnsent(stateOf(record, 'test')),
    is_finish_test: record.isFinishTest,
    writer: record.writer,
    session_time_spent: record.session_time_spent,
    remaining_duration: record.timeRemaining,
  };
}
