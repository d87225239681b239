import { getChildren, getGuardianRequests, leaveAsGuardian } from '@abhyas/contract/reports/guardians';
import { Button, Skeleton } from '@mantine/core';
import { IconChevronRight, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import { queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { rememberUser, useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';

import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { type Child, firstNameOf } from './child-words.ts';
import { ChildFacts } from './ChildFacts.tsx';

/** /guardian: a guardian's children, the figures of each, the last result in one sentence, and what stands out. */
export default function ChildrenPage() {
  const list = useCall(getChildren, {}, { staleTime: 0 });
  const requests = useCall(getGuardianRequests, {}, { ownFailures: true });
  const asked = requests.data?.requests.length ?? 0;
  return (
    <div className="grid gap-16 max-w-720">
      <PageTitle>{i18n.t('My children')}</PageTitle>
      {asked > 0 && (
        <section
          className={`${card.card} flex flex-wrap items-center justify-between gap-x-24 gap-y-12`}
          aria-label={i18n.t('Questions to you')}
        >
          <p>{i18n.t('{asked, plural, one {# student} other {# students}} would like you to see their results.', { asked })}</p>
          <ButtonLink to="/invitations">{i18n.t('Answer')}</ButtonLink>
        </section>
      )}
      <Loaded query={list} skeleton={<Skeleton height={260} radius="lg" />}>
        {({ children }) => (children.length === 0 ? <Nobody /> : children.map((child) => <ChildCard key={child.id} child={child} />))}
      </Loaded>
    </div>
  );
}

function ChildCard({ child }: { child: Child }) {
  const { id, name, institute_name, is_paused } = child;
  return (
    <article className={card.card} aria-labelledby={`child-${id}`}>
      <h2 id={`child-${id}`} className="text-14 font-semibold text-ink-soft">
        {name ?? i18n.t('Your child')} · {institute_name}
      </h2>
      {is_paused ? (
        <>
          <p className="mt-4 leading-text wrap-anywhere">
            {i18n.t('{name} is 18 now and decides who sees the results.', { name: firstNameOf(name) })}
          </p>
          <p className="text-14 leading-reading text-ink-soft">
            {i18n.t('Nothing is shown here until {name} agrees again, under My Account.', { name: firstNameOf(name) })}
          </p>
        </>
      ) : (
        <ChildFacts child={child} />
      )}
      <Link
        to="/guardian/children/$id"
        params={{ id: String(id) }}
        className="flex items-center justify-between gap-16 min-h-44 mt-16 -mb-8 font-semibold text-accent no-underline print:hidden!"
      >
        {is_paused ? i18n.t('More') : i18n.t('All results of {name}', { name: firstNameOf(name) })}
        <IconChevronRight size={20} aria-hidden />
      </Link>
    </article>
  );
}

/** Shown while no student shares results with this guardian, with a link to the person's own account. */
function Nobody() {
  const institute = useUser()?.membership?.institute_name ?? i18n.t('the institute');
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <EmptyState
        icon={<IconUsers size={26} />}
        title={i18n.t('No child shows you results')}
        action={
          <Button variant="default" onClick={() => setLeaving(true)}>
            {i18n.t('Leave {institute}', { institute })}
          </Button>
        }
      >
        {i18n.t('A student of {institute}, or the institute itself, can send a request to your phone number again. It then appears here.', {
          institute,
        })}
      </EmptyState>
      {isLeaving && <LeaveModal institute={institute} onClose={() => setLeaving(false)} />}
    </>
  );
}

function LeaveModal({ institute, onClose }: { institute: string; onClose: () => void }) {
  const send = useSend(leaveAsGuardian, { ownFailures: true });
  const leave = () =>
    send.mutate(
      {},
      {
        onSuccess: () => {
          queryClient.clear();
          // The sign-in under this membership has ended, so the person is fetched again.
          rememberUser(null);
          location.assign('/');
        },
      },
    );
  return (
    <FormDialog
      onClose={onClose}
      title={i18n.t('Leave {institute}?', { institute })}
      failure={send.error && i18n.t('Not left: {error}', { error: messageOf(send.error) })}
      focusesBack
      actions={
        <Button color="red" loading={send.isPending} onClick={leave}>
          {i18n.t('Leave')}
        </Button>
      }
    >
      <p className="text-14 leading-reading text-ink-soft">
        {i18n.t('You are no guardian here any more. A student who asks you again brings you back.')}
      </p>
    </FormDialog>
  );
}
