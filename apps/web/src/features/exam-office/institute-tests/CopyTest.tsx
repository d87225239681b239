import { copyPaper, getInstituteTests, type InstituteTest } from '@abhyas/contract/exam-office/institute-tests';
import type { Value } from '@abhyas/contract/endpoint';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { toast } from '../../../ui/toasts.ts';

/** Makes another test with the same questions, in order to hold it again. */
export function CopyTest({ test: { id, name, is_assignment } }: { test: Value<typeof InstituteTest> }) {
  const [copyName, setCopyName] = useState<string | null>(null);
  const navigate = useNavigate();
  const copy = useSend(copyPaper, { ownFailures: true });
  const close = () => setCopyName(null);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    copy.mutate(
      { paper_id: id, name: copyName ?? '', is_assignment },
      {
        onSuccess: (made) => {
          close();
          void queryClient.invalidateQueries({ queryKey: [getInstituteTests.route] });
          toast.success(`${copyName} is made. Set its window, and give it to students.`);
          void navigate({ to: '/staff/tests/$id', params: { id: String(made.id) } });
        },
      },
    );
  };
  return (
    <>
      <Button variant="default" onClick={() => setCopyName(`${name}, again`.slice(0, 120))}>
        Copy
      </Button>
      <FormDialog
        onClose={close}
        title={`Copy ${name}?`}
        isOpen={copyName !== null}
        isBusy={copy.isPending}
        failure={copy.error && `Not copied: ${messageOf(copy.error)}`}
        onSubmit={submit}
        actions={
          <Button type="submit" disabled={copyName?.trim() === ''} loading={copy.isPending}>
            Make the copy
          </Button>
        }
      >
        <p className="text-14 leading-reading text-ink-soft">
          The copy has the same questions, which students who have taken {name} have seen, and the same marking scheme. Its window, rules
          and students are new; {name} stays as it is.
        </p>
        <TextInput
          label="Name of the copy"
          mt={12}
          maxLength={120}
          data-autofocus
          value={copyName ?? ''}
          onChange={(event) => setCopyName(event.currentTarget.value)}
        />
      </FormDialog>
    </>
  );
}
