import type { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import type { Answer } from '@abhyas/contract/endpoint';
import { Trans } from '@lingui/react';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { i18n } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import { formatDuration, formatLongDuration, formatNumber, formatPercent } from '../../../ui/format.ts';
import { ProgressRing } from '../../../ui/ProgressRing.tsx';
import classes from './SessionOutcome.module.css';

export type SessionReport = Answer<typeof getAssignmentReport>;

/** The best true sentence about the session: an improvement, if there is one. */
export function headlineOf({ report_data, previous, test_info }: Pick<SessionReport, 'report_data' | 'previous' | 'test_info'>): string {
  const { correct, incorrect, score, max_score } = report_data;
  if (correct + incorrect === 0) return i18n.t('No questions were answered');
  if (score !== null && max_score !== null)
    return i18n.t('{score} of {max_score} marks', { score: formatNumber(score), max_score: formatNumber(max_score) });
  const more = previous && previous.question_count === test_info.question_count ? correct - previous.correct : 0;
  if (more > 0) return i18n.t('{correct} right, {more} more than last time', { correct: formatNumber(correct), more: formatNumber(more) });
  if (correct === 0) return i18n.t('{answered, plural, one {# question} other {# questions}} answered', { answered: incorrect });
  return i18n.t('{correct} of {count} right', { correct: formatNumber(correct), count: formatNumber(test_info.question_count) });
}

/** The time per question, compared with the student's own mean in these subjects. */
function timeFinding({ report_data, usual_speed }: SessionReport): string | null {
  const { avg_speed } = report_data;
  if (avg_speed === null || usual_speed === null) return null;
  const difference = avg_speed - usual_speed;
  if (Math.abs(difference) < Math.max(3, usual_speed / 20))
    return i18n.t('A question took you as long as it usually does, {time}.', { time: formatLongDuration(avg_speed) });
  const times = { time: formatLongDuration(avg_speed), difference: formatLongDuration(Math.abs(difference)) };
  return difference > 0
    ? i18n.t('A question took you {time}, {difference} more than it usually does.', times)
    : i18n.t('A question took you {time}, {difference} less than it usually does.', times);
}

/** The result of a session: the ring, an improvement, the figures. */
export function SessionOutcome({ report }: { report: SessionReport }) {
  const { report_data, test_info, subjects } = report;
  const { correct, incorrect, unattempted, key_used, accuracy, avg_speed } = report_data;
  const count = test_info.question_count;
  const time = timeFinding(report);
  const counts = [
    { name: i18n.t('Correct'), count: correct, color: 'var(--correct)', Icon: IconCheck },
    { name: i18n.t('Incorrect'), count: incorrect, color: 'var(--incorrect)', Icon: IconX },
    { name: i18n.t('Unattempted'), count: unattempted, color: 'var(--unattempted)', Icon: IconMinus },
  ].filter((result) => result.count > 0);
  return (
    <section className={`${card.card} flex flex-wrap items-center ${classes.outcome}`} aria-labelledby="measure">
      <ProgressRing
        value={count > 0 ? Math.round((100 * correct) / count) : 0}
        color="var(--correct)"
        label={i18n.t('{correct} of {count} right', { correct, count })}
        size={128}
      >
        <span className={`grid justify-items-center text-14 leading-snug font-medium text-ink-soft ${classes.inRing}`}>
          <Trans
            id="<0>{correct}</0>of {count}"
            components={{ 0: <strong /> }}
            values={{ correct: formatNumber(correct), count: formatNumber(count) }}
          />
        </span>
      </ProgressRing>
      <div className="grid flex-[1_1_300px] gap-8">
        <h2 id="measure" className="text-24 leading-snug font-bold max-36:text-20">
          {headlineOf(report)}
        </h2>
        <p className="leading-text text-ink-soft">
          {subjects
            .slice(0, 2)
            .map((subject) => i18n.t(subject))
            .join(', ')}
          {subjects.length > 0 && ' · '}
          {i18n.t('{count, plural, one {# question} other {# questions}}', { count })}
          {test_info.session_time_spent >= 60 && `, ${formatLongDuration(Math.round(test_info.session_time_spent / 60) * 60)}`}
        </p>
        <dl className={`flex flex-wrap ${classes.figures}`}>
          {counts.map(({ name, count: number, color, Icon }) => (
            <div key={name}>
              <dt>
                <Icon size={18} color={color} stroke={2.5} aria-hidden /> {name}
              </dt>
              <dd>{formatNumber(number)}</dd>
            </div>
          ))}
          {report.standing && report.standing.appeared > 1 && (
            <div>
              <dt>{report.standing.is_ranked ? i18n.t('Rank') : i18n.t('Would rank')}</dt>
              <dd>
                {i18n.t('{rank} of {appeared}', {
                  rank: formatNumber(report.standing.rank),
                  appeared: formatNumber(report.standing.appeared),
                })}
              </dd>
            </div>
          )}
          {accuracy !== null && !report.standing && (
            <div>
              <dt>{i18n.t('Accuracy')}</dt>
              <dd>{formatPercent(accuracy)}</dd>
            </div>
          )}
          {avg_speed !== null && (
            <div>
              <dt>{i18n.t('Speed')}</dt>
              <dd>{formatDuration(avg_speed)}</dd>
            </div>
          )}
          {key_used > 0 && (
            <div>
              <dt>{i18n.t('Solution first')}</dt>
              <dd>{formatNumber(key_used)}</dd>
            </div>
          )}
        </dl>
        {time && <p className="leading-text text-ink-soft">{time}</p>}
      </div>
    </section>
  );
}
