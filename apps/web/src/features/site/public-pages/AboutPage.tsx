import { brandPicture } from '@abhyas/contract/institute/brand';
import type { Answer } from '@abhyas/contract/endpoint';
import { getTeam } from '@abhyas/contract/site/public-pages';
import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { i18n, translated } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { BrandText } from '../../../ui/BrandText.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import classes from './Pages.module.css';

type Group = Answer<typeof getTeam>['groups'][number];

/** /about: the people who make the product, by their roles. On a phone a tab chooses the group. */
export default function AboutPage() {
  const team = useCall(getTeam, {}, { ownFailures: true, staleTime: 600_000 });
  return (
    <>
      <PageTitle inPage windowTitle={i18n.t('About Us')}>
        {i18n.t('We are Problem Solvers')}
      </PageTitle>
      <Loaded query={team} skeleton={<Skeleton height={420} radius="lg" />}>
        {({ roles, groups }) => (
          <>
            <Team groups={groups} />
            {roles.length > 0 && (
              <section className={classes.part}>
                <h2>{i18n.t('Humans Inside')}</h2>
                <ul className={`flex flex-wrap gap-8 ${classes.roles}`}>
                  {roles.map((role) => (
                    <li key={role}>
                      <BrandText text={role} />
                    </li>
                  ))}
                </ul>
              </section>
            )}
            <ButtonLink to="/careers">{i18n.t('See the openings')}</ButtonLink>
          </>
        )}
      </Loaded>
    </>
  );
}

function Team({ groups }: { groups: readonly Group[] }) {
  const isPhone = !useMedia('(min-width: 48em)');
  const [chosen, setChosen] = useState(0);
  if (!isPhone)
    return groups.map((group) => (
      <section key={group.title} className={classes.part}>
        <h2>
          <BrandText text={group.title} />
        </h2>
        <People group={group} />
      </section>
    ));
  const group = groups[chosen] ?? groups[0];
  if (!group) return null;
  return (
    <section className={classes.part}>
      <div role="tablist" aria-label={i18n.t('Groups of the team')} className={`flex gap-8 -mx-16 mb-24 px-16 strip ${classes.tabs}`}>
        {groups.map(({ title }, at) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`group-${at}`}
            aria-selected={at === chosen}
            aria-controls="group"
            onClick={() => setChosen(at)}
          >
            {translated(title)}
          </button>
        ))}
      </div>
      <div id="group" role="tabpanel" aria-labelledby={`group-${chosen}`}>
        <People group={group} />
      </div>
    </section>
  );
}

function People({ group: { names, posts, photos, hover_photos } }: { group: Group }) {
  return (
    <ul
      className={`grid grid-cols-[repeat(auto-fill,minmax(160px,1fr))] gap-24 max-36:grid-cols-2 max-36:gap-x-16 max-36:gap-y-20 ${classes.people}`}
    >
      {names.map((name, at) => (
        <li key={name}>
          <span className={`${classes.photo} relative block w-160 max-w-full mb-8 overflow-hidden rounded-card bg-accent-soft aspect-[1]`}>
            {photos[at] && <img src={brandPicture(photos[at])} alt="" width="160" height="160" loading="lazy" />}
            {hover_photos[at] && <img src={brandPicture(hover_photos[at])} alt="" width="160" height="160" loading="lazy" />}
          </span>
          <b>{name}</b>
          {posts[at] && (
            <span>
              <BrandText text={posts[at]} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
