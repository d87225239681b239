import { getDueMistakes } from '@abhyas/contract/practice/mistakes';
import { VisuallyHidden } from '@mantine/core';
import { useCall } from '../../platform/queries.ts';
import { formatNumber } from '../../ui/format.ts';
import classes from './SideBar.module.css';

const STALE_MS = 5 * 60_000;

/** How many questions of the mistake book are due today, beside its item of the menu; nothing while that is none or not known. */
export default function DueMistakes() {
  const due = useCall(getDueMistakes, {}, { staleTime: STALE_MS, ownFailures: true });
  if (!due.data?.due_count) return null;
  return (
    <span className={`${classes.count} tabular`}>
      {formatNumber(due.data.due_count)}
      <VisuallyHidden> due today</VisuallyHidden>
    </span>
  );
}
