import { Problem } from '@abhyas/contract/problem';
import { Button } from '@mantine/core';
import { IconChartBar, IconClockCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { plural } from '../../../ui/format.ts';

/** The message for a report that is not ready; null for any other failure. */
export function reportNotReady(error: Error, title: string, action: ReactNode): ReactNode {
  if (!(error instanceof Problem) || error.status !== 404) return null;
  // A test that was not begun never gets a report, so waiting is pointless.
  const words = error.code === 'not_begun' ? error.message : title;
  return <EmptyState role="status" icon={<IconChartBar size={26} />} title={words} action={action} />;
}

/** Shown before the report of a test that ended because its time was up. */
export function TimeIsUp({ answered, onReport }: { answered: number; onReport: () => void }) {
  return (
    <EmptyState
      role="status"
      icon={<IconClockCheck size={26} />}
      title={`Time is up. ${plural(answered, 'answer')} saved.`}
      action={<Button onClick={onReport}>See the report</Button>}
    >
      Take a breath first. The report stays here.
    </EmptyState>
  );
}
