import { getMyProgressData } from '@abhyas/contract/practice/progress';
import { Skeleton } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { WeekComparison } from '../../../question/WeekComparison.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import cards from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Figures } from '../../../ui/Figures.tsx';
import { formatDuration, formatNumber, formatPercent } from '../../../ui/format.ts';
import { LinkTabs } from '../../../ui/LinkTabs.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { subjectColor, subjectOf } from '../../../ui/subject.ts';
import { Levels } from './Levels.tsx';
import { percentOf, type Progress, weekFinding } from './progress-words.ts';
import classes from './ProgressPage.module.css';
import { ProgressGraph } from './ProgressGraph.tsx';
import { PracticeCalendar } from './PracticeCalendar.tsx';

/** /my_progress: the student's practice by subject, day and week. */
export default function ProgressPage() {
  const progress = useCall(getMyProgressData, {});
  return (
    <>
      <PageTitle>{i18n.t('My Progress')}</PageTitle>
      <Loaded query={progress} skeleton={<ProgressSkeleton />}>
        {(data) => (data.overall_data.total_attempted === 0 ? <NothingYet data={data} /> : <Whole data={data} />)}
      </Loaded>
    </>
  );
}

function NothingYet({ data }: { data: Progress }) {
  const [first] = data.subjects;
  return (
    <EmptyState
      icon={<IconChartLine size={26} />}
      title={i18n.t('Start Praticing and check your daily progress.')}
      action={
        first ? (
          <ButtonLink to="/$subject" params={{ subject: first.name.toLowerCase() }}>
            {i18n.t('Start Now')}
          </ButtonLink>
        ) : (
          <ButtonLink to="/home">{i18n.t('Start Now')}</ButtonLink>
        )
      }
    />
  );
}

function Whole({ data }: { data: Progress }) {
  const { subject: asked = '' } = useSearch({ from: '/my_progress' });
  const subject = subjectOf(asked) ?? null;
  const { overall_data, previous_week_data, current_week_data } = data.by_subject.find((each) => each.subject === subject) ?? data;
  return (
    <>
      <LinkTabs
        label={i18n.t('Subjects')}
        isWithin
        tabs={[
          { label: i18n.t('All'), link: { to: '/my_progress' }, isCurrent: subject === null },
          ...data.subjects.map(({ name }) => ({
            label: i18n.t(name),
            link: { to: '/my_progress' as const, search: { subject: name.toLowerCase() } },
            isCurrent: name === subject,
            color: subjectColor(name),
          })),
        ]}
      />
      <div className={`grid gap-16 ${classes.grid}`}>
        <section className={cards.card} aria-labelledby="week">
          <h2 id="week" className="text-16 leading-text">
            {i18n.t('This week')}
          </h2>
          <p className="mt-4 mb-16 text-14 text-ink-soft">{weekFinding(current_week_data, previous_week_data)}</p>
          <WeekComparison now={current_week_data} before={previous_week_data} />
        </section>
        <section className={cards.card} aria-labelledby="totals">
          <h2 id="totals" className="text-16 leading-text">
            {i18n.t('In all')}
          </h2>
          <p className="mt-4 mb-16 text-14 text-ink-soft">
            {overall_data.total_attempted === 0
              ? i18n.t('No question answered yet.')
              : i18n.t('{correct} of your answers were right.', {
                  correct: formatPercent(percentOf(overall_data.correct, overall_data.total_attempted)),
                })}
          </p>
          <Figures
            size="large"
            figures={[
              [i18n.t('Attempted'), formatNumber(overall_data.total_attempted)],
              [i18n.t('Correct'), formatNumber(overall_data.correct)],
              [i18n.t('Incorrect'), formatNumber(overall_data.incorrect)],
              [i18n.t('Time spent'), formatDuration(overall_data.total_time_spent)],
            ]}
          />
        </section>
        <ProgressGraph graphs={data.graph_data.filter((graph) => graph.subject === subject)} />
        <Levels levels={subject === null ? data.levels : data.levels.filter((level) => level.subject === subject)} />
        <PracticeCalendar days={data.practised_days} today={data.today} streak={data.streak_days} />
      </div>
      <p className="mt-16 text-12 text-ink-soft">
        {i18n.t(
          'These figures count verified answers of practice, and tests whose score you may see. Days and weeks follow India’s time; a week begins on Monday.',
        )}
      </p>
    </>
  );
}

function ProgressSkeleton() {
  return (
    <>
      <Skeleton height={44} width={360} maw="100%" mb="lg" />
      <div className={`grid gap-16 ${classes.grid}`}>
        <Skeleton height={184} radius="lg" />
        <Skeleton height={184} radius="lg" />
        <Skeleton height={360} radius="lg" className="min-62:col-span-full" />
        <Skeleton height={240} radius="lg" />
        <Skeleton height={240} radius="lg" />
      </div>
    </>
  );
}
