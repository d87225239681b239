import { placeBlocks } from '@abhyas/exam/classes/timetable';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { i18n } from '../../../platform/language.ts';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { formatTime } from '../../../ui/format.ts';
import classes from './TimeTable.module.css';
import { colourOf, linkOf, statusInWords, subjectOf, type TimetableClass, type Week } from './timetable-classes.ts';

/** The height of an hour in pixels, a fixed number (docs/product.md). */
const HOUR = 120;
/** The least width in pixels of a day, and of a class beside another at the same time. */
const DAY_WIDTH = 112;
const CLASS_WIDTH = 88;
const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Minutes; shorter blocks leave out the lecture or the classrooms, for which they have no room. */
const shortMinutes = 45;
const longMinutes = 90;

const pixels = (ms: number) => (ms / (60 * minuteMs)) * HOUR;
const startOfDay = (date: string) => Date.parse(`${date}T00:00:00+05:30`);

/** The week as a grid with 120 px for an hour. Today's column is highlighted, and a line behind the blocks shows the present time. */
export function WeekGrid({ week }: { week: Week }) {
  const now = useServerNow(20_000);
  const place = useRef<HTMLDivElement>(null);
  const first = week.zones[0] ?? 9;
  const height = week.zones.length * HOUR;
  useEffect(() => {
    // A narrow screen shows only a part of the week, which begins with today if the week contains today.
    const today = place.current?.querySelector<HTMLElement>('[data-today]');
    if (today && place.current) place.current.scrollLeft = Math.max(0, today.offsetLeft - 64);
  }, [week.start_date]);
  return (
    <div
      className="overflow-x-auto border border-line rounded-card bg-surface"
      ref={place}
      tabIndex={0}
      role="region"
      aria-label={i18n.t('Week')}
    >
      <div className="grid min-w-840" style={{ gridTemplateColumns: `56px ${week.time_table_data.map(widthOf).join(' ')}` }}>
        <div className="sticky left-0 z-2 border-b border-line bg-surface" />
        {week.time_table_data.map(({ date, day_name, day_num }) => (
          <div
            key={date}
            className={`px-12 py-10 border-b border-l border-line text-12 text-ink-soft data-today:text-accent ${classes.head}`}
            data-today={date === week.today || undefined}
          >
            {i18n.t(day_name)} <strong>{day_num}</strong>
          </div>
        ))}
        <div className="sticky left-0 z-2 bg-surface" style={{ height }} aria-hidden>
          {week.zones.map((hour) => (
            <span key={hour} className="absolute right-8 pt-2 text-12 text-ink-soft tabular" style={{ top: (hour - first) * HOUR }}>
              {`${String(hour).padStart(2, '0')}:00`}
            </span>
          ))}
        </div>
        {week.time_table_data.map((day) => (
          <Day
            key={day.date}
            day={day}
            isToday={day.date === week.today}
            showsCode={week.is_higher_education}
            first={first}
            height={height}
            now={now}
          />
        ))}
      </div>
    </div>
  );
}

/** The times of the classes of a day, and their columns among classes at the same time. */
function placesOf(day: Week['time_table_data'][number]) {
  const end = startOfDay(day.date) + dayMs;
  const blocks = day.live_class_data.map((each) => {
    const from = Date.parse(each.start_time);
    return { from, to: Math.min(end, from + each.duration * minuteMs) };
  });
  return { blocks, placed: placeBlocks(blocks) };
}

/** The grid's column of a day, which grows with the number of classes at one time so that each can be read. */
function widthOf(day: Week['time_table_data'][number]): string {
  const columns = Math.max(1, ...placesOf(day).placed.map((place) => place.columns));
  return `minmax(${Math.max(DAY_WIDTH, columns * CLASS_WIDTH)}px, 1fr)`;
}

interface DayProps {
  day: Week['time_table_data'][number];
  isToday: boolean;
  showsCode: boolean;
  /** The first hour that the grid shows. */
  first: number;
  height: number;
  now: number;
}

function Day({ day, isToday, showsCode, first, height, now }: DayProps) {
  const top = startOfDay(day.date) + first * 60 * minuteMs;
  const { blocks, placed } = placesOf(day);
  const line = pixels(now - top);
  return (
    <div className={classes.column} style={{ height }} data-today={isToday || undefined}>
      {isToday && line >= 0 && line <= height && (
        <div className={`${classes.now} absolute inset-x-0 h-2 bg-incorrect`} style={{ top: line }} />
      )}
      <ul className="list-none" aria-label={`${i18n.t(day.day_name)} ${day.day_num}`}>
        {day.live_class_data.map((each, at) => {
          const { column = 0, columns = 1 } = placed[at] ?? {};
          const { from, to } = blocks[at] ?? { from: top, to: top };
          return (
            <li
              key={each.id}
              className="absolute px-3 pt-1 pb-2"
              style={{
                top: pixels(from - top),
                height: pixels(to - from),
                left: `${(column * 100) / columns}%`,
                width: `${100 / columns}%`,
              }}
            >
              <BlockLink each={each} to={to} showsCode={showsCode} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function BlockLink({ each, to, showsCode }: { each: TimetableClass; to: number; showsCode: boolean }) {
  const isShort = each.duration <= shortMinutes;
  const subject = subjectOf(each, showsCode);
  const classrooms = each.classroom_names.join(', ');
  const times = i18n.t('{from} to {to}', { from: formatTime(each.start_time), to: formatTime(to) });
  return (
    <Link
      {...linkOf(each)}
      className={`text-12 text-ink-soft hover:border-accent data-[status=LIVE]:border-accent data-[status=LIVE]:bg-accent-soft ${classes.block}`}
      data-status={each.status}
      title={classrooms}
      style={{ '--subject': colourOf(each) } as React.CSSProperties}
      aria-label={[each.title, each.lecture_name, subject, classrooms, times, statusInWords(each.status)].filter(Boolean).join(', ')}
    >
      <strong>{each.title}</strong>
      {!isShort && each.lecture_name && <span>{each.lecture_name}</span>}
      <span>{subject}</span>
      {each.duration >= longMinutes && classrooms && <span>{classrooms}</span>}
      {each.status === 'LIVE' || each.status === 'CANCELLED' ? (
        <span
          className={`${classes.state} text-12 font-bold data-[status=LIVE]:text-correct data-[status=CANCELLED]:text-incorrect`}
          data-status={each.status}
        >
          {statusInWords(each.status)}
        </span>
      ) : (
        <span>{times}</span>
      )}
    </Link>
  );
}
