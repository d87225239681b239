import { Skeleton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { NetworkFailure } from '../../../platform/call.ts';
import { serverNow } from '../../../platform/clock.ts';
import { i18n } from '../../../platform/language.ts';
import { findDraft } from '../../../platform/upload-drafts.ts';
import { useUser } from '../../../platform/user.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Failure } from '../../../ui/Failure.tsx';
import { Folders } from '../../../ui/Folders.tsx';

import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { LIST_FAILURE, type OfflineTest, purposeOf, refreshTests, useSubjects, useTests } from './offline-tests.queries.ts';
import { OfflineTestRow } from './OfflineTestRow.tsx';
import { UploadDialog } from './UploadDialog.tsx';

const START_SPREAD = 3000;
const LONGEST_TIMER = 86_400_000;

/** /offline_tests/all, and /offline_tests with a subject: tests on paper and their answer sheets. */
export default function OfflineTestsPage() {
  const { subject_id } = useSearch({ strict: false }) as { subject_id?: number };
  return subject_id === undefined ? <Subjects /> : <Tests key={subject_id} subjectId={subject_id} />;
}

function Subjects() {
  const subjects = useSubjects();
  return (
    <>
      <PageTitle>{i18n.t('Offline Tests')}</PageTitle>
      <Loaded query={subjects} skeleton={<ListSkeleton />} failure={failureOf(() => void subjects.refetch())}>
        {({ offline_tests }) =>
          offline_tests.length === 0 ? (
            <EmptyState icon={<IconFileUpload size={26} />} title={i18n.t('No Offline test created yet!')}>
              {i18n.t('Tests on paper appear here, with the question paper and a way to hand in your sheet.')}
            </EmptyState>
          ) : (
            <Folders
              label={i18n.t('Subjects')}
              items={offline_tests.map(({ id, name, test_count, due_count }) => ({
                key: id,
                name: i18n.t(name),
                count: i18n.t('{count, plural, one {# Test} other {# Tests}}', { count: test_count }),
                note:
                  due_count > 0 ? i18n.t('{count, plural, one {# sheet} other {# sheets}} to hand in', { count: due_count }) : undefined,
                link: { to: '/offline_tests', search: { subject_id: id } },
              }))}
            />
          )
        }
      </Loaded>
    </>
  );
}

/** Every failure, even a lost network, shows the fixed text (docs/product.md). */
const failureOf = (retry: () => void) => (error: Error) => (
  <Failure message={i18n.t(LIST_FAILURE)} isOffline={error instanceof NetworkFailure} retry={retry} />
);

function Tests({ subjectId }: { subjectId: number }) {
  const tests = useTests(subjectId);
  const [uploading, setUploading] = useState<OfflineTest | null>(null);
  useResume(tests.data?.subject_offline_test_list, setUploading);
  useStart(tests.data?.subject_offline_test_list);
  const back = { link: { to: '/offline_tests' }, label: i18n.t('Back to Offline Tests') } as const;
  return (
    <>
      <PageTitle back={back}>{tests.data?.subject_name ? i18n.t(tests.data.subject_name) : i18n.t('Offline Tests')}</PageTitle>
      <Loaded query={tests} skeleton={<ListSkeleton />} failure={failureOf(() => void tests.refetch())}>
        {({ subject_offline_test_list }) => {
          if (subject_offline_test_list.length === 0)
            return (
              <EmptyState icon={<IconFileUpload size={26} />} title={i18n.t('No Files Are Uploaded')}>
                {i18n.t('Tests on paper in this subject appear here.')}
              </EmptyState>
            );
          const next = nextDue(subject_offline_test_list);
          return (
            <ul className="grid gap-12">
              {subject_offline_test_list
                .toSorted((a, b) => Number(b === next) - Number(a === next))
                .map((test) => (
                  <OfflineTestRow key={test.id} test={test} isNext={test.id === next?.id} onUpload={() => setUploading(test)} />
                ))}
            </ul>
          );
        }}
      </Loaded>
      {uploading && <UploadDialog test={uploading} onClose={() => setUploading(null)} />}
    </>
  );
}

/** Fetches the tests again when the next one starts. The calls of a class are spread over some seconds. */
function useStart(tests: readonly OfflineTest[] | undefined): void {
  const starts = tests?.map(({ start_date }) => Date.parse(start_date)).filter((start) => start > serverNow()) ?? [];
  const next = Math.min(...starts);
  useEffect(() => {
    const wait = next - serverNow();
    if (wait > LONGEST_TIMER) return;
    const timer = setTimeout(() => void refreshTests(), wait + START_SPREAD * Math.random());
    return () => clearTimeout(timer);
  }, [next]);
}

/** Continues an upload that was under way when the page closed. */
function useResume(tests: readonly OfflineTest[] | undefined, open: (test: OfflineTest) => void): void {
  const student_id = useUser()?.id;
  const hasLooked = useRef(false);
  useEffect(() => {
    if (!tests || student_id === undefined || hasLooked.current) return;
    hasLooked.current = true;
    void (async () => {
      for (const test of tests) if ((await findDraft(student_id, purposeOf(test)))?.begun) return open(test);
    })();
  }, [tests, student_id, open]);
}

/** The test to hand in first: of the open tests without a sheet, the one that closes first. */
function nextDue(tests: readonly OfflineTest[]): OfflineTest | undefined {
  return tests
    .filter(({ status, question_file_url }) => status === 'QP_DOWNLOADED' || (status === 'NOT_STARTED' && question_file_url !== null))
    .toSorted((a, b) => Date.parse(a.submit_until) - Date.parse(b.submit_until))[0];
}

const ListSkeleton = () => [1, 2, 3].map((row) => <Skeleton key={row} height={112} mb="md" radius="lg" />);
