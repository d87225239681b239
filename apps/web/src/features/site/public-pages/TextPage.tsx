import { brand } from '@abhyas/contract/institute/brand';
import { privacyOf, type TextSection, termsOf } from '@abhyas/contract/site/legal';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { i18n, spokenLanguage } from '../../../platform/language.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './Pages.module.css';

/** /terms and /privacy, with the installation's names. Readers of Hindi read the Hindi first, and the English, which counts, by a press. */
export default function TextPage() {
  const isPrivacy = useLocation({ select: ({ pathname }) => pathname === '/privacy' });
  const [isEnglish, setEnglish] = useState(false);
  const english = isPrivacy ? privacyOf(brand) : termsOf(brand);
  return (
    <article className={classes.text}>
      <PageTitle inPage>{isPrivacy ? i18n.t('Privacy') : i18n.t('Terms')}</PageTitle>
      {spokenLanguage() === 'en' ? (
        <Sections sections={english} />
      ) : (
        <>
          <p className="flex flex-wrap items-center mb-16">
            {i18n.t('The Hindi is for your understanding; if the two differ, the English counts.')}
            <Button variant="subtle" size="compact-md" onClick={() => setEnglish(!isEnglish)}>
              {isEnglish ? i18n.t('Read it in Hindi') : i18n.t('Read it in English')}
            </Button>
          </p>
          {isEnglish ? <Sections sections={english} lang="en" /> : <HindiText isPrivacy={isPrivacy} />}
        </>
      )}
    </article>
  );
}

/** The Hindi, which is a file of its own. */
function HindiText({ isPrivacy }: { isPrivacy: boolean }) {
  const hindi = useQuery({
    queryKey: ['hindi-legal'],
    queryFn: () => import('@abhyas/contract/site/hindi-legal'),
    staleTime: Infinity,
    meta: { ownFailures: true },
  });
  return (
    <Loaded query={hindi} skeleton={<Skeleton height={420} radius="lg" />}>
      {({ privacyInHindi, termsInHindi }) => <Sections sections={isPrivacy ? privacyInHindi(brand) : termsInHindi(brand)} />}
    </Loaded>
  );
}

const Sections = ({ sections, lang }: { sections: readonly TextSection[]; lang?: 'en' }) =>
  sections.map(({ title, paragraphs }) => (
    <section key={title} lang={lang}>
      <h2>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </section>
  ));
