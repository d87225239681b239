/** The fields of the device's record on which the decision depends. */
export interface LocalRecord {
  student_id: number;
  session_id: number;
  /** Whether there are answers, marks or visits that the server has not acknowledged. */
  has_unsent: boolean;
  /** Whether the student has pressed Finish and the server has not confirmed it. */
  is_finish_test: boolean;
  writer: number;
  /** Seconds. */
  session_time_spent: number;
  /** Seconds left when the record was written; null outside tests. */
  remaining_duration: number | null;
}

/** The session as the server reports it. */
export interface ServerSession {
  session_id: number | null;
  session_status: 'IN_PROGRESS' | 'COMPLETE' | null;
  /** Seconds left; null outside tests. */
  remaining_duration: number | null;
  session_time_spent: number;
  writer: number;
}

/**
 * The steps when a session is opened; `next` is done afterwards. `upload_local_then_open` loads the server's session again after the
 * upload, and keeps the record if the upload fails. `submit_then_report` uploads all answers on the device with the finish flag.
 */
export type Decision =
  | { kind: 'open_from_server' | 'open_from_local' | 'open_offline_from_local' | 'report' | 'unavailable' }
  | { kind: 'submit_then_report'; session_id: number }
  | { kind: 'upload_local_then_open'; session_id: number; next: Decision }
  | { kind: 'set_aside_foreign'; next: Decision };

export interface ResumeSituation {
  local: LocalRecord | null;
  /** Null when the server cannot be reached. */
  server: ServerSession | null;
  student_id: number;
}

const isTimeUp = (remaining: number | null): boolean => remaining !== null && remaining <= 0;

function decideFromServer({ session_id, session_status, remaining_duration }: ServerSession): Decision {
  if (session_status === 'COMPLETE') return { kind: 'report' };
  if (session_id !== null && isTimeUp(remaining_duration)) return { kind: 'submit_then_report', session_id };
  return { kind: 'open_from_server' };
}

function decideOffline({ session_id, is_finish_test, remaining_duration }: LocalRecord): Decision {
  const isAtEnd = is_finish_test || isTimeUp(remaining_duration);
  return isAtEnd ? { kind: 'submit_then_report', session_id } : { kind: 'open_offline_from_local' };
}

/** Whether the device has answers or time that the server's session lacks. */
function isAhead(local: LocalRecord, server: ServerSession): boolean {
  return local.has_unsent || local.session_time_spent > server.session_time_spent;
}

/**
 * Decides how a session is opened, from the device's record and the server's session. A record of another student is neither shown nor
 * sent. Unsent answers are sent first, even those of another session. If the record equals the server's session and is of its newest
 * writer, it restores question and time. A session whose time is up is submitted.
 */
export function decideResume({ local, server, student_id }: ResumeSituation): Decision {
  if (local && local.student_id !== student_id) {
    return { kind: 'set_aside_foreign', next: decideResume({ local: null, server, student_id }) };
  }
  if (!server) return local ? decideOffline(local) : { kind: 'unavailable' };

  const next = decideFromServer(server);
  if (!local) return next;
  if (local.session_id !== server.session_id) {
    const mustUpload = local.has_unsent || local.is_finish_test;
    return mustUpload ? { kind: 'upload_local_then_open', session_id: local.session_id, next } : next;
  }
  if (next.kind === 'report') return local.has_unsent ? { kind: 'upload_local_then_open', session_id: local.session_id, next } : next;
  if (next.kind === 'submit_then_report') return next;
  if (local.is_finish_test) return { kind: 'submit_then_report', session_id: local.session_id };
  if (isAhead(local, server)) return { kind: 'upload_local_then_open', session_id: local.session_id, next };
  return local.writer >= server.writer && local.session_time_spent === server.session_time_spent ? { kind: 'open_from_local' } : next;
}
