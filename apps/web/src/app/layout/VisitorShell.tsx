import { brand } from '@abhyas/contract/institute/brand';
import { IconPhone } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { i18n } from '../../platform/language.ts';
import { useUser } from '../../platform/user.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { DisplayMenu } from '../../ui/DisplayMenu.tsx';
import { OtherLanguage } from '../../ui/LanguageChoice.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { TitlePlace } from '../../ui/PageTitle.tsx';
import { Footer } from './Footer.tsx';
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
      <div className="flex flex-col min-h-dvh">
        <a href="#content" className={classes.skip}>
          {i18n.t('Skip to the content')}
        </a>
        {!isHeaderHidden && (
          <header className={`flex items-center gap-8 print:hidden! ${classes.visitorHeader}`}>
            <Link
              to="/"
              className="flex items-center min-h-44 mr-auto rounded-control no-underline"
              aria-label={i18n.t('{name}, start page', { name: brand.name })}
            >
              <Logo />
            </Link>
            <a
              href={phoneAddress()}
              className={`inline-flex items-center gap-8 text-14 font-medium text-ink no-underline ${classes.phone}`}
              aria-label={i18n.t('Support: {supportPhone}', { supportPhone: brand.supportPhone })}
            >
              <IconPhone size={18} aria-hidden />
              <span className="max-48:hidden">{brand.supportPhone}</span>
              <span className="hidden max-48:inline max-36:hidden">{i18n.t('Support')}</span>
            </a>
            {!isSigningIn && <OtherLanguage />}
            <DisplayMenu hasLanguage />
            {user && !isSigningIn && (
              <>
                <span className="max-w-[24ch] truncate text-14 font-semibold">{user.name ?? i18n.t('User')}</span>
                <ProfileMenu user={user} />
              </>
            )}
            {!user && !isSigningIn && (
              <>
                <ButtonLink to="/login" search={back} variant="subtle" px="md">
                  {i18n.t('Log In')}
                </ButtonLink>
                <ButtonLink to="/sign_up" search={{ info: 'HeaderSignUp' }} variant="outline" className="max-36:hidden" px="md">
                  {i18n.t('Join for Free')}
                </ButtonLink>
              </>
            )}
          </header>
        )}
        <main id="content" tabIndex={-1} className="flex-1 w-full max-w-1184 mx-auto p-32 max-48:px-16 max-48:py-24 focus:outline-none">
          {children}
        </main>
        {!isHeaderHidden && pathname !== '/videos' && <Footer hasWaysIn={!user} />}
      </div>
    </TitlePlace>
  );
}
