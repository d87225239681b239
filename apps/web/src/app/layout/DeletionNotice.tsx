import { i18n } from '../../platform/language.ts';
import { keepAccount } from '@abhyas/contract/site/privacy';
import { Button } from '@mantine/core';
import { messageOf } from '../../platform/failure.ts';
import { useSend } from '../../platform/queries.ts';
import { rememberUser } from '../../platform/user.ts';
import { formatDate } from '../../ui/format.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './OnThisDevice.module.css';

/** Says on every page that the account will be deleted, and can cancel the deletion. */
export default function DeletionNotice({ dueAt }: { dueAt: string }) {
  const keep = useSend(keepAccount, { ownFailures: true });
  return (
    <section className="grid gap-8 mb-24" aria-label={i18n.t('Deletion of your account')}>
      <div className="flex items-center gap-12 px-16 py-12 border border-accent rounded-card bg-surface">
        <p className={`flex-1 min-w-0 ${classes.words}`}>
          <strong>{i18n.t('Your account will be deleted on {dueAt}', { dueAt: formatDate(dueAt) })}</strong>
          <span>{i18n.t('Until then everything works as before.')}</span>
        </p>
        <Button
          loading={keep.isPending}
          onClick={() =>
            keep.mutate(
              {},
              {
                onSuccess: ({ user }) => {
                  rememberUser(user);
                  toast.success(i18n.t('Your account stays.'));
                },
                onError: (failure) => toast.error(messageOf(failure)),
              },
            )
          }
        >
          {i18n.t('Keep my account')}
        </Button>
      </div>
    </section>
  );
}
