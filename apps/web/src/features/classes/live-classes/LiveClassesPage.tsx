import { Button, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconVideo } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import { useOnline } from '../../../platform/online.ts';
import { useServerNow } from '../../../platform/useServerNow.ts';
import buttons from '../../../ui/buttons.module.css';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { ClassRow, isJoinable } from './ClassRow.tsx';
import { type Meeting, useDay, useJoin } from './classes.queries.ts';
import styles from './LiveClassesPage.module.css';

const DAY = 86_400_000;
const nameOf = (date: string) =>
  new Date(date).toLocaleDateString(i18n.locale, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const dayAfter = (date: string, days: number) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** Live classes first, then coming ones, then past ones, each in order of time. */
function inOrder(meetings: readonly Meeting[], now: number): Meeting[] {
  const rank = (meeting: Meeting) => (meeting.status === 'LIVE' || isJoinable(meeting, now) ? 0 : meeting.status === 'NOT_STARTED' ? 1 : 2);
  return meetings.toSorted((a, b) => rank(a) - rank(b));
}

function summary(meetings: readonly Meeting[]): string {
  const count = meetings.length;
  const live = meetings.filter(({ status }) => status === 'LIVE').length;
  if (live === 0) return i18n.t('{count, plural, one {# class} other {# classes}}', { count });
  if (live === 1) return i18n.t('{count, plural, one {# class} other {# classes}}, one is live', { count });
  return i18n.t('{count, plural, one {# class} other {# classes}}, {live} are live', { count, live });
}

/** /virtual_meeting: the classes of a day. The Join button follows the server's clock. */
export default function LiveClassesPage() {
  const { date } = useSearch({ from: '/virtual_meeting' });
  const navigate = useNavigate();
  const day = useDay(date);
  const now = useServerNow(1000);
  const isOnline = useOnline();
  const { join, joining } = useJoin();
  const go = (to: string | undefined) => void navigate({ to: '/virtual_meeting', search: to === undefined ? {} : { date: to } });
  return (
    <>
      <PageTitle>{i18n.t('Live Classes')}</PageTitle>
      <Loaded query={day} skeleton={<DaySkeleton />}>
        {({ date: shown, today, first_date, last_date, next_date, virtual_meetings }) => (
          <div aria-busy={day.isPlaceholderData}>
            <div className="flex flex-wrap items-center gap-12 mb-20 max-48:gap-8">
              <button
                type="button"
                className={`${buttons.icon} ${styles.step}`}
                aria-label={i18n.t('Previous day')}
                disabled={shown <= first_date}
                onClick={() => go(dayAfter(shown, -1))}
              >
                <IconChevronLeft size={20} aria-hidden />
              </button>
              <p className="text-20 leading-heading font-bold max-48:flex-1 max-48:text-center max-48:text-16" aria-live="polite">
                {nameOf(shown)}
              </p>
              <button
                type="button"
                className={`${buttons.icon} ${styles.step}`}
                aria-label={i18n.t('Next day')}
                disabled={shown >= last_date}
                onClick={() => go(dayAfter(shown, 1))}
              >
                <IconChevronRight size={20} aria-hidden />
              </button>
              <Button variant="default" size="md" onClick={() => go(undefined)} disabled={shown === today}>
                {i18n.t('Today')}
              </Button>
              {virtual_meetings.length > 0 && (
                <p className="ml-auto text-14 text-ink-soft max-48:w-full max-48:m-0">{summary(virtual_meetings)}</p>
              )}
            </div>
            {virtual_meetings.length === 0 ? (
              <EmptyState
                icon={<IconVideo size={26} />}
                title={i18n.t('No live classes have been assigned for this day!')}
                action={
                  next_date !== null && (
                    <ButtonLink to="/virtual_meeting" search={{ date: next_date }} variant="light">
                      {i18n.t('Go to {day}', { day: nameOf(next_date) })}
                    </ButtonLink>
                  )
                }
              >
                {next_date === null
                  ? i18n.t('A class that your institute schedules will be here.')
                  : i18n.t('The next class is on {day}.', { day: nameOf(next_date) })}
              </EmptyState>
            ) : (
              <ul className="border border-line rounded-card bg-surface">
                {inOrder(virtual_meetings, now).map((meeting) => (
                  <ClassRow
                    key={meeting.id}
                    meeting={meeting}
                    now={now}
                    isOnline={isOnline}
                    isJoining={joining === meeting.id}
                    onJoin={() => join(meeting.id)}
                  />
                ))}
              </ul>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

function DaySkeleton() {
  return (
    <>
      <Skeleton height={44} width={420} maw="100%" mb="lg" />
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={100} mb={2} radius="lg" />
      ))}
    </>
  );
}
