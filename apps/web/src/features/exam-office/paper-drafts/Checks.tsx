import { getInstituteTests } from '@abhyas/contract/exam-office/institute-tests';
import { getPaperDrafts, publishPaperDraft } from '@abhyas/contract/exam-office/paper-drafts';
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import { plural } from '../../../ui/format.ts';
import classes from './Composer.module.css';
import type { DraftKeeper, DraftState } from './draft-keeper.ts';

interface ChecksProps {
  id: number;
  keeper: DraftKeeper;
  state: DraftState;
  planned: number;
}

/** The findings about the paper, and the button that makes it a test. */
export function Checks({ id, keeper, state, planned }: ChecksProps) {
  const send = useSend(publishPaperDraft, { ownFailures: true });
  const navigate = useNavigate();
  const blocking = state.findings.filter(({ is_blocking }) => is_blocking).length;
  const make = async () => {
    if (!(await keeper.flush())) return;
    const { paper_id } = await send.mutateAsync({ id, version: keeper.read().version });
    void queryClient.invalidateQueries({ queryKey: [getPaperDrafts.route] });
    void queryClient.invalidateQueries({ queryKey: [getInstituteTests.route] });
    void navigate({ to: '/staff/tests/$id', params: { id: String(paper_id) } });
  };
  return (
    <section className={`${card.card} ${classes.checks}`} aria-labelledby="checks">
      <h2 id="checks">Checks</h2>
      <p className="text-14 text-ink-soft tabular" role="status">
        {state.items.length} of {plural(planned, 'question')} chosen.{' '}
        {state.items.length > 0 && (blocking > 0 ? `${plural(blocking, 'fault')} to fix.` : 'The paper is ready to become a test.')}
      </p>
      {state.items.length > 0 && (
        <ul className={`grid gap-12 ${classes.findings}`}>
          {state.findings.map(({ kind, section, text, is_blocking, question_ids }) => (
            <li key={`${kind} ${section}`} data-blocking={is_blocking || undefined}>
              {is_blocking ? <IconCircleX size={20} aria-label="To mend" /> : <IconAlertTriangle size={20} aria-label="To know" />}
              <span>
                {text}
                {question_ids.length > 0 && <Places ids={question_ids} state={state} />}
              </span>
            </li>
          ))}
          {state.findings.length === 0 && (
            <li data-good>
              <IconCircleCheck size={20} aria-hidden />
              <span>Chapters, difficulty and keys are as planned.</span>
            </li>
          )}
        </ul>
      )}
      {send.error && <AlertLine>No test was made: {messageOf(send.error)}</AlertLine>}
      <Button
        fullWidth
        variant={state.items.length < planned ? 'default' : 'filled'}
        disabled={state.items.length < planned || blocking > 0 || state.busy !== null || state.save === 'stale'}
        loading={send.isPending}
        onClick={() => void make().catch(() => undefined)}
      >
        Make the test
      </Button>
      <p className="text-14 text-ink-soft">
        No student gets the test yet. On its page you can try it, set its window and give it to students.
      </p>
    </section>
  );
}

/** The most question numbers that a finding lists. */
const mostPlaces = 12;

/** Links to the questions of a finding. */
function Places({ ids, state: { items } }: { ids: readonly number[]; state: DraftState }) {
  const places = items.flatMap(({ question_id }, at) => (ids.includes(question_id) ? [{ question_id, number: at + 1 }] : []));
  return (
    <span className={`flex flex-wrap ${classes.places}`}>
      {places.slice(0, mostPlaces).map(({ question_id, number }) => (
        <a key={question_id} className="font-semibold text-accent no-underline" href={`#question-${question_id}`}>
          Question {number}
        </a>
      ))}
      {places.length > mostPlaces && <span>and {places.length - mostPlaces} more</span>}
    </span>
  );
}
