import { i18n } from '../../../platform/language.ts';
import { audiences } from '@abhyas/contract/institute/access';
import { beginExport, getExport } from '@abhyas/contract/site/privacy';
import { Button } from '@mantine/core';
import { IconChevronRight, IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { messageOf } from '../../../platform/failure.ts';
import { useSend } from '../../../platform/queries.ts';
import type { User } from '../../../platform/user.ts';
import card from '../../../ui/card.module.css';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { toast } from '../../../ui/toasts.ts';
import { CandidatePhoto } from './CandidatePhoto.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import classes from './ProfilePage.module.css';

/** Exports the institute's data about the student as a file, without a code, because the account has no number to send a code to. */
function InstituteData({ institute }: { institute: string }) {
  const begin = useSend(beginExport, { ownFailures: true });
  const key = begin.data?.export_key;
  return (
    <section className={card.card} aria-labelledby="your-data">
      <h2 id="your-data" className={classes.heading}>
        {i18n.t('Your data')}
      </h2>
      <p className={classes.text}>
        {i18n.t('One zip file with what {institute} holds about you, and the files that you handed in there.', { institute })}
      </p>
      {key === undefined ? (
        <Button
          variant="default"
          mt="md"
          loading={begin.isPending}
          onClick={() => begin.mutate({}, { onError: (failure) => toast.error(messageOf(failure)) })}
        >
          {i18n.t('Download my data')}
        </Button>
      ) : (
        <Button
          component="a"
          mt="md"
          href={`/api${getExport.path}?export_key=${encodeURIComponent(key)}`}
          download
          leftSection={<IconDownload size={20} aria-hidden />}
          data-autofocus
        >
          {i18n.t('Save the file')}
        </Button>
      )}
    </section>
  );
}

/** The account page of a student signed in with an institute's code: the pages that the code opens, and those that it does not. */
export function InstituteSignIn({ user }: { user: User }) {
  const institute = user.membership?.institute_name ?? i18n.t('your institute');
  return (
    <div className="grid gap-16 max-w-720">
      <PageTitle>{i18n.t('My Account')}</PageTitle>
      <section className={card.card} aria-labelledby="who">
        <h2 id="who" className="wrap-anywhere">
          {user.name ?? i18n.t('User')}
        </h2>
        <p className={classes.text}>
          {i18n.t('You logged in with a code of {institute}, which opens what it has for you: its tests, classes and files.', {
            institute,
          })}{' '}
          {user.reach === 'membership' &&
            i18n.t('For practice, your account and everything else, log in with your phone number or Google.')}
        </p>
      </section>
      {audiences.ward(user) && (
        <Link to="/consent" className={`flex items-center justify-between text-ink no-underline ${classes.row}`}>
          <span>{i18n.t('Ask a parent or guardian to agree')}</span>
          <IconChevronRight size={20} aria-hidden />
        </Link>
      )}
      {user.membership && <CandidatePhoto name={user.name ?? ''} institute={institute} />}
      {user.reach === 'only_way' && <InstituteData institute={institute} />}
      <LogoutButton />
    </div>
  );
}
