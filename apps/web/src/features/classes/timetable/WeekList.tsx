import { Link } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { formatTime } from '../../../ui/format.ts';
import rows from '../../../ui/rows.module.css';
import { useServerNow } from '../../../platform/useServerNow.ts';
import classes from './TimeTable.module.css';
import { colourOf, detailsOf, isJoinable, linkOf, statusInWords, type TimetableClass, type Week } from './timetable-classes.ts';

/** The week's classes by day, in order of time; days without a class are left out. */
export function WeekList({ week }: { week: Week }) {
  const now = useServerNow(20_000);
  const days = week.time_table_data.filter(({ live_class_data }) => live_class_data.length > 0);
  return days.map(({ date, day_name, day_num, live_class_data }) => (
    <section key={date} className={classes.day}>
      <h3 className="mb-8 text-14">
        {i18n.t(day_name)} {day_num} {date === week.today && <span className="text-accent">{i18n.t('Today')}</span>}
      </h3>
      <ul className={rows.list}>
        {live_class_data.map((each) => (
          <ClassRow key={each.id} each={each} now={now} showsCode={week.is_higher_education} />
        ))}
      </ul>
    </section>
  ));
}

function ClassRow({ each, now, showsCode }: { each: TimetableClass; now: number; showsCode: boolean }) {
  const canJoin = isJoinable(each, now);
  return (
    <li className={`${rows.row} ${classes.row}`} data-cancelled={each.status === 'CANCELLED' || undefined}>
      <span className={rows.time}>
        {formatTime(each.start_time)}
        <small>{i18n.t('{minutes} min', { minutes: each.duration })}</small>
      </span>
      <span className={`${rows.main} ${classes.bar3}`} style={{ borderColor: colourOf(each) }}>
        <Link {...linkOf(each)} className="text-ink no-underline hover:underline">
          {each.title}
        </Link>
        <span className="block text-14 font-regular text-ink-soft">{detailsOf(each, showsCode)}</span>
        {(each.status === 'LIVE' || each.status === 'CANCELLED') && (
          <span
            className={`${classes.state} text-12 font-bold data-[status=LIVE]:text-correct data-[status=CANCELLED]:text-incorrect`}
            data-status={each.status}
          >
            {statusInWords(each.status)}
          </span>
        )}
      </span>
      {canJoin && (
        <ButtonLink {...linkOf(each)} aria-label={i18n.t('JOIN: {title}', { title: each.title })}>
          {i18n.t('JOIN')}
        </ButtonLink>
      )}
    </li>
  );
}
