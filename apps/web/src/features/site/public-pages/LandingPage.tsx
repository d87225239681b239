import { i18n, translated } from '../../../platform/language.ts';
import { brand } from '@abhyas/contract/institute/brand';
import type { Answer } from '@abhyas/contract/endpoint';
import { getLandingPageData } from '@abhyas/contract/site/home';
import { useEffect } from 'react';
import { callKey, queryClient, useCall } from '../../../platform/queries.ts';
import { keepWritten } from '../../../question/maths.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { BrandText } from '../../../ui/BrandText.tsx';
import { Counters } from './Counters.tsx';
import { InstitutePart } from './InstitutePart.tsx';
import './landing.css';
import { TryQuestion } from './TryQuestion.tsx';

type Landing = Answer<typeof getLandingPageData>;

// The server wrote the API response into the page (apps/server/src/features/site/html-pages/landing-page.ts).
const enclosed = document.getElementById('landing')?.textContent;
if (enclosed) queryClient.setQueryData(callKey(getLandingPageData, {}), JSON.parse(enclosed) as Landing);

/** Stores the texts that the server has typeset. */
function keepTexts({ questions }: Landing): void {
  for (const { text, options, solution, html } of questions) {
    keepWritten(text, html.text);
    keepWritten(solution, html.solution);
    options.forEach((option, at) => keepWritten(option, html.options[at] ?? ''));
  }
}

/** The landing page for visitors at `/`: the server's HTML (landing-page.ts), with working buttons. */
export default function LandingPage() {
  const { data } = useCall(getLandingPageData, {}, { ownFailures: true, staleTime: 600_000 });
  if (data) keepTexts(data);
  const { features } = brand.landing;
  useEffect(() => {
    document.title = `${brand.name} · ${translated(brand.tagline)}`;
  }, []);
  return (
    <div className="landing">
      <section className="landing-hero" data-alone={data?.questions.length === 0 || undefined}>
        <div>
          <h1>{translated(brand.tagline).replaceAll('-', '\u2011')}</h1>
          <p className="landing-lead">
            <BrandText text={brand.landing.lead} />
          </p>
          <div className="landing-actions">
            <ButtonLink to="/login" size="lg">
              {i18n.t('Join for Free')}
            </ButtonLink>
            <ButtonLink to="/solutions" size="lg" variant="default">
              {i18n.t('Search solutions')}
            </ButtonLink>
          </div>
        </div>
        {data && data.questions.length > 0 && <TryQuestion questions={data.questions} />}
      </section>
      <Counters counts={data ?? null} />
      <ul className="landing-points">
        {features.map(({ title, text }) => (
          <li key={title}>
            <h2>
              <BrandText text={title} />
            </h2>
            <p>
              <BrandText text={text} />
            </p>
          </li>
        ))}
      </ul>
      <InstitutePart />
    </div>
  );
}
