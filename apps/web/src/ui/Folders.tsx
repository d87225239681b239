import { IconChevronRight, IconFolder, IconFolderOpen } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './Folders.module.css';

export interface FolderItem {
  key: string | number;
  name: string;
  code?: string | null;
  /** Below the name: '12 Files'. */
  count: string;
  /** A second thing to say, in the accent's colour: 'Hand in 1 sheet'. */
  note?: string | undefined;
  /** None: nothing is in it, and it cannot be opened. */
  link: Pick<LinkProps, 'to' | 'params' | 'search'> | null;
}

/** Folders that lead to what is in them. */
export function Folders({ label, items }: { label: string; items: readonly FolderItem[] }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {items.map(({ key, name, code, count, note, link }) => {
        const words = (
          <>
            <span className={classes.icon}>{link ? <IconFolderOpen size={24} aria-hidden /> : <IconFolder size={24} aria-hidden />}</span>
            <span className={classes.words}>
              <span className={classes.name}>
                {name}
                {code && <span className={classes.code}> {code}</span>}
              </span>
              <span className={classes.count}>{count}</span>
              {note && <span className={classes.note}>{note}</span>}
            </span>
          </>
        );
        return (
          <li key={key}>
            {link ? (
              <Link {...link} className={classes.folder}>
                {words}
                <IconChevronRight size={18} aria-hidden />
              </Link>
            ) : (
              <span className={classes.folder} aria-disabled="true">
                {words}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
