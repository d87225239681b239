import { i18n } from '../../platform/language.ts';
import { getDueMistakes, REDO_AT_ONCE } from '@abhyas/contract/practice/mistakes';
import { VisuallyHidden } from '@mantine/core';
import { useCall } from '../../platform/queries.ts';
import { formatNumber } from '../../ui/format.ts';

const STALE_MS = 5 * 60_000;

/** The number of mistake-book questions to redo today, beside the menu item; nothing if it is zero or not loaded yet. */
export default function DueMistakes() {
  const due = useCall(getDueMistakes, {}, { staleTime: STALE_MS, ownFailures: true });
  if (!due.data?.due_count) return null;
  return (
    <span className="ml-auto font-bold text-accent tabular">
      {formatNumber(Math.min(REDO_AT_ONCE, due.data.due_count))}
      <VisuallyHidden> {i18n.t('to redo today')}</VisuallyHidden>
    </span>
  );
}
