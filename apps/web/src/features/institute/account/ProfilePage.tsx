import { choosesLanguage, i18n } from '../../../platform/language.ts';
import { LanguageChoice } from '../../../ui/LanguageChoice.tsx';
import { audiences } from '@abhyas/contract/institute/access';
import { brand } from '@abhyas/contract/institute/brand';
import { Button } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type User, useUser } from '../../../platform/user.ts';
import card from '../../../ui/card.module.css';
import { formatPhone } from '../../../ui/format.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { useProfile } from './account.queries.ts';
import { CandidatePhoto } from './CandidatePhoto.tsx';
import { EditProfile } from './EditProfile.tsx';
import { Guardians } from './Guardians.tsx';
import { InstituteSignIn } from './InstituteSignIn.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import classes from './ProfilePage.module.css';
import { PracticeSharing } from './PracticeSharing.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { SignedInDevices } from './SignedInDevices.tsx';
import { WaysToSignIn } from './WaysToSignIn.tsx';
import { YourData } from './YourData.tsx';

const courseWords = { MED: /*i18n*/ 'Medical', ENG: /*i18n*/ 'Engineering', MED_ENG: /*i18n*/ 'Both' } as const;

/** The person's name and phone, the settings of the account, and the contact of support. */
export default function ProfilePage() {
  const user = useUser();
  if (!user) return null;
  return audiences.account(user) ? <Account user={user} /> : <InstituteSignIn user={user} />;
}

function Account({ user }: { user: User }) {
  const profile = useProfile();
  const [isEditing, setEditing] = useState(false);
  const isStudent = user.type === 'Student';
  const aim = [profile.data?.exam, profile.data?.exam_year].filter(Boolean).join(' ');

  return (
    <div className="grid gap-16 max-w-720">
      <PageTitle>{i18n.t('My Account')}</PageTitle>
      <section className={card.card} aria-labelledby="who">
        <div className={`flex justify-between gap-16 ${classes.head}`}>
          <div>
            <h2 id="who" className="wrap-anywhere">
              {user.name ?? i18n.t('User')}
            </h2>
            {user.phone && <p className="text-ink-soft tabular">+91 {formatPhone(user.phone)}</p>}
          </div>
          {!isEditing && (
            <Button variant="default" onClick={() => setEditing(true)}>
              {i18n.t('Edit')}
            </Button>
          )}
        </div>
        {isEditing && profile.data ? (
          <EditProfile user={user} profile={profile.data} onClose={() => setEditing(false)} />
        ) : (
          isStudent && (
            <dl
              className={`${classes.facts} grid grid-cols-[minmax(128px,auto)_1fr] items-center gap-x-24 gap-y-8 max-36:grid-cols-[minmax(104px,auto)_1fr] max-36:gap-x-12`}
            >
              <dt>{i18n.t('Course')}</dt>
              <dd>{user.course ? i18n.t(courseWords[user.course]) : i18n.t('Not chosen')}</dd>
              <dt>{i18n.t('Exam and year')}</dt>
              <dd>{aim || i18n.t('Not chosen')}</dd>
            </dl>
          )
        )}
      </section>

      {choosesLanguage(user) && (
        <section className={card.card} aria-label={i18n.t('Language')}>
          <LanguageChoice />
        </section>
      )}

      <section className={card.card} aria-label={i18n.t('Help and subscription')}>
        <dl
          className={`${classes.facts} grid grid-cols-[minmax(128px,auto)_1fr] items-center gap-x-24 gap-y-8 max-36:grid-cols-[minmax(104px,auto)_1fr] max-36:gap-x-12`}
        >
          <dt>{i18n.t('Support Contact')}</dt>
          <dd>
            <a href={`tel:${brand.supportPhone.replaceAll(' ', '')}`}>{brand.supportPhone}</a>
          </dd>
          <dt>{i18n.t('Support Email')}</dt>
          <dd>
            <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
          </dd>
        </dl>
        <InstituteContact user={user} />
        {audiences.subscriber(user) && (
          <Link to="/payment" className={`flex items-center justify-between text-ink no-underline ${classes.row}`}>
            <span>
              {i18n.t('Subscription')}
              <small>{user.has_premium_access ? i18n.t('You have Premium') : i18n.t('See what Premium opens')}</small>
            </span>
            <IconChevronRight size={20} aria-hidden />
          </Link>
        )}
      </section>

      {audiences.ward(user) && (
        <section className={card.card} aria-labelledby="consent">
          <h2 id="consent" className={classes.heading}>
            {i18n.t('Consent of a parent or guardian')}
          </h2>
          <p className={classes.text}>
            {user.consent === 'institute'
              ? i18n.t(
                  'Your institute has recorded it for its own tests. For everything else a parent or guardian agrees with their own phone.',
                )
              : i18n.t('You are under 18. After your first questions, a parent or guardian must agree on their own phone.')}
          </p>
          <Link to="/consent" className={`flex items-center justify-between text-ink no-underline ${classes.row}`}>
            <span>{i18n.t('Ask a parent or guardian')}</span>
            <IconChevronRight size={20} aria-hidden />
          </Link>
        </section>
      )}
      {audiences.student(user) && user.membership?.role === 'student' && <Guardians institute={user.membership.institute_name} />}
      {audiences.student(user) && user.membership?.role === 'student' && (
        <CandidatePhoto name={user.name ?? ''} institute={user.membership.institute_name} />
      )}
      {audiences.subscriber(user) && <PracticeSharing />}
      <WaysToSignIn user={user} hasGoogle={profile.data?.has_google} />
      {!isStudent && user.type !== 'Guardian' && <SecondFactor />}
      <SignedInDevices />
      <YourData user={user} />

      <LogoutButton />
    </div>
  );
}

/** The contact of the person's institute, if it has given one. */
function InstituteContact({ user }: { user: User }) {
  const { support_phone = '', support_email = '' } = user.institute_brand ?? {};
  if (!user.membership || (support_phone === '' && support_email === '')) return null;
  return (
    <dl
      className={`${classes.facts} grid grid-cols-[minmax(128px,auto)_1fr] items-center gap-x-24 gap-y-8 max-36:grid-cols-[minmax(104px,auto)_1fr] max-36:gap-x-12`}
    >
      <dt>{user.membership.institute_name}</dt>
      <dd className="grid">
        {support_phone && <a href={`tel:${support_phone.replaceAll(' ', '')}`}>{support_phone}</a>}
        {support_email && <a href={`mailto:${support_email}`}>{support_email}</a>}
      </dd>
    </dl>
  );
}
