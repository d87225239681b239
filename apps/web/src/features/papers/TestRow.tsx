import { objectTypes } from '@abhyas/contract/catalogue';
import { testStatuses } from '@abhyas/contract/home';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { serverNow } from '../../platform/clock.ts';
import { ReportLink } from '../../session/screen/ReportLink.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { formatDate, formatDateTime, formatLongDuration, formatNumber, plural } from '../../ui/format.ts';
import type { TestItem } from './papers.queries.ts';
import classes from './TestLists.module.css';

const idOf = (test: TestItem) => ({ id: String(test.id) });
const isToCome = (moment: string) => Date.parse(moment) > serverNow();
const isAssignment = (test: TestItem) => test.object_type === objectTypes.assignment;

function Row({ test, aside, children }: { test: TestItem; aside?: ReactNode; children: ReactNode }) {
  const facts = [plural(test.question_count, 'question'), formatLongDuration(test.test_duration)];
  if (test.start_time) facts.push(`${isToCome(test.start_time) ? 'Starts ' : ''}${formatDateTime(test.start_time)}`);
  else if (test.date_of_test) facts.push(formatDate(test.date_of_test));
  return (
    <li className={classes.row}>
      <div className={classes.label}>
        <h3 className={classes.name} id={`test-${test.id}`}>
          {test.name}
        </h3>
        <p className={classes.facts}>{facts.map((fact) => fact.replaceAll(' ', '\u00a0')).join(' · ')}</p>
      </div>
      {aside}
      <div className={classes.actions}>{children}</div>
    </li>
  );
}

/** Continue, View Questions, Subscribe or Begin. */
export function OpenTestRow({ test, isLocked }: { test: TestItem; isLocked: boolean }) {
  return (
    <Row test={test} aside={test.is_test_missed && <span className={classes.missed}>Missed</span>}>
      <OpenAction test={test} isLocked={isLocked} />
    </Row>
  );
}

function ContinueLink({ test, variant = 'filled' }: { test: TestItem; variant?: string }) {
  return (
    <ButtonLink
      to={isAssignment(test) ? '/assignment/$id' : '/test/$id'}
      params={idOf(test)}
      variant={variant}
      aria-describedby={`test-${test.id}`}
    >
      Continue
    </ButtonLink>
  );
}

function OpenAction({ test, isLocked }: { test: TestItem; isLocked: boolean }) {
  if (test.status === testStatuses.in_progress) return <ContinueLink test={test} />;
  if (test.is_test_missed || test.status === testStatuses.missed) {
    return (
      <ButtonLink to="/test/$id" params={idOf(test)} search={{ review: true }} variant="default" aria-describedby={`test-${test.id}`}>
        View Questions
      </ButtonLink>
    );
  }
  if (isLocked) {
    return (
      <ButtonLink to="/payment" variant="light" leftSection={<IconLock size={18} aria-hidden />} aria-describedby={`test-${test.id}`}>
        Subscribe
      </ButtonLink>
    );
  }
  return (
    <ButtonLink to="/test_instruction/$id" params={idOf(test)} aria-describedby={`test-${test.id}`}>
      Begin
    </ButtonLink>
  );
}

/** The score, Report, and where the paper allows it Retake or Continue. */
export function CompletedTestRow({ test }: { test: TestItem }) {
  return (
    <Row test={test} aside={test.score !== null && <Score score={test.score} maxScore={test.max_score} />}>
      {test.is_test_retakable &&
        (test.status === testStatuses.in_progress ? (
          <ContinueLink test={test} variant="default" />
        ) : (
          <ButtonLink to="/test_instruction/$id" params={idOf(test)} variant="default" aria-describedby={`test-${test.id}`}>
            Retake
          </ButtonLink>
        ))}
      <ReportLink id={test.id} isAssignment={isAssignment(test)} variant="light" aria-describedby={`test-${test.id}`} />
    </Row>
  );
}

function Score({ score, maxScore }: { score: number; maxScore: number | null }) {
  return (
    <p className={classes.score}>
      <strong>{formatNumber(score)}</strong>
      {maxScore !== null && <span> / {formatNumber(maxScore)}</span>}
    </p>
  );
}
