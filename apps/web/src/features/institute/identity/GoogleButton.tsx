import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import { beginGoogle, makeStandInToken } from '@abhyas/contract/institute/identity';
import type { Answer } from '@abhyas/contract/endpoint';
import { Button } from '@mantine/core';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconBrandGoogle } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { call } from '../../../platform/call.ts';
import { showGoogleButton } from '../../../platform/google.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import classes from './SignInPage.module.css';
import { type SignedIn, useGoogleLogin, useSignInWays } from './sign-in.queries.ts';

type Begun = Answer<typeof beginGoogle>;

/** Signs in with Google, if the installation offers it. The first press loads Google's script; the demo has a stand-in. */
export function GoogleButton({ onSignedIn }: { onSignedIn: (answer: SignedIn) => void }) {
  const ways = useSignInWays();
  const login = useGoogleLogin();
  const place = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [standIn, setStandIn] = useState<Begun | null>(null);
  const [isShown, setShown] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  if (!ways.data?.has_google) return null;

  const fail = () => {
    setStandIn(null);
    setShown(false);
    setFailed(true);
  };
  const enter = (id_token: string) => login.mutate({ id_token }, { onSuccess: onSignedIn, onError: fail });

  async function begin() {
    setBusy(true);
    try {
      const begun = await call(beginGoogle, {});
      if (begun.stand_in_accounts) setStandIn(begun);
      else if (place.current) {
        await showGoogleButton(place.current, begun, enter);
        setShown(true);
      }
    } catch {
      fail();
    }
    setBusy(false);
  }

  async function choose({ nonce }: Begun, subject: string) {
    try {
      enter((await call(makeStandInToken, { subject, nonce })).id_token);
    } catch {
      fail();
    }
  }

  return (
    <>
      <p className={`flex items-center gap-12 text-14 text-ink-soft ${classes.or}`}>
        <span>{i18n.t('or')}</span>
      </p>
      <div ref={place} className={classes.google} />
      {!isShown && (
        <Button
          variant="default"
          size="lg"
          fullWidth
          leftSection={<IconBrandGoogle size={20} aria-hidden />}
          loading={isBusy || login.isPending}
          onClick={() => void begin()}
        >
          {i18n.t('Continue with Google')}
        </Button>
      )}
      {standIn && (
        <Dialog opened onClose={() => setStandIn(null)} title={i18n.t('Continue with Google')} size={400}>
          <p className="mb-16 px-16 py-12 border border-dashed border-warning rounded-control bg-warning-soft text-14 text-warning">
            <Trans id="<0>Demo:</0> Google is not asked. Choose who you are there." components={{ 0: <strong /> }} />
          </p>
          <div className="grid gap-8">
            {standIn.stand_in_accounts?.map(({ subject, name }) => (
              <Button key={subject} variant="default" size="lg" loading={login.isPending} onClick={() => void choose(standIn, subject)}>
                {name}
              </Button>
            ))}
          </div>
        </Dialog>
      )}
      <FormDialog title={i18n.t('Oops login failed')} size={400} isOpen={hasFailed} onClose={() => setFailed(false)} back={i18n.t('Close')}>
        <p>{i18n.t('Try Again or enter your mobile number')}</p>
      </FormDialog>
    </>
  );
}
