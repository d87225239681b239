import {
  clearAnswer,
  enterNumber,
  moveTo,
  requestSolution,
  saveDraft,
  changedCount,
  type SessionState,
  selectOption,
  setMarked,
  showInHindi,
  toggleMark,
  verify,
} from '@abhyas/exam/tests/session';
import { createListeners } from '../../platform/listeners.ts';
import { createCountedTime } from './counted-time.ts';
import { createDelivery } from './delivery.ts';
import type { EngineEnvironment, HeldSession, OpeningOfSession } from './engine-parts.ts';
import { createSessionOnDevice } from './session-on-device.ts';
import { createPhases, type Phase } from './phases.ts';
import { questionSaveStateOf, type SaveState, saveStateOf } from './save-state.ts';

const TICK_MS = 1_000;

export interface EngineView {
  state: SessionState;
  phase: Phase;
  saveState: SaveState;
  /** Whether a newer tab or device is the writer, so that this page only reads. */
  isTakenOver: boolean;
  isSignInNeeded: boolean;
  isTimeUp: boolean;
  /** The server's message about answers that it received after the end; null without one. */
  lateMessage: string | null;
  /** Whether the time left is the device's estimate, because the server has not answered yet. */
  isTimeAbout: boolean;
  /** The server's message about each refused answer, by question id. */
  refusals: ReadonlyMap<number, string>;
}

export type SessionEngine = ReturnType<typeof createSessionEngine>;

/**
 * Runs one session: holds its state, writes it to the device at every change and sends it to the server. Time, random numbers, storage and
 * network are passed in. Its parts are the clock, the device, the delivery and the phases.
 */
export function createSessionEngine(environment: EngineEnvironment, opening: OpeningOfSession) {
  const isTest = opening.state.kind === 'test';
  const viewers = createListeners();
  const tickers = createListeners();
  const held: HeldSession = { state: opening.state, isTakenOver: false, emit };
  const phases = createPhases();
  const time = createCountedTime(environment, opening, held, phases);
  const onDevice = createSessionOnDevice(environment, opening, held, phases, time);
  const delivery = createDelivery(environment, held, phases, time, onDevice, endedOnServer);
  const { refusals } = delivery;

  let timer: unknown = null;
  let view = snapshot();

  const isOver = () => phases.now() === 'finished';

  function keeping() {
    return { state: held.state, refusals, isHeldUp: delivery.isHeldUp(), isStoredOnDevice: onDevice.isStored() };
  }

  function snapshot(): EngineView {
    return {
      state: held.state,
      phase: phases.now(),
      saveState: saveStateOf(keeping()),
      isTakenOver: held.isTakenOver,
      isSignInNeeded: delivery.isSignInNeeded(),
      isTimeUp: phases.isTimeUp(),
      lateMessage: delivery.lateMessage(),
      isTimeAbout: time.isAbout(),
      refusals: new Map(refusals),
    };
  }

  function emit(): void {
    view = snapshot();
    viewers.notify();
  }

  // Acts of the student

  function change(act: (state: SessionState, second: number) => SessionState, isOnlyMove = false): void {
    if (phases.now() !== 'open' || held.isTakenOver) return;
    time.count();
    const before = held.state;
    const changed = act(before, before.session_time_spent);
    if (changed === before) return;
    const next = opening.arrange ? opening.arrange(changed) : changed;
    for (const id of refusals.keys()) if (next.responses[id]?.edited !== before.responses[id]?.edited) refusals.delete(id);
    held.state = next;
    if (changedCount(next) > 0) delivery.changed();
    // A crash right after a move loses seconds of a visit, which are not worth a slower move.
    if (!isOnlyMove) onDevice.writeAtOnce();
    onDevice.write();
    emit();
    delivery.sendDue();
  }

  /** Moving to a question is only reading, so a tab whose session was taken over may do it too, but no visit is recorded. */
  function goTo(index: number): void {
    if (!held.isTakenOver) {
      change((current, second) => moveTo(current, index, second), true);
      return;
    }
    if (held.state.questionIds[index] === undefined) return;
    held.state = { ...held.state, currentIndex: index };
    emit();
  }

  async function finish(event: 'finish_pressed' | 'time_up'): Promise<boolean> {
    if (held.isTakenOver || isOver()) return false;
    time.closeCurrentVisit();
    phases.take(event);
    delivery.hurry();
    onDevice.write();
    emit();
    // The upload under way was begun without the finish flag.
    await delivery.underWay();
    return delivery.upload();
  }

  function endedOnServer(): void {
    if (isOver()) return;
    void stopAndForget();
    emit();
    environment.say({ kind: 'finished' });
  }

  /** Stops counting, writing and sending, and deletes the session from the device; the server keeps its copy. */
  async function stopAndForget(): Promise<void> {
    phases.take('ended');
    stop();
    await onDevice.forget();
  }

  // Acts of the page

  function onTick(): void {
    timer = environment.setTimer(onTick, TICK_MS);
    time.count();
    const left = time.left();
    tickers.notify();
    if (left !== null && left <= 0 && phases.now() === 'open' && !held.isTakenOver) {
      environment.say({ kind: 'time_up' });
      void finish('time_up');
      return;
    }
    onDevice.writeTime();
    delivery.sendDue();
  }

  function stop(): void {
    if (timer !== null) environment.clearTimer(timer);
    timer = null;
  }

  /** Writes the session at once, and sends its unsent answers in requests that outlive the page. */
  async function flush(): Promise<void> {
    if (isOver()) return;
    time.closeCurrentVisit();
    onDevice.writeAtOnce();
    onDevice.write();
    await delivery.sendBeforeLeaving();
  }

  return {
    view: () => view,
    subscribe: viewers.subscribe,
    /** Calls back each second, for components that show time. */
    subscribeTick: tickers.subscribe,
    timeLeft: time.left,
    /** Seconds on the current question so far. */
    timeOnQuestion: () => {
      const id = held.state.questionIds[held.state.currentIndex];
      return id === undefined ? 0 : (held.state.responses[id]?.question_time_spent ?? 0);
    },
    saveStateOf: (question_id: number) => questionSaveStateOf(keeping(), question_id),
    start: () => {
      time.restart();
      onDevice.write();
      if (timer === null) timer = environment.setTimer(onTick, TICK_MS);
    },
    goTo,
    select: (option: number) => change((current) => selectOption(current, option)),
    enter: (text: string) => change((current) => enterNumber(current, text)),
    clear: () => change(clearAnswer),
    /** Saves the draft of an exam-exact test as the answer; elsewhere answers count as they are given. */
    save: () => change(saveDraft),
    toggleMark: () => change(toggleMark),
    mark: (isMarked: boolean) => change((current) => setMarked(current, isMarked)),
    verify: () => change(verify),
    requestSolution: () => change(requestSolution),
    showInHindi: () => change(showInHindi),
    finish: () => finish('finish_pressed'),
    /** Cancels a failed finish, if time is left. */
    goOn: () => {
      if (phases.now() !== 'finish_failed' || phases.isTimeUp()) return;
      phases.take('reopened');
      time.restart();
      onDevice.write();
      emit();
    },
    /** Makes this page the writer. */
    acquireWriter: delivery.acquireWriter,
    /**
     * Called when another page of this browser becomes the writer, which then also ends the session. This page still sends its unsent
     * answers.
     */
    becomeReadOnly: () => {
      if (isOver()) return;
      void onDevice.stop();
      phases.take('taken_over');
      if (!held.isTakenOver) environment.say({ kind: 'taken_over' });
      held.isTakenOver = true;
      emit();
    },
    /** Sends at once, without the rest of a wait: after a press, after the network is back, or after a new sign-in. */
    tryNow: (): Promise<boolean> => {
      delivery.signedIn();
      delivery.hurry();
      return delivery.upload();
    },
    /** Records that the student left the window. Called if the server could not be reached at once. */
    noteAbsence: () => {
      time.count();
      onDevice.absences.add(held.state.session_time_spent);
      onDevice.write();
    },
    networkLost: () => {
      delivery.networkLost();
      emit();
    },
    /** Called when the page is hidden: sends the answers at once, and in practice stops the clock. */
    hide: () => {
      const sent = flush();
      time.pause(!isTest);
      return sent;
    },
    /** Called when the page is visible again: asks the server for the time, because the device may have slept. */
    show: () => {
      time.count();
      time.pause(false);
      if (isTest && !held.isTakenOver && !delivery.isSignInNeeded()) void delivery.upload();
      else delivery.sendDue();
    },
    /** Called when the student discards the session: the unsent answers are deleted. */
    discard: stopAndForget,
    /** Called when the student leaves the page. */
    leave: () => {
      const sent = flush();
      stop();
      return sent;
    },
    /** Resolves once the device has stored every change made so far. */
    whenWritten: onDevice.whenWritten,
  };
}
