import { deleteTest, getInstituteTests, type InstituteTest } from '@abhyas/contract/exam-office/institute-tests';
import type { Value } from '@abhyas/contract/endpoint';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { toast } from '../../../ui/toasts.ts';

/** Deletes a test that no student has, after a confirmation. */
export function DeleteTest({ test: { id, name, is_assignment } }: { test: Value<typeof InstituteTest> }) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useSend(deleteTest, { ownFailures: true });
  const act = () =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          void queryClient.invalidateQueries({ queryKey: [getInstituteTests.route] });
          toast.success(`${name} is deleted.`);
          void navigate({ to: '/staff/tests', search: { type: is_assignment ? 'assignment' : 'test' } });
        },
      },
    );
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setAsking(true)}>
        Delete this {is_assignment ? 'assignment' : 'test'}
      </Button>
      <FormDialog
        onClose={() => setAsking(false)}
        title={`Delete ${name}?`}
        isOpen={isAsking}
        failure={remove.error && `Not deleted: ${messageOf(remove.error)}`}
        back="Keep it"
        focusesBack
        actions={
          <Button color="red" loading={remove.isPending} onClick={act}>
            Delete
          </Button>
        }
      >
        <p className="text-14 leading-reading text-ink-soft">Nobody has it. Its questions stay in the bank.</p>
      </FormDialog>
    </>
  );
}
