import { getTryQuestions } from '@abhyas/contract/bank/try-questions';
import type { Answer } from '@abhyas/contract/endpoint';
import { getLandingPageData } from '@abhyas/contract/site/home';
import { subjectName } from '@abhyas/exam/bank/subjects';
import type { SessionState } from '@abhyas/exam/tests/session';
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../../../platform/call.ts';
import { serverNow } from '../../../../platform/clock.ts';
import { messageOf } from '../../../../platform/failure.ts';
import { i18n } from '../../../../platform/language.ts';
import { callKey, queryClient } from '../../../../platform/queries.ts';
import { type User, useUser } from '../../../../platform/user.ts';
import { preloadMaths } from '../../../../question/maths.ts';
import { LoadingSession } from '../../../../session/screen/LoadingSession.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { PageTitle } from '../../../../ui/PageTitle.tsx';
import { RunningTest } from '../running/RunningTest.tsx';
import styles from '../TestPage.module.css';
import { ownQuestion, type TrialQuestion, tryPaper } from './try-paper.ts';
import { TryResult } from './TryResult.tsx';
import type { TestPayload } from '../test-payload.ts';
import { useTrial } from './useTrial.ts';

const COUNT = 5;

/**
 * /try: five questions on the real test screen, which lead to a level. For visitors, the first is the one of the start page; a student who
 * waits for a guardian's consent gets other questions. Nothing is sent.
 */
export default function TryOnePage() {
  const { exam } = useSearch({ from: '/try' });
  const user = useUser();
  const [round, setRound] = useState(1);
  const waiting = user?.consent === 'missing' ? user : null;
  return <Round key={round} round={round} exam={exam} waiting={waiting} onAgain={() => setRound(round + 1)} />;
}

type Course = NonNullable<User['course']>;
const courseOf = (exam: string | undefined): Course => (exam !== undefined && /neet/i.test(exam) ? 'MED' : 'ENG');

async function questionsOf(course: Course, part: 'visit' | 'test'): Promise<TrialQuestion[]> {
  const { questions } = await call(getTryQuestions, { course, part });
  return questions.map((content) => ({ subject: subjectName(content.subject_id), content }));
}

/** The start page's question of the exam, followed by questions of the bank. */
async function visitorsPaper(exam: string | undefined): Promise<TestPayload> {
  const landing =
    queryClient.getQueryData<Answer<typeof getLandingPageData>>(callKey(getLandingPageData, {})) ?? (await call(getLandingPageData, {}));
  const shown = landing.questions.find((question) => question.exam === exam) ?? landing.questions[0];
  const first = shown && ownQuestion(shown);
  const others = await questionsOf(courseOf(exam ?? shown?.exam), 'visit');
  const all = [...(first ? [first] : []), ...others].slice(0, COUNT);
  return tryPaper(shown ? i18n.t('Five questions of {exam}', { exam: shown.exam }) : i18n.t('Five questions'), all, first, serverNow());
}

interface Props {
  round: number;
  exam: string | undefined;
  /** The student who waits for a guardian's consent; null for visitors. */
  waiting: User | null;
  onAgain: () => void;
}

function Round({ round, exam, waiting, onAgain }: Props) {
  const navigate = useNavigate();
  const [ended, setEnded] = useState<SessionState | null>(null);
  useEffect(() => void preloadMaths(), []);
  const course = waiting?.course ?? courseOf(exam);
  const trial = useTrial({
    id: round,
    student_id: 0,
    fetchPayload: async () =>
      waiting ? tryPaper(i18n.t('A short test'), await questionsOf(course, 'test'), undefined, serverNow()) : visitorsPaper(exam),
    onFinished: setEnded,
  });

  const start = waiting ? '/consent' : '/';
  const title = waiting ? i18n.t('A short test') : i18n.t('Try five questions');
  if (trial === null) return <LoadingSession title={title} />;
  const isEmpty = !('failure' in trial) && trial.payload.questions.length === 0;
  if ('failure' in trial || isEmpty)
    return (
      <main className={styles.alone}>
        <PageTitle windowTitle={title} inPage>
          {title}
        </PageTitle>
        <EmptyState
          role="alert"
          title={isEmpty ? i18n.t('There is no question to try') : i18n.t('The questions could not be loaded')}
          action={
            <>
              {!isEmpty && <Button onClick={onAgain}>{i18n.t('Try again')}</Button>}
              <ButtonLink to={start} {...(!isEmpty && { variant: 'default' })}>
                {waiting ? i18n.t('Back to your first steps') : i18n.t('Back to the start page')}
              </ButtonLink>
            </>
          }
        >
          {'failure' in trial && messageOf(trial.failure)}
        </EmptyState>
      </main>
    );
  if (ended) return <TryResult payload={trial.payload} state={ended} course={course} waiting={waiting} onAgain={onAgain} />;
  const leave = () => void navigate({ to: start });
  return (
    <RunningTest
      student={null}
      engine={trial.engine}
      payload={trial.payload}
      hasUnsentAnswers={false}
      trial={{ leaveLabel: i18n.t('Leave'), onLeave: leave }}
      onTakeBack={leave}
      onReport={leave}
    />
  );
}
