import { Skeleton } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { i18n } from '../../../platform/language.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LinkTabs } from '../../../ui/LinkTabs.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { ChapterList, chaptersOf } from './Chapters.tsx';
import classes from './Chapters.module.css';
import { stillTakenText } from './report-facts.ts';
import { useTestReport } from './reports.queries.ts';

/** /test_report/{id}/chapter_performance: every weak and strong chapter of a test, one subject at a time. */
export default function ChapterPerformancePage() {
  const { id } = useParams({ from: '/test_report/$id/chapter_performance' });
  const { subject_id: subject } = useSearch({ from: '/test_report/$id/chapter_performance' });
  const report = useTestReport(Number(id));
  const back = { link: { to: '/test_report/$id', params: { id } } as const, label: i18n.t('Back to the report') };
  const toReport = <ButtonLink {...back.link}>{back.label}</ButtonLink>;
  return (
    <>
      <PageTitle back={back}>{i18n.t('Chapter performance')}</PageTitle>
      <Loaded
        query={report}
        skeleton={<Skeleton height={320} radius="lg" />}
        failure={() => <EmptyState title={i18n.t('Please try accessing correct page!')} action={toReport} />}
      >
        {({ data }) => {
          if (!data) return <EmptyState title={i18n.t('Please try accessing correct page!')} action={toReport} />;
          const chosen = data.subject_mapping.find((each) => each.id === subject) ?? data.subject_mapping[0];
          const [weak, strong] = [chaptersOf(data, 'weak_chapters', chosen?.id), chaptersOf(data, 'strong_chapters', chosen?.id)];
          return (
            <>
              {data.subject_mapping.length > 1 && (
                <LinkTabs
                  label={i18n.t('Subjects')}
                  tabs={data.subject_mapping.map((each) => ({
                    label: i18n.t(each.name),
                    link: { to: '/test_report/$id/chapter_performance', params: { id }, search: { subject_id: each.id } },
                    isCurrent: each.id === chosen?.id,
                  }))}
                />
              )}
              {weak.length + strong.length === 0 ? (
                <EmptyState title={i18n.t('Nothing to display!')} action={toReport}>
                  {data.is_still_taken
                    ? stillTakenText(data)
                    : i18n.t(
                        'Chapters with two questions or more are listed here: weak ones with less than half right, strong ones with three quarters or more.',
                      )}
                </EmptyState>
              ) : (
                <div className={`grid gap-16 ${classes.columns}`}>
                  {weak.length > 0 && <ChapterList title={i18n.t('Weak')} chapters={weak} isWeak />}
                  {strong.length > 0 && <ChapterList title={i18n.t('Strong')} chapters={strong} isWeak={false} />}
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}
