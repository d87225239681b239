import { getPosition } from '@abhyas/contract/site/public-pages';
import { Skeleton } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { i18n, translated } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { BrandText } from '../../../ui/BrandText.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { ApplyForm } from './ApplyForm.tsx';
import classes from './Pages.module.css';

/** /jobs/get_openings?type={title}: one open position, and the form to apply for it. */
export default function JobPage() {
  const { type = '' } = useSearch({ from: '/jobs/get_openings' });
  const position = useCall(getPosition, { type }, { ownFailures: true, staleTime: 600_000, enabled: type !== '' });
  const navigate = useNavigate();
  const hasFailed = type === '' || (position.isError && !position.data && navigator.onLine);
  useEffect(() => {
    if (hasFailed) void navigate({ to: '/jobs', replace: true });
  }, [hasFailed, navigate]);
  return (
    <Loaded query={position} skeleton={<Skeleton height={480} maw={808} radius="lg" />} failure={() => <Skeleton height={480} />}>
      {({ data: { title, city, type: kind, aboutTheRole, requirements, keyResponsibilities } }) => (
        <div className="grid grid-cols-[minmax(0,1fr)_420px] items-start gap-x-64 gap-y-32 below-62:grid-cols-1">
          <div>
            <PageTitle inPage back={{ link: { to: '/careers' }, label: i18n.t('Back to Careers') }}>
              {translated(title)}
            </PageTitle>
            <p className="mt-8 mb-24 leading-reading text-ink-soft">
              {translated(city)} · {translated(kind)}
            </p>
            <Part title={i18n.t('About the role')}>
              <p>
                <BrandText text={aboutTheRole} />
              </p>
            </Part>
            <Part title={i18n.t('Requirements')}>
              <Items items={requirements} />
            </Part>
            <Part title={i18n.t('Key responsibilities')}>
              <Items items={keyResponsibilities} />
            </Part>
          </div>
          <ApplyForm key={title} position={title} />
        </div>
      )}
    </Loaded>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.text}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

const Items = ({ items }: { items: readonly string[] }) => (
  <ul>
    {items.map((item) => (
      <li key={item}>
        <BrandText text={item} />
      </li>
    ))}
  </ul>
);
