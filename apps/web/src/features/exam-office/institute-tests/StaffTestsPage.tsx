import { getInstituteTests, TESTS_PER_PAGE } from '@abhyas/contract/exam-office/institute-tests';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Button, Skeleton } from '@mantine/core';
import { IconClipboardText, IconPlus } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatNumber, plural } from '../../../ui/format.ts';
import { LinkTabs } from '../../../ui/LinkTabs.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { NewTestModal } from './NewTestModal.tsx';
import { isOver, stateBadges, type TestRow, windowInWords } from './test-states.ts';

/** /staff/tests: the tests and assignments of the institute. */
export default function StaffTestsPage() {
  const { type, page = 0 } = useSearch({ from: '/staff/tests' });
  const user = useUser();
  const role = user?.membership?.role ?? null;
  const isAssignment = type === 'assignment';
  const list = useCall(getInstituteTests, { is_assignment: isAssignment, page: Math.max(0, page) });
  const [isMaking, setMaking] = useState(false);
  const canMake = hasRight(role, 'tests.manage');
  const make = (
    <Button leftSection={<IconPlus size={20} />} onClick={() => setMaking(true)}>
      {isAssignment ? 'New assignment' : 'New test'}
    </Button>
  );
  return (
    <>
      <PageTitle>Tests</PageTitle>
      <div className={rows.bar}>
        <LinkTabs
          label="Kind"
          tabs={[
            { label: 'Tests', link: { to: '/staff/tests', search: { type: 'test' } }, isCurrent: !isAssignment },
            { label: 'Assignments', link: { to: '/staff/tests', search: { type: 'assignment' } }, isCurrent: isAssignment },
          ]}
        />
        <span className={rows.actions}>
          {hasRight(role, 'tests.read') && !isAssignment && (
            <ButtonLink to="/staff/shift_groups" variant="subtle">
              Tests in shifts
            </ButtonLink>
          )}
          {canMake && (list.data?.total ?? 0) > 0 && make}
        </span>
      </div>
      <Loaded query={list} skeleton={[1, 2, 3, 4].map((row) => <Skeleton key={row} height={76} mb={2} />)}>
        {({ tests, total }) =>
          tests.length === 0 ? (
            <EmptyState
              icon={<IconClipboardText size={26} />}
              title={isAssignment ? 'No assignments yet' : 'No tests yet'}
              action={canMake && make}
            >
              {canMake ? 'Make one from a shared paper, or compose a paper of your own.' : 'New tests appear here.'}
            </EmptyState>
          ) : (
            <>
              <ul className={rows.list}>
                {tests.map((test) => (
                  <Row
                    key={test.id}
                    test={test}
                    isHallOpen={hasRight(role, 'hall.read')}
                    isTestOpen={hasRight(role, 'tests.read')}
                    areResultsOpen={hasRight(role, 'results.read')}
                  />
                ))}
              </ul>
              {total > TESTS_PER_PAGE && <Pages page={page} total={total} isAssignment={isAssignment} />}
            </>
          )
        }
      </Loaded>
      {isMaking && <NewTestModal isAssignment={isAssignment} onClose={() => setMaking(false)} />}
    </>
  );
}

interface RowProps {
  test: TestRow;
  isTestOpen: boolean;
  isHallOpen: boolean;
  areResultsOpen: boolean;
}

function Row({ test, isTestOpen, isHallOpen, areResultsOpen }: RowProps) {
  const { id, name, state, given, running, finished, question_count } = test;
  const params = { id: String(id) };
  const badge = stateBadges[state];
  const people =
    given === 0
      ? 'Given to nobody'
      : state === 'running'
        ? `${formatNumber(running)} taking it, ${formatNumber(finished)} finished`
        : plural(given, 'student');
  // A test that never closes has results as soon as one attempt is finished and none is under way.
  const hasResults = finished > 0 && (isOver(test) || (test.closes_at === null && running === 0));
  return (
    <li className={rows.row} data-stacks>
      <span className={rows.main} data-bar={test.is_assignment ? 'assignment' : 'test'}>
        {name}
        <span className="block text-14 font-regular text-ink-soft tabular">
          {windowInWords(test)} · {people} · {plural(question_count, 'question')}
        </span>
      </span>
      <span className={rows.actions}>
        <span className={rows.badge} data-tone={badge.tone}>
          {badge.text}
        </span>
        {hasResults && areResultsOpen ? (
          <ButtonLink to="/staff/tests/$id/results" params={params} variant="default" aria-label={`Results: ${name}`}>
            Results
          </ButtonLink>
        ) : (
          isHallOpen &&
          (state === 'running' || !isTestOpen) && (
            <ButtonLink to="/staff/tests/$id/hall" params={params} variant="default" aria-label={`Hall: ${name}`}>
              Hall
            </ButtonLink>
          )
        )}
        {isTestOpen && (
          <ButtonLink
            to="/staff/tests/$id"
            params={params}
            variant="default"
            aria-label={`${state === 'unset' ? 'Finish set-up' : 'Open'}: ${name}`}
          >
            {state === 'unset' ? 'Finish set-up' : 'Open'}
          </ButtonLink>
        )}
      </span>
    </li>
  );
}

function Pages({ page, total, isAssignment }: { page: number; total: number; isAssignment: boolean }) {
  const last = Math.ceil(total / TESTS_PER_PAGE) - 1;
  const type = isAssignment ? 'assignment' : 'test';
  return (
    <nav className={rows.pages} aria-label="Pages">
      {page > 0 && (
        <ButtonLink to="/staff/tests" search={{ type, page: page - 1 }} variant="default">
          Later
        </ButtonLink>
      )}
      <span className="text-14 text-ink-soft">
        {page + 1} of {last + 1}
      </span>
      {page < last && (
        <ButtonLink to="/staff/tests" search={{ type, page: page + 1 }} variant="default">
          Earlier
        </ButtonLink>
      )}
    </nav>
  );
}
