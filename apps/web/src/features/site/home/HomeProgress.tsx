import { i18n } from '../../../platform/language.ts';
import type { Answer } from '@abhyas/contract/endpoint';
import { getMyProgressData } from '@abhyas/contract/practice/progress';
import { Skeleton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { isTrainee, useUser } from '../../../platform/user.ts';
import { WeekComparison } from '../../../question/WeekComparison.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Figures } from '../../../ui/Figures.tsx';
import { formatDuration, formatNumber } from '../../../ui/format.ts';
import forms from '../../../ui/forms.module.css';
import classes from './HomeProgress.module.css';
import { WeekChart } from './WeekChart.tsx';

type Progress = Answer<typeof getMyProgressData>;

/** The student's progress on the home page; nothing for students in higher education, and nothing if the call fails. */
export function HomeProgress() {
  const user = useUser();
  const isAsked = user !== null && isTrainee(user);
  const progress = useCall(getMyProgressData, {}, { enabled: isAsked, ownFailures: true });
  if (!isAsked || progress.isError) return null;
  if (!progress.data) return <Skeleton height={302} radius="lg" aria-hidden />;
  return (
    <section className="px-20 pt-12 pb-20 border border-line rounded-card bg-surface print:break-inside-avoid" aria-labelledby="progress">
      {progress.data.overall_data.total_attempted === 0 ? <NothingYet progress={progress.data} /> : <Whole progress={progress.data} />}
    </section>
  );
}

function NothingYet({ progress: { subjects } }: { progress: Progress }) {
  const [first] = subjects;
  return (
    <div className={`flex flex-wrap items-center justify-between gap-12 ${classes.nothing}`}>
      <h2 id="progress">{i18n.t('Start Praticing and check your daily progress.')}</h2>
      {first && (
        <ButtonLink to="/$subject" params={{ subject: first.name.toLowerCase() }} variant="default">
          {i18n.t('Start Now')}
        </ButtonLink>
      )}
    </div>
  );
}

const weekdayOf = (date: string) =>
  new Intl.DateTimeFormat(i18n.locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
const isSunday = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay() === 0;

/** This week beside the same days of last week, the totals, and the last seven days, for one subject or for all. */
function Whole({ progress }: { progress: Progress }) {
  const [subject, setSubject] = useState<string | null>(null);
  const { overall_data, current_week_data, same_days_data } = progress.by_subject.find((each) => each.subject === subject) ?? progress;
  const graph = progress.graph_data.find((each) => each.period === 'daily' && each.subject === subject);
  return (
    <>
      <header className={`flex flex-wrap items-center justify-between gap-12 ${classes.head}`}>
        <h2 id="progress">{i18n.t('Your progress')}</h2>
        <select
          className={`${forms.select} ${classes.subject}`}
          aria-label={i18n.t('Subject')}
          value={subject ?? ''}
          onChange={({ currentTarget }) => setSubject(currentTarget.value === '' ? null : currentTarget.value)}
        >
          <option value="">{i18n.t('All subjects')}</option>
          {progress.subjects.map(({ id, name }) => (
            <option key={id}>{i18n.t(name)}</option>
          ))}
        </select>
        <Link to="/my_progress" className="inline-flex items-center gap-2 min-h-44 text-14 font-semibold text-accent no-underline">
          {i18n.t('My Progress')}
          <IconChevronRight size={18} aria-hidden />
        </Link>
      </header>
      <div className="grid gap-24 min-62:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] min-62:items-end">
        <div className="grid gap-16">
          <h3 className="text-14 font-semibold">{i18n.t('This week')}</h3>
          <WeekComparison
            now={current_week_data}
            before={same_days_data}
            beforeWords={
              isSunday(progress.today) ? i18n.t('last week') : i18n.t('by {today} last week', { today: weekdayOf(progress.today) })
            }
          />
          <h3 className="text-14 font-semibold">{i18n.t('In all')}</h3>
          <Figures
            figures={[
              [i18n.t('Attempted'), formatNumber(overall_data.total_attempted)],
              [i18n.t('Correct'), formatNumber(overall_data.correct)],
              [i18n.t('Incorrect'), formatNumber(overall_data.incorrect)],
              [i18n.t('Time spent'), formatDuration(overall_data.total_time_spent)],
            ]}
          />
        </div>
        {graph && <WeekChart points={graph.points} />}
      </div>
    </>
  );
}
