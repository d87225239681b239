import { objectTypes, sessionTypes } from '@abhyas/contract/catalogue';
import type { getAssignmentReport } from '@abhyas/contract/reports';
import type { Answer, Input } from '@abhyas/contract/endpoint';
import { Skeleton } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { listOf } from '../../session/screen/session-list.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import card from '../../ui/card.module.css';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Figures } from '../../ui/Figures.tsx';
import { formatDuration, formatLongDuration, formatNumber, formatPercent, plural } from '../../ui/format.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import classes from './Report.module.css';
import { PrintedHead } from './PrintedHead.tsx';
import { NoReview, ReportActions } from './ReportActions.tsx';
import { reportNotReady } from './report-not-ready.tsx';
import { ResultCounts } from './ResultCounts.tsx';
import { useSessionReport } from './reports.queries.ts';
import { TopicTable } from './TopicTable.tsx';

type Report = Answer<typeof getAssignmentReport>;
type Kinds = Pick<Input<typeof getAssignmentReport>, 'object_type' | 'session_type'>;

/** The kind of session that the address names; null when it names none. */
function kindsOf(objectType: number | undefined, sessionType: number | undefined): Kinds | null {
  const object_type = Object.values(objectTypes).find((type) => type === objectType);
  const session_type = Object.values(sessionTypes).find((type) => type === sessionType);
  return object_type === undefined || session_type === undefined ? null : { object_type, session_type };
}

function findingOf({ correct, incorrect, key_used, avg_speed }: Report['report_data']): string {
  const attempted = correct + incorrect;
  const key = key_used > 0 ? ` You read ${plural(key_used, 'solution')} before answering; those count neither way.` : '';
  if (attempted === 0) return `You attempted no question in this session.${key}`;
  const speed = avg_speed === null ? '' : `, at ${formatLongDuration(avg_speed)} a question`;
  return `You got ${formatNumber(correct)} of ${plural(attempted, 'attempted question')} right${speed}.${key}`;
}

/** How a practice session or an assignment went. */
export default function SessionReportPage() {
  const { id } = useParams({ from: '/session_report/$id' });
  const { object_type, session_type } = useSearch({ from: '/session_report/$id' });
  const kinds = kindsOf(object_type, session_type);
  if (!kinds) {
    return (
      <>
        <PageTitle back={{ link: { to: '/' }, label: 'Back to the start' }}>Report</PageTitle>
        <EmptyState title="Please try accessing correct page!" action={<ButtonLink to="/">Go to the start</ButtonLink>} />
      </>
    );
  }
  return <SessionReport id={Number(id)} kinds={kinds} />;
}

function SessionReport({ id, kinds }: { id: number; kinds: Kinds }) {
  const report = useSessionReport({ id, ...kinds });
  const info = report.data?.test_info;
  const back = listOf(info ?? kinds);

  return (
    <>
      <PageTitle back={back} windowTitle={info ? `Report: ${info.name}` : 'Report'}>
        {info?.name ?? 'Report'}
      </PageTitle>
      <Loaded
        query={report}
        skeleton={<Skeleton height={220} radius="lg" />}
        failure={(error) =>
          reportNotReady(error, 'Test report will be available shortly..!', <ButtonLink {...back.link}>{back.label}</ButtonLink>)
        }
      >
        {({ report_data, topic_progress, test_info, can_review }) => (
          <>
            <PrintedHead info={test_info} />
            <section className={`${card.card} ${classes.head}`} aria-labelledby="measure">
              <Measure {...report_data} />
              <ResultCounts correct={report_data.correct} incorrect={report_data.incorrect} unattempted={report_data.unattempted} />
              <Figures
                size="large"
                figures={[
                  ...(report_data.score === null ? [] : [['Accuracy', formatPercent(report_data.accuracy)] as const]),
                  ...(report_data.key_used > 0 ? [['Solution first', formatNumber(report_data.key_used)] as const] : []),
                  ['Speed', report_data.avg_speed === null ? '–' : formatDuration(report_data.avg_speed)],
                ]}
              />
              <p className={classes.finding}>{findingOf(report_data)}</p>
            </section>
            {topic_progress.length > 0 && (
              <section className={classes.part} aria-labelledby="by-topic">
                <h2 id="by-topic" className={classes.heading}>
                  By topic
                </h2>
                <TopicTable topics={topic_progress} />
              </section>
            )}
            <ReportActions>
              {kinds.object_type === objectTypes.checkpoint && (
                <>
                  <ButtonLink to="/train/$id" params={{ id: String(id) }}>
                    Practise this topic again
                  </ButtonLink>
                  <ButtonLink to="/train/$id" params={{ id: String(id) }} search={{ review: true }} variant="default">
                    Review answers
                  </ButtonLink>
                </>
              )}
              {kinds.object_type === objectTypes.assignment && can_review && (
                <ButtonLink to="/assignment/$id" params={{ id: String(id) }} search={{ review: true }}>
                  Review answers
                </ButtonLink>
              )}
              {kinds.object_type === objectTypes.assignment && !can_review && <NoReview info={test_info} />}
              <ButtonLink {...back.link} variant="default">
                {back.label}
              </ButtonLink>
            </ReportActions>
          </>
        )}
      </Loaded>
    </>
  );
}

/** The score of an assignment; practice has accuracy alone. */
function Measure({ score, max_score, accuracy }: Report['report_data']) {
  return (
    <div>
      <h2 id="measure" className={classes.label}>
        {score === null ? 'Accuracy' : 'Score'}
      </h2>
      <p className={classes.score}>
        {score === null ? formatPercent(accuracy) : formatNumber(score)}
        {max_score !== null && <span> / {formatNumber(max_score)}</span>}
      </p>
    </div>
  );
}
