import { hasRight } from '@abhyas/contract/institute/rights';
import { getStaffToday, type TodayRow as TodayRowSchema, type Waiting as WaitingSchema } from '@abhyas/contract/site/today';
import type { Answer, Value } from '@abhyas/contract/endpoint';
import { Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconBroadcast, IconChevronRight, IconHandStop, IconSunHigh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { serverNow } from '../../../platform/clock.ts';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDay, formatMinutes } from '../../../ui/clock-format.ts';
import { formatNumber, formatTime } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import classes from './TodayPage.module.css';

type Row = Value<typeof TodayRowSchema>;
type Waiting = Value<typeof WaitingSchema>;

const ASK_EVERY = 30_000;
const icons = { warning: IconHandStop, danger: IconAlertTriangle, good: IconBroadcast };

/** /staff: what runs now, what comes next, and what waits for the person. */
export default function TodayPage() {
  const role = useUser()?.membership?.role ?? null;
  const hasLetter = role === 'owner' || role === 'teacher';
  const today = useCall(getStaffToday, {}, { refreshEvery: ASK_EVERY });
  const managesPeople = hasRight(role, 'people.manage');
  return (
    <>
      <PageTitle>Today</PageTitle>
      <Loaded query={today} skeleton={<TodaySkeleton />}>
        {({ figures, running, next, waiting }) => (
          <>
            <FiguresOfInstitute figures={figures} />
            {hasLetter && (
              <p className="mb-16">
                <Link to="/staff/letter" className="font-semibold text-accent no-underline">
                  The letter of last week
                </Link>
              </p>
            )}
            {running.length + next.length + waiting.length > 0 ? (
              <div
                className={waiting.length > 0 ? 'grid grid-cols-[minmax(0,1fr)_304px] items-start gap-24 max-62:grid-cols-1' : undefined}
              >
                <div>
                  <Rows title="Running now" list={running} isFirst />
                  <Rows title="Next" list={next} isFirst={running.length === 0} />
                </div>
                {waiting.length > 0 && <WaitingList list={waiting} />}
              </div>
            ) : figures.length === 0 && managesPeople ? (
              <EmptyState
                icon={<IconSunHigh size={26} />}
                title="No students yet"
                action={
                  <ButtonLink to="/staff/people" search={{ kind: 'students' }}>
                    Add students
                  </ButtonLink>
                }
              >
                Add students and their batches first. Then give them a test or a class, which appears here on its day.
              </EmptyState>
            ) : (
              <EmptyState icon={<IconSunHigh size={26} />} title="Nothing today.">
                Tests and classes that run now or come next appear here, with the tasks that wait for you.
              </EmptyState>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

/** Figures of the whole institute, each with a link to the page with details. */
function FiguresOfInstitute({ figures }: Pick<Answer<typeof getStaffToday>, 'figures'>) {
  if (figures.length === 0) return null;
  return (
    <ul className={classes.figures} aria-label="The institute in figures">
      {figures.map(({ name, value, detail, url }) => (
        <li key={name}>
          <Link to={url as '/staff'} className={classes.figure}>
            <span>{name}</span>
            <strong>{value}</strong>
            <span className="block text-14 font-regular text-ink-soft">{detail}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A titled list of rows. `isFirst`: its first row has the page's one filled button. */
function Rows({ title, list, isFirst }: { title: string; list: Row[]; isFirst: boolean }) {
  if (list.length === 0) return null;
  return (
    <section className={rows.section}>
      <h2>{title}</h2>
      <ul className={rows.list}>
        {list.map((row, at) => (
          <li key={`${row.kind} ${row.id}`} className={rows.row} data-stacks>
            <Time row={row} />
            <span className={rows.main} data-bar={row.kind}>
              {row.name}
              <span className="block text-14 font-regular text-ink-soft tabular">
                {[row.detail, leftOf(row)].filter((part) => part !== null && part !== '').join(' · ')}
              </span>
            </span>
            <span className={rows.actions}>
              {row.badge && <Badge {...row.badge} />}
              <ButtonLink
                to={row.url as '/staff'}
                variant={isFirst && at === 0 ? 'filled' : 'default'}
                aria-label={`${row.action}: ${row.name}`}
              >
                {row.action}
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Badge({ tone, text }: NonNullable<Row['badge']>) {
  const Icon = icons[tone];
  return (
    <span className={rows.badge} data-tone={tone}>
      <Icon size={14} aria-hidden />
      {text}
    </span>
  );
}

const hasBegun = ({ starts_at }: Row) => starts_at === null || Date.parse(starts_at) <= serverNow();

function leftOf(row: Row): string | null {
  if (!hasBegun(row) || row.ends_at === null) return null;
  return `${formatMinutes(Math.max(0, Date.parse(row.ends_at) - serverNow()) / 1000)} left`;
}

/** When an entry begins, with its end if it is running, otherwise with the time until it begins. */
function Time({ row }: { row: Row }) {
  const { starts_at, ends_at } = row;
  if (starts_at === null) return <span className={rows.time}>{ends_at === null ? 'Open' : `to ${formatTime(ends_at)}`}</span>;
  const until = (Date.parse(starts_at) - serverNow()) / 1000;
  const isSoon = until < 12 * 3600;
  const small = hasBegun(row) ? ends_at && `to ${formatTime(ends_at)}` : isSoon ? `in ${formatMinutes(until)}` : formatTime(starts_at);
  return (
    <span className={rows.time}>
      {isSoon ? formatTime(starts_at) : formatDay(starts_at, serverNow())}
      {small && <small>{small}</small>}
    </span>
  );
}

function WaitingList({ list }: { list: Waiting[] }) {
  return (
    <section className={rows.section} style={{ margin: 0 }}>
      <h2>Waiting for you</h2>
      <ul className={rows.list}>
        {list.map(({ title, detail, count, url }) => (
          <li key={title + url}>
            <Link to={url as '/staff'} className={rows.row}>
              <span className={rows.main}>
                {title}
                <span className="block text-14 font-regular text-ink-soft">{detail}</span>
              </span>
              <span className="font-bold tabular">{formatNumber(count)}</span>
              <IconChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function TodaySkeleton() {
  return (
    <>
      <Skeleton height={24} width={160} mb="md" />
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={76} mb={2} radius="lg" />
      ))}
    </>
  );
}
