import { getInstituteTests, TESTS_PER_PAGE } from '@abhyas/contract/exam-office/institute-tests';
import { createShiftGroup, getShiftGroups } from '@abhyas/contract/exam-office/results';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { formatDateTime, plural } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';

/** Names a test in shifts and chooses its papers among the tests of the institute. */
export function NewShiftGroup({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [page, setPage] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const list = useCall(getInstituteTests, { is_assignment: false, page }, { keepPrevious: true });
  const send = useSend(createShiftGroup, { ownFailures: true });
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const make = () =>
    send.mutate(
      { name: name.trim(), paper_ids: [...chosen] },
      {
        onSuccess: () => {
          toast.success(`${name.trim()} is made.`);
          void queryClient.invalidateQueries({ queryKey: [getShiftGroups.route] });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title="New test in shifts"
      size={520}
      failure={send.error && `Not made: ${messageOf(send.error)}`}
      actions={
        <Button disabled={name.trim() === '' || chosen.size < 2} loading={send.isPending} onClick={make}>
          {chosen.size < 2 ? 'Choose two or more' : `Make from ${plural(chosen.size, 'shift')}`}
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">The shifts have the same subjects, and a paper is a shift of one test only.</p>
      <TextInput label="Name" maxLength={80} value={name} onChange={(event) => setName(event.currentTarget.value)} mt="md" data-autofocus />
      <Loaded query={list} skeleton={<Skeleton height={220} mt={16} />}>
        {({ tests, total }) => (
          <>
            <fieldset className={forms.pick}>
              <legend>Shifts</legend>
              {tests.map(({ id, name: paper, opens_at }) => (
                <label key={id}>
                  <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
                  <span>
                    {paper}
                    <small>{opens_at ? formatDateTime(opens_at) : 'No window yet'}</small>
                  </span>
                </label>
              ))}
              {tests.length === 0 && <p className="text-14 leading-reading text-ink-soft">There are no tests yet.</p>}
            </fieldset>
            {total > TESTS_PER_PAGE && (
              <nav className={rows.pages} aria-label="Pages of tests">
                <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
                  Later
                </Button>
                <Button variant="default" disabled={(page + 1) * TESTS_PER_PAGE >= total} onClick={() => setPage(page + 1)}>
                  Earlier
                </Button>
              </nav>
            )}
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}
