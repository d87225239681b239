import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { TestItem } from './papers.queries.ts';
import { CompletedTestRow, OpenTestRow } from './TestRow.tsx';
import classes from './TestLists.module.css';

interface Props {
  open: readonly TestItem[];
  completed: readonly TestItem[];
  /** Mock tests are locked for this student. */
  areLocked: boolean;
  emptyTitle: string;
}

/** Open tests, then the section 'Completed' (spec 1, section 2.7). */
export function TestLists({ open, completed, areLocked, emptyTitle }: Props) {
  if (open.length === 0 && completed.length === 0) {
    return (
      <EmptyState icon={<IconClipboardText size={26} />} title={emptyTitle}>
        A test will be here as soon as it is published, with its date and a way to begin.
      </EmptyState>
    );
  }
  return (
    <>
      <VisuallyHidden component="h2">Open tests</VisuallyHidden>
      {open.length > 0 ? (
        <ul className={classes.list}>
          {open.map((test) => (
            <OpenTestRow key={test.id} test={test} isLocked={areLocked || test.is_locked} />
          ))}
        </ul>
      ) : (
        <p className={classes.none}>You have taken every test there is for now.</p>
      )}
      {completed.length > 0 && (
        <section aria-labelledby="completed" className={classes.completed}>
          <h2 id="completed" className={classes.heading}>
            Completed
          </h2>
          <ul className={classes.list}>
            {completed.map((test) => (
              <CompletedTestRow key={test.id} test={test} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

export function TestListsSkeleton() {
  return [1, 2, 3].map((row) => <Skeleton key={row} height={92} mb={12} radius="lg" />);
}
