import type { SubjectName } from '@abhyas/exam/subjects';
import { getStudentHomeData } from '@abhyas/contract/home';
import { Skeleton } from '@mantine/core';
import { IconBooks, IconChevronRight, IconRepeat, IconSchool } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useCall } from '../../platform/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { plural } from '../../ui/format.ts';
import { LinkTabs } from '../../ui/LinkTabs.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { subjectColor, subjectOf } from '../../ui/subject.ts';
import { ChapterCard } from './ChapterCard.tsx';
import classes from './HomePage.module.css';
import { RecentChapter } from './RecentChapter.tsx';

const RECENT_SHOWN = 3;

/** /home and /{subjectName}. */
export default function HomePage() {
  const { subject: address } = useParams({ strict: false });
  return <Chapters subject={address === undefined ? null : (subjectOf(address) ?? null)} />;
}

/** Recent chapters, and the chapters of one subject (null: the student's first) to choose from. */
function Chapters({ subject }: { subject: SubjectName | null }) {
  const home = useCall(getStudentHomeData, { type: subject ?? 'home' }, { keepPrevious: true });

  return (
    <>
      <PageTitle windowTitle={subject ?? 'Train'}>Train</PageTitle>
      <Loaded query={home} skeleton={<HomeSkeleton />}>
        {({ subjects, selected_subject, chapters = [], recent_chapters = [], test_list = [], due_count = 0 }) => {
          const openTests = test_list.filter(({ is_test_missed }) => !is_test_missed);
          const selected = subject ?? selected_subject?.name ?? subjects[0]?.name ?? '';
          return (
            <>
              <LinkTabs
                label="Subjects"
                phoneOnly
                tabs={subjects.map(({ name }) => ({
                  label: name,
                  link: { to: '/$subject', params: { subject: name.toLowerCase() } },
                  isCurrent: name === selected,
                  color: subjectColor(name),
                }))}
              />
              {openTests.length > 0 && (
                <Link to="/institute" search={{ type: 'test' }} className={classes.notice}>
                  <IconSchool size={22} aria-hidden />
                  <span>{plural(openTests.length, 'test')} from your institute</span>
                  <IconChevronRight size={20} aria-hidden />
                </Link>
              )}
              {due_count > 0 && (
                <Link to="/mistakes" className={classes.notice}>
                  <IconRepeat size={22} aria-hidden />
                  <span>{plural(due_count, 'mistake')} due today</span>
                  <IconChevronRight size={20} aria-hidden />
                </Link>
              )}
              {recent_chapters.length > 0 && (
                <section className={classes.section} aria-labelledby="recent">
                  <h2 id="recent" className={classes.heading}>
                    Continue Training
                  </h2>
                  <ul className={classes.recent}>
                    {recent_chapters.slice(0, RECENT_SHOWN).map((chapter) => (
                      <RecentChapter key={chapter.id} chapter={chapter} />
                    ))}
                  </ul>
                </section>
              )}
              <section aria-labelledby="chapters" aria-busy={home.isPlaceholderData}>
                <h2 id="chapters" className={classes.heading}>
                  Select a chapter to start practicing!
                </h2>
                {home.isPlaceholderData ? (
                  <CardSkeletons />
                ) : chapters.length === 0 ? (
                  <EmptyState icon={<IconBooks size={26} />} title={`No chapters in ${selected} yet`}>
                    They will be here as soon as they are published. Choose another subject meanwhile.
                  </EmptyState>
                ) : (
                  <ul className={classes.grid}>
                    {chapters.map((chapter) => (
                      <ChapterCard key={chapter.id} chapter={chapter} />
                    ))}
                  </ul>
                )}
              </section>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function CardSkeletons() {
  return (
    <div className={classes.grid}>
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
