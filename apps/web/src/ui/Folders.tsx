import { IconChevronRight, IconFolder, IconFolderOpen, type TablerIcon } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import text from './text.module.css';
import classes from './Folders.module.css';
import layoutStyles from './layout.module.css';

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
    <ul className={layoutStyles.cards} aria-label={label}>
      {items.map(({ key, name, code, count, note, link }) => {
        const words = (
          <>
            <span className={`${layoutStyles.square44} ${text.accentBox} ${classes.icon}`}>
              {link ? <Icon size={24} aria-hidden /> : <IconFolder size={24} aria-hidden />}
            </span>
            <span className={`${layoutStyles.fill} ${classes.words}`}>
              <span className={text.bold}>
                {name}
                {code && <span className={`${text.soft} ${text.regular}`}> {code}</span>}
              </span>
              <span className={text.softFigure}>{count}</span>
              {note && <span className={`${text.accented} ${text.s14} ${text.bold}`}>{note}</span>}
            </span>
          </>
        );
        return (
          <li key={key}>
            {link ? (
              <Link {...link} className={`${layoutStyles.panel} ${layoutStyles.row16} ${text.plainLink} ${classes.folder}`}>
                {words}
                <IconChevronRight size={18} aria-hidden />
              </Link>
            ) : (
              <span className={`${layoutStyles.panel} ${layoutStyles.row16} ${text.plainLink} ${classes.folder}`} aria-disabled="true">
                {words}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
