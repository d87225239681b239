import { getClassOptions, getClassSchedule } from '@abhyas/contract/classes/class-schedule';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Button, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus, IconVideo } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import buttons from '../../../ui/buttons.module.css';
import { formatMinutes } from '../../../ui/clock-format.ts';
import { formatTime } from '../../../ui/format.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { subjectColor } from '../../../ui/subject.ts';
import { dateOf, dayAfter, nameOfDay, type StaffMeeting } from './class-times.ts';
import styles from './ClassSchedule.module.css';
import { ScheduleModal } from './ScheduleModal.tsx';

const ASK_EVERY = 30_000;

/** /staff/classes: the classes of a week, and the button to schedule more. */
export default function StaffClassesPage() {
  const { from } = useSearch({ from: '/staff/classes' });
  const navigate = useNavigate();
  const role = useUser()?.membership?.role ?? null;
  const week = useCall(getClassSchedule, from === undefined ? {} : { from }, { keepPrevious: true, refreshEvery: ASK_EVERY });
  const options = useCall(getClassOptions, {});
  const [isScheduling, setScheduling] = useState(false);
  const canManage = hasRight(role, 'classes.manage');
  const go = (to: string | undefined) => void navigate({ to: '/staff/classes', search: to === undefined ? {} : { from: to } });
  const make = canManage && (
    <Button leftSection={<IconPlus size={20} />} onClick={() => setScheduling(true)} disabled={!options.data}>
      Schedule a class
    </Button>
  );
  return (
    <>
      <PageTitle>Classes</PageTitle>
      <Loaded query={week} skeleton={[1, 2, 3].map((row) => <Skeleton key={row} height={76} mb={2} />)}>
        {({ from: first, today, classes }) => (
          <>
            <div className="flex flex-wrap items-center gap-12 mb-24">
              <button
                type="button"
                className={`${buttons.icon} ${styles.step}`}
                aria-label="Previous week"
                onClick={() => go(dayAfter(first, -7))}
              >
                <IconChevronLeft size={20} aria-hidden />
              </button>
              <p className="text-18 leading-heading font-bold max-40:flex-1 max-40:text-center max-40:text-16" aria-live="polite">
                {nameOfDay(first)} to {nameOfDay(dayAfter(first, 6))}
              </p>
              <button
                type="button"
                className={`${buttons.icon} ${styles.step}`}
                aria-label="Next week"
                onClick={() => go(dayAfter(first, 7))}
              >
                <IconChevronRight size={20} aria-hidden />
              </button>
              {from !== undefined && (
                <Button variant="default" onClick={() => go(undefined)}>
                  This week
                </Button>
              )}
              <span className={`${styles.push} ml-auto max-40:w-full max-40:m-0`}>{classes.length > 0 && make}</span>
            </div>
            {classes.length === 0 ? (
              <EmptyState icon={<IconVideo size={26} />} title="No class this week" action={make}>
                {canManage ? 'Schedule one class, or one a week.' : 'Scheduled classes appear here.'}
              </EmptyState>
            ) : (
              Array.from({ length: 7 }, (_, day) => dayAfter(first, day)).map((date) => (
                <Day key={date} date={date} isToday={date === today} classes={classes.filter((one) => dateOf(one.start_time) === date)} />
              ))
            )}
          </>
        )}
      </Loaded>
      {isScheduling && options.data && <ScheduleModal options={options.data} onClose={() => setScheduling(false)} />}
    </>
  );
}

function Day({ date, isToday, classes }: { date: string; isToday: boolean; classes: StaffMeeting[] }) {
  if (classes.length === 0) return null;
  return (
    <section className={rows.section}>
      <h2>{isToday ? `Today, ${nameOfDay(date)}` : nameOfDay(date)}</h2>
      <ul className={rows.list}>
        {classes.map((one) => (
          <li key={one.id}>
            <Link to="/staff/classes/$id" params={{ id: String(one.id) }} className={rows.row} data-stacks>
              <span className={rows.time}>
                {formatTime(one.start_time)}
                <small>{formatMinutes(one.duration * 60)}</small>
              </span>
              <span className={rows.main} data-bar="subject" style={{ borderColor: subjectColor(one.subject_title) }}>
                {one.title}
                <span className="block text-14 font-regular text-ink-soft">
                  {[one.lecture, one.subject_title, one.classroom_names.join(', '), one.teacher_name].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className={rows.badge} data-tone={one.status === 'LIVE' ? 'good' : one.status === 'CANCELLED' ? 'warning' : undefined}>
                {one.status.replaceAll('_', ' ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
