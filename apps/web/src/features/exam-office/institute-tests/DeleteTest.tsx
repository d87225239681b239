import { deleteTest, getInstituteTests, type InstituteTest } from '@abhyas/contract/exam-office/institute-tests';
import type { Value } from '@abhyas/contract/endpoint';
import { Button, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import forms from '../../../ui/forms.module.css';
import { toast } from '../../../ui/toasts.ts';

/** Removes a test that nobody has, once the question is answered. */
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
      <Modal opened={isAsking} onClose={() => setAsking(false)} title={`Delete ${name}?`} size={440}>
        <p className={forms.text}>Nobody has it. Its questions stay in the bank.</p>
        {remove.error && (
          <p role="alert" className={forms.failure}>
            Not deleted: {messageOf(remove.error)}
          </p>
        )}
        <div className={forms.actions}>
          <Button variant="default" onClick={() => setAsking(false)} data-autofocus>
            Keep it
          </Button>
          <Button color="red" loading={remove.isPending} onClick={act}>
            Delete
          </Button>
        </div>
      </Modal>
    </>
  );
}
