import { i18n } from '../../../platform/language.ts';
import { beginGoogle, connectGoogle, makeStandInToken } from '@abhyas/contract/institute/identity';
import { Button } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { showGoogleButton } from '../../../platform/google.ts';
import { useCall } from '../../../platform/queries.ts';
import { FreshCode } from './FreshCode.tsx';
import classes from './ProfilePage.module.css';

interface Props {
  phone: string;
  onClose: () => void;
  onConnected: () => void;
}

/**
 * Asks for the Google account, then for a new code sent to the person's number: having the same email address is not enough to connect an
 * account.
 */
export function ConnectGoogle({ phone, onClose, onConnected }: Props) {
  const begun = useCall(beginGoogle, {}, { staleTime: Number.POSITIVE_INFINITY, ownFailures: true });
  const [token, setToken] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const accounts = begun.data?.stand_in_accounts;

  useEffect(() => {
    if (!begun.data || begun.data.stand_in_accounts || !place.current) return;
    showGoogleButton(place.current, begun.data, setToken).catch(() => setFailed(true));
  }, [begun.data]);

  const connect = async (otp: string) => {
    await call(connectGoogle, { id_token: token ?? '', otp });
    onConnected();
  };

  return (
    <Dialog opened onClose={onClose} title={i18n.t('Connect Google')} size={440}>
      <div className="grid gap-16">
        {token === null ? (
          <>
            {accounts && <p className={classes.text}>{i18n.t('Demo: Google is not asked. Choose who you are there.')}</p>}
            {accounts?.map(({ subject, name }) => (
              <Button
                key={subject}
                variant="default"
                onClick={() =>
                  call(makeStandInToken, { subject, nonce: begun.data?.nonce ?? '' }).then(
                    ({ id_token }) => setToken(id_token),
                    () => setFailed(true),
                  )
                }
              >
                {name}
              </Button>
            ))}
            <div ref={place} />
            {(hasFailed || begun.error) && (
              <p className="text-14 text-incorrect" role="alert">
                {i18n.t('Google could not be reached. Try again later.')}
              </p>
            )}
          </>
        ) : (
          <FreshCode phone={phone} act={connect} />
        )}
      </div>
    </Dialog>
  );
}
