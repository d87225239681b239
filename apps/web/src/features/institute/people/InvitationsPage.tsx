import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import { isRegistered } from '@abhyas/contract/institute/access';
import { answerGuardianRequest, getGuardianRequests } from '@abhyas/contract/reports/guardians';
import { answerInvitation, getInvitations } from '@abhyas/contract/institute/people';
import { getMe, switchUserType } from '@abhyas/contract/institute/identity';
import { Button, Skeleton } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { rememberUser, useUser } from '../../../platform/user.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDate } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { relationWords } from '../../../ui/relations.ts';
import rows from '../../../ui/rows.module.css';
import { toast } from '../../../ui/toasts.ts';
import { roleNames } from './roles.ts';

/** Switches to the membership that the person has just accepted. */
async function goOnUnder(isIt: (membership: { id: number; institute_name: string }) => boolean): Promise<void> {
  const { user } = await call(getMe, {});
  const joined = user.memberships.findLast(isIt);
  const answer = joined && joined.id !== user.membership?.id ? await call(switchUserType, { membership_id: joined.id }) : { user };
  rememberUser(answer.user);
  location.assign('/');
}

const failed = (failure: unknown) => toast.error(messageOf(failure));

/** /invitations: institutes that invite the person, and students who ask the person to be their guardian. */
export default function InvitationsPage() {
  const user = useUser();
  const list = useCall(getInvitations, {}, { staleTime: 0 });
  const requests = useCall(getGuardianRequests, {}, { staleTime: 0 });
  const send = useSend(answerInvitation, { ownFailures: true });
  const answerRequest = useSend(answerGuardianRequest, { ownFailures: true });
  const isBusy = send.isPending || answerRequest.isPending;
  const failure = send.error ?? answerRequest.error;
  const answer = (id: number, institute: string, is_accepted: boolean) =>
    send.mutate(
      { id, is_accepted },
      {
        onSuccess: () => {
          if (!is_accepted) toast.success(i18n.t('The invitation is declined.'));
          void queryClient.invalidateQueries({ queryKey: [getInvitations.route] });
          if (is_accepted) void goOnUnder(({ institute_name }) => institute_name === institute).catch(failed);
        },
      },
    );
  const acceptForOther = (id: number, name: string) =>
    send.mutate(
      { id, is_accepted: true, is_other: true },
      {
        onSuccess: () => {
          toast.success(i18n.t('{name} has joined, and signs in with this phone number.', { name }));
          void queryClient.invalidateQueries({ queryKey: [getInvitations.route] });
        },
      },
    );
  const answerStudent = (id: number, is_accepted: boolean) =>
    answerRequest.mutate(
      { id, is_accepted },
      {
        onSuccess: ({ membership_id }) => {
          if (!is_accepted) toast.success(i18n.t('Declined. The student is not told why.'));
          void queryClient.invalidateQueries({ queryKey: [getGuardianRequests.route] });
          if (membership_id !== null) void goOnUnder((membership) => membership.id === membership_id).catch(failed);
        },
      },
    );
  return (
    <>
      <PageTitle>{i18n.t('Invitations')}</PageTitle>
      <Loaded query={list} skeleton={<Skeleton height={80} radius="lg" />}>
        {({ invitations }) => (
          <Loaded query={requests} skeleton={<Skeleton height={80} radius="lg" />}>
            {({ requests: students }) =>
              invitations.length + students.length === 0 ? (
                <EmptyState icon={<IconMailOpened size={26} />} title={i18n.t('No invitation is open')}>
                  {i18n.t('An institute that invites your phone number, or a student who names you as guardian, appears here.')}
                </EmptyState>
              ) : (
                <ul className={rows.list}>
                  {students.map(({ id, student_name, institute_name, relation, expires_at }) => (
                    <Line
                      key={`student ${id}`}
                      name={student_name ?? i18n.t('A student')}
                      words={i18n.t('Would like you to see their results at {institute_name} · {relationWords} · open until {expires_at}', {
                        institute_name,
                        relationWords: i18n.t(relationWords[relation]),
                        expires_at: formatDate(expires_at),
                      })}
                      isBusy={isBusy}
                      onAnswer={(is_accepted) => answerStudent(id, is_accepted)}
                    />
                  ))}
                  {invitations.map(({ id, institute_name, role, name, may_be_other, expires_at }) => (
                    <Line
                      key={id}
                      name={institute_name}
                      words={
                        may_be_other
                          ? i18n.t('Asks {name} to join as {role} · open until {date}', {
                              name,
                              role: i18n.t(roleNames[role]).toLowerCase(),
                              date: formatDate(expires_at),
                            })
                          : i18n.t('Asks you to join as {role} · open until {date}', {
                              role: i18n.t(roleNames[role]).toLowerCase(),
                              date: formatDate(expires_at),
                            })
                      }
                      isBusy={isBusy}
                      other={may_be_other ? name : null}
                      onOther={() => acceptForOther(id, name ?? '')}
                      onAnswer={(is_accepted) => answer(id, institute_name, is_accepted)}
                    />
                  ))}
                </ul>
              )
            }
          </Loaded>
        )}
      </Loaded>
      {failure && <AlertLine>{messageOf(failure)}</AlertLine>}
      {user && !isRegistered(user) && (
        <p className="text-14 text-ink-soft" style={{ marginTop: 24 }}>
          <Trans id="Are you a student yourself? <0>Register</0>" components={{ 0: <ButtonLink to="/login" variant="subtle" /> }} />
        </p>
      )}
    </>
  );
}

interface LineProps {
  name: string;
  words: ReactNode;
  isBusy: boolean;
  /** Another person of this phone number to whom the invitation may be addressed. */
  other?: string | null;
  onOther?: () => void;
  onAnswer: (is_accepted: boolean) => void;
}

function Line({ name, words, isBusy, other = null, onOther, onAnswer }: LineProps) {
  return (
    <li className={rows.row} data-stacks>
      <span className={rows.main}>
        {name}
        <span className="block text-14 font-regular text-ink-soft">{words}</span>
      </span>
      <span className={rows.actions}>
        <Button variant="default" disabled={isBusy} onClick={() => onAnswer(false)}>
          {i18n.t('Decline')}
        </Button>
        <Button variant={other === null ? 'filled' : 'default'} disabled={isBusy} onClick={() => onAnswer(true)}>
          {other === null ? i18n.t('Accept') : i18n.t('That is me')}
        </Button>
        {other !== null && (
          <Button disabled={isBusy} onClick={onOther}>
            {i18n.t('Accept for {other}', { other })}
          </Button>
        )}
      </span>
    </li>
  );
}
