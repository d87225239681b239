import { Problem } from '@abhyas/contract/problem';
import { Button } from '@mantine/core';
import { IconChartBar, IconClockCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { i18n } from '../../../platform/language.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

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
      title={i18n.t('Time is up. {answered, plural, one {# answer} other {# answers}} saved.', { answered })}
      action={<Button onClick={onReport}>{i18n.t('See the report')}</Button>}
    >
      {i18n.t('Take a breath first. The report stays here.')}
    </EmptyState>
  );
}
