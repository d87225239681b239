import {
  acknowledge,
  clearAnswer,
  closeVisit,
  enterNumber,
  moveTo,
  requestSolution,
  saveDraft,
  changedCount,
  type SessionState,
  selectOption,
  setMarked,
  takeOver,
  tick,
  toggleMark,
  verify,
} from '@abhyas/exam/tests/session';
import type { DeviceStore } from '../../platform/device-store.ts';
import { createListeners } from '../../platform/listeners.ts';
import { hasUnsent, recordOf, type SessionObject } from './device-record.ts';
import { createRecordKeeper } from './record-keeper.ts';
import { questionSaveStateOf, type SaveState, saveStateOf } from './save-state.ts';
import { createSender, type Outcome, type Send } from './sender.ts';
import { createSessionClock, type TestClock } from './session-clock.ts';
import { createStopwatch } from './stopwatch.ts';
import { KEEPALIVE_BYTES, type UploadAnswer, type UploadPart, USUAL_BYTES, afterAnswer, uploadParts } from './upload-parts.ts';
import { createUploadSchedule } from './upload-schedule.ts';

const TICK_MS = 1_000;
/** Time is written on the device at least this often, so a crash costs no more of it. */
const TIME_WRITE_MS = 5_000;

/** What the student is to be told once. `refused`: one answer or, with a null, everything. */
export type SessionEvent =
  | { kind: 'time_up' | 'finish_failed' | 'finished' | 'storage_failed' | 'taken_over' }
  | { kind: 'refused'; question_id: number | null; message: string }
  | { kind: 'received_late'; message: string }
  /** More time was given; the moment (ms) at which the test ends now. */
  | { kind: 'extended'; seconds: number; deadline: number };

/** How a session reaches the device, the server and the student. */
export interface SessionPorts {
  store: DeviceStore;
  send: Send;
  say: (event: SessionEvent) => void;
}

/** Everything the engine reaches outside itself. Times are in ms. */
export interface EngineEnvironment extends SessionPorts {
  /** By the server's clock. */
  now: () => number;
  monotonic: () => number;
  random: () => number;
  setTimer: (run: () => void, ms: number) => unknown;
  clearTimer: (timer: unknown) => void;
}

export type Phase = 'open' | 'finishing' | 'finish_failed' | 'finished';

export interface EngineView {
  state: SessionState;
  phase: Phase;
  saveState: SaveState;
  /** A newer tab or device writes; this one only reads. */
  isTakenOver: boolean;
  isSignInNeeded: boolean;
  isTimeUp: boolean;
  /** What the server said of answers that came after the end. */
  lateMessage: string | null;
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
  /** Chooses the questions of the places again after a change: of adaptive practice. */
  arrange?: (state: SessionState) => SessionState;
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
  const stopwatch = createStopwatch(monotonic);
  const clock = opening.clock && createSessionClock(opening.clock, opening.state.session_time_spent);
  const schedule = createUploadSchedule(monotonic, environment.random);
  const keeper = createRecordKeeper(store, recordNow, onStored);
  const { write, whenWritten } = keeper;
  /** Seconds of the session at which the window was left without a network to say so. */
  const absences = new Set(opening.absences);
  const sender = createSender(environment.send, { state: () => state, absences, accept, setAside });
  const refusals = new Map<number, string>();
  const viewers = createListeners();
  const tickers = createListeners();

  let state = opening.state;
  let phase: Phase = 'open';
  let isTakenOver = false;
  /** A new writer's number was asked for; until it is here, a higher one is most likely our own. */
  let isAcquiringWriter = false;
  let isSignInNeeded = false;
  let isTimeUp = false;
  let lateMessage: string | null = null;
  let isTimeAbout = opening.isTimeAbout ?? false;
  let isPaused = false;
  /** What is being sent; true when all of it arrives. */
  let round: Promise<boolean> | null = null;
  let writtenAt = monotonic();
  let timer: unknown = null;
  let view = snapshot();

  const isOver = () => phase === 'finished';

  function keeping() {
    return { state, refusals, isHeldUp: schedule.hasFailed() || isSignInNeeded, isStoredOnDevice: keeper.isStored() };
  }

  function snapshot(): EngineView {
    const saveState = saveStateOf(keeping());
    return { state, phase, saveState, isTakenOver, isSignInNeeded, isTimeUp, lateMessage, isTimeAbout, refusals: new Map(refusals) };
  }

  function emit(): void {
    view = snapshot();
    viewers.notify();
  }

  // Time

  /** Counts the seconds that passed since they were last counted. */
  function count(): void {
    const seconds = stopwatch.take();
    if (seconds > 0 && !isPaused && phase === 'open' && !isTakenOver) state = tick(state, seconds);
  }

  /** Seconds left; null outside tests. */
  function timeLeft(): number | null {
    const uncounted = isPaused || phase !== 'open' ? 0 : stopwatch.pending();
    return clock && clock.timeLeft(state.session_time_spent + uncounted, environment.now());
  }

  function closeCurrentVisit(): void {
    count();
    state = closeVisit(state, state.session_time_spent);
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
    schedule.arrived();
    state = afterAnswer(state, part, answer);
    for (const { question_id, message } of answer.refused) {
      if (question_id === null) say({ kind: 'refused', question_id, message });
      else setAside(question_id, message, part);
    }
    if (clock && opening.clock && answer.remaining_duration !== null) {
      const deadline = answer.deadline === null ? null : Date.parse(answer.deadline);
      const { time_kind } = opening.clock;
      const seconds = clock.learn({ time_kind, remaining_duration: answer.remaining_duration, deadline }, spent, isTimeAbout);
      if (seconds > 0 && deadline !== null) say({ kind: 'extended', seconds, deadline });
    }
    isTimeAbout = false;
    if (answer.writer > state.writer && !isTakenOver && !isAcquiringWriter) {
      isTakenOver = true;
      say({ kind: 'taken_over' });
    }
    if (answer.session_status === 'COMPLETE') end();
    if (changedCount(state) === 0) schedule.sentUntil(null);
    emit();
  }

  /** The answer stays on the screen and is not sent again until the student changes it. */
  function setAside(question_id: number, message: string, part?: UploadPart): void {
    const sent = part?.responses.find((response) => response.question_id === question_id) ?? state.responses[question_id];
    if (!sent) return;
    refusals.set(question_id, message);
    state = acknowledge(state, [sent], 0);
    say({ kind: 'refused', question_id, message });
  }

  function take(outcome: Outcome): void {
    if (outcome.kind === 'finished') {
      lateMessage = outcome.lateMessage ?? null;
      if (lateMessage) say({ kind: 'received_late', message: lateMessage });
      end();
    }
    if (outcome.kind === 'sign_in') isSignInNeeded = true;
    if (outcome.kind === 'later') schedule.failed(outcome.isServerBusy);
    if (outcome.kind === 'refused') {
      if (!schedule.hasFailed()) say({ kind: 'refused', question_id: null, message: outcome.message });
      schedule.failed();
    }
  }

  function sendDue(): void {
    if (round || isOver() || isSignInNeeded) return;
    if (phase === 'open' ? schedule.isDue(state, isTest && !isTakenOver) : schedule.mayTry()) void upload();
  }

  /** Joins the round that is under way, or starts one. True when all arrived. */
  function upload(): Promise<boolean> {
    if (isOver()) return Promise.resolve(true);
    round ??= sendRound().finally(() => {
      round = null;
    });
    return round;
  }

  /** One round: what is unsent or, when the session is to end, everything with the finish flag. */
  async function sendRound(): Promise<boolean> {
    count();
    const isEnding = phase !== 'open';
    if (isEnding) closeCurrentVisit();
    emit();
    const sentAt = monotonic();
    const outcome = await (isEnding ? sendEnd() : sendAll(false));
    take(outcome);
    if (isEnding && phase === 'finishing') {
      phase = 'finish_failed';
      say({ kind: 'finish_failed' });
    }
    if (outcome.kind === 'delivered') schedule.sentUntil(sentAt);
    if (!isOver()) write();
    emit();
    return outcome.kind === 'delivered' || outcome.kind === 'finished';
  }

  const sendAll = (isFinish: boolean) => sender.sendAll(uploadParts(state, isFinish, USUAL_BYTES));

  /** Everything with the finish flag. At zero what is unsent goes first: the answer may say that there is more time. */
  async function sendEnd(): Promise<Outcome> {
    if (isTimeUp) {
      const asked = await sendAll(false);
      if (asked.kind !== 'delivered') return asked;
      if ((timeLeft() ?? 0) > 0) {
        reopen();
        return asked;
      }
    }
    const ended = await sendAll(true);
    if (ended.kind === 'delivered') end();
    return ended;
  }

  /** The session is open again: the finish was taken back, or the server says that there is time left. */
  function reopen(): void {
    phase = 'open';
    isTimeUp = false;
    stopwatch.restart();
  }

  function end(): void {
    if (isOver()) return;
    void close();
    emit();
    say({ kind: 'finished' });
  }

  /** Nothing more is counted, written or sent, and the device forgets the session. */
  async function close(): Promise<void> {
    phase = 'finished';
    stop();
    await keeper.stop();
    await store.delete(object.student_id, state.session_id);
  }

  // The student

  function change(act: (state: SessionState, second: number) => SessionState): void {
    if (phase !== 'open' || isTakenOver) return;
    count();
    const changed = act(state, state.session_time_spent);
    if (changed === state) return;
    const next = opening.arrange ? opening.arrange(changed) : changed;
    for (const id of refusals.keys()) if (next.responses[id]?.edited !== state.responses[id]?.edited) refusals.delete(id);
    state = next;
    if (changedCount(state) > 0) schedule.changed();
    write();
    emit();
    sendDue();
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
    if (isOver() || isTakenOver) return false;
    closeCurrentVisit();
    phase = 'finishing';
    schedule.hurry();
    write();
    emit();
    // What is under way was begun without the finish flag.
    await round;
    return upload();
  }

  // The page

  function onTick(): void {
    timer = environment.setTimer(onTick, TICK_MS);
    count();
    const left = timeLeft();
    tickers.notify();
    if (left !== null && left <= 0 && phase === 'open' && !isTakenOver) {
      isTimeUp = true;
      say({ kind: 'time_up' });
      void finish();
      return;
    }
    if (phase === 'open' && monotonic() - writtenAt >= TIME_WRITE_MS) write();
    sendDue();
  }

  function stop(): void {
    if (timer !== null) environment.clearTimer(timer);
    timer = null;
  }

  /** Writes what is unsent at once, and sends it in requests that outlive the page. */
  async function flush(): Promise<void> {
    if (isOver()) return;
    closeCurrentVisit();
    keeper.writeAtOnce();
    write();
    if (isSignInNeeded || ((!isTest || isTakenOver) && !hasUnsent(state))) return;
    take(await sender.sendAll(uploadParts(state, phase !== 'open', KEEPALIVE_BYTES), true));
    emit();
  }

  return {
    view: () => view,
    subscribe: viewers.subscribe,
    /** Called each second, for what shows time. */
    subscribeTick: tickers.subscribe,
    timeLeft,
    /** Seconds on the current question so far. */
    timeOnQuestion: () => {
      const id = state.questionIds[state.currentIndex];
      return id === undefined ? 0 : (state.responses[id]?.question_time_spent ?? 0);
    },
    saveStateOf: (question_id: number) => questionSaveStateOf(keeping(), question_id),
    start: () => {
      stopwatch.restart();
      write();
      if (timer === null) timer = environment.setTimer(onTick, TICK_MS);
    },
    goTo,
    select: (option: number) => change((current) => selectOption(current, option)),
    enter: (text: string) => change((current) => enterNumber(current, text)),
    clear: () => change(clearAnswer),
    /** Makes the draft of an exam-exact test the answer; elsewhere answers count as they are given. */
    save: () => change(saveDraft),
    toggleMark: () => change(toggleMark),
    mark: (isMarked: boolean) => change((current) => setMarked(current, isMarked)),
    verify: () => change(verify),
    requestSolution: () => change(requestSolution),
    finish,
    /** Takes a failed finish back, while there is time. */
    goOn: () => {
      if (phase !== 'finish_failed' || isTimeUp) return;
      reopen();
      write();
      emit();
    },
    /** Makes this page the one that writes: changes from here on carry the number that `taking` brings. */
    acquireWriter: async (taking: Promise<number>): Promise<void> => {
      isAcquiringWriter = true;
      // Without a number it stays as it is: what the server refuses it says again to the next upload.
      const writer = await taking.catch(() => null);
      isAcquiringWriter = false;
      if (writer === null) return;
      // Read only now: the student went on meanwhile.
      state = takeOver(state, writer);
      write();
      emit();
    },
    /** Another page of this browser writes from now on, and ends the session where it is to be ended. What is unsent here still goes out. */
    becomeReadOnly: () => {
      if (isOver()) return;
      void keeper.stop();
      phase = 'open';
      if (!isTakenOver) say({ kind: 'taken_over' });
      isTakenOver = true;
      emit();
    },
    /** Tries at once, whatever the wait: after a press, a return of the network, a new sign-in. */
    tryNow: (): Promise<boolean> => {
      isSignInNeeded = false;
      schedule.hurry();
      return upload();
    },
    /** Notes that the window was left, where the server could not be told at once. */
    noteAbsence: () => {
      count();
      absences.add(state.session_time_spent);
      write();
    },
    networkLost: () => {
      schedule.expectNothing();
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
      count();
      isPaused = false;
      if (isTest && !isTakenOver && !isSignInNeeded) void upload();
      else sendDue();
    },
    /** Ends without sending: the session was thrown away. */
    discard: close,
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
