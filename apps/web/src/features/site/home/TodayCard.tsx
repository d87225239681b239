import { i18n, named, translated } from '../../../platform/language.ts';
import { Button, Skeleton } from '@mantine/core';
import { IconCalendarEvent, IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { afterFirstScreen } from '../../../platform/idle.ts';
import { useUser } from '../../../platform/user.ts';
import { useGoals } from '../../../question/goals.queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { formatDate, formatNumber } from '../../../ui/format.ts';
import { ProgressRing } from '../../../ui/ProgressRing.tsx';
import { ExamQuestion } from './ExamQuestion.tsx';
import { linkOf, type Plan, type PlanLine, useDailyPlan } from './plan.queries.ts';
import { useNextClass } from './NextClass.tsx';
import classes from './TodayCard.module.css';
import { WeekDots } from './WeekDots.tsx';

const goals = [10, 20, 40] as const;

/** Keeps the practice and the due mistakes of the plan on the device, so that they also open without a network. */
function useKeptPlan(plan: Plan | undefined): void {
  const user = useUser();
  const topic_id = plan?.start?.topic_id ?? plan?.lines.find(({ kind }) => kind === 'weakest')?.object_id;
  const hasDue = plan?.lines.some(({ kind }) => kind === 'mistakes') === true;
  useEffect(() => {
    if (!user || (topic_id === undefined && !hasDue)) return;
    return afterFirstScreen(
      () => void import('./keep-plan.ts').then(({ keepPlan }) => keepPlan(user.id, topic_id, hasDue)).catch(() => undefined),
    );
  }, [user, topic_id, hasDue]);
}

/** The plan for today or, for a student who has answered nothing yet, the topic to begin with. */
export function TodayCard() {
  const plan = useDailyPlan();
  useKeptPlan(plan.data);
  if (plan.data) return plan.data.is_new ? <FirstStart plan={plan.data} /> : <Today plan={plan.data} />;
  if (plan.isError) {
    return (
      <section className={`${card.card} flex flex-wrap items-center justify-between gap-12 mb-24`} role="alert">
        <p>{i18n.t('Your plan could not be loaded.')}</p>
        <Button variant="default" onClick={() => void plan.refetch()}>
          {i18n.t('Try again')}
        </Button>
      </section>
    );
  }
  return <Skeleton height={306} radius="lg" mb={16} />;
}

/** The exam's day in plain text. */
function ExamDays({ exam }: { exam: Plan['exam'] }) {
  if (!exam || exam.days === null) return null;
  return (
    <p className={`flex items-center gap-8 text-14 font-semibold ${classes.exam}`}>
      <IconCalendarEvent size={18} aria-hidden />
      <span>
        {exam.days === 0
          ? i18n.t('{exam} is today', { exam: exam.name })
          : i18n.t('{exam} in {days, plural, one {# day} other {# days}}', { exam: exam.name, days: exam.days })}
      </span>
    </p>
  );
}

function FirstStart({ plan }: { plan: Plan }) {
  const { start, exam, asks_exam, exams } = plan;
  const { isNow } = useNextClass();
  return (
    <>
      {start && (
        <section className={`${card.card} flex items-center justify-between ${classes.start}`} aria-labelledby="start">
          <div>
            <h2 id="start">{i18n.t('Start with 10 questions')}</h2>
            <p>
              {i18n.t(
                '{chapter_name}, {topic_name}. About 15 minutes, without a clock. You see the solution after each answer and can stop whenever you like.',
                { chapter_name: named(start.chapter_name), topic_name: named(start.topic_name) },
              )}
            </p>
          </div>
          <ButtonLink to="/train/$id" params={{ id: String(start.topic_id) }} size="md" variant={isNow ? 'default' : 'filled'}>
            {i18n.t('Start')}
          </ButtonLink>
        </section>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-16 gap-y-0 mx-4 mb-24">
        <ExamDays exam={exam} />
        <Link to="/mock" className="inline-flex items-center min-h-44 text-14 font-semibold text-accent no-underline">
          {i18n.t('Rather a test? See the Test Series')}
        </Link>
      </div>
      {asks_exam && <ExamQuestion exams={exams} />}
    </>
  );
}

function Today({ plan }: { plan: Plan }) {
  const { lines, next_due_at, exam, asks_exam, exams, more_due_count } = plan;
  // A page has only one filled button, and a class that can be joined has priority.
  const { isNow } = useNextClass();
  const next = lines.find(({ is_done }) => !is_done);
  const minutes = lines.reduce((sum, line) => sum + (line.is_done ? 0 : line.minutes), 0);
  return (
    <>
      <section className={`${card.card} ${classes.today}`} aria-labelledby="today">
        <div className="p-24 below-62:p-16">
          <div className={`${classes.head} flex items-baseline justify-between gap-12 mb-8`}>
            <h2 id="today">{i18n.t('Today')}</h2>
            {minutes > 0 && (
              <span className="text-14 text-ink-soft tabular">{i18n.t('{minutes} min left', { minutes: formatNumber(minutes) })}</span>
            )}
          </div>
          <ul className="list-none">
            {lines.map((line) => (
              <Line key={line.kind} line={line} variant={line !== next ? null : isNow ? 'default' : 'filled'} />
            ))}
          </ul>
          {!next && (
            <p className="grid gap-4 mt-16">
              <strong>{i18n.t('Done for today')}</strong>
              {next_due_at && (
                <span className="text-14 text-ink-soft tabular">
                  {i18n.t('The next mistakes are due on {next_due_at}.', { next_due_at: formatDate(next_due_at) })}
                </span>
              )}
            </p>
          )}
        </div>
        <div className={`flex flex-col ${classes.goal}`}>
          <Goal plan={plan} />
          <WeekDots week={plan.week} />
          <ExamDays exam={exam} />
        </div>
      </section>
      {more_due_count > 0 && (
        <p className={`${card.card} flex flex-wrap items-center justify-between ${classes.due}`}>
          <span>{i18n.t('{more_due_count, plural, one {# more mistake waits} other {# more mistakes wait}}', { more_due_count })}</span>
          <Link to="/mistakes" className="inline-flex items-center min-h-44 text-14 font-semibold text-accent no-underline">
            {i18n.t('See the Mistake Book')}
          </Link>
        </p>
      )}
      {asks_exam && <ExamQuestion exams={exams} />}
    </>
  );
}

/** A line of the plan. The next one has a button, in the given variant; the button of the mistakes has the words of its line. */
function Line({ line, variant }: { line: PlanLine; variant: 'default' | 'filled' | null }) {
  const { kind, minutes, is_done, said } = line;
  const title = translated(line.title, said);
  const detail = translated(line.detail, said);
  return (
    <li className={`flex items-center gap-12 ${classes.line}`} data-state={is_done ? 'done' : variant ? 'next' : undefined}>
      <span className={`grid flex-none place-items-center size-24 border-2 border-line-strong rounded-[50%] ${classes.tick}`}>
        {is_done && <IconCheck size={16} stroke={3} role="img" aria-label={i18n.t('Done')} />}
      </span>
      <span className={`flex-1 min-w-0 ${classes.words}`}>
        {is_done || (variant && kind !== 'mistakes') ? <b>{title}</b> : variant ? null : <Link {...linkOf(line)}>{title}</Link>}
        {detail && <span className="text-14 text-ink-soft tabular">{detail}</span>}
        {variant && (
          <span className={`flex items-center gap-16 ${classes.go}`}>
            <ButtonLink {...linkOf(line)} size="md" variant={variant}>
              {kind === 'continue' ? i18n.t('Continue') : kind === 'mistakes' ? title : i18n.t('Start')}
            </ButtonLink>
            {kind === 'continue' && <span className="text-14 text-ink-soft tabular">{i18n.t('Opens the question where you left')}</span>}
          </span>
        )}
      </span>
      <span className="text-14 text-ink-soft tabular">{i18n.t('{minutes} min', { minutes })}</span>
    </li>
  );
}

/** The daily goal as a ring; until the student has chosen a goal, the choice. */
function Goal({ plan: { daily_goal, answered_today } }: { plan: Plan }) {
  const choose = useGoals();
  if (daily_goal === null) {
    return (
      <div role="group" aria-labelledby="goal">
        <p id="goal" className="mb-8 font-semibold">
          {i18n.t('Questions a day')}
        </p>
        <div className="grid grid-cols-[repeat(3,1fr)] gap-8">
          {goals.map((goal) => (
            <Button key={goal} variant="default" disabled={choose.isPending} onClick={() => choose.mutate({ daily_goal: goal })}>
              {goal}
            </Button>
          ))}
        </div>
      </div>
    );
  }
  return (
    <div className={`flex items-center gap-16 ${classes.goalRow}`}>
      <ProgressRing
        value={Math.round((100 * answered_today) / daily_goal)}
        color="var(--accent)"
        label={i18n.t('{answered_today} of {daily_goal} questions today', { answered_today, daily_goal })}
        size={64}
      >
        <span className="text-18">{formatNumber(answered_today)}</span>
      </ProgressRing>
      <p>
        <b>{i18n.t('{answered_today} of {daily_goal}', { answered_today: formatNumber(answered_today), daily_goal })}</b>
        <span className="text-14 text-ink-soft tabular">{i18n.t('questions today')}</span>
      </p>
    </div>
  );
}
