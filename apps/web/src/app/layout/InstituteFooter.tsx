import type { User } from '../../platform/user.ts';
import classes from './layout.module.css';
import { phoneAddress } from './phone.ts';

/** The name and contact of the member's institute, at the end of every page. */
export function InstituteFooter({ user }: { user: User }) {
  const own = user.institute_brand;
  if (!own || !user.membership) return null;
  const { tagline, support_phone, support_email } = own;
  if (![tagline, support_phone, support_email].some(Boolean)) return null;
  return (
    <footer className={`pt-16 border-t border-line text-14 text-ink-soft ${classes.institute}`}>
      <p>
        <strong>{user.membership.institute_name}</strong>
        {tagline && <span>{tagline}</span>}
        {support_phone && <a href={phoneAddress(support_phone)}>{support_phone}</a>}
        {support_email && <a href={`mailto:${support_email}`}>{support_email}</a>}
      </p>
    </footer>
  );
}
