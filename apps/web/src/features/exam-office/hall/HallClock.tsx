import { IconCloudOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { serverNow } from '../../../platform/clock.ts';
import { formatClockSeconds } from '../../../ui/clock-format.ts';
import { formatTime, formatTimer } from '../../../ui/format.ts';
import classes from './HallPage.module.css';
import type { Hall } from './hall-students.ts';

/** The time of the last update, and the clock of the test. */
export function HallClock({ hall, updatedAt, isFailing }: { hall: Hall | undefined; updatedAt: number; isFailing: boolean }) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  if (!hall) return null;
  const ends = hall.test.closes_at ?? latestEnd(hall);
  const left = ends === null ? null : (Date.parse(ends) - serverNow()) / 1000;
  return (
    <>
      <p
        className={`flex items-center gap-8 text-13 text-ink-soft whitespace-nowrap tabular data-failing:font-semibold data-failing:text-warning ${classes.updated}`}
        data-failing={isFailing || undefined}
        role="status"
      >
        {isFailing ? (
          <>
            <IconCloudOff size={16} aria-hidden />
            Not updated since {formatClockSeconds(updatedAt)}
          </>
        ) : (
          <>
            <i className="inline-block size-9 rounded-[50%] bg-correct" aria-hidden />
            <span className="max-62:hidden">Updated </span>
            {formatClockSeconds(updatedAt)}
          </>
        )}
      </p>
      {ends !== null && left !== null && left > 0 && (
        <p className={`${classes.clock} text-end text-18 leading-tight font-bold whitespace-nowrap max-40:text-15`}>
          <small>Ends {formatTime(ends)}</small>
          <span className="tabular">{formatTimer(left)}</span>
        </p>
      )}
    </>
  );
}

/** The latest end of a student's time, for a test without an end. */
function latestEnd({ ends, status }: Hall): string | null {
  const open = ends.filter((end, at): end is number => end !== null && (status[at] === 1 || status[at] === 2));
  return open.length === 0 ? null : new Date(Math.max(...open) * 1000).toISOString();
}
