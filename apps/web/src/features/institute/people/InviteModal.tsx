import { getPeople, invitePerson, type staffRoles } from '@abhyas/contract/institute/people';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { PHONE_LENGTH, PhoneInput } from '../../../ui/PhoneInput.tsx';
import { toast } from '../../../ui/toasts.ts';
import { RoleChoice } from './RoleChoice.tsx';

/** Invites a student, or a member of staff with a role, by phone number. */
export function InviteModal({ isStaff, onClose }: { isStaff: boolean; onClose: () => void }) {
  const [phone, setPhone] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<(typeof staffRoles)[number]>('teacher');
  const send = useSend(invitePerson, { ownFailures: true });
  const invite = () =>
    send.mutate(
      { phone, role: isStaff ? role : 'student', ...(name.trim() ? { name } : {}) },
      {
        onSuccess: () => {
          toast.success(`${name.trim() || phone} is invited for 7 days.`);
          void queryClient.invalidateQueries({ queryKey: [getPeople.route] });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title={isStaff ? 'Invite staff' : 'Invite a student'}
      size={460}
      failure={send.error && `Not invited: ${messageOf(send.error)}`}
      actions={
        <Button disabled={phone.length !== PHONE_LENGTH} loading={send.isPending} onClick={invite}>
          Invite
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">
        Whoever signs in with this number finds the invitation. It is open for 7 days and used once.
      </p>
      <PhoneInput label="Phone number" autoComplete="off" value={phone} onChange={setPhone} mt="md" data-autofocus />
      <TextInput
        label="Name, for your own list"
        maxLength={80}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        mt="md"
      />
      {isStaff && <RoleChoice chosen={role} onChoose={setRole} />}
    </FormDialog>
  );
}
