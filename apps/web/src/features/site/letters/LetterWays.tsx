import { Trans } from '@lingui/react';
import type { Answer } from '@abhyas/contract/endpoint';
import { agreeToLetters, askLetterMail, forgetLetterMail, getLetters, mailAddress } from '@abhyas/contract/site/letters';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { messageOf } from '../../../platform/failure.ts';
import { i18n } from '../../../platform/language.ts';
import { callKey, queryClient, useSend } from '../../../platform/queries.ts';
import { AlertLine } from '../../../ui/AlertLine.tsx';
import card from '../../../ui/card.module.css';
import forms from '../../../ui/forms.module.css';

const refresh = () => queryClient.invalidateQueries({ queryKey: callKey(getLetters, {}) });

/** Shows the choice at once, so that the tick does not go back until the letters are read again. */
function noteChoice(by: 'site' | 'text', isAgreed: boolean): void {
  queryClient.setQueryData<Answer<typeof getLetters>>(
    callKey(getLetters, {}),
    (letters) => letters && { ...letters, [by === 'site' ? 'is_agreed' : 'by_text']: isAgreed },
  );
}

/** The ways in which the person hears of the letter each Monday: in the site, by text message, by e-mail. */
export function LetterWays({ is_agreed, by_text, mail }: Pick<Answer<typeof getLetters>, 'is_agreed' | 'by_text' | 'mail'>) {
  return (
    <section className={`${card.card} grid gap-16 print:hidden!`} aria-labelledby="letter-ways">
      <h2 id="letter-ways" className="text-14 font-semibold">
        {i18n.t('Tell me each Monday')}
      </h2>
      <Way by="site" isAgreed={is_agreed}>
        <Trans
          id="By a notification<0>At 7 in the morning when the letter is there. Off until you tick it.</0>"
          components={{ 0: <small /> }}
        />
      </Way>
      {by_text !== null && (
        <Way by="text" isAgreed={by_text}>
          <Trans
            id="By a text message to your phone<0>It holds a link to the letter, and none of your results.</0>"
            components={{ 0: <small /> }}
          />
        </Way>
      )}
      {mail && <MailWay address={mail.address} />}
    </section>
  );
}

/** A way that one press begins or ends. */
function Way({ by, isAgreed, children }: { by: 'site' | 'text'; isAgreed: boolean; children: ReactNode }) {
  const send = useSend(agreeToLetters, { ownFailures: true });
  return (
    <div>
      <label className={forms.tick}>
        <input
          type="checkbox"
          checked={send.isPending ? send.variables.is_agreed : isAgreed}
          disabled={send.isPending}
          onChange={({ currentTarget: { checked } }) =>
            send.mutate({ by, is_agreed: checked }, { onSuccess: () => noteChoice(by, checked), onSettled: () => void refresh() })
          }
        />
        <span>{children}</span>
      </label>
      {send.error && <AlertLine>{i18n.t('Not changed: {error}', { error: messageOf(send.error) })}</AlertLine>}
    </div>
  );
}

/** The e-mail, whose address is confirmed by a link that is sent there. */
function MailWay({ address }: { address: string | null }) {
  const ask = useSend(askLetterMail, { ownFailures: true });
  const forget = useSend(forgetLetterMail, { ownFailures: true });
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const wanted = typed.trim();
  function submit(event: FormEvent) {
    event.preventDefault();
    const isAddress = new RegExp(mailAddress).test(wanted);
    setWrong(!isAddress);
    if (isAddress && !ask.isPending) ask.mutate({ address: wanted });
  }
  if (address !== null)
    return (
      <div className="grid gap-8">
        <p>{i18n.t('By e-mail to {address}', { address })}</p>
        {forget.error && <AlertLine>{i18n.t('Not changed: {error}', { error: messageOf(forget.error) })}</AlertLine>}
        <div>
          <Button
            variant="default"
            loading={forget.isPending}
            onClick={() => forget.mutate({}, { onSuccess: () => ask.reset(), onSettled: () => void refresh() })}
          >
            {i18n.t('End the e-mails')}
          </Button>
        </div>
      </div>
    );
  return (
    <form onSubmit={submit} noValidate className="grid gap-8">
      <TextInput
        type="email"
        label={i18n.t('By e-mail')}
        description={i18n.t('We send a link to this address; the e-mails begin when you open it. They hold none of your results.')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isWrong && i18n.t('Write one e-mail address, such as asha@example.com.')}
        maxLength={200}
        autoComplete="email"
        size="md"
      />
      {ask.error && <AlertLine>{messageOf(ask.error)}</AlertLine>}
      {ask.isSuccess && (
        <p role="status">
          {ask.data.demo_link === undefined ? (
            i18n.t('Open the link in the e-mail to {address} within a day.', { address: ask.variables.address })
          ) : (
            <>
              {i18n.t('This demo sends no e-mails.')}{' '}
              <a href={ask.data.demo_link} className="font-semibold text-accent no-underline">
                {i18n.t('Open the link of the e-mail')}
              </a>
            </>
          )}
        </p>
      )}
      <div>
        <Button type="submit" variant="default" loading={ask.isPending} disabled={wanted === ''}>
          {i18n.t('Send the link')}
        </Button>
      </div>
    </form>
  );
}
