import { type Brand, brandPicture } from '@abhyas/contract/institute/brand';
import { privacyOf, type TextSection, termsOf } from '@abhyas/contract/site/legal';
import { escapeHtml, type Page } from '../../../http/page.ts';
import { openings, position, type SiteTexts } from '../public-pages/public-pages.ts';

const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;

function textPage(brand: Brand, path: string, title: string, description: string, html: string): Page {
  const body = `<main class="open-page"><p><a href="/">${escapeHtml(brand.name)}</a></p><h1>${escapeHtml(title)}</h1>${html}</main>`;
  return { title: `${title} · ${brand.name}`, description, path, body };
}

const sections = (parts: readonly TextSection[]) =>
  parts.map((part) => `<h2>${escapeHtml(part.title)}</h2>${paragraphs(part.paragraphs)}`).join('');

/** The text pages without JavaScript, by path. */
export const textPages: Readonly<Record<string, (brand: Brand, texts: SiteTexts) => Page>> = {
  '/terms': (brand) => textPage(brand, '/terms', 'Terms', `Terms of use of ${brand.name}.`, sections(termsOf(brand))),
  '/privacy': (brand) =>
    textPage(brand, '/privacy', 'Privacy', `What ${brand.name} stores, for how long, and for whom.`, sections(privacyOf(brand))),
  '/about': (brand, { team }) => {
    const groups = team.groups.map(({ title, names, posts, photos }) => {
      const people = names.map((name, at) => {
        const photo = photos[at] ? `<img src="${brandPicture(photos[at])}" alt="" width="96" height="96" loading="lazy">` : '';
        return `<li>${photo} ${escapeHtml([name, posts[at]].filter(Boolean).join(', '))}</li>`;
      });
      return `<h2>${escapeHtml(title)}</h2><ul>${people.join('')}</ul>`;
    });
    const html = `${groups.join('')}<h2>Humans Inside</h2>${list(team.roles)}`;
    return textPage(brand, '/about', 'We are Problem Solvers', `Who makes ${brand.name}.`, html);
  },
  '/careers': (brand, texts) => {
    const { culture, perks, departments } = openings(texts).data;
    const jobs = departments.map(
      (department) =>
        `<h2>${escapeHtml(department.title)}</h2><ul>${department.openings
          .map(
            ({ title, city, type }) =>
              `<li><a href="/jobs/get_openings?type=${encodeURIComponent(title)}">${escapeHtml(title)}</a>, ${escapeHtml(city)}, ${escapeHtml(type)}</li>`,
          )
          .join('')}</ul>`,
    );
    const html = sections([...culture, ...perks].map(({ title, text }) => ({ title, paragraphs: [text] }))) + jobs.join('');
    return textPage(brand, '/careers', 'Join us in inventing the future of education.', `Open positions at ${brand.name}.`, html);
  },
};

/** The page of a position. Throws `not_found` for a position that is not open. */
export function jobPage(brand: Brand, texts: SiteTexts, type: string): Page {
  const { title, city, type: kind, aboutTheRole, requirements, keyResponsibilities } = position(texts, type).data;
  const html = `<p>${escapeHtml(`${city} · ${kind}`)}</p><h2>About the role</h2><p>${escapeHtml(aboutTheRole)}</p><h2>Requirements</h2>${list(requirements)}<h2>Key responsibilities</h2>${list(keyResponsibilities)}<p>To apply, send your resume to <a href="mailto:${escapeHtml(brand.supportEmail)}">${escapeHtml(brand.supportEmail)}</a>.</p>`;
  return textPage(brand, `/jobs/get_openings?type=${encodeURIComponent(title)}`, title, aboutTheRole.slice(0, 155), html);
}
