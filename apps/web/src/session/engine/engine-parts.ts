import type { SessionState } from '@abhyas/exam/tests/session';
import type { DeviceStore } from '../../platform/device-store.ts';
import type { SessionObject } from './device-record.ts';
import type { Send } from './sender.ts';
import type { TestClock } from './session-clock.ts';

/** A message that the student gets once. `refused`: the server refused one answer, or all answers if `question_id` is null. */
export type SessionEvent =
  | { kind: 'time_up' | 'finish_failed' | 'finished' | 'storage_failed' | 'taken_over' }
  | { kind: 'refused'; question_id: number | null; message: string }
  | { kind: 'received_late'; message: string }
  /** The test was extended; `deadline` is its new end (ms). */
  | { kind: 'extended'; seconds: number; deadline: number };

/** The device store, the calls of the server and the messages to the student that a session uses. */
export interface SessionPorts {
  store: DeviceStore;
  send: Send;
  say: (event: SessionEvent) => void;
}

/** Everything outside the engine that it uses. Times are in ms. */
export interface EngineEnvironment extends SessionPorts {
  /** The time of the server's clock, in ms. */
  now: () => number;
  monotonic: () => number;
  random: () => number;
  setTimer: (run: () => void, ms: number) => unknown;
  clearTimer: (timer: unknown) => void;
}

export interface OpeningOfSession {
  object: SessionObject;
  state: SessionState;
  /** Null outside tests. */
  clock: TestClock | null;
  /** Whether the session was opened without the server, so that the time left is the device's estimate. */
  isTimeAbout?: boolean;
  /** Absences that an earlier page noted and could not send. */
  absences?: readonly number[];
  /** Adaptive practice only: chooses the following questions again after a change. */
  arrange?: (state: SessionState) => SessionState;
}

/** The state that the parts of one engine share. */
export interface HeldSession {
  state: SessionState;
  /** Whether a newer page or device is the writer, so that this page only reads. */
  isTakenOver: boolean;
  /** Notifies every subscriber of a change. */
  emit: () => void;
}
