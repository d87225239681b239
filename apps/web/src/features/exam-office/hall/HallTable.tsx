import { Button } from '@mantine/core';
import { IconCheck, IconCircle, IconDots, IconLock, IconPencil, IconWifiOff } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatMinutes } from '../../../ui/clock-format.ts';
import { formatNumber, formatTime } from '../../../ui/format.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import type { Act } from './HallDialogs.tsx';
import classes from './HallTable.module.css';
import { type Hall, type HallState, type HallStudent, needsHelp } from './hall-students.ts';

interface Props {
  /** Called when the pointer or the focus enters the list, and when both have left it. */
  onHold: (isHeld: boolean) => void;
  hall: Hall;
  students: readonly HallStudent[];
  /** Seconds since 1970. */
  now: number;
  isOff: boolean;
  selected: ReadonlySet<number>;
  onSelect: (selected: ReadonlySet<number>) => void;
  onAct: (act: Act) => void;
}

/** The list of students. Only the rows in view are drawn. */
export function HallTable({ onHold, hall, students, now, isOff, selected, onSelect, onAct }: Props) {
  const isWide = useMedia('(min-width: 62em)');
  const rowHeight = isWide ? 65 : 88;
  const body = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useEffect(() => setTop(body.current ? body.current.getBoundingClientRect().top + scrollY : 0), [students.length]);
  // oxlint-disable-next-line react/incompatible-library -- no memoised component takes its values
  const virtual = useWindowVirtualizer({ count: students.length, estimateSize: () => rowHeight, overscan: 8, scrollMargin: top });
  // When the height of rows changes, they are measured again.
  useEffect(() => virtual.measure(), [rowHeight, virtual]);
  const isAllSelected = students.length > 0 && students.every(({ id }) => selected.has(id));
  const firstNeeding = students.find(needsHelp)?.id;
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handlers only keep the order of the list
    <div
      className="overflow-clip border border-line rounded-card bg-surface below-62:-mx-16 below-62:border-r-0 below-62:border-l-0 below-62:rounded-none"
      role="table"
      aria-label="Students"
      aria-rowcount={students.length + 1}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={({ currentTarget }) => currentTarget.matches(':focus-within') || onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || currentTarget.matches(':hover') || onHold(false)
      }
    >
      <div className={`text-12 text-ink-soft ${classes.headRow}`} role="row">
        <span role="columnheader">
          <label className={`grid place-items-center ${classes.check}`}>
            <input
              type="checkbox"
              checked={isAllSelected}
              onChange={() => onSelect(isAllSelected ? new Set() : new Set(students.map(({ id }) => id)))}
              aria-label="Select all"
            />
          </label>
        </span>
        {['Student', 'State', 'Last heard', 'Answers given', 'Time left', ''].map((name) => (
          <span key={name} role="columnheader" className={classes.head}>
            {name}
          </span>
        ))}
      </div>
      <div ref={body} className="relative" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const student = students[index];
          return (
            student && (
              <div
                key={student.id}
                role="row"
                aria-rowindex={index + 2}
                className={`${classes.row} absolute inset-x-0 top-0 border-t border-line text-15`}
                style={{ height: rowHeight, transform: `translateY(${start - top}px)` }}
              >
                <Row
                  student={student}
                  now={now}
                  questionCount={hall.test.question_count}
                  canExtend={hall.test.time_kind === 'wall_clock'}
                  isFirst={student.id === firstNeeding}
                  isOff={isOff}
                  isSelected={selected.has(student.id)}
                  onToggle={() => toggle(student.id)}
                  onAct={onAct}
                />
              </div>
            )
          );
        })}
      </div>
      {students.length === 0 && <p className="p-24 border-t border-line text-center text-ink-soft">Nobody fits.</p>}
    </div>
  );
}

const states: Record<HallState, { word: string; icon: ReactNode }> = {
  locked: { word: 'Locked', icon: <IconLock size={18} aria-hidden /> },
  no_code: { word: 'Locked', icon: <IconLock size={18} aria-hidden /> },
  silent: { word: 'Silent', icon: <IconWifiOff size={18} aria-hidden /> },
  running: { word: 'Writing', icon: <IconPencil size={18} aria-hidden /> },
  not_begun: { word: 'Not begun', icon: <IconCircle size={18} aria-hidden /> },
  finished: { word: 'Finished', icon: <IconCheck size={18} aria-hidden /> },
};

const seatWords = {
  healthy: '',
  server: 'Server busy',
  network: 'Network slow',
  device: 'Machine slow',
  unclear: 'Server not reached',
} as const;

/** The reason for a student's state. */
function whyOf({ state, left, late, seat, classroom }: HallStudent): string {
  if (state === 'no_code') return 'Wrong code 5 times';
  if (seat !== 'healthy') return seatWords[seat];
  const times = (count: number) => (count === 1 ? 'once' : `${formatNumber(count)} times`);
  if (late > 0) return 'Answers came late';
  if (left > 0) return `Left the window ${times(left)}`;
  return state === 'silent' ? (classroom ?? 'Nothing heard for over 90 s') : '';
}

interface RowProps {
  student: HallStudent;
  now: number;
  questionCount: number;
  canExtend: boolean;
  /** The row whose action is the page's filled button. */
  isFirst: boolean;
  isOff: boolean;
  isSelected: boolean;
  onToggle: () => void;
  onAct: (act: Act) => void;
}

function Row({ student, now, questionCount, canExtend, isFirst, isOff, isSelected, onToggle, onAct }: RowProps) {
  const { name, given_id, classroom, state, heard, ends, answered, late } = student;
  const { word, icon } = states[state];
  const isOpen = state !== 'finished' && state !== 'not_begun' && state !== 'no_code';
  const main = mainActOf(student, canExtend);
  const left = isOpen && ends !== null ? formatMinutes(ends - now) : '–';
  const ago = heard === null ? null : formatMinutes(now - heard);
  return (
    <>
      <span role="cell">
        <label className={`grid place-items-center ${classes.check}`}>
          <input type="checkbox" checked={isSelected} onChange={onToggle} aria-label={`Select ${name}`} />
        </label>
      </span>
      <span role="cell" className={classes.student}>
        <strong>{name}</strong>
        <small>{[given_id, classroom].filter(Boolean).join(' · ')}</small>
      </span>
      <span
        role="cell"
        className={`${classes.state} flex gap-8 min-w-0 data-[state=locked]:text-incorrect data-[state=no_code]:text-incorrect data-[state=silent]:text-warning data-[state=running]:text-correct data-[state=not_begun]:text-ink-soft data-[state=finished]:text-ink-soft`}
        data-state={state}
      >
        {icon}
        <span>
          <strong>{word}</strong>
          <small>{whyOf(student)}</small>
        </span>
      </span>
      <span role="cell" className="text-end text-14 whitespace-nowrap tabular below-62:hidden">
        {heard === null ? '–' : `${formatTime(heard * 1000)}, ${ago} ago`}
      </span>
      <span role="cell" className="text-end text-14 whitespace-nowrap tabular below-62:hidden">
        {answered} <span className="text-ink-soft">/ {questionCount}</span>
        <i className={classes.bar} aria-hidden style={{ '--share': `${(100 * answered) / Math.max(1, questionCount)}%` }} />
      </span>
      <span role="cell" className="text-end text-14 whitespace-nowrap tabular below-62:hidden">
        {left}
      </span>
      <span role="cell" className={classes.short}>
        {[heard === null ? null : `Heard ${ago} ago`, `${answered} of ${questionCount}`, left === '–' ? null : `${left} left`]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span role="cell" className={`flex items-center ${classes.actions}`}>
        {main && (
          <Button
            variant={isFirst ? 'filled' : 'default'}
            disabled={isOff}
            onClick={() => onAct(main.act)}
            aria-label={`${main.label}: ${name}`}
          >
            {main.label}
          </Button>
        )}
        {(isOpen || late > 0) && (
          <button
            type="button"
            className="grid place-items-center size-44 rounded-control text-ink disabled:opacity-40"
            disabled={isOff}
            onClick={() => onAct({ kind: 'student', student })}
            aria-label={`More for ${name}`}
          >
            <IconDots size={20} aria-hidden />
          </button>
        )}
      </span>
    </>
  );
}

/** The action that suits a student's state; null if none does. */
function mainActOf(student: HallStudent, canExtend: boolean): { label: string; act: Act } | null {
  if (student.state === 'locked' || student.state === 'no_code') return { label: 'Unlock', act: { kind: 'unlock', students: [student] } };
  if (student.state === 'finished') return student.late > 0 ? { label: 'Late answers', act: { kind: 'late', student } } : null;
  if (!canExtend || student.state === 'not_begun') return null;
  return { label: 'Extend', act: { kind: 'extend', students: [student] } };
}
