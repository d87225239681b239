import { createClassroom, renameClassroom } from '@abhyas/contract/institute/classrooms';
import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshClassrooms } from './classrooms.queries.ts';

interface Props {
  /** Absent for a new classroom. */
  classroom?: { id: number; name: string };
  onClose: () => void;
}

/** Renames a classroom, or creates one and opens it. */
export function ClassroomNameModal({ classroom, onClose }: Props) {
  const navigate = useNavigate();
  const [name, setName] = useState(classroom?.name ?? '');
  const make = useSend(createClassroom, { ownFailures: true });
  const rename = useSend(renameClassroom, { ownFailures: true });
  const failure = make.error ?? rename.error;
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const done = () => {
      refreshClassrooms();
      onClose();
    };
    if (classroom) rename.mutate({ id: classroom.id, name }, { onSuccess: done });
    else
      make.mutate(
        { name },
        {
          onSuccess: ({ id }) => {
            done();
            toast.success(`${name.trim()} is made.`);
            void navigate({ to: '/staff/classrooms/$id', params: { id: String(id) } });
          },
        },
      );
  };
  return (
    <FormDialog
      onClose={onClose}
      title={classroom ? 'Rename the classroom' : 'New classroom'}
      size={460}
      failure={failure && `Not saved: ${messageOf(failure)}`}
      onSubmit={submit}
      actions={
        <Button type="submit" disabled={name.trim() === '' || name.trim() === classroom?.name} loading={make.isPending || rename.isPending}>
          {classroom ? 'Rename' : 'Make the classroom'}
        </Button>
      }
    >
      <TextInput label="Name" maxLength={80} value={name} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />
    </FormDialog>
  );
}
