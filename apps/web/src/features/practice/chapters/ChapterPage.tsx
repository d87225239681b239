import { getStudentHomeData } from '@abhyas/contract/site/home';
import { Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBooks } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import card from '../../../ui/card.module.css';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Figures } from '../../../ui/Figures.tsx';
import { formatDuration, formatNumber, formatPercent } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { ProgressRing } from '../../../ui/ProgressRing.tsx';
import rows from '../../../ui/rows.module.css';
import { subjectColor } from '../../../ui/subject.ts';
import classes from './ChapterPage.module.css';
import { ChapterEntries } from './ChapterEntries.tsx';
import { KeepOffline } from './KeepOffline.tsx';
import { PersonalisedSetUp } from './PersonalisedSetUp.tsx';
import { PremiumPrompt } from './PremiumPrompt.tsx';
import { type Topic, TopicRow } from './TopicRow.tsx';
import { onDemand } from '../../../ui/on-demand.tsx';

const LockedTopic = onDemand(() => import('./LockedTopic.tsx'), { close: ({ onClose }) => onClose() });

/** A chapter: the student's figures, and its topics to practise. */
export default function ChapterPage() {
  const { id } = useParams({ from: '/chapter/$id' });
  const chapter = useCall(getStudentHomeData, { type: 'chapter', id: Number(id) });
  const [locked, setLocked] = useState<{ name: string; topicId?: number } | null>(null);
  const [triedTopic, setTriedTopic] = useState<number | null>(null);
  const [isPersonalising, personalise] = useDisclosure(false);
  const subject = chapter.data?.chapter_data?.subject_name;

  return (
    <>
      <PageTitle
        back={
          subject
            ? {
                link: { to: '/$subject', params: { subject: subject.toLowerCase() } },
                label: i18n.t('Back to {subject}', { subject: i18n.t(subject) }),
              }
            : { link: { to: '/home' }, label: i18n.t('Back to Train') }
        }
      >
        {chapter.data?.chapter_data ? named(chapter.data.chapter_data.name) : i18n.t('Chapter')}
      </PageTitle>
      <Loaded query={chapter} skeleton={<ChapterSkeleton />}>
        {({ chapter_data, checkpoints = [], due_count = 0, has_premium_access = false }) => {
          if (!chapter_data) return <EmptyState icon={<IconBooks size={26} />} title={i18n.t('Nothing to display!')} />;
          const color = subjectColor(chapter_data.subject_name);
          return (
            <>
              {(chapter_data.progress > 0 || chapter_data.accuracy !== null) && (
                <section
                  className={`${card.card} flex flex-wrap items-center ${classes.head}`}
                  aria-label={i18n.t('Your figures in this chapter')}
                >
                  <div className="flex items-center gap-16 text-14 text-ink-soft">
                    <ProgressRing value={chapter_data.progress} color={color} label={i18n.t('Progress')} size={72} />
                    <span aria-hidden>{i18n.t('Progress')}</span>
                  </div>
                  <Figures
                    figures={[
                      [i18n.t('Accuracy'), formatPercent(chapter_data.accuracy)],
                      [i18n.t('Incorrect'), formatNumber(chapter_data.incorrect)],
                      [i18n.t('Speed'), chapter_data.avg_speed === null ? '–' : formatDuration(chapter_data.avg_speed)],
                    ]}
                  />
                </section>
              )}
              <NextTopic topics={checkpoints} />
              <section className="mb-32" aria-labelledby="topics">
                <h2 id="topics" className="mb-16">
                  {i18n.t('Topics')}
                </h2>
                {checkpoints.length === 0 ? (
                  <EmptyState title={i18n.t('No topics yet')}>{i18n.t('They will be here as soon as they are published.')}</EmptyState>
                ) : (
                  <ul className={rows.list}>
                    {checkpoints.map((topic) => (
                      <TopicRow
                        key={topic.id}
                        topic={topic}
                        color={color}
                        onLocked={() => setLocked({ name: named(topic.name), topicId: topic.id })}
                      />
                    ))}
                  </ul>
                )}
                <KeepOffline
                  key={chapter_data.id}
                  topics={checkpoints}
                  cheatSheetOf={chapter_data.has_quickpoints && has_premium_access ? chapter_data.id : null}
                />
              </section>
              <ChapterEntries
                chapter={chapter_data}
                dueCount={due_count}
                hasPremium={has_premium_access}
                onPersonalise={personalise.open}
                onLocked={(name) => setLocked({ name })}
              />
            </>
          );
        }}
      </Loaded>
      <PersonalisedSetUp chapterId={Number(id)} isOpen={isPersonalising} onClose={personalise.close} />
      <PremiumPrompt
        thing={locked?.name ?? null}
        onClose={() => setLocked(null)}
        onTry={
          locked?.topicId === undefined
            ? undefined
            : () => {
                setTriedTopic(locked.topicId ?? null);
                setLocked(null);
              }
        }
      />
      {triedTopic !== null && <LockedTopic id={triedTopic} onClose={() => setTriedTopic(null)} />}
    </>
  );
}

/** The suggested next topic: the one under way, or the first that is not begun. */
function NextTopic({ topics }: { topics: readonly Topic[] }) {
  const open = topics.filter(({ has_access }) => has_access);
  const underWay = open.find(({ progress }) => progress > 0 && progress < 100);
  const next = underWay ?? open.find(({ progress }) => progress === 0) ?? open[0];
  if (!next) return null;
  return (
    <ButtonLink to="/train/$id" params={{ id: String(next.id) }} size="md" className={classes.next}>
      {underWay ? i18n.t('Continue') : next.progress === 0 ? i18n.t('Start') : i18n.t('Practise again')}: {named(next.name)}
    </ButtonLink>
  );
}

function ChapterSkeleton() {
  return (
    <>
      <Skeleton height={122} radius="lg" mb={32} />
      <Skeleton height={28} width={96} mb="md" />
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} height={76} mb={8} radius="lg" />
      ))}
    </>
  );
}
