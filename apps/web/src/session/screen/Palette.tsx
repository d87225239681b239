import { Trans } from '@lingui/react';
import { IconBookmarkFilled } from '@tabler/icons-react';
import { memo, type PointerEvent, type FocusEvent, useMemo, useState } from 'react';
import { i18n } from '../../platform/language.ts';
import { StatusIcon } from './StatusIcon.tsx';
import { countStatuses, type QuestionStatus, legendLabels, statusLabels } from './question-status.ts';
import styles from './Palette.module.css';

export interface PaletteItem {
  /** Position in the session, from 0. */
  index: number;
  /** The number that the student sees. */
  number: number;
  status: QuestionStatus;
  /** Whether the question is bookmarked; absent if the palette does not show bookmarks. */
  isBookmarked?: boolean;
}

export interface PaletteGroup {
  /** Name of the section; null if the paper has only one section. */
  title: string | null;
  items: PaletteItem[];
}

interface PaletteProps {
  groups: readonly PaletteGroup[];
  currentIndex: number;
  onGo: (index: number) => void;
  /** States that the legend lists, in this order. */
  statuses: readonly QuestionStatus[];
  /** A further note on a question: its save state. */
  noteOf?: (index: number) => string;
}

type Filter = QuestionStatus | 'bookmarked';

const passes = ({ status, isBookmarked }: PaletteItem, filter: Filter) => (filter === 'bookmarked' ? isBookmarked : status === filter);
const filterLabel = (filter: Filter) => (filter === 'bookmarked' ? i18n.t('Bookmarked') : i18n.t(legendLabels[filter]));

/** The questions with their numbers and states. The legend shows how many are in each state; pressing a state shows only its questions. */
export function Palette({ groups, currentIndex, onGo, statuses, noteOf }: PaletteProps) {
  const [filter, setFilter] = useState<Filter | null>(null);
  const all = useMemo(() => groups.flatMap(({ items }) => items), [groups]);
  const counts = useMemo(() => countStatuses(all.map(({ status }) => status)), [all]);
  const entries: readonly Filter[] = all.some(({ isBookmarked }) => isBookmarked !== undefined) ? [...statuses, 'bookmarked'] : statuses;
  const shown = groups
    .map(({ title, items }) => ({ title, items: filter === null ? items : items.filter((item) => passes(item, filter)) }))
    .filter(({ items }) => items.length > 0);
  return (
    <div className="grid gap-16">
      <div className="grid grid-cols-[1fr_1fr] gap-4" role="group" aria-label={i18n.t('Show only')}>
        {entries.map((entry) => (
          <button
            key={entry}
            type="button"
            className={`flex items-center ${styles.entry}`}
            aria-pressed={filter === entry}
            onClick={() => setFilter(filter === entry ? null : entry)}
          >
            {entry === 'bookmarked' ? (
              <IconBookmarkFilled className={styles.bookmark} size={20} aria-hidden="true" />
            ) : (
              <StatusIcon status={entry} size="legend" />
            )}
            <span className={styles.word}>{filterLabel(entry)}</span>
            <span className="font-semibold tabular">
              {entry === 'bookmarked' ? all.filter((item) => passes(item, entry)).length : (counts.get(entry) ?? 0)}
            </span>
          </button>
        ))}
      </div>
      {filter !== null && (
        <p className="text-14 text-ink-soft">
          <Trans
            id="Showing only: {filter}. <0>Show all</0>"
            components={{
              0: <button type="button" className={`font-semibold text-accent ${styles.all}`} onClick={() => setFilter(null)} />,
            }}
            values={{ filter: filterLabel(filter).toLowerCase() }}
          />
        </p>
      )}
      {filter !== null && shown.length === 0 && (
        <p className="text-14 text-ink-soft">
          {filter === 'bookmarked' ? i18n.t('No question is bookmarked.') : i18n.t('No question is in this state.')}
        </p>
      )}
      {shown.map(({ title, items }) => (
        <section key={title ?? ''} className="grid gap-8" aria-label={title ?? i18n.t('Questions')}>
          {title !== null && <h3 className="text-14 leading-heading font-semibold text-ink-soft">{title}</h3>}
          <Cells items={items} currentIndex={currentIndex} onGo={onGo} noteOf={noteOf} />
        </section>
      ))}
    </div>
  );
}

interface CellsProps {
  items: readonly PaletteItem[];
  currentIndex: number;
  onGo: (index: number) => void;
  noteOf: ((index: number) => string) | undefined;
}

/** One tooltip serves all cells: 90 tooltips would cost more than the question. */
function Cells({ items, currentIndex, onGo, noteOf }: CellsProps) {
  const [tip, setTip] = useState<{ index: number; x: number; y: number } | null>(null);
  const point = (event: PointerEvent | FocusEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    const isTouch = 'pointerType' in event && event.pointerType === 'touch';
    setTip(
      cell && !isTouch ? { index: Number(cell.dataset['index']), x: cell.offsetLeft + cell.offsetWidth / 2, y: cell.offsetTop } : null,
    );
  };
  const pointed = tip && items.find(({ index }) => index === tip.index);
  return (
    <div
      className="relative grid grid-cols-[repeat(auto-fill,minmax(44px,1fr))] gap-4"
      onPointerOver={point}
      onPointerLeave={() => setTip(null)}
      onFocus={point}
      onBlur={() => setTip(null)}
    >
      {items.map(({ index, number, status, isBookmarked = false }) => (
        <Cell
          key={index}
          index={index}
          number={number}
          status={status}
          isBookmarked={isBookmarked}
          isCurrent={index === currentIndex}
          onGo={onGo}
        />
      ))}
      {tip && pointed && (
        <span className={styles.tip} role="tooltip" style={{ left: tip.x, top: tip.y }}>
          {statusText(pointed)}
          {noteOf && <span className="font-regular">{noteOf(pointed.index)}</span>}
        </span>
      )}
    </div>
  );
}

interface CellProps extends PaletteItem {
  isCurrent: boolean;
  onGo: (index: number) => void;
}

/** The state of a question and its bookmark, in words. */
const statusText = ({ status, isBookmarked }: Pick<PaletteItem, 'status' | 'isBookmarked'>) =>
  isBookmarked ? i18n.t('{status}, bookmarked', { status: i18n.t(statusLabels[status]) }) : i18n.t(statusLabels[status]);

const Cell = memo(function Cell({ index, number, status, isBookmarked = false, isCurrent, onGo }: CellProps) {
  return (
    <button
      type="button"
      className={`relative grid place-items-center h-48 p-0 rounded-[10px] touch-manipulation ${styles.cell}`}
      data-index={index}
      aria-current={isCurrent ? 'true' : undefined}
      aria-label={i18n.t('Question {number}, {statusText}', { number, statusText: statusText({ status, isBookmarked }).toLowerCase() })}
      onClick={() => onGo(index)}
    >
      <StatusIcon status={status} number={number} />
      {isBookmarked && <IconBookmarkFilled className={styles.corner} size={16} aria-hidden="true" />}
    </button>
  );
});
