import { getInstituteTest, noteTried, tryTest } from '@abhyas/contract/exam-office/institute-tests';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../../../platform/call.ts';
import { messageOf } from '../../../../platform/failure.ts';
import { callKey, queryClient } from '../../../../platform/queries.ts';
import { useUser } from '../../../../platform/user.ts';
import { preloadMaths } from '../../../../question/maths.ts';
import { LoadingSession } from '../../../../session/screen/LoadingSession.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { toast } from '../../../../ui/toasts.ts';
import { RunningTest } from '../running/RunningTest.tsx';
import { useTrial } from './useTrial.ts';

/** /staff/tests/{id}/try: a test on the real screen, for staff. Nothing is stored. */
export default function TryTestPage() {
  const { id } = useParams({ from: '/staff/tests/$id/try' });
  const paperId = Number(id);
  const user = useUser();
  const navigate = useNavigate();
  useEffect(() => void preloadMaths(), []);
  const back = () => void navigate({ to: '/staff/tests/$id', params: { id }, replace: true });
  const trial = useTrial({
    id: paperId,
    student_id: user?.id ?? 0,
    fetchPayload: () => call(tryTest, { id: paperId }),
    onFinished: () => {
      call(noteTried, { id: paperId }).then(
        (test) => queryClient.setQueryData(callKey(getInstituteTest, { id: paperId }), test),
        () => undefined,
      );
      toast.success('You finished the trial. Nothing was saved.');
      back();
    },
  });

  if (!user || trial === null) return <LoadingSession title="Test" />;
  if ('failure' in trial)
    return (
      <main className="min-h-dvh p-24 bg-surface">
        <EmptyState
          role="alert"
          title="The test could not be opened"
          action={
            <ButtonLink to="/staff/tests/$id" params={{ id }}>
              Back to the test
            </ButtonLink>
          }
        >
          {messageOf(trial.failure)}
        </EmptyState>
      </main>
    );
  return (
    <RunningTest
      student={user}
      engine={trial.engine}
      payload={trial.payload}
      hasUnsentAnswers={false}
      trial={{ leaveLabel: 'Leave the test', onLeave: back, languages: null }}
      onTakeBack={back}
      onReport={back}
    />
  );
}
