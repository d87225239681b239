import { copyPaper, getInstituteTests, getSharedPapers } from '@abhyas/contract/exam-office/institute-tests';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { plural } from '../../../ui/format.ts';
import { formatMinutes } from '../../../ui/clock-format.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';

/** Creates a test from a shared paper. */
export function NewTestModal({ isAssignment, onClose }: { isAssignment: boolean; onClose: () => void }) {
  const shared = useCall(getSharedPapers, {}, { ownFailures: true });
  const send = useSend(copyPaper, { ownFailures: true });
  const navigate = useNavigate();
  const [paperId, setPaperId] = useState<number | null>(null);
  const [typed, setName] = useState<string | null>(null);
  const chosen = shared.data?.papers.find(({ id }) => id === paperId);
  const name = typed ?? chosen?.name ?? '';
  const make = () =>
    chosen &&
    send.mutate(
      { paper_id: chosen.id, name, is_assignment: isAssignment },
      {
        onSuccess: ({ id }) => {
          void queryClient.invalidateQueries({ queryKey: [getInstituteTests.route] });
          void navigate({ to: '/staff/tests/$id', params: { id: String(id) } });
        },
      },
    );
  const failure = send.error ?? shared.error;
  return (
    <FormDialog
      onClose={onClose}
      title={isAssignment ? 'New assignment' : 'New test'}
      size={520}
      failure={failure && messageOf(failure)}
      actions={
        <Button disabled={!chosen || name.trim() === ''} loading={send.isPending} onClick={make}>
          {isAssignment ? 'Make the assignment' : 'Make the test'}
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">
        It is a copy: what you set here changes nothing of the shared paper. Its questions are withheld from practice while the test is not
        over.
      </p>
      {!isAssignment && (
        <ButtonLink to="/staff/papers" search={{ is_new: true }} variant="default" fullWidth mt={12} onClick={onClose}>
          Compose a paper of your own
        </ButtonLink>
      )}
      <fieldset className={forms.pick}>
        <legend>Paper</legend>
        {shared.data?.papers.map((paper) => (
          <label key={paper.id}>
            <input type="radio" name="paper" checked={paper.id === paperId} onChange={() => setPaperId(paper.id)} />
            <span>
              {paper.name}
              <small>
                {paper.exam} · {plural(paper.question_count, 'question')} · {formatMinutes(paper.test_duration)}
              </small>
            </span>
          </label>
        ))}
        {shared.data?.papers.length === 0 && (
          <p className="text-14 leading-reading text-ink-soft">There are no shared papers. Import one of your own.</p>
        )}
      </fieldset>
      <TextInput label="Name" maxLength={120} value={name} onChange={(event) => setName(event.currentTarget.value)} />
    </FormDialog>
  );
}
