import type { Answer } from '@abhyas/contract/endpoint';
import type { exchangeCode } from '@abhyas/contract/institute/identity';
import { Button } from '@mantine/core';
import { messageOf } from '../../../platform/failure.ts';
import layoutStyles from '../../../ui/layout.module.css';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';
import text from '../../../ui/text.module.css';
import classes from './SignInPage.module.css';
import { type SignedIn, useLoginAs } from './sign-in.queries.ts';

/** The people who share a number, and the ticket with which one of them signs in. */
export type Several = { phone: string } & Pick<Answer<typeof exchangeCode>, 'ticket' | 'people'>;

const courses = { MED: 'Medical', ENG: 'Engineering', MED_ENG: 'Medical and Engineering' } as const;

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
      <PageTitle inPage windowTitle="Who is practising?">
        Who is practising?
      </PageTitle>
      <p className={classes.lead}>
        Several people use this phone number.{' '}
        <button type="button" className={`${text.accent} ${classes.textButton}`} onClick={onChangePhone}>
          Change the number
        </button>
      </p>
      <ul className={layoutStyles.stack12}>
        {people.map(({ id, name, course }) => (
          <li key={id}>
            <Button
              variant="default"
              size="lg"
              fullWidth
              className={classes.person}
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
                {name ?? 'No name yet'}
                {course && <small>{courses[course]}</small>}
              </span>
            </Button>
          </li>
        ))}
      </ul>
      {login.error && <p className={`${text.error} ${layoutStyles.above12}`}>{messageOf(login.error)}</p>}
    </>
  );
}
