import { placeBlocks } from '@abhyas/exam/classes/timetable';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { formatTime } from '../../../ui/format.ts';
import classes from './TimeTable.module.css';
import { colourOf, linkOf, statusInWords, type TimetableClass, type Week } from './timetable-classes.ts';

/** Pixels of an hour, as the specification has it. */
const HOUR = 120;
const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Shorter blocks leave the lecture to the opened one. */
const shortMinutes = 45;

const pixels = (ms: number) => (ms / (60 * minuteMs)) * HOUR;
const startOfDay = (date: string) => Date.parse(`${date}T00:00:00+05:30`);

/** The week as a grid: 120 px an hour, today's column marked, the line of now behind the blocks. */
export function WeekGrid({ week }: { week: Week }) {
  const now = useServerNow(20_000);
  const place = useRef<HTMLDivElement>(null);
  const first = week.zones[0] ?? 9;
  const height = week.zones.length * HOUR;
  useEffect(() => {
    // Narrow screens show a part of the week: today's, if it is in it.
    const today = place.current?.querySelector<HTMLElement>('[data-today]');
    if (today && place.current) place.current.scrollLeft = Math.max(0, today.offsetLeft - 64);
  }, [week.start_date]);
  return (
    <div className={classes.scroll} ref={place} tabIndex={0} role="region" aria-label="Week">
      <div className={classes.grid}>
        <div className={classes.corner} />
        {week.time_table_data.map(({ date, day_name, day_num }) => (
          <div key={date} className={classes.head} data-today={date === week.today || undefined}>
            {day_name} <strong>{day_num}</strong>
          </div>
        ))}
        <div className={classes.hours} style={{ height }} aria-hidden>
          {week.zones.map((hour) => (
            <span key={hour} className={classes.hour} style={{ top: (hour - first) * HOUR }}>
              {`${String(hour).padStart(2, '0')}:00`}
            </span>
          ))}
        </div>
        {week.time_table_data.map((day) => (
          <Day key={day.date} day={day} isToday={day.date === week.today} first={first} height={height} now={now} />
        ))}
      </div>
    </div>
  );
}

interface DayProps {
  day: Week['time_table_data'][number];
  isToday: boolean;
  /** The hour at the top. */
  first: number;
  height: number;
  now: number;
}

function Day({ day, isToday, first, height, now }: DayProps) {
  const top = startOfDay(day.date) + first * 60 * minuteMs;
  const end = startOfDay(day.date) + dayMs;
  const blocks = day.live_class_data.map((each) => {
    const from = Date.parse(each.start_time);
    return { from, to: Math.min(end, from + each.duration * minuteMs) };
  });
  const placed = placeBlocks(blocks);
  const line = pixels(now - top);
  return (
    <div className={classes.column} style={{ height }} data-today={isToday || undefined}>
      {isToday && line >= 0 && line <= height && <div className={classes.now} style={{ top: line }} />}
      <ul className={classes.blocks} aria-label={`${day.day_name} ${day.day_num}`}>
        {day.live_class_data.map((each, at) => {
          const { column = 0, columns = 1 } = placed[at] ?? {};
          const { from, to } = blocks[at] ?? { from: top, to: top };
          return (
            <li
              key={each.id}
              className={classes.place}
              style={{
                top: pixels(from - top),
                height: pixels(to - from),
                left: `${(column * 100) / columns}%`,
                width: `${100 / columns}%`,
              }}
            >
              <BlockLink each={each} to={to} />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function BlockLink({ each, to }: { each: TimetableClass; to: number }) {
  const isShort = each.duration <= shortMinutes;
  const times = `${formatTime(each.start_time)} to ${formatTime(to)}`;
  return (
    <Link
      {...linkOf(each)}
      className={classes.block}
      data-status={each.status}
      style={{ '--subject': colourOf(each) } as React.CSSProperties}
      aria-label={[each.title, each.lecture_name, each.subject_name, times, statusInWords(each.status)].filter(Boolean).join(', ')}
    >
      <strong>{each.title}</strong>
      {!isShort && each.lecture_name && <span>{each.lecture_name}</span>}
      <span>{each.subject_name}</span>
      {each.status === 'LIVE' || each.status === 'CANCELLED' ? (
        <span className={classes.state} data-status={each.status}>
          {statusInWords(each.status)}
        </span>
      ) : (
        <span>{times}</span>
      )}
    </Link>
  );
}
