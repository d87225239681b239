import { Problem } from '@abhyas/contract/problem';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { formatDate, formatTime } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import { type Info, useBegin } from './papers.queries.ts';
import classes from './TestInstructionPage.module.css';

const isRefused = (failure: Error | null, code: string) => failure instanceof Problem && failure.code === code;

/** Why a test cannot begin now; null when it can. */
function obstacleOf(info: Info): string | null {
  if (!info.disable_begin) return null;
  if (info.is_missed_test || info.start_time === null) return 'The time for this test is over.';
  return `Test cannot start before ${formatDate(info.start_time)} ${formatTime(info.start_time)}`;
}

/** The one thing to do here: Begin, or why not. */
export function BeginPart({ id, info }: { id: number; info: Info }) {
  const navigate = useNavigate();
  const begin = useBegin();
  const obstacle = obstacleOf(info);
  const isFinishedForGood = isRefused(begin.error, 'finished_test');

  function onBegin() {
    if (obstacle !== null) {
      toast.warning(obstacle);
      return;
    }
    begin.mutate(
      { id },
      {
        onSuccess: ({ is_assignment, test_id }) =>
          void navigate({ to: is_assignment ? '/assignment/$id' : '/test/$id', params: { id: String(test_id) }, replace: true }),
        onError: (failure) => {
          if (isRefused(failure, 'premium_needed')) void navigate({ to: '/payment' });
          toast.error(failure instanceof Problem ? failure.message : 'Unable to begin the test. Try again after some time.');
        },
      },
    );
  }

  if (info.is_missed_test) {
    return (
      <div className={classes.begin}>
        <p className={classes.obstacle}>You missed this test. You can still read its questions.</p>
        <ButtonLink to="/test/$id" params={{ id: String(id) }} search={{ review: true }} variant="default">
          View Questions
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={classes.begin}>
      {obstacle && (
        <p id="obstacle" className={classes.obstacle}>
          {obstacle}
        </p>
      )}
      {info.session_status === 'COMPLETE' && (
        <p className={classes.obstacle}>
          {isFinishedForGood ? 'A finished test cannot be resumed.' : 'You have finished this test before. To begin is to take it anew.'}
        </p>
      )}
      {isFinishedForGood ? (
        <ButtonLink to="/test_report/$id" params={{ id: String(id) }} size="lg">
          Report
        </ButtonLink>
      ) : (
        <Button
          size="lg"
          className={classes.beginButton}
          data-dimmed={obstacle !== null || undefined}
          aria-disabled={obstacle !== null}
          aria-describedby={obstacle === null ? undefined : 'obstacle'}
          loading={begin.isPending || begin.isSuccess}
          onClick={onBegin}
        >
          {info.session_status === 'IN_PROGRESS' ? 'Continue' : 'Begin'}
        </Button>
      )}
    </div>
  );
}
