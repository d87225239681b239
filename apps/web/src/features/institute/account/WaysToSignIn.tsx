import { i18n } from '../../../platform/language.ts';
import { disconnectGoogle, getSignInWays, setPhone } from '@abhyas/contract/institute/identity';
import { getProfile } from '@abhyas/contract/institute/profile';
import { Button } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useState } from 'react';
import { call } from '../../../platform/call.ts';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import { rememberUser, type User } from '../../../platform/user.ts';
import card from '../../../ui/card.module.css';
import { formatPhone } from '../../../ui/format.ts';
import { PHONE_LENGTH, PhoneInput } from '../../../ui/PhoneInput.tsx';
import { toast } from '../../../ui/toasts.ts';
import { ConnectGoogle } from './ConnectGoogle.tsx';
import { FreshCode } from './FreshCode.tsx';
import classes from './ProfilePage.module.css';

/** Adds a phone number to an account without one, with a code sent to that number. */
function SetPhoneDialog({ onClose }: { onClose: () => void }) {
  const [phone, setNumber] = useState('');
  const set = async (otp: string) => {
    const { user } = await call(setPhone, { phone_number: phone, otp });
    rememberUser(user);
    toast.success(i18n.t('Your number is set. You can log in with it.'));
    onClose();
  };
  return (
    <Dialog opened onClose={onClose} title={i18n.t('Set a phone number')} size={440}>
      <div className="grid gap-16">
        <PhoneInput
          label={i18n.t('Phone number')}
          value={phone}
          onChange={setNumber}
          size="md"
          autoComplete="tel-national"
          data-autofocus
        />
        {phone.length === PHONE_LENGTH && <FreshCode key={phone} phone={phone} act={set} />}
      </div>
    </Dialog>
  );
}

/** The phone number and the Google account with which the person signs in. */
export function WaysToSignIn({ user, hasGoogle }: { user: User; hasGoogle: boolean | undefined }) {
  const ways = useCall(getSignInWays, {}, { staleTime: Number.POSITIVE_INFINITY, ownFailures: true });
  const [opened, setOpened] = useState<'phone' | 'google' | null>(null);
  const disconnect = useSend(disconnectGoogle, { ownFailures: true });
  const refresh = () => queryClient.invalidateQueries({ queryKey: callKey(getProfile, {}) });
  const offersGoogle = ways.data?.has_google === true || hasGoogle === true;
  if (user.phone !== null && !offersGoogle) return null;

  return (
    <section className={card.card} aria-labelledby="ways">
      <h2 id="ways" className={classes.heading}>
        {i18n.t('How you log in')}
      </h2>
      <ul className={`lined ${classes.devices}`}>
        <li>
          <span>
            {i18n.t('Phone number')}
            <small>
              {user.phone === null ? i18n.t('None yet: set one, and a code by message logs you in') : `+91 ${formatPhone(user.phone)}`}
            </small>
          </span>
          {user.phone === null && (
            <Button variant="default" onClick={() => setOpened('phone')}>
              {i18n.t('Set')}
            </Button>
          )}
        </li>
        {offersGoogle && hasGoogle !== undefined && (
          <li>
            <span>
              {i18n.t('Google')}
              <small>{hasGoogle ? i18n.t('Connected') : i18n.t('Not connected')}</small>
            </span>
            {hasGoogle && user.phone !== null && (
              <Button
                variant="default"
                loading={disconnect.isPending}
                onClick={() =>
                  disconnect.mutate({}, { onSuccess: () => void refresh(), onError: (failure) => toast.error(messageOf(failure)) })
                }
              >
                {i18n.t('Disconnect')}
              </Button>
            )}
            {!hasGoogle && user.phone !== null && (
              <Button variant="default" onClick={() => setOpened('google')}>
                {i18n.t('Connect')}
              </Button>
            )}
          </li>
        )}
      </ul>
      {opened === 'phone' && <SetPhoneDialog onClose={() => setOpened(null)} />}
      {opened === 'google' && user.phone !== null && (
        <ConnectGoogle
          phone={user.phone}
          onClose={() => setOpened(null)}
          onConnected={() => {
            setOpened(null);
            toast.success(i18n.t('Google is connected.'));
            void refresh();
          }}
        />
      )}
    </section>
  );
}
