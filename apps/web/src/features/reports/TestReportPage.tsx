import { Skeleton } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { listOf } from '../../session/screen/session-list.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import card from '../../ui/card.module.css';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { findingOf } from './finding.ts';
import { PrintedHead } from './PrintedHead.tsx';
import { NoReview, ReportActions } from './ReportActions.tsx';
import classes from './Report.module.css';
import { reportNotReady } from './report-not-ready.tsx';
import { ResultCounts } from './ResultCounts.tsx';
import { useTestReport } from './reports.queries.ts';
import { ScoreTable } from './ScoreTable.tsx';

/** How a test went: score, where marks went, what to do next. */
export default function TestReportPage() {
  const { id } = useParams({ strict: false });
  const report = useTestReport(Number(id));
  const info = report.data?.test_info;
  const list = listOf(info);

  return (
    <>
      <PageTitle back={list} windowTitle={info ? `Report: ${info.name}` : 'Test report'}>
        {info?.name ?? 'Test report'}
      </PageTitle>
      <Loaded
        query={report}
        skeleton={<ReportSkeleton />}
        failure={(error) =>
          reportNotReady(error, 'Test report will be available in few minutes..!', <ButtonLink {...list.link}>{list.label}</ButtonLink>)
        }
      >
        {({ report_data, received_late, test_info, can_review }) => {
          const total = report_data.find((row) => row.subject_id === null);
          const subjects = report_data.filter((row) => row.subject_id !== null);
          if (!total) return <p>Detailed test report will be available shortly..!</p>;
          return (
            <>
              <PrintedHead info={test_info} />
              <section className={`${card.card} ${classes.head}`} aria-labelledby="score">
                <div>
                  <h2 id="score" className={classes.label}>
                    Score
                  </h2>
                  <p className={classes.score}>
                    {formatNumber(total.score)}
                    <span> / {formatNumber(total.max_score)}</span>
                  </p>
                </div>
                <ResultCounts
                  correct={total.correct}
                  incorrect={total.incorrect}
                  unattempted={total.unattempted}
                  notCounted={total.not_counted}
                />
                <p className={classes.finding}>{findingOf(subjects, total)}</p>
              </section>
              {received_late && (
                <p className={classes.late} role="note">
                  Some of your answers came after the end of the test. They are kept, marked as received late.{' '}
                  {test_info.is_institute_test
                    ? 'Your institute can see and accept them; until then they do not count.'
                    : 'They do not count in this score.'}
                </p>
              )}
              <section className={classes.part} aria-labelledby="subjects">
                <h2 id="subjects" className={classes.heading}>
                  By subject
                </h2>
                <ScoreTable subjects={subjects} total={total} />
              </section>
              <ReportActions>
                {can_review ? (
                  <ButtonLink to="/test/$id" params={{ id: String(id) }} search={{ review: true }}>
                    Review answers
                  </ButtonLink>
                ) : (
                  <NoReview info={test_info} />
                )}
                <ButtonLink {...list.link} variant={can_review ? 'default' : 'filled'}>
                  {list.label}
                </ButtonLink>
              </ReportActions>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function ReportSkeleton() {
  return (
    <>
      <Skeleton height={180} radius="lg" mb={40} />
      <Skeleton height={28} width={120} mb="md" />
      <Skeleton height={240} radius="lg" />
    </>
  );
}
