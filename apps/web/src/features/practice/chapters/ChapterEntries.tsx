import type { Chapter } from '@abhyas/contract/bank/catalogue';
import type { Value } from '@abhyas/contract/endpoint';
import {
  IconChevronRight,
  IconClipboardList,
  IconHistory,
  IconLock,
  IconPlayerPlay,
  IconRepeat,
  IconTargetArrow,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import { formatNumber } from '../../../ui/format.ts';
import rows from '../../../ui/rows.module.css';
import classes from './ChapterPage.module.css';

interface Props {
  chapter: Value<typeof Chapter>;
  /** Missed questions of the chapter that are due today. */
  dueCount: number;
  hasPremium: boolean;
  onPersonalise: () => void;
  /** Called when a locked entry is pressed. */
  onLocked: (label: string) => void;
}

interface Entry {
  label: string;
  Icon: TablerIcon;
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>;
  /** Opens something on this page instead of another page. */
  onOpen?: () => void;
  isOpen: boolean;
  note?: string;
}

/** A chapter's entries besides its topics; an entry that needs Premium shows a lock. */
export function ChapterEntries({ chapter, dueCount, hasPremium, onPersonalise, onLocked }: Props) {
  const params = { id: String(chapter.id) };
  const entries: Entry[] = [{ label: i18n.t('Personalised Assignment'), Icon: IconTargetArrow, onOpen: onPersonalise, isOpen: hasPremium }];
  if (chapter.show_revise_misses)
    entries.unshift({
      label: i18n.t('Revise Misses'),
      Icon: IconRepeat,
      link: { to: '/chapter_revise/$id', params },
      isOpen: true,
      ...(dueCount > 0 && { note: i18n.t('{dueCount} due today', { dueCount: formatNumber(dueCount) }) }),
    });
  if (chapter.has_previous_paper)
    entries.push({ label: i18n.t('Previous Paper'), Icon: IconHistory, link: { to: '/chapter_previous_paper/$id', params }, isOpen: true });
  if (chapter.has_quickpoints)
    entries.push({
      label: i18n.t('Cheat Sheet'),
      Icon: IconClipboardList,
      link: { to: '/cheat_sheet/$id', params },
      isOpen: chapter.can_open_quickpoints,
    });
  if (chapter.has_video_solutions)
    entries.push({
      label: i18n.t('Video'),
      Icon: IconPlayerPlay,
      link: { to: '/chapter_video_list/$id', params },
      isOpen: chapter.can_open_video_solutions,
    });
  return (
    <section aria-labelledby="more">
      <h2 id="more" className="mb-16">
        {i18n.t('More in this chapter')}
      </h2>
      <ul className={rows.list}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <EntryRow entry={entry} onLocked={onLocked} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EntryRow({ entry: { label, Icon, link, onOpen, isOpen, note }, onLocked }: { entry: Entry; onLocked: Props['onLocked'] }) {
  const words = (
    <>
      <Icon size={22} aria-hidden />
      <span className="flex-1 min-w-0">{label}</span>
    </>
  );
  if (isOpen && link)
    return (
      <Link {...link} className={`${rows.row} text-ink no-underline ${classes.entry}`}>
        {words}
        {note && <span className="text-14 text-ink-soft tabular">{note}</span>}
        <IconChevronRight size={20} aria-hidden className={`${classes.chevron} flex-none text-ink-soft max-36:absolute max-36:right-12`} />
      </Link>
    );
  return (
    <button
      type="button"
      className={`${rows.row} text-ink no-underline ${classes.entry}`}
      onClick={isOpen && onOpen ? onOpen : () => onLocked(label)}
    >
      {words}
      {isOpen ? (
        <IconChevronRight size={20} aria-hidden className={`${classes.chevron} flex-none text-ink-soft max-36:absolute max-36:right-12`} />
      ) : (
        <span className="flex items-center gap-8 text-14 text-ink-soft">
          <IconLock size={18} aria-hidden />
          {i18n.t('Premium')}
        </span>
      )}
    </button>
  );
}
