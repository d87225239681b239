import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import cards from '../../../ui/card.module.css';
import { formatDate, formatNumber, plural } from '../../../ui/format.ts';
import textStyles from '../../../ui/text.module.css';
import { Forecast } from './Forecast.tsx';
import type { MistakeBook } from './mistakes.queries.ts';
import layout from '../../../ui/layout.module.css';
import classes from './MistakesPage.module.css';

const perSession = 10;

/** The number of questions due today, their expected minutes and one action, beside the forecast of the next seven days. */
export function DueToday({ book }: { book: MistakeBook }) {
  const { due_count, due_by_subject, due_seconds, next_due_at, forecast } = book;
  const subjects = due_by_subject.map(({ name, count }) => `${formatNumber(count)} ${name}`).join(', ');
  return (
    <section className={`${cards.card} ${layout.wrap} ${classes.due}`} aria-label="Due today">
      <div className={`${layout.stack12} ${classes.dueNow}`}>
        {due_count > 0 ? (
          <>
            <p className={classes.dueCount}>
              <strong>{formatNumber(due_count)}</strong> due today
            </p>
            <p className={textStyles.soft}>
              {subjects} · {Math.max(1, Math.round(due_seconds / 60))} min
            </p>
            <ButtonLink to="/mistakes/redo" size="md">
              Redo {Math.min(perSession, due_count)}
            </ButtonLink>
            {due_count > perSession && <p className={textStyles.soft}>Ten at a time, the longest due first.</p>}
          </>
        ) : (
          <>
            <p className={classes.nothing}>Nothing due today</p>
            <p className={textStyles.soft}>
              {next_due_at
                ? `The next ${plural(book.total, 'question')} come back from ${formatDate(next_due_at)}.`
                : 'Every question here is fixed.'}
            </p>
            <ButtonLink to="/home" variant="default">
              Practice a chapter
            </ButtonLink>
          </>
        )}
      </div>
      <Forecast forecast={forecast} />
    </section>
  );
}
