import { acknowledge, changedCount, takeOver } from '@abhyas/exam/tests/session';
import type { CountedTime } from './counted-time.ts';
import { hasUnsent } from './device-record.ts';
import type { EngineEnvironment, HeldSession } from './engine-parts.ts';
import type { SessionOnDevice } from './session-on-device.ts';
import type { Phases } from './phases.ts';
import { createSender, type Outcome } from './sender.ts';
import { afterAnswer, KEEPALIVE_BYTES, type UploadAnswer, type UploadPart, uploadParts, USUAL_BYTES } from './upload-parts.ts';
import { createUploadSchedule } from './upload-schedule.ts';

/** Delivers a session's answers to the server. `onEnd` is called when the session is over. */
export function createDelivery(
  { send, say, monotonic, random }: EngineEnvironment,
  held: HeldSession,
  phases: Phases,
  time: CountedTime,
  onDevice: SessionOnDevice,
  onEnd: () => void,
) {
  const isTest = held.state.kind === 'test';
  const schedule = createUploadSchedule(monotonic, random);
  const sender = createSender(send, { state: () => held.state, absences: onDevice.absences, accept, setAside });
  const refusals = new Map<number, string>();
  /**
   * Whether a new writer number was requested and has not arrived. Meanwhile a higher number in a response is most likely this page's own.
   */
  let isAcquiringWriter = false;
  let isSignInNeeded = false;
  let lateMessage: string | null = null;
  /** The round of uploads under way; resolves to true when every part arrives. */
  let round: Promise<boolean> | null = null;

  const isOver = () => phases.now() === 'finished';

  function accept(answer: UploadAnswer, part: UploadPart, spent: number): void {
    schedule.arrived();
    held.state = afterAnswer(held.state, part, answer);
    for (const { question_id, message } of answer.refused) {
      if (question_id === null) say({ kind: 'refused', question_id, message });
      else setAside(question_id, message, part);
    }
    time.learn(answer, spent);
    if (answer.writer > held.state.writer && !held.isTakenOver && !isAcquiringWriter) {
      held.isTakenOver = true;
      say({ kind: 'taken_over' });
    }
    if (answer.session_status === 'COMPLETE') onEnd();
    if (changedCount(held.state) === 0) schedule.sentUntil(null);
    held.emit();
  }

  /** Keeps a refused answer on the screen; it is not sent again until the student changes it. */
  function setAside(question_id: number, message: string, part?: UploadPart): void {
    const sent = part?.responses.find((response) => response.question_id === question_id) ?? held.state.responses[question_id];
    if (!sent) return;
    refusals.set(question_id, message);
    held.state = acknowledge(held.state, [sent], 0);
    say({ kind: 'refused', question_id, message });
  }

  function take(outcome: Outcome): void {
    if (outcome.kind === 'finished') {
      lateMessage = outcome.lateMessage ?? null;
      if (lateMessage) say({ kind: 'received_late', message: lateMessage });
      onEnd();
    }
    if (outcome.kind === 'sign_in') isSignInNeeded = true;
    if (outcome.kind === 'later') schedule.failed(outcome.isServerBusy);
    if (outcome.kind === 'refused') {
      if (!schedule.hasFailed()) say({ kind: 'refused', question_id: null, message: outcome.message });
      schedule.failed();
    }
  }

  /** Joins the round that is under way, or starts one. Resolves to true when every part arrived. */
  function upload(): Promise<boolean> {
    if (isOver()) return Promise.resolve(true);
    round ??= sendRound().finally(() => {
      round = null;
    });
    return round;
  }

  /** Sends one round: the unsent answers or, when the session is to end, all answers with the finish flag. */
  async function sendRound(): Promise<boolean> {
    time.count();
    const isEnding = phases.now() !== 'open';
    if (isEnding) time.closeCurrentVisit();
    held.emit();
    const sentAt = monotonic();
    const outcome = await (isEnding ? sendEnd() : sendAll(false));
    take(outcome);
    if (isEnding && phases.take('send_failed')) say({ kind: 'finish_failed' });
    if (outcome.kind === 'delivered') schedule.sentUntil(sentAt);
    if (!isOver()) onDevice.write();
    held.emit();
    return outcome.kind === 'delivered' || outcome.kind === 'finished';
  }

  const sendAll = (isFinish: boolean) => sender.sendAll(uploadParts(held.state, isFinish, USUAL_BYTES));

  /**
   * Sends all answers with the finish flag. When the time is up, the unsent answers are sent first: the server may answer that the test was
   * extended.
   */
  async function sendEnd(): Promise<Outcome> {
    if (phases.isTimeUp()) {
      const asked = await sendAll(false);
      if (asked.kind !== 'delivered') return asked;
      if ((time.left() ?? 0) > 0) {
        if (phases.take('reopened')) time.restart();
        return asked;
      }
    }
    const ended = await sendAll(true);
    if (ended.kind === 'delivered') onEnd();
    return ended;
  }

  return {
    upload,
    /** Settles when no upload is under way. */
    underWay: () => round,
    sendDue: () => {
      if (round || isOver() || isSignInNeeded) return;
      const isDue = phases.now() === 'open' ? schedule.isDue(held.state, isTest && !held.isTakenOver) : schedule.mayTry();
      if (isDue) void upload();
    },
    /** Sends the unsent answers in requests that outlive the page. */
    sendBeforeLeaving: async () => {
      if (isSignInNeeded || ((!isTest || held.isTakenOver) && !hasUnsent(held.state))) return;
      take(await sender.sendAll(uploadParts(held.state, phases.now() !== 'open', KEEPALIVE_BYTES), true));
      held.emit();
    },
    changed: schedule.changed,
    hurry: schedule.hurry,
    networkLost: schedule.expectNothing,
    signedIn: () => {
      isSignInNeeded = false;
    },
    isSignInNeeded: () => isSignInNeeded,
    /** Whether an upload has failed, or waits for a new sign-in. */
    isHeldUp: () => schedule.hasFailed() || isSignInNeeded,
    /** The server's message about answers that it received after the end; null without one. */
    lateMessage: () => lateMessage,
    refusals,
    /**
     * Gives later changes the writer number that `taking` resolves to. If `taking` rejects, they keep the old number, and the server
     * refuses the next upload again.
     */
    acquireWriter: async (taking: Promise<number>) => {
      isAcquiringWriter = true;
      const writer = await taking.catch(() => null);
      isAcquiringWriter = false;
      if (writer === null) return;
      // The state is read after the wait, because the student may have answered meanwhile.
      held.state = takeOver(held.state, writer);
      onDevice.write();
      held.emit();
    },
  };
}
