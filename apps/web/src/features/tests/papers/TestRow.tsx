import { objectTypes } from '@abhyas/contract/bank/catalogue';
import { testStatuses } from '@abhyas/contract/site/home';
import { IconClock, IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { serverNow } from '../../../platform/clock.ts';
import { i18n, named } from '../../../platform/language.ts';
import { ReportLink } from '../../../session/screen/ReportLink.tsx';
import { Bar } from '../../../ui/Bar.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Dot } from '../../../ui/Dot.tsx';
import { formatComing, formatDate, formatLongDuration, formatNumber } from '../../../ui/format.ts';
import { subjectColor } from '../../../ui/subject.ts';
import type { TestItem } from './papers.queries.ts';
import classes from './TestLists.module.css';
import { useHasCome } from './useHasCome.ts';

const idOf = (test: TestItem) => ({ id: String(test.id) });
const isAssignment = (test: TestItem) => test.object_type === objectTypes.assignment;
const isUnderWay = (test: TestItem) => test.status === testStatuses.in_progress;
const wholeMinutes = (seconds: number) => (seconds < 60 ? seconds : Math.floor(seconds / 60) * 60);

/** The main facts about a test or, if it is under way, the progress. */
function factsOf(test: TestItem): string[] {
  const { remaining_duration, answered_count, question_count, test_duration, total_marks, end_time, date_of_test } = test;
  if (remaining_duration !== null)
    return [
      i18n.t('{time} left', { time: formatLongDuration(wholeMinutes(remaining_duration)) }),
      i18n.t('{answered} of {total} answered', { answered: formatNumber(answered_count ?? 0), total: formatNumber(question_count) }),
    ];
  const facts = [
    i18n.t('{question_count, plural, one {# question} other {# questions}}', { question_count }),
    formatLongDuration(test_duration),
    i18n.t('{total_marks, plural, one {# mark} other {# marks}}', { total_marks }),
  ];
  const isOver = end_time !== null && Date.parse(end_time) <= serverNow();
  if (date_of_test && (isOver || test.status === testStatuses.complete)) facts.push(formatDate(date_of_test));
  return facts;
}

/** When the window closes, with the time that is left if that is less than the duration of the test. */
function closingOf({ end_time, start_time, status, test_duration, deadline }: TestItem): string | null {
  const now = serverNow();
  if (end_time === null || status !== testStatuses.not_started || deadline !== null) return null;
  const left = Math.floor((Date.parse(end_time) - now) / 1000);
  if (left <= 0 || (start_time !== null && Date.parse(start_time) > now)) return null;
  const end = formatComing(end_time, now);
  return left < test_duration
    ? i18n.t('Closes {end}, {time} left', { end, time: formatLongDuration(wholeMinutes(left)) })
    : i18n.t('Closes {end}', { end });
}

function Row({ test, score, children }: { test: TestItem; score?: ReactNode; children: ReactNode }) {
  const closing = closingOf(test);
  return (
    <li className={classes.row}>
      <h3 className={classes.name} id={`test-${test.id}`}>
        {named(test.name)}
      </h3>
      <div className={`flex flex-wrap text-14 text-ink-soft tabular ${classes.about}`}>
        <span className="flex flex-wrap gap-x-12 gap-y-0">
          {test.subjects.map((subject) => (
            <span key={subject}>
              <Dot color={subjectColor(subject)} />
              {i18n.t(subject)}
            </span>
          ))}
        </span>
        <span className={classes.facts}>
          {factsOf(test).map((fact, at) => (
            <span key={fact} data-strong={(isUnderWay(test) && at === 0) || undefined}>
              {fact}
            </span>
          ))}
          {closing && <span data-warning>{closing}</span>}
        </span>
      </div>
      {score}
      <div className={`flex flex-wrap gap-8 ${classes.actions}`}>{children}</div>
      {test.answered_count !== null && (
        <div className={classes.bar}>
          <Bar value={Math.round((100 * test.answered_count) / test.question_count)} color="var(--accent-fill)" />
        </div>
      )}
    </li>
  );
}

interface OpenProps {
  test: TestItem;
  isLocked: boolean;
  /** Whether the button of this test is the filled one. */
  isNext: boolean;
}

/** A test with Continue, View Questions, Subscribe or Begin. A test that opens later shows when. */
export function OpenTestRow({ test, isLocked, isNext }: OpenProps) {
  return (
    <Row test={test} score={test.is_test_missed && <p className={`text-14 font-semibold ${classes.missed}`}>{i18n.t('Missed')}</p>}>
      <OpenAction test={test} isLocked={isLocked} isNext={isNext} />
    </Row>
  );
}

function ContinueLink({ test, isNext }: { test: TestItem; isNext: boolean }) {
  return (
    <ButtonLink
      to={isAssignment(test) ? '/assignment/$id' : '/test/$id'}
      params={idOf(test)}
      variant={isNext ? 'filled' : 'default'}
      aria-describedby={`test-${test.id}`}
    >
      {i18n.t('Continue')}
    </ButtonLink>
  );
}

function OpenAction({ test, isLocked, isNext }: OpenProps) {
  const hasOpened = useHasCome(test.start_time) || test.start_time === null;
  const described = { 'aria-describedby': `test-${test.id}` };
  if (isUnderWay(test)) return <ContinueLink test={test} isNext={isNext} />;
  if (test.is_test_missed || test.status === testStatuses.missed) {
    if (!test.can_review)
      return <p className={`text-14 text-ink-soft ${classes.note}`}>{i18n.t('Questions when your institute publishes them')}</p>;
    return (
      <ButtonLink
        to={isAssignment(test) ? '/assignment/$id' : '/test/$id'}
        params={idOf(test)}
        search={{ review: true }}
        variant="default"
        {...described}
      >
        {i18n.t('View Questions')}
      </ButtonLink>
    );
  }
  if (isLocked) {
    return (
      <ButtonLink to="/payment" variant="default" leftSection={<IconLock size={18} aria-hidden />} {...described}>
        {i18n.t('Subscribe')}
      </ButtonLink>
    );
  }
  if (!hasOpened && test.start_time !== null) {
    return (
      <Link
        to="/test_instruction/$id"
        params={idOf(test)}
        className={`inline-flex items-center gap-8 min-h-44 px-12 rounded-pill bg-accent-soft text-14 font-semibold text-accent no-underline ${classes.opens}`}
        {...described}
      >
        <IconClock size={16} aria-hidden />
        {i18n.t('Opens {start_time}', { start_time: formatComing(test.start_time, serverNow()) })}
      </Link>
    );
  }
  return (
    <ButtonLink to="/test_instruction/$id" params={idOf(test)} variant={isNext ? 'filled' : 'default'} {...described}>
      {i18n.t('Begin')}
    </ButtonLink>
  );
}

/** A finished test with its score, Report and, if the paper allows it, Retake or Continue. */
export function CompletedTestRow({ test, isNext }: Omit<OpenProps, 'isLocked'>) {
  return (
    <Row test={test} score={<Score {...test} />}>
      {test.is_test_retakable &&
        (isUnderWay(test) ? (
          <ContinueLink test={test} isNext={isNext} />
        ) : (
          <ButtonLink to="/test_instruction/$id" params={idOf(test)} variant="subtle" aria-describedby={`test-${test.id}`}>
            {i18n.t('Retake')}
          </ButtonLink>
        ))}
      <ReportLink id={test.id} isAssignment={isAssignment(test)} variant="default" aria-describedby={`test-${test.id}`} />
    </Row>
  );
}

/** The latest score, and the best one if that is different. */
function Score({ score, best_score, max_score }: TestItem) {
  if (score === null) return null;
  return (
    <p className={classes.score}>
      <span>
        <strong>{formatNumber(score)}</strong>
        {max_score !== null && ` / ${formatNumber(max_score)}`}
      </span>
      {best_score !== null && best_score > score && (
        <span className="text-14">{i18n.t('best {best_score}', { best_score: formatNumber(best_score) })}</span>
      )}
    </p>
  );
}
