import { getShiftGroup, publishShiftGroup } from '@abhyas/contract/exam-office/results';
import { Problem } from '@abhyas/contract/problem';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { plural } from '../../../ui/format.ts';
import { toast } from '../../../ui/toasts.ts';
import type { ShiftGroup } from './shift-group.ts';

const choices = [
  { acts: 'both', label: 'Results and papers', note: 'Both acts at once.' },
  { acts: 'results', label: 'Results alone', note: 'Scores, ranks and percentiles. The papers can be opened later.' },
] as const;

/** Publishes the results and the papers of all shifts, in two steps or in one. */
export function PublishShifts({ group: { id, papers } }: { group: ShiftGroup }) {
  const areResultsOut = papers.every(({ results_published_at }) => results_published_at !== null);
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<'both' | 'results'>('both');
  const send = useSend(publishShiftGroup, { ownFailures: true });
  if (papers.every(({ is_paper_published }) => is_paper_published)) return null;
  const isSitting = send.error instanceof Problem && send.error.code === 'students_sitting';
  const publish = () =>
    send.mutate(
      { id, acts: areResultsOut ? 'paper' : chosen, although_sitting: isSitting },
      {
        onSuccess: ({ notified_count }) => {
          toast.success(`Published; ${plural(notified_count, 'student')} ${notified_count === 1 ? 'was' : 'were'} notified.`);
          setOpen(false);
          void queryClient.invalidateQueries({ queryKey: [getShiftGroup.route] });
        },
      },
    );
  return (
    <>
      <Button disabled={papers.some(({ is_over }) => !is_over)} onClick={() => setOpen(true)}>
        {areResultsOut ? 'Open the papers' : 'Publish all shifts'}
      </Button>
      {isOpen && (
        <FormDialog
          onClose={() => setOpen(false)}
          title={areResultsOut ? 'Open the papers?' : 'Publish all shifts?'}
          size={460}
          failure={send.error && `Not published. ${messageOf(send.error)}`}
          focusesBack
          actions={
            <Button loading={send.isPending} onClick={publish}>
              {isSitting ? 'Publish anyway' : 'Publish'}
            </Button>
          }
        >
          <p className="text-14 leading-reading text-ink-soft">
            {areResultsOut
              ? 'Students may then read the papers with their answers and solutions.'
              : 'Students of every shift see their score, percentile and the rank over all shifts, and are notified.'}{' '}
            The log records it.
          </p>
          {!areResultsOut && (
            <fieldset className={forms.pick}>
              <legend>What is published</legend>
              {choices.map(({ acts, label, note }) => (
                <label key={acts}>
                  <input type="radio" name="acts" checked={chosen === acts} onChange={() => setChosen(acts)} />
                  <span>
                    {label}
                    <small>{note}</small>
                  </span>
                </label>
              ))}
            </fieldset>
          )}
        </FormDialog>
      )}
    </>
  );
}
