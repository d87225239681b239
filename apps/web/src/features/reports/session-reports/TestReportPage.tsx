import { Button, Skeleton } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useLocation, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { useServerNow } from '../../../platform/useServerNow.ts';
import { listOf } from '../../../session/screen/session-list.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { formatDateTime } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { ChapterPreview } from './Chapters.tsx';
import { LeaderboardCard } from './LeaderboardCard.tsx';
import { NextActions } from './NextActions.tsx';
import { OverallTime } from './OverallTime.tsx';
import { PrintedHead } from './PrintedHead.tsx';
import classes from './Report.module.css';
import { NoReview } from './NoReview.tsx';
import { ReportHead } from './ReportHead.tsx';
import { stillTakenText } from './report-facts.ts';
import { reportNotReady, TimeIsUp } from './report-not-ready.tsx';
import { type Report, scoreOf, useTestReport } from './reports.queries.ts';
import { ScoreTable } from './ScoreTable.tsx';
import { TimedQuestions } from './TimedQuestions.tsx';
import { Timeline } from './Timeline.tsx';
import { TimePerQuestion } from './TimePerQuestion.tsx';

/** The report of a test: score, lost marks, the next step. */
export default function TestReportPage() {
  const { id = '' } = useParams({ strict: false });
  const { pathname, state } = useLocation();
  const report = useTestReport(Number(id));
  const info = report.data?.test_info;
  const list = listOf(info);
  const [isCalm, setCalm] = useState(pathname.startsWith('/initial_test_report/') && state.isTimeUpTold !== true);
  const toList = (variant: 'filled' | 'default') => (
    <ButtonLink {...list.link} variant={variant}>
      {list.label}
    </ButtonLink>
  );

  return (
    <>
      <PageTitle back={list} windowTitle={info ? i18n.t('Report: {name}', { name: named(info.name) }) : i18n.t('Test report')}>
        {info ? named(info.name) : i18n.t('Test report')}
      </PageTitle>
      <Loaded
        query={report}
        skeleton={<ReportSkeleton />}
        failure={(error) => reportNotReady(error, i18n.t('Test report will be available in few minutes..!'), toList('filled'))}
      >
        {(loaded) =>
          isCalm && loaded.data?.is_time_up ? (
            <TimeIsUp answered={loaded.data.answered_count} onReport={() => setCalm(false)} />
          ) : (
            <TestReport id={id} report={loaded} toList={toList('default')} />
          )
        }
      </Loaded>
    </>
  );
}

/** A part of the report; a part with `onScreen` is left out of the printed page. */
function Part({ id, title, children, onScreen = false }: { id: string; title: string; children: ReactNode; onScreen?: boolean }) {
  return (
    <section className={onScreen ? `${classes.part} print:hidden!` : classes.part} aria-labelledby={id}>
      <h2 id={id} className="mb-16 print:mb-8">
        {title}
      </h2>
      {children}
    </section>
  );
}

function TestReport({ id, report, toList }: { id: string; report: Report; toList: ReactNode }) {
  const { data, test_info, test_report_insights: insights, is_accessible_student_data, hide_leaderboard, key_challenges } = report;
  const canReview = !report.hide_test_question_revise_experience;
  const now = useServerNow(30_000);
  const keyLink = key_challenges && (
    <ButtonLink to="/key_challenges/$id" params={{ id }} variant="default">
      {keyLabel(key_challenges, now)}
    </ButtonLink>
  );
  if (!data) {
    return (
      <>
        <p role="status">{i18n.t('Test report will be available in few minutes..!')}</p>
        <p className="mb-24 leading-reading text-ink-soft">
          {i18n.t('The report of this attempt will be shown when the answers are published.')}
        </p>
        <div className={`${classes.actions} flex flex-wrap gap-12`}>
          {keyLink}
          {toList}
        </div>
      </>
    );
  }
  const rows = data.overview.map(scoreOf);
  const total = rows.at(-1);
  const duration = test_info.test_duration ?? 0;
  const hasChapters = data.chapter_performance.some(
    ({ weak_chapters, strong_chapters }) => weak_chapters.length + strong_chapters.length > 0,
  );
  return (
    <>
      <PrintedHead info={test_info} />
      <ReportHead data={data} insights={insights} exam={test_info.test_type ?? i18n.t('test')} />
      {data.received_late && (
        <p className="max-w-[68ch] -mt-16 mb-40 px-20 py-16 rounded-card bg-warning-soft leading-reading" role="note">
          {i18n.t('Some of your answers arrived after the end of the test. They are kept and marked as received late.')}{' '}
          {test_info.is_institute_test
            ? i18n.t('Your institute can see and accept them; until then they do not count.')
            : i18n.t('They do not count in this score.')}
        </p>
      )}
      {data.withheld_count > 0 && (
        <p className="mb-24 leading-reading text-ink-soft" role="note">
          {data.withheld_until === null
            ? i18n.t(
                '{count, plural, one {# question is} other {# questions are}} also in another test, whose answers are published later. Until then this report shows no result for them, and the figures of chapters and time leave them out.',
                { count: data.withheld_count },
              )
            : i18n.t(
                '{count, plural, one {# question is} other {# questions are}} also in another test, whose answers are published on {time}. Until then this report shows no result for them, and the figures of chapters and time leave them out.',
                { count: data.withheld_count, time: formatDateTime(data.withheld_until) },
              )}
        </p>
      )}
      {is_accessible_student_data && data.is_still_taken && (
        <p className="mb-24 leading-reading text-ink-soft" role="note">
          {stillTakenText(data)}
        </p>
      )}
      {insights && <NextActions id={id} data={data} insights={insights} />}
      {total && (
        <Part id="subjects" title={i18n.t('By subject')}>
          <ScoreTable subjects={rows.slice(0, -1)} total={total} />
        </Part>
      )}
      {is_accessible_student_data ? (
        <>
          {hasChapters && (
            <Part id="chapters" title={i18n.t('By chapter')}>
              <ChapterPreview id={id} data={data} />
            </Part>
          )}
          {data.overall_time_chart.questions_per_time.some(({ answered }) => answered > 0) && (
            <Part id="overall-time" title={i18n.t('Overall time')}>
              <OverallTime data={data} questionCount={test_info.question_count} duration={duration} />
            </Part>
          )}
          {insights && insights.timeline.length > 0 && (
            <Part id="timeline" title={i18n.t('Timeline')}>
              <Timeline data={data} insights={insights} duration={test_info.time_kind === 'wall_clock' ? duration : 0} />
            </Part>
          )}
          {data.time_per_question.length > 0 && (
            <Part id="time-per-question" title={i18n.t('Time per question')}>
              <TimePerQuestion data={data} />
            </Part>
          )}
          {data.rushed_answers.length + data.late_skips.length > 0 && (
            <Part onScreen id="timed" title={i18n.t('Too fast, too late')}>
              <TimedQuestions data={data} />
            </Part>
          )}
        </>
      ) : (
        <p className="mb-24 leading-reading text-ink-soft" role="status">
          {i18n.t('Detailed test report will be available shortly..!')}
        </p>
      )}
      <Part id="leaderboard" title={i18n.t('Leaderboard')}>
        {hide_leaderboard ? (
          <p className="mb-24 leading-reading text-ink-soft">{i18n.t('LeaderBoard will be available shortly..!')}</p>
        ) : (
          <LeaderboardCard id={id} data={data} />
        )}
      </Part>
      <div className={`${classes.actions} flex flex-wrap gap-12 print:hidden!`}>
        {canReview ? (
          <ButtonLink to="/test/$id" params={{ id }} search={{ review: true }} variant="default">
            {i18n.t('Review answers')}
          </ButtonLink>
        ) : (
          <NoReview info={test_info} />
        )}
        {keyLink}
        <Button variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
          {i18n.t('Print')}
        </Button>
        {toList}
      </div>
    </>
  );
}

/** The label of the link to the keys, which says so while they can be challenged. */
function keyLabel({ closes_at, final_at }: NonNullable<Report['key_challenges']>, now: number): string {
  if (final_at !== null) return i18n.t('Final key');
  return Date.parse(closes_at) > now ? i18n.t('Check and challenge the key') : i18n.t('Provisional key');
}

function ReportSkeleton() {
  return (
    <>
      <Skeleton height={210} radius="lg" mb="md" />
      <Skeleton height={150} radius="lg" mb={40} />
      <Skeleton height={28} width={120} mb="md" />
      <Skeleton height={240} radius="lg" />
    </>
  );
}
