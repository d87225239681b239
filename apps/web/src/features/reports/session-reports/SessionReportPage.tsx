import { objectTypes, sessionTypes } from '@abhyas/contract/bank/catalogue';
import type { getAssignmentReport } from '@abhyas/contract/reports/session-reports';
import type { Input } from '@abhyas/contract/endpoint';
import { Skeleton } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { i18n, named } from '../../../platform/language.ts';
import { listOf } from '../../../session/screen/session-list.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { KeptNote } from '../../../ui/KeptNote.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './Report.module.css';
import { PrintedHead } from './PrintedHead.tsx';
import { InstallOffer } from './InstallOffer.tsx';
import { NextSteps } from './NextSteps.tsx';
import { reportNotReady } from './report-not-ready.tsx';
import { SessionOutcome } from './SessionOutcome.tsx';
import { useSessionReport } from './reports.queries.ts';
import { TopicTable } from './TopicTable.tsx';
import { WrongQuestions } from './WrongQuestions.tsx';

type Kinds = Pick<Input<typeof getAssignmentReport>, 'object_type' | 'session_type'>;

/** The kind of session in the address; null for an unknown one. */
function kindsOf(objectType: number | undefined, sessionType: number | undefined): Kinds | null {
  const object_type = Object.values(objectTypes).find((type) => type === objectType);
  const session_type = Object.values(sessionTypes).find((type) => type === sessionType);
  return object_type === undefined || session_type === undefined ? null : { object_type, session_type };
}

/** The report of a practice session or an assignment. */
export default function SessionReportPage() {
  const { id } = useParams({ from: '/session_report/$id' });
  const { object_type, session_type } = useSearch({ from: '/session_report/$id' });
  const kinds = kindsOf(object_type, session_type);
  if (!kinds) {
    return (
      <>
        <PageTitle back={{ link: { to: '/' }, label: i18n.t('Back to the start') }}>{i18n.t('Report')}</PageTitle>
        <EmptyState
          title={i18n.t('Please try accessing correct page!')}
          action={<ButtonLink to="/">{i18n.t('Go to the start')}</ButtonLink>}
        />
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
      <PageTitle back={back} windowTitle={info ? i18n.t('Report: {name}', { name: named(info.name) }) : i18n.t('Report')}>
        {info ? named(info.name) : i18n.t('Report')}
      </PageTitle>
      <Loaded
        query={report}
        skeleton={<Skeleton height={220} radius="lg" />}
        notKept={i18n.t('This report')}
        failure={(error) =>
          reportNotReady(error, i18n.t('Test report will be available shortly..!'), <ButtonLink {...back.link}>{back.label}</ButtonLink>)
        }
      >
        {(loaded) => (
          <>
            <KeptNote keptAt={loaded.kept_at} />
            <PrintedHead info={loaded.test_info} />
            <SessionOutcome report={loaded} />
            <NextSteps id={id} kinds={kinds} report={loaded} back={back} />
            <WrongQuestions report={loaded} />
            <InstallOffer />
            {loaded.topic_progress.length > 0 && (
              <section className={classes.part} aria-labelledby="by-topic">
                <h2 id="by-topic" className="mb-16 print:mb-8">
                  {i18n.t('By topic')}
                </h2>
                <TopicTable topics={loaded.topic_progress} />
              </section>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}
