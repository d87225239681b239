import { Skeleton } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { useUser } from '../../../platform/user.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { LinkTabs } from '../../../ui/LinkTabs.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { LeaderboardRows } from './LeaderboardCard.tsx';
import classes from './Leaderboard.module.css';
import { reportNotReady } from './report-not-ready.tsx';
import { useLeaderboard } from './reports.queries.ts';

/** Fetches the next hundred when the end of the list comes near. */
function ListEnd({ onNear, isBusy }: { onNear: () => void; isBusy: boolean }) {
  const end = useRef<HTMLDivElement>(null);
  const near = useEffectEvent(onNear);
  useEffect(() => {
    const { current } = end;
    if (!current || isBusy) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), { rootMargin: '0px 0px 400px 0px' });
    observer.observe(current);
    return () => observer.disconnect();
  }, [isBusy]);
  return (
    <div ref={end} className="py-12 text-center text-ink-soft" role="status">
      {isBusy ? i18n.t('Loading…') : ''}
    </div>
  );
}

/** /leaderboard/{id}: the student's rank, then all students, a hundred at a time. */
export default function LeaderboardPage() {
  const { id } = useParams({ from: '/leaderboard/$id' });
  const { subject_id: subject } = useSearch({ from: '/leaderboard/$id' });
  const user = useUser();
  const isPossible = subject !== undefined && subject > 0 && subject <= 100;
  const list = useLeaderboard({ id: Number(id), ...(isPossible ? { subject_id: subject } : {}) });
  const back = { link: { to: '/test_report/$id', params: { id } } as const, label: i18n.t('Back to the report') };
  const toReport = <ButtonLink {...back.link}>{back.label}</ButtonLink>;
  const name = list.data?.first?.name;
  return (
    <>
      <PageTitle back={back} windowTitle={name ? i18n.t('Leaderboard: {name}', { name: named(name) }) : i18n.t('Leaderboard')}>
        {i18n.t('Leaderboard')}
      </PageTitle>
      <Loaded
        query={list}
        skeleton={<Skeleton height={420} radius="lg" />}
        failure={(error) => reportNotReady(error, i18n.t('Test report will be available in few minutes..!'), toReport)}
      >
        {({ first, entries }) => {
          if (!first || first.hide_leaderboard)
            return <EmptyState title={i18n.t('LeaderBoard will be available shortly..!')} action={toReport} />;
          const own = first.neighbours.find(({ student_id }) => student_id === user?.id);
          const isFar = own !== undefined && own.rank > 10;
          const isAlone = own !== undefined && first.total === 1;
          return (
            <>
              <LinkTabs
                label={i18n.t('Whole test or subject')}
                tabs={[
                  { label: i18n.t('Total'), link: { to: '/leaderboard/$id', params: { id } }, isCurrent: !isPossible },
                  ...(first.subjects.length > 1 ? first.subjects : []).map((each) => ({
                    label: i18n.t(each.name),
                    link: { to: '/leaderboard/$id' as const, params: { id }, search: { subject_id: each.id } },
                    isCurrent: subject === each.id,
                  })),
                ]}
              />
              {!isAlone && (
                <p className="py-12 text-ink-soft">
                  {own
                    ? i18n.t('Rank {rank} of {total, plural, one {# student} other {# students}}.', {
                        rank: formatNumber(own.rank),
                        total: first.total,
                      })
                    : i18n.t('{total, plural, one {# student} other {# students}} ranked.', { total: first.total })}
                </p>
              )}
              {isFar && (
                <section className={`${card.card} ${classes.short} mb-24`} aria-label={i18n.t('Around you')}>
                  <LeaderboardRows entries={first.neighbours} studentId={user?.id ?? 0} />
                </section>
              )}
              <section className={`${card.card} ${classes.short}`} aria-label={i18n.t('Everybody')}>
                <LeaderboardRows entries={entries} studentId={user?.id ?? 0} />
                {list.hasNextPage && <ListEnd isBusy={list.isFetchingNextPage} onNear={() => void list.fetchNextPage()} />}
              </section>
            </>
          );
        }}
      </Loaded>
    </>
  );
}
