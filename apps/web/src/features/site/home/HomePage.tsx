import { i18n } from '../../../platform/language.ts';
import type { SubjectName } from '@abhyas/exam/bank/subjects';
import { brand } from '@abhyas/contract/institute/brand';
import { getStudentHomeData } from '@abhyas/contract/site/home';
import { Button, Skeleton } from '@mantine/core';
import { IconBooks, IconDeviceMobile } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../../platform/queries.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LinkTabs } from '../../../ui/LinkTabs.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { subjectColor, subjectOf } from '../../../ui/subject.ts';
import { type Chapter, ChapterCard } from './ChapterCard.tsx';
import { ChapterRow } from './ChapterRow.tsx';
import classes from './HomePage.module.css';
import { HomeProgress } from './HomeProgress.tsx';
import { InstituteCards } from './InstituteCards.tsx';
import { isPaidNoted } from '../../../platform/paid-note.ts';
import { NextClass } from './NextClass.tsx';
import { RecentChapter } from './RecentChapter.tsx';
import { TodayCard } from './TodayCard.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';

const PaymentSuccessful = onDemand(() => import('./PaymentSuccessful.tsx'));
const DownloadApp = onDemand(() => import('./DownloadApp.tsx'), { close: ({ onClose }) => onClose() });
const RECENT_SHOWN = 3;

/** /home, /{subjectName}, and any other word, which is home too. */
export default function HomePage() {
  const { subject: address } = useParams({ strict: false });
  return <Chapters subject={address === undefined ? null : (subjectOf(address) ?? null)} />;
}

/** Recent chapters, and the chapters of one subject (null: the student's first) to choose from. */
function Chapters({ subject }: { subject: SubjectName | null }) {
  const home = useCall(getStudentHomeData, { type: subject ?? 'home' }, { keepPrevious: true });

  return (
    <>
      <PageTitle>{i18n.t(subject ?? 'Train')}</PageTitle>
      {subject === null && isPaidNoted() && <PaymentSuccessful />}
      {subject === null && <NextClass />}
      {subject === null && <TodayCard />}
      <Loaded query={home} skeleton={<HomeSkeleton />}>
        {({ subjects, selected_subject, chapters = [], recent_chapters = [], ...institute }) => {
          const selected = subject ?? selected_subject?.name ?? subjects[0]?.name ?? '';
          return (
            <>
              {subject === null && <InstituteCards {...institute} />}
              {subject === null && recent_chapters.length > 0 && (
                <section className="mb-40 max-48:mb-32" aria-labelledby="recent">
                  <h2 id="recent" className="mb-16">
                    {i18n.t('Continue Training')}
                  </h2>
                  <ul className="grid grid-cols-3 gap-16 max-48:grid-cols-1 max-48:gap-12">
                    {recent_chapters.slice(0, RECENT_SHOWN).map((chapter) => (
                      <RecentChapter key={chapter.id} chapter={chapter} />
                    ))}
                  </ul>
                </section>
              )}
              {subject === null && (
                <div className="mb-40 max-48:mb-32">
                  <HomeProgress />
                </div>
              )}
              <section aria-labelledby="chapters" aria-busy={home.isPlaceholderData}>
                <h2 id="chapters" className="mb-16">
                  {i18n.t('Select a chapter to start practicing!')}
                </h2>
                <LinkTabs
                  label={i18n.t('Subjects')}
                  phoneOnly
                  tabs={subjects.map(({ name }) => ({
                    label: i18n.t(name),
                    link: { to: '/$subject', params: { subject: name.toLowerCase() } },
                    isCurrent: name === selected,
                    color: subjectColor(name),
                  }))}
                />
                {home.isPlaceholderData ? (
                  <CardSkeletons />
                ) : chapters.length === 0 ? (
                  <EmptyState
                    icon={<IconBooks size={26} />}
                    title={i18n.t('No chapters in {selected} yet', { selected: i18n.t(selected) })}
                  >
                    {i18n.t('They will be here as soon as they are published. Choose another subject meanwhile.')}
                  </EmptyState>
                ) : (
                  <ChapterList chapters={chapters} />
                )}
              </section>
              {subject === null && <AppLine />}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** The link to the app, at the end of the page. */
function AppLine() {
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="flex flex-wrap items-center justify-between gap-12 mt-32">
      <span className="inline-flex items-center gap-8 text-14 text-ink-soft">
        <IconDeviceMobile size={20} aria-hidden />
        {i18n.t('{name} on your phone', { name: brand.name })}
      </span>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        {i18n.t('Download App')}
      </Button>
      {isOpen && <DownloadApp onClose={() => setOpen(false)} />}
    </p>
  );
}

/** Begun chapters as cards, the others as rows, each in the order of the syllabus. */
function ChapterList({ chapters }: { chapters: readonly Chapter[] }) {
  const isBegun = ({ progress, accuracy }: Chapter) => progress > 0 || accuracy !== null;
  const begun = chapters.filter(isBegun);
  const rest = chapters.filter((chapter) => !isBegun(chapter));
  return (
    <>
      {begun.length > 0 && (
        <ul className={`${classes.grid} grid gap-16`}>
          {begun.map((chapter) => (
            <ChapterCard key={chapter.id} chapter={chapter} />
          ))}
        </ul>
      )}
      {begun.length > 0 && rest.length > 0 && <h3 className="mt-24 mb-8 text-14 font-semibold text-ink-soft">{i18n.t('Not begun')}</h3>}
      {rest.length > 0 && (
        <ul className={`grid overflow-hidden border border-line rounded-card bg-surface ${classes.rows} ${classes.columns}`}>
          {rest.map((chapter) => (
            <ChapterRow key={chapter.id} chapter={chapter} />
          ))}
        </ul>
      )}
    </>
  );
}

function CardSkeletons() {
  return (
    <div className={`${classes.grid} grid gap-16 list-none`}>
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <Skeleton key={card} height={160} radius="lg" />
      ))}
    </div>
  );
}

function HomeSkeleton() {
  return (
    <>
      <Skeleton height={28} width={320} maw="80%" mb="md" />
      <CardSkeletons />
    </>
  );
}
