import { Trans } from '@lingui/react';
import { i18n } from '../../../platform/language.ts';
import type { Answer } from '@abhyas/contract/endpoint';
import type { exchangeCode } from '@abhyas/contract/institute/identity';
import { Button } from '@mantine/core';
import { messageOf } from '../../../platform/failure.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';
import classes from './SignInPage.module.css';
import { type SignedIn, useLoginAs } from './sign-in.queries.ts';

/** The people who share a number, and the ticket with which one of them signs in. */
export type Several = { phone: string } & Pick<Answer<typeof exchangeCode>, 'ticket' | 'people'>;

const courses = { MED: /*i18n*/ 'Medical', ENG: /*i18n*/ 'Engineering', MED_ENG: /*i18n*/ 'Medical and Engineering' } as const;

interface Props {
  several: Several;
  onChangePhone: () => void;
  onSignedIn: (answer: SignedIn) => void;
}

/** Chooses one of several people, often children, who share a phone number. */
export function PeopleStep({ several: { phone, ticket, people }, onChangePhone, onSignedIn }: Props) {
  const login = useLoginAs();
  return (
    <>
      <PageTitle inPage windowTitle={i18n.t('Who is practising?')}>
        {i18n.t('Who is practising?')}
      </PageTitle>
      <p className={classes.lead}>
        <Trans
          id="Several people use this phone number. <0>Change the number</0>"
          components={{ 0: <button type="button" className={`font-semibold text-accent ${classes.textButton}`} onClick={onChangePhone} /> }}
        />
      </p>
      <ul className="grid gap-12">
        {people.map(({ id, name, course }) => (
          <li key={id}>
            <Button
              variant="default"
              size="lg"
              fullWidth
              className={`${classes.person} h-auto min-h-64 py-8 whitespace-normal wrap-anywhere`}
              disabled={login.isPending}
              loading={login.isPending && login.variables.user_id === id}
              onClick={() =>
                login.mutate(
                  { phone_number: phone, ticket, user_id: id },
                  { onSuccess: onSignedIn, onError: (error) => toast.error(messageOf(error)) },
                )
              }
            >
              <span>
                {name ?? i18n.t('No name yet')}
                {course && <small>{i18n.t(courses[course])}</small>}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {login.error && <p className="mt-12 text-14 text-incorrect">{messageOf(login.error)}</p>}
    </>
  );
}
