import { getTimeTable } from '@abhyas/contract/classes/timetable';
import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { IconCalendarEvent, IconCalendarShare, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { i18n } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { CalendarFeedDialog } from './CalendarFeedDialog.tsx';
import { formatWeek } from './week-words.ts';
import { WeekGrid } from './WeekGrid.tsx';
import { WeekList } from './WeekList.tsx';

type View = 'week' | 'list';
const VIEW_KEY = 'timetable-view';

function keptView(): View | null {
  try {
    const kept = localStorage.getItem(VIEW_KEY);
    return kept === 'week' || kept === 'list' ? kept : null;
  } catch {
    return null;
  }
}

/** /time_table: a week of classes, as a grid or as a list with the same content, which is the default on phones. */
export default function TimeTablePage() {
  const { weeks_ago = 0 } = useSearch({ strict: false }) as { weeks_ago?: number };
  const week = useCall(getTimeTable, { weeks_ago }, { refreshEvery: 60_000 });
  const navigate = useNavigate();
  const isWide = useMedia('(min-width: 62em)');
  const [chosen, setChosen] = useState(keptView);
  const [isFeedOpen, setFeedOpen] = useState(false);
  const view = chosen ?? (isWide ? 'week' : 'list');
  const go = (to: number) => void navigate({ to: '/time_table', search: to === 0 ? {} : { weeks_ago: to }, resetScroll: false });
  const choose = (next: string) => {
    setChosen(next as View);
    try {
      localStorage.setItem(VIEW_KEY, next);
    } catch {
      // A preference that cannot be stored does no harm.
    }
  };
  const data = week.data;
  return (
    <>
      <PageTitle>{i18n.t('Time Table')}</PageTitle>
      <div className="flex flex-wrap items-center justify-between gap-12 mb-16">
        <div className="flex flex-wrap items-center gap-12 max-40:justify-between max-40:w-full">
          <button
            type="button"
            className="grid place-items-center size-44 border border-line rounded-control bg-surface text-ink disabled:text-line-strong"
            aria-label={i18n.t('The week before')}
            disabled={data?.can_go_back === false}
            onClick={() => go(weeks_ago + 1)}
          >
            <IconChevronLeft size={20} aria-hidden />
          </button>
          <h2 className="min-w-208 text-center text-20 tabular max-40:flex-1 max-40:min-w-0 max-40:text-16" aria-live="polite">
            {data ? formatWeek(data.start_date, data.end_date) : '…'}
          </h2>
          <button
            type="button"
            className="grid place-items-center size-44 border border-line rounded-control bg-surface text-ink disabled:text-line-strong"
            aria-label={i18n.t('The week after')}
            disabled={data?.can_go_ahead === false}
            onClick={() => go(weeks_ago - 1)}
          >
            <IconChevronRight size={20} aria-hidden />
          </button>
          {weeks_ago !== 0 && (
            <Button variant="default" onClick={() => go(0)}>
              {i18n.t('This week')}
            </Button>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-12 max-40:justify-between max-40:w-full">
          <SegmentedControl
            aria-label={i18n.t('View')}
            value={view}
            onChange={choose}
            data={[
              { value: 'week', label: i18n.t('Week') },
              { value: 'list', label: i18n.t('List') },
            ]}
          />
          <Button variant="subtle" leftSection={<IconCalendarShare size={18} />} onClick={() => setFeedOpen(true)}>
            {i18n.t('Calendar feed')}
          </Button>
        </div>
      </div>
      <Loaded query={week} skeleton={<Skeleton height={480} radius="lg" />}>
        {(shown) => {
          const count = shown.time_table_data.flatMap(({ live_class_data }) => live_class_data).length;
          const next = shown.next_weeks_ago;
          const nextLink = next !== null && (
            <ButtonLink to="/time_table" search={next === 0 ? {} : { weeks_ago: next }} variant="default">
              {next < weeks_ago ? i18n.t('Go to the next week with a class') : i18n.t('Go to the week with a class')}
            </ButtonLink>
          );
          if (count === 0 && view === 'list')
            return (
              <EmptyState icon={<IconCalendarEvent size={26} />} title={i18n.t('No class this week.')} action={nextLink || undefined}>
                {i18n.t('Classes that your institute schedules appear here.')}
              </EmptyState>
            );
          return (
            <>
              {count === 0 && (
                <p className="flex flex-wrap items-center gap-12 mb-12">
                  {i18n.t('No class this week.')} {nextLink}
                </p>
              )}
              {view === 'week' ? <WeekGrid week={shown} /> : <WeekList week={shown} />}
            </>
          );
        }}
      </Loaded>
      {isFeedOpen && <CalendarFeedDialog onClose={() => setFeedOpen(false)} />}
    </>
  );
}
