import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { SessionState } from '@abhyas/exam/tests/session';
import { useEffect, useRef, useState } from 'react';
import { serverNow } from '../../../../platform/clock.ts';
import { openForStudent } from '../../../../session/engine/open-session.ts';
import type { SessionPorts } from '../../../../session/engine/engine-parts.ts';
import { createSessionEngine, type SessionEngine } from '../../../../session/engine/session-engine.ts';
import type { TestPayload } from '../test-payload.ts';

/** Ports for a trial, which is stored neither on the device nor on the server. Uploads are answered here as the server would. */
function portsOfTrial(say: SessionPorts['say']): SessionPorts {
  return {
    store: {
      get: async () => null,
      listOf: async () => [],
      put: async () => {},
      putAtOnce: () => {},
      delete: async () => {},
      keepPaper: async () => {},
      paperOf: async () => null,
      clearAll: async () => {},
    },
    send: async ({ responses, writer, session_time_spent, isFinishTest }) => ({
      success: true,
      session_status: isFinishTest ? 'COMPLETE' : 'IN_PROGRESS',
      kept: (JSON.parse(responses) as { question_id: number; version: number }[]).map(({ question_id, version }) => ({
        question_id,
        version,
        writer,
      })),
      refused: [],
      visits_kept: 0,
      server_time: new Date(serverNow()).toISOString(),
      deadline: null,
      remaining_duration: null,
      session_time_spent,
      writer,
    }),
    say,
  };
}

interface TrialHooks {
  /** The paper's id; a new id opens a new trial. */
  id: number;
  student_id: number;
  fetchPayload: () => Promise<TestPayload>;
  onFinished: (state: SessionState) => void;
}

type Trial = { engine: SessionEngine; payload: TestPayload } | { failure: unknown } | null;

/** Runs an unstored test with the engine of the real test screen; null while it opens. */
export function useTrial({ id, student_id, fetchPayload, onFinished }: TrialHooks): Trial {
  const [trial, setTrial] = useState<Trial>(null);
  const latest = useRef({ fetchPayload, onFinished });
  useEffect(() => {
    latest.current = { fetchPayload, onFinished };
  });

  useEffect(() => {
    let isLeft = false;
    let engine: SessionEngine | null = null;
    const ports = portsOfTrial((event) => {
      if (event.kind === 'finished' && engine) latest.current.onFinished(engine.view().state);
    });
    const object = { student_id, id, object_type: objectTypes.test, session_type: sessionTypes.adaptive, is_revise: false };
    openForStudent(
      ports,
      object,
      'test',
      () => latest.current.fetchPayload(),
      () => false,
    ).then(
      (opened) => {
        if (isLeft || opened.kind !== 'open') return;
        engine = createSessionEngine(
          {
            now: serverNow,
            monotonic: () => performance.now(),
            random: Math.random,
            ...ports,
            setTimer: (run, ms) => setTimeout(run, ms),
            clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
          },
          { object, state: opened.state, clock: opened.clock },
        );
        engine.start();
        setTrial({ engine, payload: opened.payload });
      },
      (failure: unknown) => {
        if (!isLeft) setTrial({ failure });
      },
    );
    return () => {
      isLeft = true;
      void engine?.leave();
    };
  }, [id, student_id]);

  return trial;
}
