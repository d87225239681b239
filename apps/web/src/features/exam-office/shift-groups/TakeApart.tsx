import { getShiftGroups, removeShiftGroup } from '@abhyas/contract/exam-office/results';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { ShiftGroup } from './shift-group.ts';

/** Dissolves a group of shifts; the papers stay. */
export function TakeApart({ group: { id, name } }: { group: ShiftGroup }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const send = useSend(removeShiftGroup, { ownFailures: true });
  const remove = () =>
    send.mutate(
      { id },
      {
        onSuccess: () => {
          toast.success(`${name} is taken apart.`);
          void queryClient.invalidateQueries({ queryKey: [getShiftGroups.route] });
          void navigate({ to: '/staff/shift_groups' });
        },
      },
    );
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Take apart
      </Button>
      {isOpen && (
        <FormDialog
          onClose={() => setOpen(false)}
          title={`Take ${name} apart?`}
          failure={send.error && `Not done: ${messageOf(send.error)}`}
          focusesBack
          actions={
            <Button color="red" loading={send.isPending} onClick={remove}>
              Take apart
            </Button>
          }
        >
          <p className="text-14 leading-reading text-ink-soft">
            The papers and their results stay. The rank over all shifts is gone; each paper has its own.
          </p>
        </FormDialog>
      )}
    </>
  );
}
