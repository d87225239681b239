import { i18n } from '../../../../platform/language.ts';
// Contents: the panel · one question · the message below the options · the report
import { Button, Skeleton } from '@mantine/core';
import { IconArrowLeft, IconArrowRight, IconCheck, IconCloudOff, IconLock, IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useServerNow } from '../../../../platform/useServerNow.ts';
import { Question } from '../../../../question/Question.tsx';
import { preloadMaths } from '../../../../question/maths.ts';
import { Solution } from '../../../../question/Solution.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';

import { Loaded } from '../../../../ui/Loaded.tsx';
import styles from './QuizPanel.module.css';
import { lockOf, type QuizQuestion, type QuizResponse, type QuizState } from './quiz-state.ts';
import { useLiveQuiz } from './useLiveQuiz.ts';

const nothing = () => undefined;

/** The quiz of a class: its questions as the teacher shows and locks them, then the report. */
export function QuizPanel({ meetingId }: { meetingId: number }) {
  const quiz = useLiveQuiz(meetingId);
  useEffect(() => void preloadMaths(), []);
  return (
    <Loaded query={quiz.query} skeleton={<PanelSkeleton />}>
      {(state) => <Panel state={state} quiz={quiz} />}
    </Loaded>
  );
}

function PanelSkeleton() {
  return (
    <div className="flex flex-col h-full min-h-0">
      <Skeleton height={28} width={180} mb="md" />
      <Skeleton height={60} mb="md" />
      {[1, 2, 3, 4].map((option) => (
        <Skeleton key={option} height={56} mb="sm" radius="lg" />
      ))}
    </div>
  );
}

function Panel({ state, quiz }: { state: QuizState; quiz: ReturnType<typeof useLiveQuiz> }) {
  const { question_data: questions, response_data, complete, recorded } = state;
  const [currentId, setCurrentId] = useState<number | null>(null);
  const [choices, setChoices] = useState<Readonly<Record<number, number>>>({});
  const [isReport, setReport] = useState<boolean | null>(null);
  const now = useServerNow(250);
  const newest = questions.at(-1);
  const current = questions.find(({ id }) => id === currentId) ?? (recorded ? questions[0] : newest);
  const isReportShown = isReport ?? (complete && !recorded);
  const responseOf = (id: number) => response_data.find((response) => response.id === id);
  const isBusyWith = (question: QuizQuestion | undefined) =>
    question !== undefined && choices[question.id] !== undefined && !responseOf(question.id) && lockOf(question, now) !== 'locked';
  // A new question is shown at once. If the student is answering another one, it is reached by the right arrow.
  const newestId = newest?.id ?? null;
  const isBusy = isBusyWith(current);
  const seenNewest = useRef(newestId);
  const showNewest = useEffectEvent(() => {
    setCurrentId(isBusy ? (current?.id ?? null) : newestId);
    setReport(null);
  });
  useLayoutEffect(() => {
    if (newestId !== seenNewest.current) showNewest();
    seenNewest.current = newestId;
  }, [newestId]);
  // VERIFY is disabled once it was pressed, so the focus moves to the message about the answer, below the options.
  const verdict = useRef<HTMLDivElement>(null);
  const isAnswered = current !== undefined && responseOf(current.id) !== undefined;
  const answered = useRef({ id: current?.id, isAnswered });
  useEffect(() => {
    const before = answered.current;
    answered.current = { id: current?.id, isAnswered };
    if (isAnswered && !before.isAnswered && before.id === current?.id) verdict.current?.focus();
  }, [current?.id, isAnswered]);
  // The countdown to the lock is scrolled into view below the options, where it covers none of them.
  const isLocking = current !== undefined && !complete && lockOf(current, now) === 'locking';
  useEffect(() => {
    if (isLocking) verdict.current?.scrollIntoView({ block: 'nearest' });
  }, [isLocking]);
  if (!current || !newest) {
    return complete ? (
      <QuizReport state={state} onBack={null} />
    ) : (
      <EmptyState title={i18n.t('No Questions, Wait Untill A New Question Is Added')} role="status" />
    );
  }
  if (isReportShown) return <QuizReport state={state} onBack={() => setReport(false)} />;
  const at = questions.indexOf(current);
  const response = responseOf(current.id);
  const waiting = quiz.waiting.find(({ question_id }) => question_id === current.id);
  const lock = complete ? 'locked' : lockOf(current, now);
  const choice = response?.response ?? waiting?.selected_option ?? choices[current.id];
  const isRevealed = current.accepted_answers !== undefined;
  const isSettled = response !== undefined || waiting !== undefined || lock === 'locked';
  const isLast = at === questions.length - 1;
  const hasUnseen = !isLast && isBusy;
  return (
    <div className="flex flex-col h-full min-h-0">
      {(quiz.live !== 'open' && !recorded) || waiting ? (
        <p className="flex items-center gap-8 px-24 py-8 bg-warning-soft text-14 font-semibold text-warning max-48:px-16" role="status">
          <IconCloudOff size={18} aria-hidden />
          {waiting
            ? i18n.t('Not connected. Your answer is kept on this device.')
            : quiz.live === 'blocked'
              ? i18n.t('Updated every 5 seconds.')
              : i18n.t('Connecting…')}
        </p>
      ) : null}
      <div
        className={`${styles.scroll} flex-1 min-h-0 px-24 py-16 overflow-y-auto max-48:px-16 max-48:pt-4 max-48:pb-8`}
        data-unverified={(lock === 'locked' && response === undefined) || undefined}
      >
        <Question
          question={current}
          passage={null}
          heading={i18n.t('Question {number}', { number: at + 1 })}
          place={
            recorded || complete
              ? i18n.t('of {count}', { count: questions.length })
              : i18n.t('of {count} so far', { count: questions.length })
          }
          answer={{ responses: choice === undefined ? [] : [choice], rich_response: null }}
          isReadOnly={isSettled}
          isRevealed={isRevealed}
          onSelect={(option) => setChoices({ ...choices, [current.id]: option })}
          onEnter={nothing}
        >
          <div ref={verdict} tabIndex={-1} className="grid gap-8 focus:outline-none">
            <Said question={current} response={response} lock={lock} isWaiting={waiting !== undefined} isComplete={complete} now={now} />
            {quiz.refusal?.id === current.id && (
              <p className={`flex items-center gap-8 ${styles.said}`} role="alert">
                {quiz.refusal.message}
              </p>
            )}
          </div>
          {isRevealed && complete && <ShownSolution key={current.id} question={current} />}
        </Question>
      </div>
      <div className={styles.bar}>
        <Button
          variant="default"
          size="md"
          className={`${styles.arrow ?? ''} relative flex-none w-48 p-0 max-48:w-44`}
          aria-label={i18n.t('Previous question')}
          disabled={at === 0}
          onClick={() => setCurrentId(questions[at - 1]?.id ?? null)}
        >
          <IconArrowLeft size={20} aria-hidden />
        </Button>
        <Button
          variant="default"
          size="md"
          className={`${styles.arrow ?? ''} relative flex-none w-48 p-0 max-48:w-44`}
          aria-label={hasUnseen ? i18n.t('Next question, new') : i18n.t('Next question')}
          disabled={isLast}
          onClick={() => setCurrentId(questions[at + 1]?.id ?? null)}
          data-new={hasUnseen || undefined}
        >
          <IconArrowRight size={20} aria-hidden />
        </Button>
        {!complete && (
          <Button variant="default" size="md" className="flex-none px-12" onClick={() => setReport(true)}>
            {i18n.t('Quiz Report')}
          </Button>
        )}
        {complete ? (
          isLast && (
            <Button size="md" className="flex-1 max-48:min-w-96 max-48:px-8" onClick={() => setReport(true)}>
              {i18n.t('View Report')}
            </Button>
          )
        ) : lock === 'locked' ? (
          <Button size="md" className="flex-1 max-48:min-w-96 max-48:px-8" disabled leftSection={<IconLock size={18} aria-hidden />}>
            {i18n.t('LOCKED')}
          </Button>
        ) : (
          <Button
            size="md"
            className="flex-1 max-48:min-w-96 max-48:px-8"
            disabled={choice === undefined || isSettled}
            loading={waiting !== undefined}
            onClick={() => choice !== undefined && void quiz.verify(current.id, choice)}
          >
            {response ? i18n.t('VERIFIED') : i18n.t('VERIFY')}
          </Button>
        )}
      </div>
    </div>
  );
}

function ShownSolution({ question }: { question: QuizQuestion }) {
  const [isShown, setShown] = useState(false);
  if ((question.solution_text ?? null) === null) return null;
  return <Solution question={question} isShown={isShown} onToggle={() => setShown(!isShown)} />;
}

interface SaidProps {
  question: QuizQuestion;
  response: QuizResponse | undefined;
  lock: 'open' | 'locking' | 'locked';
  isWaiting: boolean;
  isComplete: boolean;
  now: number;
}

/** The message below the options: the countdown, the lock, or the state of the answer. */
function Said({ question, response, lock, isWaiting, isComplete, now }: SaidProps) {
  if (response?.is_late)
    return (
      <p className={`flex items-center gap-8 ${styles.said}`} role="status">
        {response.is_after_key
          ? i18n.t('Your answer came after the correct option could be seen. It is kept, and does not count.')
          : i18n.t('Your answer came after the lock. It is kept, and counts once your teacher accepts it.')}
      </p>
    );
  if (response?.result === 1)
    return (
      <p className={`flex items-center gap-8 ${styles.said}`} data-tone="good" role="status">
        <IconCheck size={20} aria-hidden /> {i18n.t('Correct')}
      </p>
    );
  if (response?.result === -1)
    return (
      <p className={`flex items-center gap-8 ${styles.said}`} data-tone="bad" role="status">
        <IconX size={20} aria-hidden /> {i18n.t('Incorrect')}
      </p>
    );
  if (response)
    return (
      <p className={`flex items-center gap-8 ${styles.said}`} role="status">
        {i18n.t('Your answer is in. The correct option is shown once your teacher locks the question.')}
      </p>
    );
  if (isComplete) return <p className={`flex items-center gap-8 ${styles.said}`}>{i18n.t('Unattempted')}</p>;
  if (lock === 'locked')
    return (
      <p className={`flex items-center gap-8 ${styles.said}`} data-tone="locked" role="status">
        <IconLock size={20} aria-hidden /> {i18n.t('Your teacher has locked the question !')}
      </p>
    );
  if (lock === 'locking' && !isWaiting) {
    const seconds = Math.max(1, Math.ceil((Date.parse(question.locks_at ?? '') - now) / 1000));
    return (
      <div className={`flex items-center gap-16 px-16 py-12 rounded-card bg-warning-soft text-16 leading-text ${styles.locking}`}>
        <span className={`grid place-items-center ${styles.ring}`} style={{ '--part': `${(seconds / 3) * 100}%` }} aria-hidden>
          <span>{seconds}</span>
        </span>
        <p>
          <strong aria-hidden>{i18n.t('Your teacher locks this question in {seconds} s.', { seconds })}</strong>
          <span className={styles.spoken} role="status">
            {i18n.t('Your teacher locks this question in 3 seconds.')}
          </span>
          <span>{i18n.t('VERIFY now, or it stays unattempted.')}</span>
        </p>
      </div>
    );
  }
  return <p className="text-14 text-ink-soft">{i18n.t('VERIFY counts once.')}</p>;
}

/** Correct, Incorrect and Unattempted among the shown questions; while the quiz runs, among those with a known result. */
function QuizReport({ state, onBack }: { state: QuizState; onBack: (() => void) | null }) {
  const count = (result: 1 | -1) => state.response_data.filter((response) => response.result === result).length;
  const [correct, incorrect] = [count(1), count(-1)];
  const total = state.question_data.length;
  // The key may arrive some time after the lock; until then the answer counts as neither right nor wrong.
  const waiting = state.complete ? 0 : state.response_data.filter(({ result, is_late }) => result === null && !is_late).length;
  const figures = [
    [i18n.t('Correct'), correct, 'good'],
    [i18n.t('Incorrect'), incorrect, 'bad'],
    [i18n.t('Unattempted'), total - correct - incorrect - waiting, 'none'],
  ] as const;
  return (
    <div className="flex flex-col h-full min-h-0">
      <section className="grid justify-items-start gap-16 p-24" aria-labelledby="quiz-report">
        <h2 id="quiz-report">{i18n.t('Quiz Report')}</h2>
        <p className="text-16">
          {total === 0
            ? i18n.t('No question was shown.')
            : state.complete
              ? i18n.t('{correct} of {total} right.', { correct, total })
              : i18n.t('{correct} of {total} right so far.', { correct, total })}
          {waiting > 0 && ' '}
          {waiting > 0 &&
            i18n.t('{waiting, plural, one {# answer} other {# answers}} in, shown once your teacher locks the question.', { waiting })}
        </p>
        <dl className={`grid grid-cols-3 gap-12 w-full max-w-420 ${styles.figures}`}>
          {figures.map(([name, value, tone]) => (
            <div key={name} data-tone={tone}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {onBack && total > 0 && (
          <Button variant="default" size="md" onClick={onBack}>
            {i18n.t('View Questions')}
          </Button>
        )}
      </section>
    </div>
  );
}
