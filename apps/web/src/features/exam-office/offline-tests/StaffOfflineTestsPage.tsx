import { getOfflineTests } from '@abhyas/contract/exam-office/offline-tests';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button, Skeleton } from '@mantine/core';
import { IconChevronRight, IconFileUpload, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queryClient, useCall } from '../../../platform/queries.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDateTime, formatNumber, namesInShort, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import { NewOfflineTest } from './NewOfflineTest.tsx';

/** The sheets that were handed in, and how many of them have marks. */
function sheetsInWords({ submitted_count, marked_count, student_count }: Answer<typeof getOfflineTests>['offline_tests'][number]): string {
  if (submitted_count === 0) return 'No sheets yet';
  return `${formatNumber(submitted_count)} of ${plural(student_count, 'sheet')}, ${submitted_count === marked_count ? 'all' : formatNumber(marked_count)} marked`;
}

/** /staff/offline_tests: tests on paper, with the number of sheets that wait for marks. */
export default function StaffOfflineTestsPage() {
  const tests = useCall(getOfflineTests, {});
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <PageTitle>Offline Tests</PageTitle>
      <Loaded query={tests} skeleton={<Skeleton height={320} radius="lg" />}>
        {(data) => {
          const make = (
            <Button leftSection={<IconPlus size={18} />} onClick={() => setMaking(true)}>
              New test
            </Button>
          );
          return (
            <>
              {data.offline_tests.length === 0 ? (
                <EmptyState
                  icon={<IconFileUpload size={26} />}
                  title="No Offline test created yet!"
                  action={data.classrooms.length > 0 && data.subjects.length > 0 ? make : undefined}
                >
                  Students write on paper and hand in photos or a PDF; you give marks and return the marked sheet.
                </EmptyState>
              ) : (
                <>
                  <div className="flex flex-wrap items-center justify-between gap-12 mb-16">
                    <p className="text-14 text-ink-soft">{plural(data.offline_tests.length, 'test')}</p>
                    {make}
                  </div>
                  <ul className={rows.list}>
                    {data.offline_tests.map((test) => (
                      <li key={test.id}>
                        <Link to="/staff/offline_tests/$id" params={{ id: String(test.id) }} className={rows.row}>
                          <span className={rows.main}>
                            {test.name}
                            <span className="block text-14 font-regular text-ink-soft">{`${test.subject_name} · ${namesInShort(
                              test.classrooms.map(({ name }) => name),
                              { count: data.classrooms.length, words: 'All classrooms' },
                            )}`}</span>
                            <span className="block text-14 font-regular text-ink-soft tabular">{`${formatDateTime(test.start_date)} · ${test.duration} min`}</span>
                            <span className="block text-14 font-regular text-ink-soft tabular">{sheetsInWords(test)}</span>
                          </span>
                          {test.submitted_count > test.marked_count && (
                            <span className={rows.badge} data-tone="warning">
                              {formatNumber(test.submitted_count - test.marked_count)} to mark
                            </span>
                          )}
                          <IconChevronRight size={20} aria-hidden />
                        </Link>
                      </li>
                    ))}
                  </ul>
                </>
              )}
              {isMaking && (
                <NewOfflineTest
                  data={data}
                  onClose={() => setMaking(false)}
                  onMade={() => {
                    setMaking(false);
                    toast.success('The test is made. Its students are notified.');
                    void queryClient.invalidateQueries({ queryKey: [getOfflineTests.route] });
                  }}
                />
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}
