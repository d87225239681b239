import { getInstituteTest, noteTried, tryTest } from '@abhyas/contract/institute-tests';
import { objectTypes, sessionTypes } from '@abhyas/contract/catalogue';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../platform/call.ts';
import { serverNow } from '../../platform/clock.ts';
import { messageOf } from '../../platform/failure.ts';
import { callKey, queryClient } from '../../platform/queries.ts';
import { useUser } from '../../platform/user.ts';
import { preloadMaths } from '../../question/maths.ts';
import { openForStudent } from '../../session/engine/open-session.ts';
import { createSessionEngine, type SessionEngine, type SessionPorts } from '../../session/engine/session-engine.ts';
import { LoadingSession } from '../../session/screen/LoadingSession.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { toast } from '../../ui/toasts.ts';
import { RunningTest } from './RunningTest.tsx';
import styles from './TestPage.module.css';
import type { TestPayload } from './test-payload.ts';

/** Nothing of a try is kept, on the device or on the server: every upload is answered here, as the server would. */
function portsOfTry(say: SessionPorts['say']): SessionPorts {
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

type Load = { engine: SessionEngine; payload: TestPayload } | { failure: unknown } | null;

/** /staff/tests/{id}/try: the real screen of a test, for staff, of which nothing is kept. */
export default function TryTestPage() {
  const { id } = useParams({ from: '/staff/tests/$id/try' });
  const paperId = Number(id);
  const user = useUser();
  const navigate = useNavigate();
  const [load, setLoad] = useState<Load>(null);
  useEffect(() => void preloadMaths(), []);

  useEffect(() => {
    let isLeft = false;
    let engine: SessionEngine | null = null;
    const finished = () => {
      call(noteTried, { id: paperId }).then(
        (test) => queryClient.setQueryData(callKey(getInstituteTest, { id: paperId }), test),
        () => undefined,
      );
      toast.success('You went through the test. Nothing of it was kept.');
      void navigate({ to: '/staff/tests/$id', params: { id }, replace: true });
    };
    const ports = portsOfTry((event) => {
      if (event.kind === 'finished') finished();
    });
    const object = {
      student_id: user?.id ?? 0,
      id: paperId,
      object_type: objectTypes.test,
      session_type: sessionTypes.adaptive,
      is_revise: false,
    };
    openForStudent(
      ports,
      object,
      'test',
      () => call(tryTest, { id: paperId }),
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
        setLoad({ engine, payload: opened.payload });
      },
      (failure: unknown) => {
        if (!isLeft) setLoad({ failure });
      },
    );
    return () => {
      isLeft = true;
      void engine?.leave();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- one try of one paper
  }, [paperId]);

  if (!user || load === null) return <LoadingSession title="Test" />;
  if ('failure' in load)
    return (
      <main className={styles.alone}>
        <EmptyState
          role="alert"
          title="The test could not be opened"
          action={
            <ButtonLink to="/staff/tests/$id" params={{ id }}>
              Back to the test
            </ButtonLink>
          }
        >
          {messageOf(load.failure)}
        </EmptyState>
      </main>
    );
  const back = () => void navigate({ to: '/staff/tests/$id', params: { id }, replace: true });
  return (
    <RunningTest student={user} engine={load.engine} payload={load.payload} hasUnsentAnswers={false} onTakeBack={back} onReport={back} />
  );
}
