import { answerInvitation, getInvitations } from '@abhyas/contract/people';
import { getMe, switchUserType } from '@abhyas/contract/identity';
import { Button, Skeleton } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import { call } from '../../platform/call.ts';
import { messageOf } from '../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../platform/queries.ts';
import { rememberUser } from '../../platform/user.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { formatDate } from '../../ui/format.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import forms from '../../ui/forms.module.css';
import rows from '../../ui/rows.module.css';
import { toast } from '../../ui/toasts.ts';
import { roleNames } from './roles.ts';

/** /invitations: institutes that ask the person to join. */
export default function InvitationsPage() {
  const list = useCall(getInvitations, {}, { staleTime: 0 });
  const send = useSend(answerInvitation, { ownFailures: true });
  /** Who has joined goes on under the new membership. */
  const goOn = async (institute: string) => {
    const { user } = await call(getMe, {});
    const joined = user.memberships.findLast(({ institute_name }) => institute_name === institute);
    const answer = joined && joined.id !== user.membership?.id ? await call(switchUserType, { membership_id: joined.id }) : { user };
    rememberUser(answer.user);
    location.assign('/');
  };
  const answer = (id: number, institute: string, is_accepted: boolean) =>
    send.mutate(
      { id, is_accepted },
      {
        onSuccess: () => {
          if (!is_accepted) toast.success('The invitation is declined.');
          void queryClient.invalidateQueries({ queryKey: [getInvitations.route] });
          if (is_accepted) void goOn(institute).catch((failure: unknown) => toast.error(messageOf(failure)));
        },
      },
    );
  return (
    <>
      <PageTitle>Invitations</PageTitle>
      <Loaded query={list} skeleton={<Skeleton height={80} radius="lg" />}>
        {({ invitations }) =>
          invitations.length === 0 ? (
            <EmptyState icon={<IconMailOpened size={26} />} title="No invitation is open">
              An institute that invites your phone number appears here.
            </EmptyState>
          ) : (
            <ul className={rows.list}>
              {invitations.map(({ id, institute_name, role, expires_at }) => (
                <li key={id} className={rows.row} data-stacks>
                  <span className={rows.main}>
                    {institute_name}
                    <span className={rows.sub}>
                      Asks you to join as {roleNames[role].toLowerCase()} · open until {formatDate(expires_at)}
                    </span>
                  </span>
                  <span className={rows.actions}>
                    <Button variant="default" disabled={send.isPending} onClick={() => answer(id, institute_name, false)}>
                      Decline
                    </Button>
                    <Button disabled={send.isPending} onClick={() => answer(id, institute_name, true)}>
                      Accept
                    </Button>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {send.error && (
        <p role="alert" className={forms.failure}>
          {messageOf(send.error)}
        </p>
      )}
    </>
  );
}
