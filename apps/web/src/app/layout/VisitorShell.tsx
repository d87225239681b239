import { brand } from '@abhyas/contract/institute/brand';
import { IconPhone } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { i18n } from '../../platform/language.ts';
import { useUser } from '../../platform/user.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { DisplayMenu } from '../../ui/DisplayMenu.tsx';
import layoutStyles from '../../ui/layout.module.css';
import { OtherLanguage } from '../../ui/LanguageChoice.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { TitlePlace } from '../../ui/PageTitle.tsx';
import { Footer } from './Footer.tsx';
import text from '../../ui/text.module.css';
import classes from './layout.module.css';
import { phoneAddress } from './phone.ts';
import { ProfileMenu } from './ProfileMenu.tsx';

/** Header and footer of the open pages, and of pages for visitors. */
export function VisitorShell({ isHeaderHidden, children }: { isHeaderHidden: boolean; children: ReactNode }) {
  const { pathname, href } = useLocation();
  const user = useUser();
  const isSigningIn = pathname === '/login';
  const back = pathname === '/' || isSigningIn ? {} : { to: href };
  return (
    <TitlePlace value={null}>
      <div className={`${layoutStyles.column} ${classes.visitor}`}>
        <a href="#content" className={classes.skip}>
          {i18n.t('Skip to the content')}
        </a>
        {!isHeaderHidden && (
          <header className={`${layoutStyles.row8} ${layoutStyles.onScreen} ${classes.visitorHeader}`}>
            <Link
              to="/"
              className={`${layoutStyles.row} ${classes.visitorLogo}`}
              aria-label={i18n.t('{name}, start page', { name: brand.name })}
            >
              <Logo />
            </Link>
            <a
              href={phoneAddress()}
              className={`${layoutStyles.inline8} ${text.plainLink} ${text.labelMedium} ${classes.phone}`}
              aria-label={i18n.t('Support: {supportPhone}', { supportPhone: brand.supportPhone })}
            >
              <IconPhone size={18} aria-hidden />
              <span className={classes.phoneNumber}>{brand.supportPhone}</span>
              <span className={classes.phoneWord}>{i18n.t('Support')}</span>
            </a>
            {!isSigningIn && <OtherLanguage />}
            <DisplayMenu hasLanguage />
            {user && !isSigningIn && (
              <>
                <span className={`${text.label} ${classes.visitorName}`}>{user.name ?? i18n.t('User')}</span>
                <ProfileMenu user={user} />
              </>
            )}
            {!user && !isSigningIn && (
              <>
                <ButtonLink to="/login" search={back} variant="subtle" px="md">
                  {i18n.t('Log In')}
                </ButtonLink>
                <ButtonLink to="/sign_up" search={{ info: 'HeaderSignUp' }} variant="outline" className={classes.join} px="md">
                  {i18n.t('Join for Free')}
                </ButtonLink>
              </>
            )}
          </header>
        )}
        <main id="content" tabIndex={-1} className={classes.visitorContent}>
          {children}
        </main>
        {!isHeaderHidden && pathname !== '/videos' && <Footer hasWaysIn={!user} />}
      </div>
    </TitlePlace>
  );
}
