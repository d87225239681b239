import { isUploadDue } from '@abhyas/exam/autosave';
import {
  acknowledge,
  changedCount,
  changedNumericalCount,
  clearAnswer,
  closeVisit,
  enterNumber,
  moveTo,
  requestSolution,
  type SessionState,
  selectOption,
  setMarked,
  takeOver,
  tick,
  toggleMark,
  verify,
} from '@abhyas/exam/session';
import type { DeviceStore } from '../platform/device-store.ts';
import { hasUnsent, recordOf, type SessionObject } from './device-record.ts';
import { createRecordKeeper } from './record-keeper.ts';
import { createPatience, createSender, type Outcome, type Send, type UploadAnswer } from './sender.ts';
import { createSessionClock, type TestClock } from './session-clock.ts';
import { KEEPALIVE_BYTES, type UploadPart, USUAL_BYTES, uploadParts } from './upload-parts.ts';

const TICK_MS = 1_000;
/** Time is written on the device at least this often, so a crash costs no more of it. */
const TIME_WRITE_MS = 5_000;
/** A longer silence between two ticks means that the device slept; the server counts no more either. */
const LONGEST_GAP_SECONDS = 90;

/** Everything the engine reaches outside itself. Times are in ms. */
export interface EngineEnvironment {
  /** By the server's clock. */
  now: () => number;
  monotonic: () => number;
  random: () => number;
  store: DeviceStore;
  send: Send;
  setTimer: (run: () => void, ms: number) => unknown;
  clearTimer: (timer: unknown) => void;
  /** What the student is to be told once. */
  say: (event: SessionEvent) => void;
}

export type SessionEvent =
  | { kind: 'time_up' | 'finish_failed' | 'finished' | 'storage_failed' | 'taken_over' }
  | { kind: 'refused'; question_id: number | null; message: string }
  | { kind: 'received_late'; message: string };

/** `not_saved`: neither the server nor the device has it yet. */
export type SaveState = 'saved' | 'saving' | 'on_device' | 'not_saved' | 'refused';
export type Phase = 'open' | 'finishing' | 'finish_failed' | 'finished';

export interface EngineView {
  state: SessionState;
  phase: Phase;
  saveState: SaveState;
  /** A newer tab or device writes; this one only reads. */
  isTakenOver: boolean;
  isSignInNeeded: boolean;
  isTimeUp: boolean;
  /** The time left is the device's guess, until the server answers. */
  isTimeAbout: boolean;
  /** Answers set aside by the server, with its words. */
  refusals: ReadonlyMap<number, string>;
}

export interface OpeningOfSession {
  object: SessionObject;
  state: SessionState;
  /** Null outside tests. */
  clock: TestClock | null;
  /** Opened without the server: the time left is what the device can tell. */
  isTimeAbout?: boolean;
  /** Absences that an earlier page noted and could not send. */
  absences?: readonly number[];
}

export type SessionEngine = ReturnType<typeof createSessionEngine>;

/**
 * One running session: holds its state, writes it on the device at every change, and sees to it that the server has it. Knows no page: time,
 * chance, storage and network are handed in.
 */
export function createSessionEngine(environment: EngineEnvironment, opening: OpeningOfSession) {
  const { monotonic, store, say } = environment;
  const { object } = opening;
  const isTest = opening.state.kind === 'test';
  const clock = opening.clock && createSessionClock(opening.clock, opening.state.session_time_spent);
  const patience = createPatience(monotonic, environment.random);
  const refusals = new Map<number, string>();
  const listeners = new Set<() => void>();
  const tickListeners = new Set<() => void>();

  let state = opening.state;
  let phase: Phase = 'open';
  /** Seconds of the session at which the window was left without a network to say so. */
  const absences = new Set(opening.absences);

  let isTakenOver = false;
  let isSignInNeeded = false;
  let isTimeUp = false;
  let isTimeAbout = opening.isTimeAbout ?? false;
  let isSending = false;
  let isPaused = false;
  /** A new writer's number was asked for; until it is here, a higher one is most likely our own. */
  let isAdopting = false;
  let accountedAt = monotonic();
  let lastUploadAt = monotonic();
  let oldestUnsentAt: number | null = null;
  let writtenAt = monotonic();
  let timer: unknown = null;
  const keeper = createRecordKeeper(store, recordNow, onStored);
  const { write, whenWritten } = keeper;
  let view = look();

  /** Absences travel with every upload until one has arrived. */
  const sendWithAbsences: Send = async (upload, options) => {
    const sent = [...absences];
    const answer = await environment.send(sent.length > 0 ? { ...upload, absences: sent } : upload, options);
    for (const second of sent) absences.delete(second);
    return answer;
  };
  const sender = createSender(sendWithAbsences, { state: () => state, accept, setAside });

  function look(): EngineView {
    return { state, phase, saveState: saveState(), isTakenOver, isSignInNeeded, isTimeUp, isTimeAbout, refusals: new Map(refusals) };
  }

  function saveState(): SaveState {
    if (changedCount(state) === 0) return refusals.size > 0 ? 'refused' : 'saved';
    if (!patience.hasFailed() && !isSignInNeeded) return 'saving';
    return keeper.isStored() ? 'on_device' : 'not_saved';
  }

  /** The save state of one question, for the palette. */
  function saveStateOf(question_id: number): SaveState {
    const response = state.responses[question_id];
    const held = state.acknowledged[question_id];
    if (refusals.has(question_id)) return 'refused';
    if (!response || !held) return 'saved';
    const isHeld = held.writer === response.edited.writer ? held.version >= response.edited.version : held.writer > response.edited.writer;
    if (isHeld) return 'saved';
    return saveState();
  }

  function emit(): void {
    view = look();
    for (const listener of listeners) listener();
  }

  // Time

  /** Seconds of the session so far, with the part of a second that is not yet counted. */
  function spentNow(): number {
    const uncounted = isPaused || phase !== 'open' ? 0 : (monotonic() - accountedAt) / 1000;
    return state.session_time_spent + Math.min(Math.max(0, uncounted), LONGEST_GAP_SECONDS);
  }

  /** Counts the whole seconds that passed since they were last counted. */
  function settle(): void {
    const seconds = Math.floor((monotonic() - accountedAt) / 1000);
    if (seconds <= 0) return;
    accountedAt += seconds * 1000;
    if (!isPaused && phase === 'open' && !isTakenOver) state = tick(state, Math.min(seconds, LONGEST_GAP_SECONDS));
  }

  /** Seconds left; null outside tests. */
  function timeLeft(): number | null {
    return clock ? clock.timeLeft(spentNow(), environment.now()) : null;
  }

  // The device

  function recordNow() {
    writtenAt = monotonic();
    const left = timeLeft();
    return recordOf(object, state, {
      isFinishTest: phase !== 'open',
      timeRemaining: left === null ? null : Math.ceil(left),
      server_time: environment.now(),
      absences: [...absences],
    });
  }

  function onStored(isStored: boolean): void {
    if (!isStored) say({ kind: 'storage_failed' });
    emit();
  }

  // The server

  function accept(answer: UploadAnswer, part: UploadPart, spent: number): void {
    lastUploadAt = monotonic();
    patience.arrived();
    // What was sent of a question is dealt with even where the server keeps another device's answer.
    const kept = new Set(answer.kept.map(({ question_id }) => question_id));
    const taken = part.responses.filter(({ question_id }) => kept.has(question_id));
    state = acknowledge(state, [...taken, ...answer.kept], part.writer === state.writer ? answer.visits_kept : 0);
    for (const { question_id, message } of answer.refused) {
      if (question_id === null) say({ kind: 'refused', question_id, message });
      else setAside(question_id, message, part);
    }
    if (clock && opening.clock && answer.remaining_duration !== null) {
      const deadline = answer.deadline === null ? null : Date.parse(answer.deadline);
      clock.learn({ time_kind: opening.clock.time_kind, remaining_duration: answer.remaining_duration, deadline }, spent, isTimeAbout);
    }
    isTimeAbout = false;
    if (answer.writer > state.writer && !isTakenOver && !isAdopting) {
      isTakenOver = true;
      say({ kind: 'taken_over' });
    }
    if (answer.session_status === 'COMPLETE') end();
    if (changedCount(state) === 0) oldestUnsentAt = null;
    emit();
  }

  /** The answer stays on the screen and is not sent again until the student changes it. */
  function setAside(question_id: number, message: string, part?: UploadPart): void {
    const sent = part?.responses.find((response) => response.question_id === question_id) ?? state.responses[question_id];
    if (!sent) return;
    refusals.set(question_id, message);
    state = acknowledge(state, [{ question_id, writer: sent.writer, version: sent.version }], 0);
    say({ kind: 'refused', question_id, message });
  }

  function end(): void {
    if (phase === 'finished') return;
    phase = 'finished';
    stop();
    void keeper.stop().then(() => store.delete(object.student_id, state.session_id));
    emit();
    say({ kind: 'finished' });
  }

  function take(outcome: Outcome): void {
    if (outcome.kind === 'finished') {
      if (outcome.lateMessage) say({ kind: 'received_late', message: outcome.lateMessage });
      end();
    }
    if (outcome.kind === 'sign_in') isSignInNeeded = true;
    if (outcome.kind === 'later') patience.failed();
    if (outcome.kind === 'refused') {
      if (!patience.hasFailed()) say({ kind: 'refused', question_id: null, message: outcome.message });
      patience.failed();
    }
  }

  /** Whether something is to go out by the rules of autosave. */
  function isDue(): boolean {
    if (phase === 'finishing' || phase === 'finish_failed') return true;
    return isUploadDue({
      kind: state.kind,
      changed: changedCount(state),
      changedNumerical: changedNumericalCount(state),
      oldestUnsentAt,
      lastUploadAt,
      now: monotonic(),
      is_test_running: isTest && !isTakenOver,
    });
  }

  function pump(): void {
    if (!isSending && phase !== 'finished' && !isSignInNeeded && patience.mayTry() && isDue()) void upload();
  }

  /** One round: what is unsent, then, when the session is to end, everything with the finish flag. True when all arrived. */
  async function upload(): Promise<boolean> {
    if (isSending || phase === 'finished') return phase === 'finished';
    isSending = true;
    settle();
    const isFinish = phase !== 'open';
    if (isFinish) state = closeVisit(state, state.session_time_spent);
    emit();
    const sentAt = monotonic();
    const first = isTimeUp && isFinish ? await sender.sendAll(uploadParts(state, false, USUAL_BYTES)) : { kind: 'delivered' as const };
    const isOverruled = isTimeUp && first.kind === 'delivered' && (timeLeft() ?? 0) > 0;
    if (isOverruled) resume();
    const outcome = first.kind === 'delivered' && !isOverruled ? await sender.sendAll(uploadParts(state, isFinish, USUAL_BYTES)) : first;
    isSending = false;
    take(outcome);
    if (isFinish && outcome.kind === 'delivered' && !isOverruled) end();
    else if (isFinish && outcome.kind !== 'finished' && phase === 'finishing') {
      phase = 'finish_failed';
      say({ kind: 'finish_failed' });
    }
    if (oldestUnsentAt !== null) oldestUnsentAt = Math.max(oldestUnsentAt, outcome.kind === 'delivered' ? sentAt : oldestUnsentAt);
    if (!isEnded()) write();
    emit();
    return outcome.kind === 'delivered' || outcome.kind === 'finished';
  }

  const isEnded = () => phase === 'finished';

  // The student

  function change(act: (state: SessionState, second: number) => SessionState): void {
    if (phase !== 'open' || isTakenOver) return;
    settle();
    const next = act(state, state.session_time_spent);
    if (next === state) return;
    for (const id of refusals.keys()) if (next.responses[id]?.edited !== state.responses[id]?.edited) refusals.delete(id);
    state = next;
    if (changedCount(state) > 0) oldestUnsentAt ??= monotonic();
    write();
    emit();
    pump();
  }

  /** Moving about is reading: a tab that was taken over may still do it, unrecorded. */
  function goTo(index: number): void {
    if (!isTakenOver) {
      change((current, second) => moveTo(current, index, second));
      return;
    }
    if (state.questionIds[index] === undefined) return;
    state = { ...state, currentIndex: index };
    emit();
  }

  async function finish(): Promise<boolean> {
    if (phase === 'finished' || isTakenOver) return false;
    settle();
    state = closeVisit(state, state.session_time_spent);
    phase = 'finishing';
    patience.hurry();
    write();
    emit();
    return upload();
  }

  /** The session is open again: the finish was taken back, or the server says that there is time left. */
  function resume(): void {
    phase = 'open';
    isTimeUp = false;
    accountedAt = monotonic();
  }

  /** Takes a failed finish back, while there is time. */
  function goOn(): void {
    if (phase !== 'finish_failed' || isTimeUp) return;
    resume();
    write();
    emit();
  }

  function onTick(): void {
    timer = environment.setTimer(onTick, TICK_MS);
    settle();
    const left = timeLeft();
    for (const listener of tickListeners) listener();
    if (left !== null && left <= 0 && phase === 'open' && !isTakenOver) {
      isTimeUp = true;
      say({ kind: 'time_up' });
      void finish();
      return;
    }
    if (phase === 'open' && monotonic() - writtenAt >= TIME_WRITE_MS) write();
    pump();
  }

  function stop(): void {
    if (timer !== null) environment.clearTimer(timer);
    timer = null;
  }

  /** Sends what is unsent in requests that outlive the page. */
  async function flush(): Promise<void> {
    if (phase === 'finished') return;
    settle();
    state = closeVisit(state, state.session_time_spent);
    keeper.writeAtOnce();
    write();
    if (isSignInNeeded || ((!isTest || isTakenOver) && !hasUnsent(state))) return;
    take(await sender.sendAll(uploadParts(state, phase !== 'open', KEEPALIVE_BYTES), true));
    emit();
  }

  return {
    view: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Called each second, for what shows time. */
    subscribeTick: (listener: () => void) => {
      tickListeners.add(listener);
      return () => void tickListeners.delete(listener);
    },
    timeLeft,
    /** Seconds on the current question so far. */
    timeOnQuestion: () => {
      const id = state.questionIds[state.currentIndex];
      return id === undefined ? 0 : (state.responses[id]?.question_time_spent ?? 0);
    },
    saveStateOf,
    start: () => {
      accountedAt = monotonic();
      write();
      if (timer === null) timer = environment.setTimer(onTick, TICK_MS);
    },
    goTo,
    select: (option: number) => change((current) => selectOption(current, option)),
    enter: (text: string) => change((current) => enterNumber(current, text)),
    clear: () => change(clearAnswer),
    toggleMark: () => change(toggleMark),
    mark: (isMarked: boolean) => change((current) => setMarked(current, isMarked)),
    verify: () => change(verify),
    requestSolution: () => change(requestSolution),
    finish,
    goOn,
    /** Makes this page the one that writes: changes from here on carry the number that `taking` brings. */
    adopt: async (taking: Promise<number>): Promise<void> => {
      isAdopting = true;
      try {
        const writer = await taking;
        // Read only now: the student went on meanwhile.
        state = takeOver(state, writer);
        write();
        emit();
      } catch {
        // Without the network the number stays as it is; the next opening asks again.
      } finally {
        isAdopting = false;
      }
    },
    /** Another page of this browser writes from now on, and ends the session where it is to be ended. What is unsent here still goes out. */
    giveWay: () => {
      if (phase === 'finished') return;
      void keeper.stop();
      phase = 'open';
      if (!isTakenOver) say({ kind: 'taken_over' });
      isTakenOver = true;
      emit();
    },
    /** Tries at once, whatever the wait: after a press, a return of the network, a new sign-in. */
    tryNow: (): Promise<boolean> => {
      isSignInNeeded = false;
      patience.hurry();
      return upload();
    },
    /** Notes that the window was left, where the server could not be told at once. */
    noteAbsence: () => {
      settle();
      absences.add(state.session_time_spent);
      write();
    },
    networkLost: () => {
      patience.expectNothing();
      emit();
    },
    /** The page is out of sight: send now, and in practice let the clock stand. */
    hide: () => {
      const sent = flush();
      isPaused = !isTest;
      return sent;
    },
    /** The page is in sight again: the device may have slept, so the server is asked for the time. */
    show: () => {
      settle();
      isPaused = false;
      if (isTest && !isTakenOver && !isSignInNeeded) void upload();
      else pump();
    },
    /** Ends without sending: the session was thrown away. */
    discard: async (): Promise<void> => {
      phase = 'finished';
      stop();
      await keeper.stop();
      await store.delete(object.student_id, state.session_id);
    },
    /** The page is left for good. */
    leave: () => {
      const sent = flush();
      stop();
      return sent;
    },
    /** Settles once what the student did so far is on the device. */
    whenWritten,
  };
}
