import { Problem } from '@abhyas/contract/problem';
import { IconChartBar } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** The words for a report that is not there yet; null for any other failure. */
export function reportNotReady(error: Error, title: string, action: ReactNode): ReactNode {
  if (!(error instanceof Problem) || error.status !== 404) return null;
  return <EmptyState role="status" icon={<IconChartBar size={26} />} title={title} action={action} />;
}
