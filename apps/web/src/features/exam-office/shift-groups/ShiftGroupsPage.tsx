import { getShiftGroups } from '@abhyas/contract/exam-office/results';
import { hasRight } from '@abhyas/contract/institute/rights';
import { Button, Skeleton } from '@mantine/core';
import { IconPlus, IconStack2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { NewShiftGroup } from './NewShiftGroup.tsx';

/** /staff/shift_groups: tests that take place in several shifts. */
export default function ShiftGroupsPage() {
  const list = useCall(getShiftGroups, {}, { staleTime: 0 });
  const canMake = hasRight(useUser()?.membership?.role ?? null, 'tests.manage');
  const [isMaking, setMaking] = useState(false);
  const make = canMake && (
    <Button leftSection={<IconPlus size={20} />} onClick={() => setMaking(true)}>
      New test in shifts
    </Button>
  );
  return (
    <>
      <PageTitle back={{ link: { to: '/staff/tests' }, label: 'Back to the tests' }}>Tests in shifts</PageTitle>
      <Loaded query={list} skeleton={[1, 2, 3].map((row) => <Skeleton key={row} height={72} mb={2} />)}>
        {({ shift_groups }) =>
          shift_groups.length === 0 ? (
            <EmptyState icon={<IconStack2 size={26} />} title="No test in shifts yet" action={make}>
              Name papers as shifts of one test: percentiles are computed in each shift, and one rank over all of them.
            </EmptyState>
          ) : (
            <>
              <div className={rows.bar}>
                <p className="text-14 text-ink-soft">Percentiles are computed in each shift, and one rank over all of them.</p>
                {make}
              </div>
              <ul className={rows.list}>
                {shift_groups.map(({ id, name, papers }) => {
                  const published = papers.filter(({ results_published_at }) => results_published_at !== null).length;
                  return (
                    <li key={id}>
                      <Link to="/staff/shift_groups/$id" params={{ id: String(id) }} className={rows.row}>
                        <span className={rows.main}>
                          {name}
                          <span className="block text-14 font-regular text-ink-soft">{papers.map((paper) => paper.name).join(' · ')}</span>
                        </span>
                        <span className={rows.badge} data-tone={published === papers.length ? 'good' : 'warning'}>
                          {published === papers.length ? 'Published' : `${published} of ${papers.length} published`}
                        </span>
                      </Link>
                    </li>
                  );
                })}
              </ul>
            </>
          )
        }
      </Loaded>
      {isMaking && <NewShiftGroup onClose={() => setMaking(false)} />}
    </>
  );
}
