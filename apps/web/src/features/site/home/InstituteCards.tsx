import { i18n, named } from '../../../platform/language.ts';
import type { Answer } from '@abhyas/contract/endpoint';
import type { getStudentHomeData } from '@abhyas/contract/site/home';
import { IconChevronRight, IconClipboardCheck, IconSchool } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { formatDate } from '../../../ui/format.ts';
import classes from './HomePage.module.css';

type Home = Answer<typeof getStudentHomeData>;
const COMPLETED_SHOWN = 2;

/** The entries of today from a member's institute, one row each, tests first. */
export function InstituteCards({ test_list = [], completed_test_list = [] }: Pick<Home, 'test_list' | 'completed_test_list'>) {
  const open = test_list.filter(({ is_test_missed }) => !is_test_missed);
  if (open.length + completed_test_list.length === 0) return null;
  return (
    <section className="mb-40 max-48:mb-32" aria-labelledby="institute">
      <h2 id="institute" className="mb-16">
        {i18n.t('From your institute')}
      </h2>
      <ul className={`grid overflow-hidden border border-line rounded-card bg-surface ${classes.rows}`}>
        {open.length > 0 && (
          <li>
            <Link to="/institute" search={{ type: 'test' }} className={`flex items-center gap-12 text-ink no-underline ${classes.row}`}>
              <IconSchool size={22} aria-hidden />
              <span className="flex-1 min-w-0 leading-snug font-medium">
                {open.length === 1
                  ? named(open[0]?.name ?? '')
                  : i18n.t('{count, plural, one {# test} other {# tests}}', { count: open.length })}
              </span>
              <span className="text-14 text-ink-soft">{open.length === 1 ? i18n.t('Test') : i18n.t('from your institute')}</span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        )}
        {completed_test_list.slice(0, COMPLETED_SHOWN).map(({ id, name, date_of_test }) => (
          <li key={id}>
            <Link
              to="/test_report/$id"
              params={{ id: String(id) }}
              className={`flex items-center gap-12 text-ink no-underline ${classes.row}`}
            >
              <IconClipboardCheck size={22} aria-hidden />
              <span className="flex-1 min-w-0 leading-snug font-medium">{named(name)}</span>
              <span className="text-14 text-ink-soft">{date_of_test ? formatDate(date_of_test) : i18n.t('Completed')}</span>
              <IconChevronRight size={20} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
