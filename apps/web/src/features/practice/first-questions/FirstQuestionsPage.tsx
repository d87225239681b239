import { getTryQuestions } from '@abhyas/contract/bank/try-questions';
import { type Answer, isAnswered } from '@abhyas/exam/bank/question';
import { resultOf } from '@abhyas/exam/bank/result';
import { subjectName } from '@abhyas/exam/bank/subjects';
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { firstSteps, keepFirstSteps } from '../../../platform/first-steps.ts';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { type User, useUser } from '../../../platform/user.ts';
import { LanguagesContext } from '../../../question/languages.ts';
import { preloadMaths } from '../../../question/maths.ts';
import { Outcome } from '../../../question/Outcome.tsx';
import { Question } from '../../../question/Question.tsx';
import { keyOf, noAnswer, type QuestionContent, takesSeveral } from '../../../question/question-content.ts';
import { Solution } from '../../../question/Solution.tsx';
import { useListLanguages } from '../../../question/useQuestionLanguages.ts';
import { LoadingSession } from '../../../session/screen/LoadingSession.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import styles from './FirstQuestionsPage.module.css';

const nothing = () => undefined;

const title = /*i18n*/ 'Ten free questions';

/** /first_questions: ten questions of practice for a student who waits for a guardian's consent. Answers stay on the device. */
export default function FirstQuestionsPage() {
  const user = useUser();
  useEffect(() => void preloadMaths(), []);
  const asked = { course: user?.course ?? 'MED_ENG', part: 'practice', language: 'hi' } as const;
  const { data, error, refetch } = useCall(getTryQuestions, asked, { ownFailures: true, staleTime: Number.POSITIVE_INFINITY });
  const languages = useListLanguages(data?.translated, false, nothing);
  if (!user) return null;
  if (data && data.questions.length > 0)
    return (
      <LanguagesContext value={languages}>
        <Practice user={user} questions={data.questions} />
      </LanguagesContext>
    );
  if (!data && !error) return <LoadingSession title={i18n.t(title)} />;
  return (
    <main className="grid content-start gap-24 max-w-776 mx-auto px-16 pt-16 pb-64">
      <PageTitle back={{ link: { to: '/consent' }, label: i18n.t('Back to your first steps') }}>{i18n.t(title)}</PageTitle>
      <EmptyState
        role="alert"
        title={error ? i18n.t('The questions could not be loaded') : i18n.t('There is no question to try')}
        action={
          <>
            {error && <Button onClick={() => void refetch()}>{i18n.t('Try again')}</Button>}
            <ButtonLink to="/consent" {...(error && { variant: 'default' })}>
              {i18n.t('Back to your first steps')}
            </ButtonLink>
          </>
        }
      >
        {error && messageOf(error)}
      </EmptyState>
    </main>
  );
}

function Practice({ user, questions }: { user: User; questions: readonly QuestionContent[] }) {
  const [answers, setAnswers] = useState(() => firstSteps(user.id).answers);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ id }) => answers[id] === undefined),
    ),
  );
  const question = questions[at];
  const done = questions.filter(({ id }) => answers[id] !== undefined).length;
  if (!question) return null;

  function verify(id: number, answer: Answer) {
    const next = { ...answers, [id]: answer };
    setAnswers(next);
    keepFirstSteps(user.id, { answers: next });
  }

  return (
    <div className="min-h-dvh bg-surface">
      <header className={`sticky top-0 z-1 flex items-center gap-12 min-h-56 px-16 border-b border-line bg-surface ${styles.header}`}>
        <div className="flex-1 min-w-0">
          <PageTitle back={{ link: { to: '/consent' }, label: i18n.t('Back to your first steps') }}>{i18n.t(title)}</PageTitle>
        </div>
        <span className="text-14 text-ink-soft whitespace-nowrap tabular">
          {i18n.t('{done} of {length} done', { done, length: questions.length })}
        </span>
      </header>
      <main className="grid content-start gap-24 max-w-776 mx-auto px-16 pt-16 pb-64">
        <OneQuestion
          key={question.id}
          question={question}
          heading={i18n.t('Question {at} of {length}', { at: at + 1, length: questions.length })}
          given={answers[question.id]}
          isSteppedTo={at > 0}
          onVerify={(answer) => verify(question.id, answer)}
          onNext={at + 1 < questions.length ? () => setAt(at + 1) : null}
        />
        <p className="text-14 text-ink-soft">{i18n.t('On this device. Nothing is sent before a parent or guardian agrees.')}</p>
      </main>
    </div>
  );
}

interface OneProps {
  question: QuestionContent;
  heading: string;
  /** The verified answer; undefined before Verify. */
  given: Answer | undefined;
  isSteppedTo: boolean;
  onVerify: (answer: Answer) => void;
  /** Null on the last question. */
  onNext: (() => void) | null;
}

function OneQuestion({ question, heading, given, isSteppedTo, onVerify, onNext }: OneProps) {
  const [draft, setDraft] = useState<Answer>(given ?? noAnswer);
  const key = keyOf(question);
  const result = given && key ? resultOf(key, given) : 0;
  const [isShown, setShown] = useState(false);
  const outcome = useRef<HTMLDivElement>(null);
  const isVerifiedHere = useRef(false);
  useEffect(() => {
    // Verify removes its button: the focus goes to the result that it gave.
    if (!given || !isVerifiedHere.current) return;
    outcome.current?.scrollIntoView({ block: 'nearest' });
    outcome.current?.focus({ preventScroll: true });
  }, [given]);

  const select = (option: number) =>
    setDraft(({ responses }) => {
      if (!takesSeveral(question)) return { responses: responses.includes(option) ? [] : [option], rich_response: null };
      const others = responses.filter((each) => each !== option);
      return { responses: others.length < responses.length ? others : [...responses, option], rich_response: null };
    });
  const verify = () => {
    isVerifiedHere.current = true;
    setShown(key !== null && resultOf(key, draft) === -1);
    onVerify(draft);
  };

  return (
    <Question
      question={question}
      passage={null}
      heading={heading}
      place={subjectName(question.subject_id)}
      answer={given ?? draft}
      isReadOnly={given !== undefined}
      isRevealed={given !== undefined}
      isSteppedTo={isSteppedTo}
      onSelect={select}
      onEnter={(entry) => setDraft({ responses: [], rich_response: entry })}
    >
      {given ? (
        <div ref={outcome} tabIndex={-1} className={`grid gap-16 ${styles.result}`}>
          <Outcome question={question} result={result} isVisited isKeyUsed={false} />
          <Solution question={question} isShown={isShown} onToggle={() => setShown(!isShown)} />
          {onNext ? (
            <Button className="justify-self-end min-w-140" rightSection={<IconArrowRight size={20} aria-hidden="true" />} onClick={onNext}>
              {i18n.t('Next')}
            </Button>
          ) : (
            <ButtonLink to="/consent" className="justify-self-end min-w-140">
              {i18n.t('Go on')}
            </ButtonLink>
          )}
        </div>
      ) : (
        <Button className="justify-self-end min-w-140" disabled={!isAnswered(question.question_type, draft)} onClick={verify}>
          {i18n.t('Verify')}
        </Button>
      )}
    </Question>
  );
}
