import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import { Problem } from '@abhyas/contract/problem';
import { findOrCreateSessionItem, getTestQuestions } from '@abhyas/contract/tests/attempts';
import { Button } from '@mantine/core';
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call, NetworkFailure } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import { queryClient } from '../../../platform/queries.ts';
import type { User } from '../../../platform/user.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { noteCurrentWriter } from '../../../session/engine/current-writer.ts';
import { LoadingSession } from '../../../session/screen/LoadingSession.tsx';
import { listOf } from '../../../session/screen/session-list.ts';
import { isPassing, useLeaveOnRefusal } from '../../../session/screen/useLeaveOnRefusal.ts';
import { useOpeningStudent } from '../../../session/screen/useOpeningStudent.ts';
import { useSession } from '../../../session/screen/useSession.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { type BackTarget, PageTitle } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';
import { ReviewTest } from './review/ReviewTest.tsx';
import { RunningTest } from './running/RunningTest.tsx';
import type { TestPayload } from './test-payload.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the screen before has already said that the time is up. */
    isTimeUpTold?: boolean;
  }
}

/** A test: running or, with `review=true`, finished and in review. */
export default function TestPage() {
  const { id } = useParams({ strict: false });
  const { review } = useSearch({ strict: false });
  const paperId = Number(id);
  const student = useOpeningStudent(!review);
  const { pathname } = useLocation();
  // The value is fixed, because this screen is still shown for a moment after the address has changed.
  const [isAssignment] = useState(() => pathname.startsWith('/assignment/'));
  // Typesetting loads together with the questions, not after them.
  useEffect(() => void preloadMaths(), []);
  if (!student) return null;
  return review ? (
    <ReviewOpening key={paperId} paperId={paperId} isAssignment={isAssignment} />
  ) : (
    <RunningOpening key={paperId} paperId={paperId} isAssignment={isAssignment} student={student} />
  );
}

/** The questions of a begun test; the session's status shows whether it is over. */
async function fetchRunning(id: number): Promise<TestPayload> {
  const payload = await call(getTestQuestions, { id });
  if (payload.redirect_to_report) return { ...payload, test_info: { ...payload.test_info, session_status: 'COMPLETE' } };
  if (payload.test_info.session_id === null) throw new Problem('not_an_active_test');
  return payload;
}

interface OpeningProps {
  paperId: number;
  isAssignment: boolean;
}

/** The report of an assignment, or of a test at the route `to`. */
function reportOf({ paperId, isAssignment }: OpeningProps, to: '/initial_test_report/$id' | '/test_report/$id'): BackTarget['link'] {
  const params = { id: String(paperId) };
  if (!isAssignment) return { to, params };
  const search = { object_type: objectTypes.assignment, session_type: sessionTypes.adaptive };
  return { to: '/session_report/$id', params, search };
}

function RunningOpening({ paperId, isAssignment, student }: OpeningProps & { student: User }) {
  const navigate = useNavigate();
  /** `isTold`: this screen has shown the student that the time is up. */
  const goToReport = (isTold = false) => {
    void queryClient.invalidateQueries();
    const state = isTold ? { isTimeUpTold: true } : {};
    void navigate({ ...reportOf({ paperId, isAssignment }, '/initial_test_report/$id'), replace: true, state });
  };
  const load = useSession({
    object: {
      student_id: student.id,
      id: paperId,
      object_type: isAssignment ? objectTypes.assignment : objectTypes.test,
      session_type: sessionTypes.adaptive,
      is_revise: false,
    },
    kind: 'test',
    fetchPayload: () => fetchRunning(paperId),
    takeOver: async () => {
      const { session_id, writer } = await call(findOrCreateSessionItem, { id: paperId });
      noteCurrentWriter({ session_id, writer });
      return writer;
    },
    onFinished: (isTimeUp) => {
      if (!isTimeUp) goToReport();
    },
  });
  const failure = load.status === 'failed' ? load.failure : null;

  useEffect(() => {
    if (load.status === 'report') goToReport();
    // oxlint-disable-next-line react/exhaustive-deps -- each outcome leads away once
  }, [load.status]);
  const goToStart = useGoToStart();
  useLeaveOnRefusal(failure, goToStart);

  if (load.status === 'failed' && isPassing(load.failure))
    return <NotOpened failure={load.failure} isAnsweredHere={load.isAnsweredHere} onRetry={load.retry} />;
  if (load.status !== 'open') return <LoadingSession title={i18n.t('Test')} />;
  return (
    <RunningTest
      student={student}
      engine={load.engine}
      payload={load.payload}
      hasUnsentAnswers={load.hasUnsentAnswers}
      onTakeBack={load.reopen}
      onReport={() => goToReport(true)}
    />
  );
}

/** Leaves a test that cannot be opened, with the fixed message. */
function useGoToStart(): () => void {
  const navigate = useNavigate();
  return () => {
    toast.warning(i18n.t('This is not an active test.'));
    void navigate({ to: '/', replace: true });
  };
}

function NotOpened({ failure, isAnsweredHere, onRetry }: { failure: unknown; isAnsweredHere: boolean; onRetry: () => void }) {
  useEffect(() => {
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <main className="min-h-dvh p-24 bg-surface">
      <PageTitle>{i18n.t('Test')}</PageTitle>
      <EmptyState
        role="alert"
        title={failure instanceof NetworkFailure ? i18n.t('No connection') : i18n.t('The test could not be opened')}
        action={<Button onClick={onRetry}>{i18n.t('Try again')}</Button>}
      >
        {messageOf(failure)}
        {isAnsweredHere && ` ${i18n.t('The answers you gave on this device are safe, and are sent first when the connection is back.')}`}
      </EmptyState>
    </main>
  );
}

type ReviewLoad = { payload: TestPayload } | { failure: unknown } | null;

function ReviewOpening({ paperId, isAssignment }: OpeningProps) {
  const navigate = useNavigate();
  const [load, setLoad] = useState<ReviewLoad>(null);
  const [tries, setTries] = useState(0);
  const report = reportOf({ paperId, isAssignment }, '/test_report/$id');

  useEffect(() => {
    const leaving = new AbortController();
    call(getTestQuestions, { id: paperId, is_review: true }, { signal: leaving.signal }).then(
      (payload) => setLoad({ payload }),
      (failure: unknown) => {
        if (!leaving.signal.aborted) setLoad({ failure });
      },
    );
    return () => leaving.abort();
  }, [paperId, tries]);

  const goToStart = useGoToStart();
  const failure = load && 'failure' in load ? load.failure : null;
  useLeaveOnRefusal(failure, (refusal) => {
    if (refusal.code !== 'review_not_allowed') return goToStart();
    toast.error(refusal.message);
    void navigate({ ...report, replace: true });
  });

  if (load === null || !isPassing(failure)) return <LoadingSession title={i18n.t('Review')} />;
  if ('failure' in load) {
    const retry = () => {
      setLoad(null);
      setTries(tries + 1);
    };
    return <NotOpened failure={load.failure} isAnsweredHere={false} onRetry={retry} />;
  }
  const { test_info } = load.payload;
  // A missed test has no report.
  const back = test_info.is_missed_test ? listOf(test_info) : { link: report, label: i18n.t('Back to the report') };
  return <ReviewTest payload={load.payload} back={back} />;
}
