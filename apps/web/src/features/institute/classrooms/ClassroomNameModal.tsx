import { createClassroom, renameClassroom } from '@abhyas/contract/institute/classrooms';
import { Button, Modal, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import forms from '../../../ui/forms.module.css';
import { toast } from '../../../ui/toasts.ts';
import { refreshClassrooms } from './classrooms.queries.ts';

interface Props {
  /** Absent for one that is to be made. */
  classroom?: { id: number; name: string };
  onClose: () => void;
}

/** Names a classroom: a new one, which is opened then, or another name for one. */
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
    <Modal opened onClose={onClose} title={classroom ? 'Rename the classroom' : 'New classroom'} size={460}>
      <form onSubmit={submit}>
        <TextInput label="Name" maxLength={80} value={name} onChange={(event) => setName(event.currentTarget.value)} data-autofocus />
        {failure && (
          <p role="alert" className={forms.failure}>
            Not saved: {messageOf(failure)}
          </p>
        )}
        <div className={forms.actions}>
          <Button variant="default" onClick={onClose}>
            Back
          </Button>
          <Button
            type="submit"
            disabled={name.trim() === '' || name.trim() === classroom?.name}
            loading={make.isPending || rename.isPending}
          >
            {classroom ? 'Rename' : 'Make the classroom'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
