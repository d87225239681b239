import { stretchesOf } from '@abhyas/exam/reports/test-insights';
import { IconMinus, IconX } from '@tabler/icons-react';
import { i18n } from '../../../platform/language.ts';
import card from '../../../ui/card.module.css';
import { Dot } from '../../../ui/Dot.tsx';
import { formatLongDuration, formatNumber, formatTimeSpent } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import { ChartTable } from './ChartTable.tsx';
import type { Insights, ReportData } from './reports.queries.ts';
import classes from './Timeline.module.css';

interface Place {
  number: number;
  subject: string;
}

/** The position of each question in the timeline. */
function placesOf(data: ReportData): Map<number, Place> {
  return new Map(
    data.time_per_question.flatMap(({ subject_id, questions }) => {
      const subject = data.subject_mapping.find(({ id }) => id === subject_id)?.name ?? '';
      return questions.map(({ question_id, number }) => [question_id, { number, subject }] as const);
    }),
  );
}

/** Minutes between two ticks of the axis: the smallest step with few ticks is used. */
const tickMinutes = [1, 2, 5, 10, 15, 30, 60];

function findingOf(spent: ReadonlyMap<string, number>, timeline: Insights['timeline']): string {
  const [most] = [...spent].toSorted((a, b) => b[1] - a[1]);
  const changed = timeline.filter(({ is_changed }) => is_changed).length;
  const changes =
    changed === 0
      ? i18n.t('No answer was changed later.')
      : i18n.t('{changed, plural, one {# answer was} other {# answers were}} changed later.', { changed });
  return most
    ? [i18n.t('{subject} took {time}.', { subject: i18n.t(most[0]), time: formatLongDuration(most[1]) }), changes].join(' ')
    : changes;
}

const shortTime = (seconds: number) =>
  seconds > 0 && seconds < 60 ? i18n.t('{seconds} s', { seconds }) : i18n.t('{minutes} min', { minutes: Math.floor(seconds / 60) });

/** The visits to each question, with their length and the changed answers: one row per subject, and the same as a table. */
export function Timeline({ data, insights, duration }: { data: ReportData; insights: Insights; duration: number }) {
  const { timeline, actions } = insights;
  const places = placesOf(data);
  const end = Math.max(duration, ...timeline.map(({ second, seconds }) => second + seconds));
  const stretches = stretchesOf(timeline, (id) => places.get(id)?.subject);
  const spent = new Map<string, number>();
  for (const { question_id, seconds } of timeline) {
    const subject = places.get(question_id)?.subject;
    if (subject) spent.set(subject, (spent.get(subject) ?? 0) + seconds);
  }
  const lastVisit = new Map(timeline.map((visit) => [visit.question_id, visit]));
  const marksOf = (subject: string) =>
    [
      { ids: actions.wrong.question_ids, kind: 'wrong' as const },
      { ids: actions.skipped_late.question_ids, kind: 'skipped' as const },
    ].flatMap(({ ids, kind }) =>
      ids.flatMap((id) => {
        const [visit, place] = [lastVisit.get(id), places.get(id)];
        return visit && place?.subject === subject ? [{ id, kind, number: place.number, at: visit.second + visit.seconds / 2 }] : [];
      }),
    );
  const left = (second: number) => `${((100 * second) / end).toFixed(2)}%`;
  const step = tickMinutes.find((minute) => end / 60 / minute <= 7) ?? 60;
  const ticks = Array.from({ length: Math.floor(end / 60 / step) + 1 }, (_, at) => at * step);
  return (
    <div className={card.card}>
      <p className="max-w-[60ch] leading-text font-[550]">{findingOf(spent, timeline)}</p>
      <div className="mt-20" aria-hidden>
        {data.subject_mapping.map(({ name }) => (
          <div
            key={name}
            className="grid grid-cols-[148px_1fr] items-center gap-12 min-h-40 max-48:grid-cols-[1fr] max-48:gap-2 max-48:mt-8"
          >
            <span className="flex justify-between gap-8 text-14 font-[550]">
              <span>
                <Dot color={subjectColor(name)} /> {i18n.t(name)}
              </span>
              <span className="font-regular text-ink-soft whitespace-nowrap tabular">{shortTime(spent.get(name) ?? 0)}</span>
            </span>
            <div className={classes.lane}>
              {stretches
                .filter(({ subject }) => subject === name)
                .map(({ from, to }) => (
                  <span
                    key={from}
                    className="absolute inset-y-6 rounded-[3px] [print-color-adjust:exact]"
                    style={{ left: left(from), width: left(Math.max(to - from, end / 200)), background: subjectColor(name) }}
                  />
                ))}
              {marksOf(name).map(({ id, kind, number, at }) => (
                <span
                  key={`${kind}${id}`}
                  className={`grid place-items-center ${classes.mark}`}
                  data-kind={kind}
                  style={{ left: left(at) }}
                  title={
                    kind === 'wrong'
                      ? i18n.t('Question {number}: wrong', { number })
                      : i18n.t('Question {number}: skipped late', { number })
                  }
                >
                  {kind === 'wrong' ? <IconX size={11} stroke={3} /> : <IconMinus size={11} stroke={3} />}
                </span>
              ))}
            </div>
          </div>
        ))}
        <div className={`relative h-20 mt-4 ml-160 text-12 text-ink-soft tabular max-48:ml-0 ${classes.axis}`}>
          {ticks.map((minute, at) => (
            <span key={minute} data-odd={at % 2 === 1 || undefined} style={{ left: left(minute * 60) }}>
              {i18n.t('{minutes} min', { minutes: minute })}
            </span>
          ))}
        </div>
        {(actions.wrong.question_ids.length > 0 || actions.skipped_late.question_ids.length > 0) && (
          <p className={`flex gap-20 mt-12 text-14 text-ink-soft ${classes.legend}`}>
            <span>
              <IconX size={14} stroke={3} color="var(--incorrect)" /> {i18n.t('wrong')}
            </span>
            <span>
              <IconMinus size={14} stroke={3} /> {i18n.t('skipped late')}
            </span>
          </p>
        )}
      </div>
      <ChartTable
        columns={[i18n.t('From'), i18n.t('Question'), i18n.t('For'), i18n.t('Answer')]}
        rows={timeline.map(({ question_id, second, seconds, is_answered, is_changed }) => {
          const place = places.get(question_id);
          return (
            <tr key={`${question_id} ${second}`}>
              <th scope="row">{formatTimeSpent(second)}</th>
              <td>
                {formatNumber(place?.number ?? 0)} {place && i18n.t(place.subject)}
              </td>
              <td>{formatTimeSpent(seconds)}</td>
              <td>{is_changed ? i18n.t('changed') : is_answered ? i18n.t('answered') : '–'}</td>
            </tr>
          );
        })}
      />
    </div>
  );
}
