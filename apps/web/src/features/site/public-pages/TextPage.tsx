import { i18n } from '../../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import { privacyOf, termsOf } from '@abhyas/contract/site/legal';
import { useLocation } from '@tanstack/react-router';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './Pages.module.css';

/** /terms and /privacy, with the installation's names. */
export default function TextPage() {
  const isPrivacy = useLocation({ select: ({ pathname }) => pathname === '/privacy' });
  const sections = isPrivacy ? privacyOf(brand) : termsOf(brand);
  return (
    <article className={classes.text}>
      <PageTitle inPage>{isPrivacy ? i18n.t('Privacy') : i18n.t('Terms')}</PageTitle>
      {i18n.locale === 'hi-IN' && <p>{i18n.t('This text is in English, because only its English words count.')}</p>}
      {sections.map(({ title, paragraphs }) => (
        <section key={title} lang="en">
          <h2>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  );
}
