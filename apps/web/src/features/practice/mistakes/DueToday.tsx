import { REDO_AT_ONCE } from '@abhyas/contract/practice/mistakes';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import cards from '../../../ui/card.module.css';
import { formatDate, formatNumber, plural } from '../../../ui/format.ts';
import textStyles from '../../../ui/text.module.css';
import { Forecast } from './Forecast.tsx';
import type { MistakeBook } from './mistakes.queries.ts';
import layout from '../../../ui/layout.module.css';
import classes from './MistakesPage.module.css';

/** The questions to redo today with one button, the number of questions still waiting, and the next seven days. */
export function DueToday({ book }: { book: MistakeBook }) {
  const { due_count, due_by_subject, due_seconds, next_due_at, forecast } = book;
  const today = Math.min(REDO_AT_ONCE, due_count);
  const waiting = due_count - today;
  const subjects = due_by_subject.map(({ name, count }) => `${formatNumber(count)} ${name}`).join(', ');
  return (
    <section className={`${cards.card} ${layout.stack12} ${classes.due}`} aria-labelledby="due">
      {due_count > 0 ? (
        <>
          <h2 id="due" className={classes.dueCount}>
            <strong>{formatNumber(today)}</strong> today
            {waiting > 0 && `, ${formatNumber(waiting)} ${waiting === 1 ? 'waits' : 'wait'}`}
          </h2>
          <ButtonLink to="/mistakes/redo" size="md">
            Redo {plural(today, 'mistake')}
          </ButtonLink>
          <p className={textStyles.soft}>
            About {formatNumber(Math.max(1, Math.round((due_seconds * today) / due_count / 60)))} min
            {due_count > today ? `, the longest due first. Due in all: ${subjects}.` : `: ${subjects}.`}
          </p>
        </>
      ) : (
        <>
          <h2 id="due" className={classes.dueCount}>
            Nothing due today
          </h2>
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
      <Forecast forecast={forecast} />
    </section>
  );
}
