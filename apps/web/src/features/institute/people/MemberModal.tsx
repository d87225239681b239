import { getPeople, removePerson, setRole, staffRoles } from '@abhyas/contract/institute/people';
import { hasRight } from '@abhyas/contract/institute/rights';
import { resetSecondFactor } from '@abhyas/contract/institute/second-factor';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useSend } from '../../../platform/queries.ts';
import { useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { formatDate } from '../../../ui/format.ts';
import { toast } from '../../../ui/toasts.ts';
import type { Member } from './member.ts';
import { RoleChoice } from './RoleChoice.tsx';
import { roleNames } from './roles.ts';

/** A dialog about one member, to change the role, reset the second factor or end the membership. */
export function MemberModal({ member, onClose }: { member: Member; onClose: () => void }) {
  const { id, name, role, joined_at } = member;
  const [asked, setAsked] = useState<'remove' | 'reset' | null>(null);
  const mayReset = hasRight(useUser()?.membership?.role ?? null, 'settings.manage');
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState(role);
  const change = useSend(setRole, { ownFailures: true });
  const remove = useSend(removePerson, { ownFailures: true });
  const reset = useSend(resetSecondFactor, { ownFailures: true });
  const isStaff = role !== 'student' && role !== 'guardian';
  const done = (words: string) => ({
    onSuccess: () => {
      toast.success(words);
      void queryClient.invalidateQueries({ queryKey: [getPeople.route] });
      onClose();
    },
  });
  const who = name ?? 'This person';
  const failure = change.error ?? remove.error ?? reset.error;
  return (
    <FormDialog
      onClose={onClose}
      title={name ?? 'Without a name'}
      size={460}
      failure={failure && `Not changed: ${messageOf(failure)}`}
      back={null}
      actions={
        <>
          {role === 'student' && !asked && (
            <ButtonLink to="/staff/students/$id" params={{ id: String(member.user_id) }}>
              Results
            </ButtonLink>
          )}
          <Button variant="default" onClick={asked ? () => setAsked(null) : onClose}>
            Back
          </Button>
          {asked === 'reset' ? (
            <Button
              color="red"
              loading={reset.isPending}
              onClick={() => reset.mutate({ membership_id: id }, done(`${who} sets up a new second factor.`))}
            >
              Reset
            </Button>
          ) : asked === 'remove' ? (
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
              <Button variant="default" onClick={() => setAsked('remove')}>
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
        </>
      }
    >
      {' '}
      <p className="text-14 leading-reading text-ink-soft">
        {roleNames[role]} since {formatDate(joined_at)}
      </p>
      {isStaff && !asked && (
        <>
          <RoleChoice chosen={chosen} onChoose={setChosen} />
          {mayReset && <SecondFactor member={member} onReset={() => setAsked('reset')} />}
        </>
      )}
      {asked === 'reset' && (
        <p className="text-14 leading-reading text-ink-soft">
          The app and the recovery codes of {who} count no longer. At the next act that needs one, {who} sets up a new second factor. Do
          this only when you know that {who} asks for it. The log shows it.
        </p>
      )}
      {asked === 'remove' && (
        <>
          <p className="text-14 leading-reading text-ink-soft">
            {who} is signed out and sees nothing of the institute any more. Results and the log stay.
            {role === 'owner' && ' Unused sign-in codes that this person made for students end.'}
          </p>
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
    </FormDialog>
  );
}

function SecondFactor({ member: { role, has_second_factor }, onReset }: { member: Member; onReset: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-12">
      <p className="text-14 leading-reading text-ink-soft">
        Second factor: {has_second_factor ? 'set up' : 'not set up'}
        {has_second_factor && role === 'owner' && '. An owner’s is reset by the operator alone.'}
      </p>
      {has_second_factor && role !== 'owner' && (
        <Button variant="default" onClick={onReset}>
          Reset second factor
        </Button>
      )}
    </div>
  );
}
