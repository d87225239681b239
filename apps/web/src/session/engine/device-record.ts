import { allResponses, changedCount, type SessionState, takeOver, unsent } from '@abhyas/exam/tests/session';
import type { LocalRecord } from '@abhyas/exam/tests/resume';
import type { DeviceRecord } from '../../platform/device-store.ts';

/** The paper, topic or chapter that a session belongs to, and the session's type. */
export interface SessionObject {
  student_id: number;
  /** Id of the paper, topic or chapter. */
  id: number;
  object_type: number;
  session_type: number;
  is_revise: boolean;
  /** The source of a revision's questions; absent for missed questions. Each source has a separate session. */
  source?: string;
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
    ...(state.isShownInHindi ? { is_shown_in_hindi: true } : {}),
    ...(state.is_adaptive ? { is_adaptive: true } : {}),
  };
}

/** The session that a record describes, continued under a writer number. */
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
    ...(record.is_shown_in_hindi ? { isShownInHindi: true } : {}),
    ...(record.is_adaptive ? { is_adaptive: true } : {}),
  };
  return takeOver(stored, writer);
}

/** Whether a session has answers, visits or time that the server has not confirmed. */
export function hasUnsent(state: SessionState): boolean {
  const waiting = unsent(state);
  return changedCount(state) > 0 || waiting.responses.length > 0 || waiting.visits.length > 0;
}

/** Whether a record contains anything to send: unconfirmed answers, absences, or a finish. */
export const hasUnsentAnswers = (record: DeviceRecord): boolean =>
  record.isFinishTest || record.absences.length > 0 || hasUnsent(stateOf(record, 'test'));

/** The record in the form that the resume rules take. */
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
