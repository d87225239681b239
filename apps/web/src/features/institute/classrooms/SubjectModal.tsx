import { changeSubject, createSubject } from '@abhyas/contract/institute/classrooms';
import { Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import forms from '../../../ui/forms.module.css';
import { refreshClassrooms } from './classrooms.queries.ts';

interface Props {
  /** Null for a new subject. */
  subject: { id: number; name: string; code: string | null } | null;
  onClose: () => void;
}

/** Creates or changes a subject that the institute teaches. A subject of higher education also has a code. */
export function SubjectModal({ subject, onClose }: Props) {
  const [name, setName] = useState(subject?.name ?? '');
  const [typed, setTyped] = useState(subject?.code ?? '');
  const add = useSend(createSubject, { ownFailures: true });
  const change = useSend(changeSubject, { ownFailures: true });
  const failure = add.error ?? change.error;
  const code = typed.trim();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const done = {
      onSuccess: () => {
        refreshClassrooms();
        onClose();
      },
    };
    if (subject) change.mutate({ id: subject.id, name, code: code || null }, done);
    else add.mutate({ name, ...(code ? { code } : {}) }, done);
  };
  return (
    <FormDialog
      onClose={onClose}
      title={subject ? 'Change the subject' : 'Add a subject'}
      size={460}
      failure={failure && `Not saved: ${messageOf(failure)}`}
      onSubmit={submit}
      actions={
        <Button type="submit" disabled={name.trim() === ''} loading={add.isPending || change.isPending}>
          {subject ? 'Save' : 'Add'}
        </Button>
      }
    >
      <div className={`${forms.fields} grid grid-cols-[repeat(auto-fit,minmax(220px,1fr))] gap-16`}>
        <TextInput label="Name" maxLength={80} value={name} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />
        <TextInput
          label="Code"
          description="For courses of higher education: CS201"
          maxLength={20}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </div>
    </FormDialog>
  );
}
