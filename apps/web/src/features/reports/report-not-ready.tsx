import { Problem } from '@abhyas/contract/problem';
import { IconChartBar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** The words for a report that is not there yet; null for any other failure. */
export function reportNotReady(error: Error, title: string, action: ReactNode): ReactNode {
  if (!(error instanceof Problem) || error.status !== 404) return null;
  // Nothing will come of waiting for the report of what was never begun.
  const words = error.code === 'not_begun' ? error.message : title;
  return <EmptyState role="status" icon={<IconChartBar size={26} />} title={words} action={action} />;
}
