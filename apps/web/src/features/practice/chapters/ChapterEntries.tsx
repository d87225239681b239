import type { Chapter } from '@abhyas/contract/bank/catalogue';
import type { Value } from '@abhyas/contract/endpoint';
import { IconClipboardList, IconHistory, IconLock, IconPlayerPlay, IconTargetArrow, type TablerIcon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import layout from '../../../ui/layout.module.css';
import text from '../../../ui/text.module.css';
import classes from './ChapterEntries.module.css';

interface Props {
  chapter: Value<typeof Chapter>;
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
}

/** A chapter's entries besides its topics; an entry that needs Premium shows a lock. */
export function ChapterEntries({ chapter, hasPremium, onPersonalise, onLocked }: Props) {
  const params = { id: String(chapter.id) };
  const entries: Entry[] = [
    { label: 'Personalised Assignment', Icon: IconTargetArrow, onOpen: onPersonalise, isOpen: hasPremium },
    ...(chapter.has_previous_paper
      ? [{ label: 'Previous Paper', Icon: IconHistory, link: { to: '/chapter_previous_paper/$id', params }, isOpen: true } as const]
      : []),
  ];
  if (chapter.has_quickpoints) {
    entries.push({
      label: 'Cheat Sheet',
      Icon: IconClipboardList,
      link: { to: '/cheat_sheet/$id', params },
      isOpen: chapter.can_open_quickpoints,
    });
  }
  if (chapter.has_video_solutions) {
    entries.push({
      label: 'Video',
      Icon: IconPlayerPlay,
      link: { to: '/chapter_video_list/$id', params },
      isOpen: chapter.can_open_video_solutions,
    });
  }
  return (
    <ul className={`${layout.stack8} ${classes.entries}`}>
      {entries.map(({ label, Icon, link, onOpen, isOpen }) => (
        <li key={label}>
          {isOpen && link ? (
            <Link {...link} className={`${layout.row12} ${layout.panel} ${text.plainLink} ${classes.entry}`}>
              <Icon size={22} aria-hidden />
              {label}
            </Link>
          ) : isOpen && onOpen ? (
            <button type="button" className={`${layout.row12} ${layout.panel} ${text.plainLink} ${classes.entry}`} onClick={onOpen}>
              <Icon size={22} aria-hidden />
              {label}
            </button>
          ) : (
            <button
              type="button"
              className={`${layout.row12} ${layout.panel} ${text.plainLink} ${classes.entry}`}
              onClick={() => onLocked(label)}
            >
              <Icon size={22} aria-hidden />
              {label}
              <span className={`${layout.row} ${text.soft} ${classes.lock}`}>
                <IconLock size={18} aria-hidden />
                Premium
              </span>
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
