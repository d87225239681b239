import { REDO_AT_ONCE } from '@abhyas/contract/practice/mistakes';
import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import cards from '../../../ui/card.module.css';
import { formatDate, formatNumber } from '../../../ui/format.ts';
import { Forecast } from './Forecast.tsx';
import type { MistakeBook } from './mistakes.queries.ts';
import classes from './MistakesPage.module.css';

/** The questions to redo today with one button, the number of questions still waiting, and the next seven days. */
export function DueToday({ book }: { book: MistakeBook }) {
  const { due_count, due_by_subject, due_seconds, next_due_at, forecast } = book;
  const today = Math.min(REDO_AT_ONCE, due_count);
  const waiting = due_count - today;
  const subjects = due_by_subject.map(({ name, count }) => `${formatNumber(count)} ${i18n.t(name)}`).join(', ');
  const minutes = formatNumber(Math.max(1, Math.round((due_seconds * today) / due_count / 60)));
  return (
    <section className={`${cards.card} grid justify-items-start gap-12 mb-24`} aria-labelledby="due">
      {due_count > 0 ? (
        <>
          <h2 id="due" className={`${classes.dueCount} text-20 leading-heading font-bold`}>
            <Trans
              id="<0>{today}</0> today{waiting, plural, =0 {} one {, # waits} other {, # wait}}"
              components={{ 0: <strong /> }}
              values={{ today: formatNumber(today), waiting }}
            />
          </h2>
          <ButtonLink to="/mistakes/redo" size="md">
            {i18n.t('Redo {today, plural, one {# mistake} other {# mistakes}}', { today })}
          </ButtonLink>
          <p className="text-14 text-ink-soft">
            {due_count > today
              ? i18n.t('About {minutes} min, the longest due first. Due in all: {subjects}.', { minutes, subjects })
              : i18n.t('About {minutes} min: {subjects}.', { minutes, subjects })}
          </p>
        </>
      ) : (
        <>
          <h2 id="due" className={`${classes.dueCount} text-20 leading-heading font-bold`}>
            {i18n.t('Nothing due today')}
          </h2>
          <p className="text-14 text-ink-soft">
            {next_due_at
              ? i18n.t('The next {total, plural, one {# question} other {# questions}} come back from {next_due_at}.', {
                  total: book.total,
                  next_due_at: formatDate(next_due_at),
                })
              : i18n.t('Every question here is fixed.')}
          </p>
          <ButtonLink to="/home" variant="default">
            {i18n.t('Practice a chapter')}
          </ButtonLink>
        </>
      )}
      <Forecast forecast={forecast} />
    </section>
  );
}
