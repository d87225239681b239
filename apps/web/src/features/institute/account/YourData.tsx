import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import { askForDeletion, beginExport, DELETION_DAYS, getExport } from '@abhyas/contract/site/privacy';
import { Button } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { rememberUser, type User } from '../../../platform/user.ts';
import card from '../../../ui/card.module.css';
import { formatDate } from '../../../ui/format.ts';
import { FreshCode } from './FreshCode.tsx';
import classes from './ProfilePage.module.css';

interface DialogProps {
  phone: string;
  onClose: () => void;
}

/** Asks for a new code before the file is sent, so that somebody who finds an unlocked phone does not get it. */
function ExportDialog({ phone, onClose }: DialogProps) {
  const [key, setKey] = useState<string | null>(null);
  const begin = async (otp: string) => setKey((await call(beginExport, { otp })).export_key);
  return (
    <Dialog opened onClose={onClose} title={i18n.t('Download my data')} size={440}>
      <div className="grid gap-16">
        {key === null ? (
          <>
            <p className={classes.text}>
              {i18n.t('One zip file with everything that is stored about you, and the files that you handed in.')}
            </p>
            <FreshCode phone={phone} act={begin} />
          </>
        ) : (
          <>
            <p className={classes.text} role="status">
              {i18n.t('Your file is ready. The link works for ten minutes, on this device only.')}
            </p>
            <div className="ends">
              <Button
                component="a"
                href={`/api${getExport.path}?export_key=${encodeURIComponent(key)}`}
                download
                leftSection={<IconDownload size={20} aria-hidden />}
                data-autofocus
              >
                {i18n.t('Save the file')}
              </Button>
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}

function DeletionDialog({ phone, onClose }: DialogProps) {
  const ask = async (otp: string) => {
    const { user } = await call(askForDeletion, { otp });
    rememberUser(user);
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={i18n.t('Delete my account')} size={440}>
      <div className="grid gap-16">
        <p className={classes.text}>
          {i18n.t(
            'Your account is deleted in {DELETION_DAYS} days, with your answers, progress, bookmarks and files. Until then you can cancel this on any page.',
            { DELETION_DAYS },
          )}
        </p>
        <p className={classes.text}>
          {i18n.t(
            'What the law or an institute must keep stays under a random number, without your name and phone: invoices, proof of consent, marks in an institute’s tests, and ranks.',
          )}
        </p>
        <div className="ends">
          <Button variant="default" onClick={onClose}>
            {i18n.t('Keep my account')}
          </Button>
        </div>
        <FreshCode phone={phone} act={ask} />
      </div>
    </Dialog>
  );
}

/** Exports all stored data of the person, and deletes the account. */
export function YourData({ user }: { user: User }) {
  const [dialog, setDialog] = useState<'export' | 'deletion' | null>(null);
  const { phone, deletion_due_at: dueAt } = user;
  const close = () => setDialog(null);
  return (
    <section className={card.card} aria-labelledby="your-data">
      <h2 id="your-data" className={classes.heading}>
        {i18n.t('Your data')}
      </h2>
      {phone === null ? (
        <p className={classes.text}>
          {i18n.t('Set a phone number above to download your data or to delete your account: both ask for a code to it.')}
        </p>
      ) : (
        <>
          <button
            type="button"
            className={`flex items-center justify-between text-ink no-underline ${classes.row}`}
            onClick={() => setDialog('export')}
          >
            <span>
              <Trans id="Download my data<0>Everything that is stored about you, in one file</0>" components={{ 0: <small /> }} />
            </span>
            <IconChevronRight size={20} aria-hidden />
          </button>
          {dueAt === null ? (
            <button
              type="button"
              className={`flex items-center justify-between text-ink no-underline ${classes.row}`}
              onClick={() => setDialog('deletion')}
            >
              <span>
                <Trans
                  id="Delete my account<0>Done in {DELETION_DAYS} days; you can cancel it until then</0>"
                  components={{ 0: <small /> }}
                  values={{ DELETION_DAYS }}
                />
              </span>
              <IconChevronRight size={20} aria-hidden />
            </button>
          ) : (
            <p className={`${classes.text} ${classes.due}`}>
              {i18n.t('Your account will be deleted on {dueAt}.', { dueAt: formatDate(dueAt) })}
            </p>
          )}
          {dialog === 'export' && <ExportDialog phone={phone} onClose={close} />}
          {dialog === 'deletion' && <DeletionDialog phone={phone} onClose={close} />}
        </>
      )}
    </section>
  );
}
