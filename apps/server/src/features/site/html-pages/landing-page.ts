import { type Brand, brandPicture } from '@abhyas/contract/institute/brand';
import type { Answer } from '@abhyas/contract/endpoint';
import type { getLandingPageData } from '@abhyas/contract/site/home';
import { escapeHtml, type Page } from '../../../http/page.ts';

type Landing = Answer<typeof getLandingPageData>;

const mark =
  '<svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="var(--accent-fill)"/><path d="M8 23.5 14.6 8h2.8L24 23.5M12.2 18.6l2.8 2.6 5-5.4" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>';

/** The logo with the name, as the header shows it. */
const logoOf = ({ logo, name }: Brand) =>
  `${logo ? `<img src="${brandPicture(logo)}" alt="" height="32">` : mark}<span>${escapeHtml(name)}</span>`;

function optionsHtml(options: readonly string[]): string {
  if (options.length === 0) return '<p class="landing-numerical">Numerical answer</p>';
  return `<ol class="landing-options">${options.map((option, at) => `<li><span>${at + 1}</span><div>${option}</div></li>`).join('')}</ol>`;
}

/** The question before an option is chosen; its solution unfolds without JavaScript. */
function questionHtml(question: Landing['questions'][number]): string {
  const { html, exam, subject, answer } = question;
  return `<section class="landing-card" aria-label="Try five questions">
<div class="landing-card-head"><h2>Try five questions</h2><span>${escapeHtml(exam)}</span></div>
<p class="landing-place"><i data-subject="${escapeHtml(subject)}"></i>${escapeHtml(subject)} <b class="landing-gain">+4</b> <b class="landing-loss">−1</b></p>
<div class="landing-text">${html.text}</div>
${optionsHtml(html.options)}
<details class="landing-solution"><summary>Show the solution</summary><p>The answer is ${html.options.length > 0 ? 'option ' : ''}${answer}.</p>${html.solution}</details>
</section>`;
}

/** The start page as HTML in the first response. The site's code then draws the same page over it (`LandingPage.tsx`). */
export function landingPage(brand: Brand, data: Landing): Page {
  const { landing, name, tagline, description, supportPhone } = brand;
  const [first] = data.questions;
  const features = landing.features.map(({ title, text }) => `<li><h2>${escapeHtml(title)}</h2><p>${escapeHtml(text)}</p></li>`).join('');
  const offers = landing.institute.offers
    .map(
      ({ info, title, text }) =>
        `<li><h3>${escapeHtml(title)}</h3><p>${escapeHtml(text)}</p><p><a href="/sign_up?type=INSTITUTE&amp;info=${info}">Join for Free</a></p></li>`,
    )
    .join('');
  const body = `<div class="landing-frame">
<header class="landing-header"><a href="/" class="landing-logo">${logoOf(brand)}</a><a class="landing-phone" href="tel:${escapeHtml(supportPhone.replaceAll(' ', ''))}">${escapeHtml(supportPhone)}</a><a href="/login">Log In</a><a href="/sign_up?info=HeaderSignUp">Join for Free</a></header>
<main class="landing">
<section class="landing-hero"><div>
<h1>${escapeHtml(tagline.replaceAll('-', '\u2011'))}</h1>
<p class="landing-lead">${escapeHtml(landing.lead)}</p>
<p class="landing-actions"><a class="landing-join" href="/login">Join for Free</a><a class="landing-search" href="/solutions">Search solutions</a></p>
</div>${first ? questionHtml(first) : ''}</section>
<ul class="landing-points">${features}</ul>
<section class="landing-institute"><h2>${escapeHtml(landing.institute.title)}</h2><p>${escapeHtml(landing.institute.text)}</p><ul class="landing-offers">${offers}</ul></section>
</main></div>`;
  return { title: `${name} · ${tagline}`, description, path: '/', body, enclosed: { landing: data } };
}
