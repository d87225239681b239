import { getOpenings } from '@abhyas/contract/site/public-pages';
import { Skeleton } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { i18n, translated } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { BrandText } from '../../../ui/BrandText.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import classes from './Pages.module.css';

/** /careers and /jobs: what it is like to work here, and the open positions by department. */
export default function CareersPage() {
  const openings = useCall(getOpenings, {}, { ownFailures: true, staleTime: 600_000 });
  const navigate = useNavigate();
  const hasFailed = openings.isError && !openings.data && navigator.onLine;
  useEffect(() => {
    if (hasFailed) void navigate({ to: '/login', replace: true });
  }, [hasFailed, navigate]);
  return (
    <>
      <PageTitle inPage windowTitle={i18n.t('Careers')}>
        {i18n.t('Join us in inventing the future of education.')}
      </PageTitle>
      <Loaded query={openings} skeleton={<Skeleton height={320} radius="lg" />}>
        {({ data: { culture, perks, departments } }) => (
          <>
            <Cards title={i18n.t('Culture')} items={culture} />
            <section className={classes.part} aria-labelledby="openings">
              <h2 id="openings">{i18n.t('Openings')}</h2>
              {departments.length === 0 && (
                <EmptyState title={i18n.t('No open positions now')}>{i18n.t('New ones appear here as soon as there are any.')}</EmptyState>
              )}
              {departments.map((department) => (
                <div key={department.title} className="mb-24">
                  <h3>
                    <BrandText text={department.title} />
                  </h3>
                  <ul className={`lined border border-line rounded-card bg-surface ${classes.rows}`}>
                    {department.openings.map(({ title, city, type }) => (
                      <li key={title}>
                        <Link to="/jobs/get_openings" search={{ type: title }}>
                          <b>
                            <BrandText text={title} />
                          </b>
                          <span>
                            {translated(city)} · {translated(type)}
                          </span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            </section>
            <Cards title={i18n.t('Perks')} items={perks} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Cards({ title, items }: { title: string; items: readonly { title: string; text: string }[] }) {
  if (items.length === 0) return null;
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      <ul className={`${classes.columns} grid grid-cols-[repeat(auto-fit,minmax(260px,1fr))] gap-x-32 gap-y-24`}>
        {items.map((item) => (
          <li key={item.title}>
            <h3>
              <BrandText text={item.title} />
            </h3>
            <p>
              <BrandText text={item.text} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
