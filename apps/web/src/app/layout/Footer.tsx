import { i18n } from '../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { Link } from '@tanstack/react-router';
import { BrandText } from '../../ui/BrandText.tsx';
import classes from './layout.module.css';
import { phoneAddress } from './phone.ts';

const pages = [
  ['/solutions', /*i18n*/ 'Solutions'],
  ['/about', /*i18n*/ 'About Us'],
  ['/careers', /*i18n*/ 'Careers'],
  ['/terms', /*i18n*/ 'Terms'],
  ['/privacy', /*i18n*/ 'Privacy'],
  ['/mobile_redirection', /*i18n*/ 'Get the app'],
] as const;

/** Links to the open pages, to our contacts and to the app; for visitors also the two ways in. */
export function Footer({ hasWaysIn }: { hasWaysIn: boolean }) {
  return (
    <footer className={`flex flex-wrap text-14 text-ink-soft print:hidden! ${classes.footer}`}>
      <p>
        {brand.name} · <BrandText text={brand.tagline} />
      </p>
      <nav aria-label={i18n.t('About the site')}>
        {hasWaysIn && (
          <>
            <Link to="/login">{i18n.t('For students')}</Link>
            <a href={brand.instituteSite}>{i18n.t('For teachers')}</a>
          </>
        )}
        {pages.map(([to, label]) => (
          <Link key={to} to={to}>
            {i18n.t(label)}
          </Link>
        ))}
      </nav>
      <p>
        <a href={phoneAddress()}>{brand.supportPhone}</a>
        <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a>
        {brand.social.map(({ name, address }) => (
          <a key={name} href={address} rel="noreferrer">
            {name}
          </a>
        ))}
      </p>
    </footer>
  );
}
