import { IconChevronRight, IconFolder, IconFolderOpen, type TablerIcon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './Folders.module.css';

export interface FolderItem {
  key: string | number;
  name: string;
  code?: string | null;
  /** Below the name: '12 Files'. */
  count: string;
  /** A second line in the accent colour: 'Hand in 1 sheet'. */
  note?: string | undefined;
  /** Null for an empty folder, which cannot be opened. */
  link: Pick<LinkProps, 'to' | 'params' | 'search'> | null;
}

interface Props {
  label: string;
  items: readonly FolderItem[];
  /** The picture of a folder with content; default: an open folder. */
  Icon?: TablerIcon;
}

/** Links that look like folders. */
export function Folders({ label, items, Icon = IconFolderOpen }: Props) {
  return (
    <ul className="cards" aria-label={label}>
      {items.map(({ key, name, code, count, note, link }) => {
        const words = (
          <>
            <span className={`grid flex-none place-items-center size-44 bg-accent-soft text-accent ${classes.icon}`}>
              {link ? <Icon size={24} aria-hidden /> : <IconFolder size={24} aria-hidden />}
            </span>
            <span className="grid flex-1 min-w-0">
              <span className="font-bold">
                {name}
                {code && <span className="text-14 font-regular text-ink-soft"> {code}</span>}
              </span>
              <span className="text-14 text-ink-soft tabular">{count}</span>
              {note && <span className="text-14 font-bold text-accent">{note}</span>}
            </span>
          </>
        );
        return (
          <li key={key}>
            {link ? (
              <Link
                {...link}
                className={`flex items-center gap-16 border border-line rounded-card bg-surface text-ink no-underline ${classes.folder}`}
              >
                {words}
                <IconChevronRight size={18} aria-hidden />
              </Link>
            ) : (
              <span
                className={`flex items-center gap-16 border border-line rounded-card bg-surface text-ink no-underline ${classes.folder}`}
                aria-disabled="true"
              >
                {words}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
