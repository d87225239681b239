import { getPaperQuestionReports } from '@abhyas/contract/exam-office/question-reports';
import { getPaperResults, getQuestionStatistics, getQuestionStatisticsCsv, getResultsCsv } from '@abhyas/contract/exam-office/results';
import type { Answer } from '@abhyas/contract/endpoint';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Problem } from '@abhyas/contract/problem';
import { Button, Skeleton } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconChartBar, IconDownload, IconGavel, IconPrinter } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { useCall } from '../../../platform/queries.ts';
import { saveCsv } from '../../../platform/save-csv.ts';
import { useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import { CorrectKey } from './CorrectKey.tsx';
import { Corrections } from './Corrections.tsx';
import { Distribution } from './Distribution.tsx';
import { OddQuestions } from './OddQuestions.tsx';
import { PublishButton } from './PublishButton.tsx';
import { ReportedErrors } from './ReportedErrors.tsx';
import classes from './TestResultsPage.module.css';

type Results = Answer<typeof getPaperResults>;

/** /staff/tests/{id}/results: the results of a test, and what should be checked before they are published. */
export default function TestResultsPage() {
  const { id } = useParams({ from: '/staff/tests/$id/results' });
  const role = useUser()?.membership?.role ?? null;
  const results = useCall(getPaperResults, { id: Number(id) }, { staleTime: 0 });
  const canExport = hasRight(role, 'export');
  const isPublished = (results.data?.paper.results_published_at ?? null) !== null;
  const back = { link: { to: '/staff/tests/$id', params: { id } }, label: 'Back to the test' } as const;
  return (
    <>
      <PageTitle
        back={hasRight(role, 'tests.read') ? back : { link: { to: '/staff/tests' }, label: 'Back to the tests' }}
        aside={
          results.data && (
            <span className={rows.badge} data-tone={isPublished ? 'good' : 'warning'}>
              {isPublished ? 'Published' : 'Not published'}
            </span>
          )
        }
      >
        {results.data?.paper.name ?? 'Results'}
      </PageTitle>
      <Loaded query={results} skeleton={<ResultsSkeleton />}>
        {(data) =>
          data.paper.appeared === 0 ? (
            <EmptyState
              icon={<IconChartBar size={26} />}
              title="Nobody has finished yet."
              action={
                hasRight(role, 'hall.read') && (
                  <ButtonLink to="/staff/tests/$id/hall" params={{ id }}>
                    To the hall
                  </ButtonLink>
                )
              }
            >
              Scores and questions that look odd appear here once somebody has.
            </EmptyState>
          ) : (
            <ResultsOf
              results={data}
              canExport={canExport}
              canCorrect={hasRight(role, 'keys.correct')}
              canPublish={hasRight(role, 'results.publish')}
            />
          )
        }
      </Loaded>
    </>
  );
}

interface Props {
  results: Results;
  canExport: boolean;
  canCorrect: boolean;
  canPublish: boolean;
}

function ResultsOf({ results, canExport, canCorrect, canPublish }: Props) {
  const { paper, best_score } = results;
  const statistics = useCall(getQuestionStatistics, { id: paper.id }, { staleTime: 0, ownFailures: true });
  // While the test runs, only staff who may read its keys get the figures of its questions.
  const isTooEarly = statistics.error instanceof Problem && statistics.error.code === 'not_possible';
  const role = useUser()?.membership?.role ?? null;
  const mayAnswer = hasRight(role, 'question_reports.manage');
  const errors = useCall(getPaperQuestionReports, { id: paper.id }, { staleTime: 0, ownFailures: true, enabled: mayAnswer });
  const canReadReports = hasRight(role, 'reports.read');
  const reports = new Map(errors.data?.questions.map((question) => [question.question_id, question]));
  const isWide = useMedia('(min-width: 62em)');
  const { question: named = null } = useSearch({ from: '/staff/tests/$id/results' });
  const [openId, setOpenId] = useState<number | null>(named);
  const questions = statistics.data?.questions ?? [];
  const chosen = questions.find(({ question_id }) => question_id === openId);
  const odd = questions.filter(({ doubts, correction }) => doubts.length > 0 && correction === null).length;
  const reported = chosen && reports.get(chosen.question_id);
  const panel = chosen && canCorrect && (
    <>
      <CorrectKey key={chosen.question_id} paperId={paper.id} question={chosen} onClose={() => setOpenId(null)} />
      {reported && <ReportedErrors reported={reported} />}
    </>
  );
  return (
    <>
      <div className={`flex flex-wrap items-center justify-between ${classes.head}`}>
        <div>
          <h2>
            {plural(paper.appeared, 'student')} sat it; the best has {formatNumber(best_score ?? 0)}
            {paper.max_score !== null && ` of ${formatNumber(paper.max_score)}`}
          </h2>
          <p className="text-14 text-ink-soft">{doubtInWords(odd, paper.results_published_at !== null, statistics.data !== undefined)}</p>
        </div>
        <div className={`flex flex-wrap gap-8 print:hidden! ${classes.acts}`}>
          {canReadReports && (
            <ButtonLink
              to="/staff/tests/$id/reports"
              params={{ id: String(paper.id) }}
              variant="subtle"
              leftSection={<IconPrinter size={18} />}
            >
              All reports
            </ButtonLink>
          )}
          {canCorrect && (
            <ButtonLink
              to="/staff/tests/$id/key_challenges"
              params={{ id: String(paper.id) }}
              variant="subtle"
              leftSection={<IconGavel size={18} />}
            >
              Key challenges
            </ButtonLink>
          )}
          {canExport && <Downloads id={paper.id} />}
          {canPublish && <PublishButton paper={paper} isNext={statistics.data !== undefined && odd === 0} />}
        </div>
      </div>
      <div className={panel && isWide ? `grid gap-16 ${classes.columns}` : undefined}>
        <div>
          <Distribution results={results} />
          <section className={card.card} aria-labelledby="questions">
            {isTooEarly ? (
              <>
                <h2 id="questions">Questions</h2>
                <p className="text-14 text-ink-soft">{messageOf(statistics.error)}</p>
              </>
            ) : (
              <Loaded query={statistics} skeleton={<Skeleton height={240} />}>
                {(data) => (
                  <OddQuestions questions={data.questions} reports={reports} openId={openId} onOpen={canCorrect ? setOpenId : null} />
                )}
              </Loaded>
            )}
          </section>
          {canCorrect && <Corrections paperId={paper.id} />}
        </div>
        {panel && isWide && <aside className={`${card.card} sticky top-80 max-h-[calc(100dvh-96px)] overflow-y-auto`}>{panel}</aside>}
      </div>
      {panel && !isWide && (
        <Dialog opened onClose={() => setOpenId(null)} withCloseButton={false} fullScreen aria-label="Correct the key">
          {panel}
        </Dialog>
      )}
    </>
  );
}

function doubtInWords(odd: number, isPublished: boolean, isKnown: boolean): string {
  if (!isKnown) return '';
  if (odd === 0) return 'No question looks odd.';
  return `${odd === 1 ? 'One question looks' : `${formatNumber(odd)} questions look`} odd.${isPublished ? '' : ' Look at them before you publish.'}`;
}

function Downloads({ id }: { id: number }) {
  const [busy, setBusy] = useState(false);
  const load = (endpoint: typeof getResultsCsv | typeof getQuestionStatisticsCsv) => {
    setBusy(true);
    call(endpoint, { id })
      .then(saveCsv, (failure: unknown) => toast.error(messageOf(failure)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Button variant="subtle" leftSection={<IconDownload size={18} />} disabled={busy} onClick={() => load(getResultsCsv)}>
        CSV
      </Button>
      <Button variant="subtle" leftSection={<IconDownload size={18} />} disabled={busy} onClick={() => load(getQuestionStatisticsCsv)}>
        Questions CSV
      </Button>
    </>
  );
}

function ResultsSkeleton() {
  return (
    <>
      <Skeleton height={30} width={420} maw="100%" mb="lg" />
      <Skeleton height={220} mb="md" radius="lg" />
      <Skeleton height={320} radius="lg" />
    </>
  );
}
