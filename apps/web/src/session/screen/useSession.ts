import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { SessionState } from '@abhyas/exam/tests/session';
import { NetworkFailure } from '../../platform/call.ts';
import { assumeServerTime, serverNow } from '../../platform/clock.ts';
import { i18n } from '../../platform/language.ts';
import { toast } from '../../ui/toasts.ts';
import { isCurrentWriter } from '../engine/current-writer.ts';
import type { SessionObject } from '../engine/device-record.ts';
import { openForStudent, type SessionPayload } from '../engine/open-session.ts';
import { pagePorts } from './page-ports.ts';
import { createSessionEngine, type EngineView, type SessionEngine } from '../engine/session-engine.ts';
import { takeWriting, type Writing } from '../engine/writer-lock.ts';

export type SessionLoad<P> =
  | { status: 'loading' }
  | { status: 'failed'; failure: unknown; isAnsweredHere: boolean; retry: () => void }
  | { status: 'report' }
  | { status: 'open'; payload: P; engine: SessionEngine; hasUnsentAnswers: boolean; reopen: () => void };

interface SessionHooks<P> {
  object: SessionObject;
  kind: 'train' | 'test';
  fetchPayload: () => Promise<P>;
  /** Fetches a new writer number from the server; needed if the opening does not return one. */
  takeOver?: () => Promise<number>;
  /** Called when the session is complete, also if it was complete when opened. `isTimeUp`: its time ran out while it was open here. */
  onFinished: (isTimeUp: boolean) => void;
  /** Adaptive practice only: the function that chooses its questions again. */
  arrange?: (payload: P) => ((state: SessionState) => SessionState) | undefined;
}

/** Opens a session and runs it while the page shows it. */
export function useSession<P extends SessionPayload>({
  object,
  kind,
  fetchPayload,
  takeOver,
  onFinished,
  arrange,
}: SessionHooks<P>): SessionLoad<P> {
  const [opening, setOpening] = useState(0);
  const [load, setLoad] = useState<SessionLoad<P>>({ status: 'loading' });
  const latest = useRef({ object, fetchPayload, takeOver, onFinished, arrange });
  useEffect(() => {
    latest.current = { object, fetchPayload, takeOver, onFinished, arrange };
  });
  const reopen = useCallback(() => {
    setLoad({ status: 'loading' });
    setOpening((count) => count + 1);
  }, []);
  const { student_id, id, object_type, session_type } = object;

  useEffect(() => {
    let engine: SessionEngine | null = null;
    let writing: Writing | null = null;
    let isLeft = false;
    let isLost = false;
    const open = async () => {
      writing = await takeWriting(latest.current.object, () => {
        isLost = true;
        engine?.becomeReadOnly();
      });
      const opened = await openForStudent(
        pagePorts,
        latest.current.object,
        kind,
        latest.current.fetchPayload,
        (failure) => failure instanceof NetworkFailure,
      );
      if (isLeft || opened.kind !== 'open') writing.release();
      if (isLeft) return;
      if (opened.kind === 'unreachable') {
        setLoad({ status: 'failed', failure: opened.failure, isAnsweredHere: opened.isAnsweredHere, retry: reopen });
        return;
      }
      if (opened.kind === 'report') {
        setLoad({ status: 'report' });
        return;
      }
      const isOwn = isCurrentWriter(opened.payload.test_info);
      const arranging = latest.current.arrange?.(opened.payload);
      if (opened.assumedNow !== null) assumeServerTime(opened.assumedNow);
      engine = createSessionEngine(
        {
          now: serverNow,
          monotonic: () => performance.now(),
          random: Math.random,
          ...pagePorts,
          setTimer: (run, ms) => setTimeout(run, ms),
          clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
          say: (event) => {
            pagePorts.say(event);
            if (event.kind === 'finished') latest.current.onFinished(engine?.view().isTimeUp === true);
          },
        },
        {
          object: latest.current.object,
          state: opened.state,
          clock: opened.clock,
          isTimeAbout: opened.assumedNow !== null,
          absences: opened.absences,
          ...(arranging ? { arrange: arranging } : {}),
        },
      );
      engine.start();
      if (!navigator.onLine) engine.networkLost();
      if (isLost) engine.becomeReadOnly();
      else if (opened.isEnding) void engine.finish();
      else if (opened.assumedNow === null && !isOwn && latest.current.takeOver) void engine.acquireWriter(latest.current.takeOver());
      if (kind === 'test' && (writing.wasTaken || opened.isFromElsewhere) && !isOwn)
        toast.success(i18n.t('The test continues here. Where it was open before, it is now read-only.'));
      setLoad({ status: 'open', payload: opened.payload, engine, hasUnsentAnswers: opened.hasUnsentAnswers, reopen });
    };
    open().catch((failure: unknown) => {
      writing?.release();
      if (!isLeft) setLoad({ status: 'failed', failure, isAnsweredHere: false, retry: reopen });
    });

    const onVisibility = () => void (document.hidden ? engine?.hide() : engine?.show());
    const onPageHide = () => void engine?.hide();
    const onOnline = () => void engine?.tryNow();
    const onOffline = () => engine?.networkLost();
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('pagehide', onPageHide);
    addEventListener('online', onOnline);
    addEventListener('offline', onOffline);
    return () => {
      isLeft = true;
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', onPageHide);
      removeEventListener('online', onOnline);
      removeEventListener('offline', onOffline);
      // The lock is released afterwards, so that no other page sends the same answers again.
      void engine?.leave().finally(() => writing?.release());
    };
    // oxlint-disable-next-line react/exhaustive-deps -- a new session key opens the session again
  }, [student_id, id, object_type, session_type, kind, opening]);

  return load;
}

/** The view of a running session; renders again at every change, not each second. */
export const useSessionView = (engine: SessionEngine): EngineView => useSyncExternalStore(engine.subscribe, engine.view);

/** Whole seconds left; renders each second. */
export function useTimeLeft(engine: SessionEngine): number {
  return useSyncExternalStore(engine.subscribeTick, () => Math.ceil(engine.timeLeft() ?? 0));
}

/** Asks for confirmation before the window is closed while answers are unsent. */
export function useLeaveWarning(isUnsent: boolean): void {
  useEffect(() => {
    if (!isUnsent) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUnsent]);
}
