import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { TestItem } from './papers.queries.ts';
import { CompletedTestRow, OpenTestRow } from './TestRow.tsx';
import classes from './TestLists.module.css';

interface Props {
  open: readonly TestItem[];
  completed: readonly TestItem[];
  /** Every test of the list is locked for this student; otherwise each says it for itself. */
  areLocked: boolean;
  emptyTitle: string;
  noun?: 'test' | 'assignment';
}

/** Open tests, then the section 'Completed' (spec 1, section 2.7). */
export function TestLists({ open, completed, areLocked, emptyTitle, noun = 'test' }: Props) {
  if (open.length === 0 && completed.length === 0) {
    return (
      <EmptyState icon={<IconClipboardText size={26} />} title={emptyTitle}>
        {noun === 'test' ? 'A test' : 'An assignment'} will be here as soon as it is published, with its date and a way to begin.
      </EmptyState>
    );
  }
  return (
    <>
      <VisuallyHidden component="h2">Open {noun}s</VisuallyHidden>
      {open.length > 0 ? (
        <ul className={classes.list}>
          {open.map((test) => (
            <OpenTestRow key={test.id} test={test} isLocked={areLocked || test.is_locked} />
          ))}
        </ul>
      ) : (
        <p className={classes.none}>You have taken every {noun} there is for now.</p>
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
      <p className={classes.answerFile}>
        Have an answer file? <Link to="/answer_file">Send it</Link>
      </p>
    </>
  );
}

export function TestListsSkeleton() {
  return [1, 2, 3].map((row) => <Skeleton key={row} height={92} mb={12} radius="lg" />);
}
