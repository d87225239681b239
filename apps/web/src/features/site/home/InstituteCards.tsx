import { i18n, named } from '../../../platform/language.ts';
import type { Answer } from '@abhyas/contract/endpoint';
import type { getStudentHomeData } from '@abhyas/contract/site/home';
import { IconChevronRight, IconClipboardCheck, IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDate } from '../../../ui/format.ts';
import textStyles from '../../../ui/text.module.css';
import layout from '../../../ui/layout.module.css';
import classes from './HomePage.module.css';

type Home = Answer<typeof getStudentHomeData>;
const COMPLETED_SHOWN = 2;

/** The entries of today from a member's institute, one row each, tests first. */
export function InstituteCards({ test_list = [], completed_test_list = [] }: Pick<Home, 'test_list' | 'completed_test_list'>) {
  const open = test_list.filter(({ is_test_missed }) => !is_test_missed);
  if (open.length + completed_test_list.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="institute">
      <h2 id="institute" className={layout.below16}>
        {i18n.t('From your institute')}
      </h2>
      <ul className={`${layout.panel} ${classes.rows}`}>
        {open.length > 0 && (
          <li>
            <Link to="/institute" search={{ type: 'test' }} className={`${layout.row12} ${textStyles.plainLink} ${classes.row}`}>
              <IconSchool size={22} aria-hidden />
              <span className={`${layout.fill} ${classes.rowName}`}>
                {open.length === 1
                  ? named(open[0]?.name ?? '')
                  : i18n.t('{count, plural, one {# test} other {# tests}}', { count: open.length })}
              </span>
              <span className={textStyles.soft}>{open.length === 1 ? i18n.t('Test') : i18n.t('from your institute')}</span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        )}
        {completed_test_list.slice(0, COMPLETED_SHOWN).map(({ id, name, date_of_test }) => (
          <li key={id}>
            <Link to="/test_report/$id" params={{ id: String(id) }} className={`${layout.row12} ${textStyles.plainLink} ${classes.row}`}>
              <IconClipboardCheck size={22} aria-hidden />
              <span className={`${layout.fill} ${classes.rowName}`}>{named(name)}</span>
              <span className={textStyles.soft}>{date_of_test ? formatDate(date_of_test) : i18n.t('Completed')}</span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
