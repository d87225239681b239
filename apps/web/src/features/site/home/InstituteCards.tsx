import type { Answer } from '@abhyas/contract/endpoint';
import type { getStudentHomeData } from '@abhyas/contract/site/home';
import { IconChevronRight, IconClipboardCheck, IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDate, plural } from '../../../ui/format.ts';
import classes from './HomePage.module.css';

type Home = Answer<typeof getStudentHomeData>;
const COMPLETED_SHOWN = 2;

/** What a member's institute has for today, one row each: its tests first. Further rows of the institute join here. */
export function InstituteCards({ test_list = [], completed_test_list = [] }: Pick<Home, 'test_list' | 'completed_test_list'>) {
  const open = test_list.filter(({ is_test_missed }) => !is_test_missed);
  if (open.length + completed_test_list.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="institute">
      <h2 id="institute" className={classes.heading}>
        From your institute
      </h2>
      <ul className={classes.rows}>
        {open.length > 0 && (
          <li>
            <Link to="/institute" search={{ type: 'test' }} className={classes.row}>
              <IconSchool size={22} aria-hidden />
              <span className={classes.rowName}>{open.length === 1 ? open[0]?.name : plural(open.length, 'test')}</span>
              <span className={classes.soft}>{open.length === 1 ? 'Test' : 'from your institute'}</span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        )}
        {completed_test_list.slice(0, COMPLETED_SHOWN).map(({ id, name, date_of_test }) => (
          <li key={id}>
            <Link to="/test_report/$id" params={{ id: String(id) }} className={classes.row}>
              <IconClipboardCheck size={22} aria-hidden />
              <span className={classes.rowName}>{name}</span>
              <span className={classes.soft}>{date_of_test ? formatDate(date_of_test) : 'Completed'}</span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
