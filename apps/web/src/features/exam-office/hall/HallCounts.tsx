import { IconAccessPointOff, IconLock, IconWifiOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../ui/format.ts';
import classes from './HallPage.module.css';
import { type Filter, filters, type HallStudent, isIn, seatsInWords } from './hall-students.ts';

const labels: Record<Filter, { label: string; icon?: ReactNode; note?: (of: number, students: readonly HallStudent[]) => string }> = {
  begun: { label: 'Begun', note: (of) => `of ${formatNumber(of)}` },
  running: { label: 'Running', icon: <i className="inline-block size-9 rounded-[50%] bg-correct" aria-hidden /> },
  silent: { label: 'Silent', icon: <IconWifiOff size={16} aria-hidden color="var(--warning)" />, note: () => 'over 90 s' },
  slow: {
    label: 'Slow',
    icon: <IconAccessPointOff size={16} aria-hidden color="var(--warning)" />,
    note: (_of, students) => seatsInWords(students),
  },
  locked: { label: 'Locked', icon: <IconLock size={16} aria-hidden color="var(--incorrect)" /> },
  left: { label: 'Left the window' },
  finished: { label: 'Finished' },
  late: { label: 'Late answers', note: () => 'to accept' },
};

interface Props {
  students: readonly HallStudent[];
  filter: Filter | null;
  onFilter: (filter: Filter | null) => void;
}

/** The number of students in each state; each count filters the list. */
export function HallCounts({ students, filter, onFilter }: Props) {
  return (
    <div
      className="flex mb-20 overflow-hidden border border-line rounded-card bg-surface max-62:gap-8 max-62:overflow-x-auto max-62:border-none max-62:bg-transparent"
      role="group"
      aria-label="Show only"
    >
      {filters.map((name) => {
        const { label, icon, note } = labels[name];
        return (
          <button
            key={name}
            type="button"
            className={classes.count}
            aria-pressed={filter === name}
            onClick={() => onFilter(filter === name ? null : name)}
          >
            <span className="flex items-center gap-6 text-12 text-ink-soft">
              {icon}
              {label}
            </span>
            <span>
              <strong className="tabular">{formatNumber(students.filter(isIn[name]).length)}</strong>
              {note && <small> {note(students.length, students)}</small>}
            </span>
          </button>
        );
      })}
    </div>
  );
}
