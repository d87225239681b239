// Contents: the console · a question with its act · the tally
import type { Answer } from '@abhyas/contract/endpoint';
import {
  acceptLateQuizAnswers,
  completeQuiz,
  getQuizConsole,
  getQuizTally,
  lockQuizQuestion,
  removeQuizQuestion,
  setQuizReveal,
  showQuizQuestion,
  unlockQuizQuestion,
} from '@abhyas/contract/classes/quiz-console';
import { Problem } from '@abhyas/contract/problem';
import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconListCheck, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall } from '../../../platform/queries.ts';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { Maths } from '../../../question/Maths.tsx';
import { preloadMaths } from '../../../question/maths.ts';
import { optionsOf } from '../../../question/question-content.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import { AddQuestionModal } from './AddQuestionModal.tsx';
import styles from './ClassSchedule.module.css';

type Quiz = Answer<typeof getQuizConsole>;
type Question = Quiz['questions'][number];
const TALLY_EVERY = 1000;

const stateOf = ({ shown_at, locks_at }: Question, now: number) => {
  if (shown_at === null) return 'hidden';
  if (locks_at === null) return 'open';
  return Date.parse(locks_at) > now ? 'locking' : 'locked';
};

/**
 * Sends commands one after the other, each with the version of the last response. If another console has sent a command since, fetches the
 * quiz again.
 */
function useActs(meetingId: number) {
  const key = callKey(getQuizConsole, { id: meetingId });
  const [isBusy, setBusy] = useState(false);
  const act = async (work: (number: number) => Promise<{ number: number }>) => {
    const held = queryClient.getQueryData<Quiz>(key);
    let isDone = false;
    setBusy(true);
    try {
      const { number } = await work(held?.number ?? 0);
      queryClient.setQueryData<Quiz>(key, (quiz) => quiz && { ...quiz, number });
      isDone = true;
    } catch (failure) {
      toast.error(
        failure instanceof Problem && failure.code === 'quiz_moved_on'
          ? 'Another teacher has changed this quiz. Look again.'
          : messageOf(failure),
      );
    }
    await queryClient.invalidateQueries({ queryKey: key });
    setBusy(false);
    return isDone;
  };
  return { act, isBusy };
}

/** The console of a class's quiz: add, show, lock with a countdown, unlock, complete, and the answers of the class. */
export function QuizConsole({ meetingId, isLive }: { meetingId: number; isLive: boolean }) {
  const quiz = useCall(getQuizConsole, { id: meetingId }, { staleTime: 0, refreshEvery: 15_000 });
  const tally = useCall(getQuizTally, { id: meetingId }, { enabled: isLive, ownFailures: true, staleTime: 0, refreshEvery: TALLY_EVERY });
  const acts = useActs(meetingId);
  const [asks, setAsks] = useState<'add' | 'complete' | null>(null);
  useEffect(() => void preloadMaths(), []);
  const counts = new Map(tally.data?.tallies.map((one) => [one.id, one]));
  return (
    <section aria-labelledby="quiz">
      <Loaded query={quiz} skeleton={<Skeleton height={240} radius="lg" />}>
        {(held) => {
          const present = tally.data?.present_count ?? held.present_count;
          const isNext = held.questions.find(({ shown_at }) => shown_at === null)?.id;
          const isAnyOpen = held.questions.some(({ shown_at, locks_at }) => shown_at !== null && locks_at === null);
          return (
            <>
              <div className={`flex flex-wrap items-center justify-between gap-12 ${styles.quizHead}`}>
                <div>
                  <h2 id="quiz">Live quiz</h2>
                  <p>
                    {held.complete
                      ? 'Complete. Everybody sees the report.'
                      : isLive
                        ? `${plural(present, 'student')} on the class page`
                        : 'Questions can be shown once the class is live.'}
                  </p>
                </div>
                {!held.complete && (
                  <div className={`flex flex-wrap gap-12 ${styles.actions}`}>
                    {held.questions.some(({ shown_at }) => shown_at !== null) && (
                      <Button variant="default" onClick={() => setAsks('complete')}>
                        Complete
                      </Button>
                    )}
                    <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setAsks('add')}>
                      Add question
                    </Button>
                  </div>
                )}
              </div>
              {held.questions.length === 0 ? (
                <EmptyState icon={<IconListCheck size={26} />} title="No questions yet">
                  Add some before the class, from the bank or typed in. Nobody sees them before you show them.
                </EmptyState>
              ) : (
                <ul className={rows.list}>
                  {held.questions.map((question, at) => (
                    <ConsoleQuestion
                      key={question.id}
                      question={{ ...question, ...counts.get(question.id) }}
                      number={at + 1}
                      meetingId={meetingId}
                      isLive={isLive}
                      isComplete={held.complete}
                      isNext={question.id === isNext && !isAnyOpen}
                      acts={acts}
                    />
                  ))}
                </ul>
              )}
              {held.quiz_id !== null && !held.complete && (
                <label className={forms.tick}>
                  <input
                    type="checkbox"
                    checked={held.reveals === 'after_lock'}
                    disabled={acts.isBusy}
                    onChange={({ currentTarget }) => {
                      const reveals = currentTarget.checked ? 'after_lock' : 'at_verify';
                      void acts.act((number) => call(setQuizReveal, { id: meetingId, number, reveals }));
                    }}
                  />
                  <span>
                    Show the answer after the lock
                    <small>Otherwise each student sees it at VERIFY, and may tell neighbours.</small>
                  </span>
                </label>
              )}
            </>
          );
        }}
      </Loaded>
      {asks === 'add' && <AddQuestionModal meetingId={meetingId} act={acts.act} onClose={() => setAsks(null)} />}
      {asks === 'complete' && (
        <FormDialog
          onClose={() => setAsks(null)}
          title="Complete the quiz?"
          actions={
            <Button
              onClick={() => {
                setAsks(null);
                void acts.act((number) => call(completeQuiz, { id: meetingId, number }));
              }}
            >
              Complete
            </Button>
          }
        >
          <p className="text-14 leading-reading text-ink-soft">
            Every question locks now, and each student sees the report with the answers. It cannot be opened again.
          </p>
        </FormDialog>
      )}
    </section>
  );
}

interface QuestionProps {
  question: Question;
  number: number;
  meetingId: number;
  isLive: boolean;
  isComplete: boolean;
  /** Whether its Show button is the page's one filled button. */
  isNext: boolean;
  acts: ReturnType<typeof useActs>;
}

const badges = {
  hidden: ['Not shown', undefined],
  open: ['Open', 'good'],
  locking: ['Locking', 'warning'],
  locked: ['Locked', undefined],
} as const;

function ConsoleQuestion({ question, number, meetingId, isLive, isComplete, isNext, acts: { act, isBusy } }: QuestionProps) {
  const now = useServerNow(500);
  const state = stateOf(question, now);
  const [label, tone] = badges[state];
  const question_id = question.id;
  const on =
    (endpoint: typeof showQuizQuestion | typeof unlockQuizQuestion | typeof removeQuizQuestion | typeof acceptLateQuizAnswers) => () =>
      void act((expected) => call(endpoint, { id: meetingId, number: expected, question_id }));
  const lock = (isNow: boolean) =>
    void act((expected) => call(lockQuizQuestion, { id: meetingId, number: expected, question_id, now: isNow }));
  const answered = question.tally.reduce((sum, count) => sum + count, 0);
  const right = new Set(question.accepted_answers ?? []);
  return (
    <li className="grid gap-12 px-20 py-16 max-40:px-16 max-40:py-12">
      <div className="flex flex-wrap items-center justify-between gap-x-16 gap-y-8">
        <h3>
          Question {number}{' '}
          <span className={rows.badge} data-tone={tone}>
            {label}
          </span>
        </h3>
        {state !== 'hidden' && <span className="text-14 text-ink-soft">{formatNumber(answered)} answered</span>}
      </div>
      <Maths text={question.question_text} />
      <ol className={styles.options}>
        {optionsOf(question).map(({ option, text }) => {
          const count = question.tally[option - 1] ?? 0;
          return (
            <li
              key={option}
              data-right={right.has(option) || undefined}
              style={{ '--part': `${answered === 0 || state === 'hidden' ? 0 : (count / answered) * 100}%` }}
            >
              {right.has(option) ? <IconCheck size={18} aria-label="Correct" /> : <span className="text-14 text-ink-soft">{option}</span>}
              {text === null ? <span>Picture</span> : <Maths text={text} />}
              {state !== 'hidden' && <span className="font-bold tabular">{formatNumber(count)}</span>}
            </li>
          );
        })}
      </ol>
      {!isComplete && (
        <div className={`flex flex-wrap gap-12 ${styles.actions}`}>
          {state === 'hidden' && (
            <>
              <Button variant="default" disabled={isBusy} onClick={on(removeQuizQuestion)}>
                Remove
              </Button>
              <Button variant={isNext ? 'filled' : 'default'} disabled={isBusy || !isLive} onClick={on(showQuizQuestion)}>
                Show
              </Button>
            </>
          )}
          {state === 'open' && (
            <>
              <Button variant="default" disabled={isBusy} onClick={() => lock(true)}>
                Lock now
              </Button>
              <Button disabled={isBusy} onClick={() => lock(false)}>
                Lock in 3 s
              </Button>
            </>
          )}
          {state === 'locking' && (
            <span className="text-14 text-ink-soft">Locks in {Math.ceil((Date.parse(question.locks_at ?? '') - now) / 1000)} s</span>
          )}
          {state === 'locked' && (
            <Button variant="default" disabled={isBusy} onClick={on(unlockQuizQuestion)}>
              Unlock
            </Button>
          )}
        </div>
      )}
      {question.late_count > 0 && (
        <div className={`flex flex-wrap gap-12 ${styles.actions}`}>
          <span className="text-14 text-ink-soft">
            {plural(question.late_count, 'answer')} waited for a connection and came after the lock.
          </span>
          <Button variant="default" size="sm" disabled={isBusy} onClick={on(acceptLateQuizAnswers)}>
            Accept
          </Button>
        </div>
      )}
      {question.after_key_count > 0 && (
        <p className="text-14 text-ink-soft">
          {plural(question.after_key_count, 'answer')} came after the correct option could be seen: kept, and not counted.
        </p>
      )}
    </li>
  );
}
