import { keepAccount } from '@abhyas/contract/site/privacy';
import { Button } from '@mantine/core';
import { messageOf } from '../../platform/failure.ts';
import { useSend } from '../../platform/queries.ts';
import { rememberUser } from '../../platform/user.ts';
import { formatDate } from '../../ui/format.ts';
import layoutStyles from '../../ui/layout.module.css';
import { toast } from '../../ui/toasts.ts';
import classes from './OnThisDevice.module.css';

/** Says on every page that the account will be deleted, and can cancel the deletion. */
export default function DeletionNotice({ dueAt }: { dueAt: string }) {
  const keep = useSend(keepAccount, { ownFailures: true });
  return (
    <section className={`${layoutStyles.stack8} ${layoutStyles.below24}`} aria-label="Deletion of your account">
      <div className={`${layoutStyles.row12} ${classes.test}`}>
        <p className={`${layoutStyles.fill} ${classes.words}`}>
          <strong>Your account will be deleted on {formatDate(dueAt)}</strong>
          <span>Until then everything works as before.</span>
        </p>
        <Button
          loading={keep.isPending}
          onClick={() =>
            keep.mutate(
              {},
              {
                onSuccess: ({ user }) => {
                  rememberUser(user);
                  toast.success('Your account stays.');
                },
                onError: (failure) => toast.error(messageOf(failure)),
              },
            )
          }
        >
          Keep my account
        </Button>
      </div>
    </section>
  );
}
