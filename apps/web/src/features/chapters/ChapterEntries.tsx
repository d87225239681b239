import type { Chapter } from '@abhyas/contract/catalogue';
import type { Value } from '@abhyas/contract/endpoint';
import { IconClipboardList, IconLock, IconPlayerPlay, type TablerIcon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './ChapterEntries.module.css';

interface Props {
  chapter: Value<typeof Chapter>;
  /** A locked entry was pressed. */
  onLocked: (label: string) => void;
}

interface Entry {
  label: string;
  Icon: TablerIcon;
  link: Pick<LinkProps, 'to' | 'params' | 'search'>;
  isOpen: boolean;
}

/** What a chapter has beside its topics; what needs Premium shows its lock. */
export function ChapterEntries({ chapter, onLocked }: Props) {
  const params = { id: String(chapter.id) };
  const entries: Entry[] = [];
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
  if (entries.length === 0) return null;
  return (
    <ul className={classes.entries}>
      {entries.map(({ label, Icon, link, isOpen }) => (
        <li key={label}>
          {isOpen ? (
            <Link {...link} className={classes.entry}>
              <Icon size={22} aria-hidden />
              {label}
            </Link>
          ) : (
            <button type="button" className={classes.entry} onClick={() => onLocked(label)}>
              <Icon size={22} aria-hidden />
              {label}
              <span className={classes.lock}>
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
