import type { Answer } from '@abhyas/contract/endpoint';
import { getLandingPageData } from '@abhyas/contract/site/home';
import type { SessionState } from '@abhyas/exam/tests/session';
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { serverNow } from '../../../../platform/clock.ts';
import { messageOf } from '../../../../platform/failure.ts';
import { callKey, queryClient } from '../../../../platform/queries.ts';
import { preloadMaths } from '../../../../question/maths.ts';
import { LoadingSession } from '../../../../session/screen/LoadingSession.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { PageTitle } from '../../../../ui/PageTitle.tsx';
import { RunningTest } from '../running/RunningTest.tsx';
import styles from '../TestPage.module.css';
import { tryPaper } from './try-paper.ts';
import { TryResult } from './TryResult.tsx';
import type { TestPayload } from '../test-payload.ts';
import { useTrial } from './useTrial.ts';

/** /try: a question of each exam on the real test screen, for visitors. Nothing is stored or sent. */
export default function TryOnePage() {
  const { exam } = useSearch({ from: '/try' });
  const [round, setRound] = useState(1);
  return <Round key={round} round={round} exam={exam} onAgain={() => setRound(round + 1)} />;
}

interface Props {
  round: number;
  exam: string | undefined;
  onAgain: () => void;
}

function Round({ round, exam, onAgain }: Props) {
  const navigate = useNavigate();
  const [ended, setEnded] = useState<SessionState | null>(null);
  useEffect(() => void preloadMaths(), []);
  const trial = useTrial({
    id: round,
    student_id: 0,
    fetchPayload: async (): Promise<TestPayload> => {
      const { questions } =
        queryClient.getQueryData<Answer<typeof getLandingPageData>>(callKey(getLandingPageData, {})) ??
        (await call(getLandingPageData, {}));
      const first = questions.findIndex((question) => question.exam === exam);
      return tryPaper(questions, Math.max(0, first), serverNow());
    },
    onFinished: setEnded,
  });

  if (trial === null) return <LoadingSession title="Try one question" />;
  const isEmpty = !('failure' in trial) && trial.payload.questions.length === 0;
  if ('failure' in trial || isEmpty)
    return (
      <main className={styles.alone}>
        <PageTitle windowTitle="Try one question" inPage>
          Try one question
        </PageTitle>
        <EmptyState
          role="alert"
          title={isEmpty ? 'There is no question to try' : 'The questions could not be loaded'}
          action={
            <>
              {!isEmpty && <Button onClick={onAgain}>Try again</Button>}
              <ButtonLink to="/" {...(!isEmpty && { variant: 'default' })}>
                Back to the start page
              </ButtonLink>
            </>
          }
        >
          {'failure' in trial && messageOf(trial.failure)}
        </EmptyState>
      </main>
    );
  if (ended) return <TryResult payload={trial.payload} state={ended} onAgain={onAgain} />;
  const leave = () => void navigate({ to: '/' });
  return (
    <RunningTest
      student={null}
      engine={trial.engine}
      payload={trial.payload}
      hasUnsentAnswers={false}
      trial={{ leaveLabel: 'Leave', onLeave: leave }}
      onTakeBack={leave}
      onReport={leave}
    />
  );
}
