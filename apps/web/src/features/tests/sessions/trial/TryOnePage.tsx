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
import { LanguagesContext, type Translated } from '../../../../question/languages.ts';
import { preloadMaths } from '../../../../question/maths.ts';
import { useListLanguages } from '../../../../question/useQuestionLanguages.ts';
import { LoadingSession } from '../../../../session/screen/LoadingSession.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { PageTitle } from '../../../../ui/PageTitle.tsx';
import { RunningTest } from '../running/RunningTest.tsx';
import { ownQuestion, ownTexts, type TrialQuestion, tryPaper } from './try-paper.ts';
import { TryResult } from './TryResult.tsx';
import type { TestPayload } from '../test-payload.ts';
import { useTrial } from './useTrial.ts';

const COUNT = 5;
const nothing = () => undefined;

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

interface TrialPart {
  questions: TrialQuestion[];
  texts: Translated;
}

async function partOf(course: Course, part: 'visit' | 'test'): Promise<TrialPart> {
  const { questions, translated } = await call(getTryQuestions, { course, part, language: 'hi' });
  return {
    questions: questions.map((content) => ({ subject: subjectName(content.subject_id), content })),
    texts: translated ?? { questions: [], passages: [] },
  };
}

interface TrialPaper {
  payload: TestPayload;
  texts: Translated;
}

const paperOf = (name: string, { questions, texts }: TrialPart, first?: TrialQuestion): TrialPaper => ({
  payload: tryPaper(name, questions, first, serverNow()),
  texts,
});

/** The start page's question of the exam, followed by questions of the bank. */
async function visitorsPaper(exam: string | undefined): Promise<TrialPaper> {
  const landing =
    queryClient.getQueryData<Answer<typeof getLandingPageData>>(callKey(getLandingPageData, {})) ?? (await call(getLandingPageData, {}));
  const shown = landing.questions.find((question) => question.exam === exam) ?? landing.questions[0];
  const first = shown && ownQuestion(shown);
  const others = await partOf(courseOf(exam ?? shown?.exam), 'visit');
  const questions = [...(first ? [first] : []), ...others.questions].slice(0, COUNT);
  const texts = { ...others.texts, questions: [...others.texts.questions, ...(shown ? ownTexts(shown) : [])] };
  return paperOf(shown ? i18n.t('Five questions of {exam}', { exam: shown.exam }) : i18n.t('Five questions'), { questions, texts }, first);
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
  const [texts, setTexts] = useState<Translated>();
  const languages = useListLanguages(texts, false, nothing);
  const trial = useTrial({
    id: round,
    student_id: 0,
    fetchPayload: async () => {
      const paper = waiting ? paperOf(i18n.t('A short test'), await partOf(course, 'test')) : await visitorsPaper(exam);
      setTexts(paper.texts);
      return paper.payload;
    },
    onFinished: setEnded,
  });

  const start = waiting ? '/consent' : '/';
  const title = waiting ? i18n.t('A short test') : i18n.t('Try five questions');
  if (trial === null) return <LoadingSession title={title} />;
  const isEmpty = !('failure' in trial) && trial.payload.questions.length === 0;
  if ('failure' in trial || isEmpty)
    return (
      <main className="min-h-dvh p-24 bg-surface">
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
  if (ended)
    return (
      <LanguagesContext value={languages}>
        <TryResult payload={trial.payload} state={ended} course={course} waiting={waiting} onAgain={onAgain} />
      </LanguagesContext>
    );
  const leave = () => void navigate({ to: start });
  return (
    <RunningTest
      student={null}
      engine={trial.engine}
      payload={trial.payload}
      hasUnsentAnswers={false}
      trial={{ leaveLabel: i18n.t('Leave'), onLeave: leave, languages }}
      onTakeBack={leave}
      onReport={leave}
    />
  );
}
