import { getPeople, removePerson, setRole, staffRoles } from '@abhyas/contract/people';
import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../platform/failure.ts';
import { queryClient, useSend } from '../../platform/queries.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import forms from '../../ui/forms.module.css';
import { formatDate } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import type { Member } from './member.ts';
import { RoleChoice } from './RoleChoice.tsx';
import { roleNames } from './roles.ts';

/** One person: the role of staff, and the end of the membership. */
export function MemberModal({ member, onClose }: { member: Member; onClose: () => void }) {
  const { id, name, role, joined_at } = member;
  const [isRemoving, setRemoving] = useState(false);
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState(role);
  const change = useSend(setRole, { ownFailures: true });
  const remove = useSend(removePerson, { ownFailures: true });
  const isStaff = role !== 'student' && role !== 'guardian';
  const done = (words: string) => ({
    onSuccess: () => {
      toast.success(words);
      void queryClient.invalidateQueries({ queryKey: [getPeople.route] });
      onClose();
    },
  });
  const who = name ?? 'This person';
  const failure = change.error ?? remove.error;
  return (
    <Modal opened onClose={onClose} title={name ?? 'Without a name'} size={460}>
      <p className={forms.text}>
        {roleNames[role]} since {formatDate(joined_at)}
      </p>
      {isStaff && !isRemoving && <RoleChoice chosen={chosen} onChoose={setChosen} />}
      {isRemoving && (
        <>
          <p className={forms.text}>{who} is signed out and sees nothing of the institute any more. Results and the log stay.</p>
          <TextInput
            label="Reason"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            mt="md"
            data-autofocus
          />
        </>
      )}
      {failure && (
        <p role="alert" className={forms.failure}>
          Not changed: {messageOf(failure)}
        </p>
      )}
      <div className={forms.actions}>
        {role === 'student' && !isRemoving && (
          <ButtonLink to="/staff/students/$id" params={{ id: String(member.user_id) }}>
            Results
          </ButtonLink>
        )}
        <Button variant="default" onClick={isRemoving ? () => setRemoving(false) : onClose}>
          Back
        </Button>
        {isRemoving ? (
          <Button
            color="red"
            disabled={reason.trim() === ''}
            loading={remove.isPending}
            onClick={() => remove.mutate({ id, reason }, done(`${who} is removed.`))}
          >
            Remove
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => setRemoving(true)}>
              Remove
            </Button>
            {isStaff && (
              <Button
                disabled={chosen === role}
                loading={change.isPending}
                onClick={() => {
                  const next = staffRoles.find((each) => each === chosen);
                  if (next) change.mutate({ id, role: next }, done(`${who} is ${roleNames[next].toLowerCase()} from now on.`));
                }}
              >
                Change the role
              </Button>
            )}
          </>
        )}
      </div>
    </Modal>
  );
}
