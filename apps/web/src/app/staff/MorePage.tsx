import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useUser } from '../../platform/user.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import rows from '../../ui/rows.module.css';
import { moreItemsOf } from './staff-menu.ts';

/** /staff/more: the menu items that do not fit into the bar of phones. */
export default function MorePage() {
  const user = useUser();
  return (
    <>
      <PageTitle>More</PageTitle>
      <ul className={rows.list}>
        {user &&
          moreItemsOf(user).map(({ label, Icon, link }) => (
            <li key={label}>
              <Link {...link} className={rows.row}>
                <Icon size={22} aria-hidden />
                <span className={rows.main}>{label}</span>
                <IconChevronRight size={18} aria-hidden />
              </Link>
            </li>
          ))}
      </ul>
    </>
  );
}
