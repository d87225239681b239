import { brand, brandPicture } from '@abhyas/contract/institute/brand';
import classes from './Logo.module.css';

interface Props {
  markOnly?: boolean;
  /** An institute's logo and name, instead of the site's. */
  own?: { picture: string; name: string } | undefined;
}

/** The site's mark, with its name unless `markOnly` is set. */
export function Logo({ markOnly = false, own }: Props) {
  const name = own?.name ?? brand.name;
  return (
    <span className="inline-flex items-center gap-12 text-ink">
      {own ? (
        <img src={own.picture} className={classes.own} data-mark={markOnly || undefined} alt={markOnly ? name : ''} />
      ) : brand.logo ? (
        <img src={brandPicture(brand.logo)} height={32} alt={markOnly ? name : ''} />
      ) : (
        <svg
          viewBox="0 0 32 32"
          width="32"
          height="32"
          aria-hidden={!markOnly}
          role={markOnly ? 'img' : undefined}
          aria-label={markOnly ? name : undefined}
        >
          <rect width="32" height="32" rx="8" className="fill-accent-fill" />
          <path d="M8 23.5 14.6 8h2.8L24 23.5" className={classes.stroke} />
          <path d="m12.2 18.6 2.8 2.6 5-5.4" className={classes.stroke} />
        </svg>
      )}
      {!markOnly && (
        <span className={own ? 'min-w-0 text-16 leading-snug font-heavy wrap-anywhere' : 'text-20 font-heavy tracking-[-0.01em]'}>
          {name}
        </span>
      )}
    </span>
  );
}
