import { type getPaperResults, publishPaper, publishResults } from '@abhyas/contract/exam-office/results';
import { Problem } from '@abhyas/contract/problem';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { plural } from '../../../ui/format.ts';
import { toast } from '../../../ui/toasts.ts';

/** The button that publishes the results. It is filled if no question is in doubt. */
export function PublishButton({ paper, isNext }: { paper: Answer<typeof getPaperResults>['paper']; isNext: boolean }) {
  const { id, results_published_at, is_paper_published, appeared } = paper;
  const [isOpen, setOpen] = useState(false);
  const [withPaper, setWithPaper] = useState(true);
  const results = useSend(publishResults, { ownFailures: true });
  const questions = useSend(publishPaper, { ownFailures: true });
  if (is_paper_published) return null;
  const areOut = results_published_at !== null;
  const send = areOut ? questions : results;
  const failure = send.error;
  const isSitting = failure instanceof Problem && failure.code === 'students_sitting';
  const publish = (although_sitting: boolean) => {
    const onSuccess = ({ notified_count }: { notified_count: number }) => {
      toast.success(`Published; ${plural(notified_count, 'student')} ${notified_count === 1 ? 'was' : 'were'} notified.`);
      setOpen(false);
      void queryClient.invalidateQueries();
    };
    if (areOut) questions.mutate({ id, although_sitting }, { onSuccess });
    else results.mutate({ id, and_paper: withPaper, although_sitting }, { onSuccess });
  };
  return (
    <>
      <Button variant={isNext ? 'filled' : 'outline'} onClick={() => setOpen(true)}>
        {areOut ? 'Open the questions' : 'Publish results'}
      </Button>
      {isOpen && (
        <FormDialog
          onClose={() => setOpen(false)}
          title={areOut ? 'Open the questions?' : 'Publish the results?'}
          size={460}
          failure={failure && `Not published. ${messageOf(failure)}`}
          actions={
            <Button loading={send.isPending} onClick={() => publish(isSitting)}>
              {isSitting ? 'Publish anyway' : 'Publish'}
            </Button>
          }
        >
          <p className="text-14 leading-reading text-ink-soft">
            {areOut
              ? 'Students may then read the paper with its answers and solutions.'
              : `${plural(appeared, 'student')} see their score, rank and percentile, and are notified.`}{' '}
            The log records it.
          </p>
          {!areOut && (
            <label className={forms.tick}>
              <input type="checkbox" checked={withPaper} onChange={(event) => setWithPaper(event.currentTarget.checked)} />
              <span>
                Open the questions too
                <small>With answers and solutions. It can be done later.</small>
              </span>
            </label>
          )}
        </FormDialog>
      )}
    </>
  );
}
