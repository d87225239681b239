import { uploadStudentResponses } from '@abhyas/contract/reports/uploads';
import { Problem } from '@abhyas/contract/problem';
import type { SeatCall } from '@abhyas/exam/tests/seat-verdict';
import { call, NetworkFailure } from '../../platform/call.ts';
import { deviceStore } from '../../platform/device-store.ts';
import { i18n } from '../../platform/language.ts';
import { noteSeatCall } from '../../platform/seat-calls.ts';
import { formatLongDuration, formatTime } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import type { SessionPorts, SessionEvent } from '../engine/engine-parts.ts';

const toasts: Partial<Record<SessionEvent['kind'], () => void>> = {
  time_up: () => toast.warning(i18n.t('Your test is being submitted as you have run out time.')),
  finish_failed: () => toast.error(i18n.t('Network error, please try again after sometime.')),
  storage_failed: () =>
    toast.warning(i18n.t('This browser does not keep answers on the device. Keep this page open until they are saved.')),
};

function say(event: SessionEvent): void {
  if (event.kind === 'refused') toast.error(i18n.t('An answer was not accepted: {message}', { message: event.message }));
  else if (event.kind === 'received_late') toast.warning(event.message);
  else if (event.kind === 'extended')
    toast.success(i18n.t('{time} more: ends {end}', { time: formatLongDuration(event.seconds), end: formatTime(event.deadline) }));
  else toasts[event.kind]?.();
}

/** Sends an upload, and notes its round trip for the verdict on the seat. */
const sendTimed: SessionPorts['send'] = async (upload, options) => {
  const at = performance.now();
  const note = (outcome: SeatCall['outcome'], server_ms: number | null) =>
    noteSeatCall({ at, ms: performance.now() - at, server_ms, outcome });
  try {
    const answer = await call(uploadStudentResponses, upload, { ...options, onServerMs: (ms) => note('answered', ms) });
    return answer;
  } catch (failure) {
    if (failure instanceof NetworkFailure) note(navigator.onLine ? 'unreached' : 'offline', null);
    else if (failure instanceof Problem && (failure.status === 503 || failure.status === 429)) note('busy', null);
    throw failure;
  }
};

/** The device store, the calls of the server and the messages that the sessions of this page use. */
export const pagePorts: SessionPorts = {
  store: deviceStore,
  send: sendTimed,
  say,
};
