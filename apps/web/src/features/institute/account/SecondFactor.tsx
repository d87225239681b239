import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import { beginSecondFactor, getSecondFactor, passSecondFactor } from '@abhyas/contract/institute/second-factor';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { renderSVG } from 'uqr';
import { messageOf } from '../../../platform/failure.ts';
import { callKey, queryClient, useCall, useSend } from '../../../platform/queries.ts';
import card from '../../../ui/card.module.css';
import { Loaded } from '../../../ui/Loaded.tsx';
import classes from './ProfilePage.module.css';

/** The second factor of staff: an authenticator app, and ten recovery codes. */
export function SecondFactor() {
  const query = useCall(getSecondFactor, {});
  const begin = useSend(beginSecondFactor, { ownFailures: true });
  const pass = useSend(passSecondFactor, { ownFailures: true });
  const [code, setCode] = useState('');
  const refresh = () => queryClient.invalidateQueries({ queryKey: callKey(getSecondFactor, {}) });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (code === '' || pass.isPending) return;
    pass.mutate(
      { code: code.trim() },
      {
        onSuccess: () => void refresh(),
        onSettled: () => setCode(''),
      },
    );
  }

  const recovery = pass.data?.recovery_codes;
  const failure = begin.error ?? pass.error;
  return (
    <section className={card.card} aria-labelledby="second-factor">
      <h2 id="second-factor" className={classes.heading}>
        {i18n.t('Two-step sign-in')}
      </h2>
      <Loaded query={query} skeleton={<p className={classes.text}>{i18n.t('Loading …')}</p>}>
        {({ is_set_up, is_passed, recovery_codes_left, demo_code }) => (
          <div className="grid gap-16">
            <p className={classes.text}>
              {is_set_up
                ? is_passed
                  ? i18n.t('On, and passed on this device. {recovery_codes_left} recovery codes are left.', { recovery_codes_left })
                  : i18n.t('Enter the code of your authenticator app to act as staff on this device, or a recovery code.')
                : i18n.t('You see data of students, so besides the code by message you enter one from an authenticator app.')}
            </p>
            {!is_set_up && !begin.data && (
              <div className="ends">
                <Button loading={begin.isPending} onClick={() => begin.mutate({}, { onSuccess: () => void refresh() })}>
                  {i18n.t('Set up')}
                </Button>
              </div>
            )}
            {!is_set_up && begin.data && (
              <div className="grid grid-cols-[auto_1fr] items-center gap-24 max-36:grid-cols-[1fr]">
                <div
                  className={`${classes.qr} w-176 p-4 rounded-control bg-white`}
                  role="img"
                  aria-label={i18n.t('QR code of the secret')}
                  // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by the library from squares alone
                  dangerouslySetInnerHTML={{ __html: renderSVG(begin.data.otpauth_uri, { border: 2 }) }}
                />
                <p className={classes.text}>
                  <Trans
                    id="Scan it with your authenticator app, or enter this key there: <0>{secret}</0>"
                    components={{ 0: <strong className="block mt-4 text-ink tabular wrap-anywhere" /> }}
                    values={{ secret: begin.data.secret }}
                  />
                </p>
              </div>
            )}
            {((is_set_up && !is_passed) || (!is_set_up && begin.data)) && (
              <form onSubmit={submit} className="grid gap-16">
                {demo_code && (
                  <p className={classes.text}>
                    <Trans
                      id="Demo: the app would show <0>{demo_code}</0>."
                      components={{ 0: <strong className="tabular" /> }}
                      values={{ demo_code }}
                    />
                  </p>
                )}
                <TextInput
                  label={i18n.t('Code')}
                  value={code}
                  onChange={(event) => setCode(event.currentTarget.value.slice(0, 11))}
                  error={failure ? messageOf(failure) : undefined}
                  size="md"
                  autoComplete="one-time-code"
                  className="tabular"
                />
                <div className="ends">
                  <Button type="submit" disabled={code.trim().length < 6} loading={pass.isPending}>
                    {i18n.t('Verify')}
                  </Button>
                </div>
              </form>
            )}
            {recovery && (
              <div role="status">
                <p className={classes.text}>
                  {i18n.t(
                    'Your recovery codes. Each works once, when the phone is not at hand. They are shown now and never again: write them down.',
                  )}
                </p>
                <ul className="grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-8 mt-12 font-semibold tabular">
                  {recovery.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </section>
  );
}
