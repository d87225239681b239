import { askForDeletion, beginExport, DELETION_DAYS, getExport } from '@abhyas/contract/site/privacy';
import { Button } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconChevronRight, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { rememberUser, type User } from '../../../platform/user.ts';
import card from '../../../ui/card.module.css';
import { formatDate } from '../../../ui/format.ts';
import layoutStyles from '../../../ui/layout.module.css';
import { FreshCode } from './FreshCode.tsx';
import textClasses from '../../../ui/text.module.css';
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
    <Dialog opened onClose={onClose} title="Download my data" size={440}>
      <div className={layoutStyles.stack16}>
        {key === null ? (
          <>
            <p className={classes.text}>One zip file with everything that is stored about you, and the files that you handed in.</p>
            <FreshCode phone={phone} act={begin} />
          </>
        ) : (
          <>
            <p className={classes.text} role="status">
              Your file is ready. The link works for ten minutes, on this device only.
            </p>
            <div className={layoutStyles.ends}>
              <Button
                component="a"
                href={`/api${getExport.path}?export_key=${encodeURIComponent(key)}`}
                download
                leftSection={<IconDownload size={20} aria-hidden />}
                data-autofocus
              >
                Save the file
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
    <Dialog opened onClose={onClose} title="Delete my account" size={440}>
      <div className={layoutStyles.stack16}>
        <p className={classes.text}>
          Your account is deleted in {DELETION_DAYS} days, with your answers, progress, bookmarks and files. Until then you can cancel this
          on any page.
        </p>
        <p className={classes.text}>
          What the law or an institute must keep stays under a random number, without your name and phone: invoices, proof of consent, marks
          in an institute’s tests, and ranks.
        </p>
        <div className={layoutStyles.ends}>
          <Button variant="default" onClick={onClose}>
            Keep my account
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
        Your data
      </h2>
      {phone === null ? (
        <p className={classes.text}>Set a phone number above to download your data or to delete your account: both ask for a code to it.</p>
      ) : (
        <>
          <button
            type="button"
            className={`${layoutStyles.apart} ${textClasses.plainLink} ${classes.row}`}
            onClick={() => setDialog('export')}
          >
            <span>
              Download my data
              <small>Everything that is stored about you, in one file</small>
            </span>
            <IconChevronRight size={20} aria-hidden />
          </button>
          {dueAt === null ? (
            <button
              type="button"
              className={`${layoutStyles.apart} ${textClasses.plainLink} ${classes.row}`}
              onClick={() => setDialog('deletion')}
            >
              <span>
                Delete my account
                <small>Done in {DELETION_DAYS} days; you can cancel it until then</small>
              </span>
              <IconChevronRight size={20} aria-hidden />
            </button>
          ) : (
            <p className={`${classes.text} ${classes.due}`}>Your account will be deleted on {formatDate(dueAt)}.</p>
          )}
          {dialog === 'export' && <ExportDialog phone={phone} onClose={close} />}
          {dialog === 'deletion' && <DeletionDialog phone={phone} onClose={close} />}
        </>
      )}
    </section>
  );
}
