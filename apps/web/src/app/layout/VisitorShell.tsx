import { brand } from '@abhyas/contract/brand';
import { IconPhone } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { TitlePlace } from '../../ui/PageTitle.tsx';
import classes from './layout.module.css';

const phoneAddress = `tel:${brand.supportPhone.replaceAll(' ', '')}`;

/** Header and footer of who is not signed in. */
export function VisitorShell({ isHeaderHidden, children }: { isHeaderHidden: boolean; children: ReactNode }) {
  const isSigningIn = useLocation({ select: (location) => location.pathname === '/login' });
  return (
    <TitlePlace value={null}>
      <div className={classes.visitor}>
        <a href="#content" className={classes.skip}>
          Skip to the content
        </a>
        {!isHeaderHidden && (
          <header className={classes.visitorHeader}>
            <Link to="/" className={classes.visitorLogo} aria-label={`${brand.name}, start page`}>
              <Logo />
            </Link>
            <a href={phoneAddress} className={classes.phone} aria-label={`Support: ${brand.supportPhone}`}>
              <IconPhone size={18} aria-hidden />
              <span className={classes.phoneNumber}>{brand.supportPhone}</span>
              <span className={classes.phoneWord}>Support</span>
            </a>
            {!isSigningIn && (
              <>
                <ButtonLink to="/login" variant="subtle" px="md">
                  Log In
                </ButtonLink>
                <ButtonLink to="/login" className={classes.join} px="md">
                  Join for Free
                </ButtonLink>
              </>
            )}
          </header>
        )}
        <main id="content" tabIndex={-1} className={classes.visitorContent}>
          {children}
        </main>
        {!isHeaderHidden && (
          <footer className={classes.footer}>
            <p>
              {brand.name} · {brand.tagline}
            </p>
            <p>
              <a href={phoneAddress}>{brand.supportPhone}</a>
              <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
            </p>
          </footer>
        )}
      </div>
    </TitlePlace>
  );
}
