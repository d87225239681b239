import { i18n, translated } from '../../../platform/language.ts';
import { brand, brandPicture } from '@abhyas/contract/institute/brand';
import { BrandText } from '../../../ui/BrandText.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { VideoFrame } from './VideoFrame.tsx';

/** The offer for institutes, with the institutes that use it and their quotations; missing parts are left out. */
export function InstitutePart() {
  const { institute, testimonials, clients, demoVideo } = brand.landing;
  return (
    <>
      <section className="landing-institute">
        <h2>
          <BrandText text={institute.title} />
        </h2>
        <p>
          <BrandText text={institute.text} />
        </p>
        <ul className="landing-offers">
          {institute.offers.map(({ info, title, text }) => (
            <li key={info}>
              <h3>
                <BrandText text={title} />
              </h3>
              <p>
                <BrandText text={text} />
              </p>
              <ButtonLink
                to="/sign_up"
                search={{ type: 'INSTITUTE', info }}
                variant="default"
                aria-label={i18n.t('Join for Free: {title}', { title: translated(title) })}
              >
                {i18n.t('Join for Free')}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </section>
      {demoVideo && (
        <section className="landing-video">
          <h2>
            <BrandText text={demoVideo.title} />
          </h2>
          <VideoFrame title={translated(demoVideo.title)} address={demoVideo.address} />
        </section>
      )}
      {testimonials.length > 0 && (
        <section className="landing-voices">
          <h2>{i18n.t('What students and teachers say')}</h2>
          <ul>
            {testimonials.map(({ text, name, role, photo }) => (
              <li key={name}>
                <blockquote>
                  <BrandText text={text} />
                </blockquote>
                <p>
                  {photo && <img src={brandPicture(photo)} alt="" width="44" height="44" loading="lazy" />}
                  <span>
                    <b>{name}</b>
                    <span>
                      <BrandText text={role} />
                    </span>
                  </span>
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {clients.length > 0 && (
        <section className="landing-clients">
          <h2>{i18n.t('Institutes that work with {name}', { name: brand.name })}</h2>
          <ul>
            {clients.map(({ name, city, logo }) => (
              <li key={name}>
                {logo && <img src={brandPicture(logo)} alt="" width="44" height="44" loading="lazy" />}
                <span>
                  <b>{name}</b>
                  <span>
                    <BrandText text={city} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
