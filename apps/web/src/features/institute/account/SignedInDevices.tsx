import { i18n } from '../../../platform/language.ts';
import { endOtherSignIns, endSignIn, getSignIns } from '@abhyas/contract/institute/identity';
import { Button, Skeleton } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import card from '../../../ui/card.module.css';
import { formatDate } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { toast } from '../../../ui/toasts.ts';
import classes from './ProfilePage.module.css';

const isHandheld = (device: string) => /Android|iPhone|iPad/.test(device);

/** The devices on which the person is signed in, each with a button to sign out there. */
export function SignedInDevices() {
  const query = useCall(getSignIns, {});
  const end = useSend(endSignIn, { ownFailures: true });
  const endOthers = useSend(endOtherSignIns, { ownFailures: true });
  const after = {
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: callKey(getSignIns, {}) }),
    onError: (failure: Error) => toast.error(messageOf(failure)),
  };
  return (
    <section className={card.card} aria-labelledby="devices">
      <h2 id="devices" className={classes.heading}>
        {i18n.t('Signed-in devices')}
      </h2>
      <Loaded query={query} skeleton={<Skeleton height={64} mt="md" />}>
        {({ sign_ins }) => (
          <>
            <ul className={`lined ${classes.devices}`}>
              {sign_ins.map(({ id, device, code_of_institute, is_current, began_at, last_seen_at }) => {
                const Icon = isHandheld(device) ? IconDeviceMobile : IconDeviceDesktop;
                return (
                  <li key={id}>
                    <Icon size={24} aria-hidden />
                    <span>
                      {device}
                      <small>
                        {is_current
                          ? i18n.t('This device')
                          : i18n.t('Last used {last_seen_at}', { last_seen_at: formatDate(Date.parse(last_seen_at)) })}{' '}
                        {i18n.t('· since {began_at}', { began_at: formatDate(Date.parse(began_at)) })}
                        {code_of_institute !== null &&
                          i18n.t(' · with a code of {code_of_institute}, for its own pages only', { code_of_institute })}
                      </small>
                    </span>
                    {!is_current && (
                      <Button
                        variant="default"
                        loading={end.isPending && end.variables.id === id}
                        onClick={() => end.mutate({ id }, after)}
                      >
                        {i18n.t('Sign out')}
                      </Button>
                    )}
                  </li>
                );
              })}
            </ul>
            {sign_ins.length > 2 && (
              <Button variant="default" mt="md" loading={endOthers.isPending} onClick={() => endOthers.mutate({}, after)}>
                {i18n.t('Sign out everywhere else')}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
