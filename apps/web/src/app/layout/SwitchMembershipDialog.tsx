import { i18n } from '../../platform/language.ts';
import { switchUserType } from '@abhyas/contract/institute/identity';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconCheck } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { roleNames } from '../../features/institute/people/roles.ts';
import { messageOf } from '../../platform/failure.ts';
import { queryClient, useSend } from '../../platform/queries.ts';
import { rememberUser, type User } from '../../platform/user.ts';
import classes from './SwitchMembershipDialog.module.css';

type Membership = User['memberships'][number];

/** Lists the person's memberships; a press switches to one and opens its start page. */
export default function SwitchMembershipDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const router = useRouter();
  const send = useSend(switchUserType, { ownFailures: true });

  function choose({ id }: Membership) {
    if (id === user.membership?.id) {
      onClose();
      return;
    }
    send.mutate(
      { membership_id: id },
      {
        onSuccess: (answer) => {
          onClose();
          queryClient.clear();
          rememberUser(answer.user);
          // `/` redirects to the start page of the membership.
          router.history.push('/');
        },
      },
    );
  }

  return (
    <Dialog opened onClose={onClose} title={i18n.t('Switch Membership')} size={440}>
      <ul className="grid gap-8">
        {user.memberships.map((membership) => {
          const isCurrent = membership.id === user.membership?.id;
          return (
            <li key={membership.id}>
              <button
                type="button"
                className={`flex items-center justify-between border border-line-strong rounded-control ${classes.item}`}
                onClick={() => choose(membership)}
                disabled={send.isPending}
                aria-current={isCurrent || undefined}
              >
                <span>
                  {i18n.t(roleNames[membership.role])}
                  <small>{membership.institute_name}</small>
                </span>
                {isCurrent && <IconCheck size={20} aria-hidden />}
              </button>
            </li>
          );
        })}
      </ul>
      {send.error && (
        <p className="mt-12 text-14 text-incorrect" role="alert">
          {messageOf(send.error)}
        </p>
      )}
    </Dialog>
  );
}
