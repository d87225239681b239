import { getChapterVideoSolutionList } from '@abhyas/contract/bank/videos';
import type { Answer } from '@abhyas/contract/endpoint';
import { Skeleton } from '@mantine/core';
import { IconPlayerPlay, IconVideo } from '@tabler/icons-react';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { Maths } from '../../../question/Maths.tsx';
import { preloadMaths } from '../../../question/maths.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';

import { Loaded } from '../../../ui/Loaded.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';
import classes from './ChapterVideosPage.module.css';

type Videos = Answer<typeof getChapterVideoSolutionList>;

/** /chapter_video_list/{id}: the video solutions of a chapter's questions. */
export default function ChapterVideosPage() {
  const { id } = useParams({ from: '/chapter_video_list/$id' });
  const videos = useCall(getChapterVideoSolutionList, { chapter_id: Number(id) });
  useEffect(() => void preloadMaths(), []);
  const name = videos.data && named(videos.data.chapter.name);
  return (
    <>
      <PageTitle
        back={
          videos.isError
            ? { link: { to: '/' }, label: i18n.t('Back to the home page') }
            : { link: { to: '/chapter/$id', params: { id } }, label: i18n.t('Back to {name}', { name: name ?? i18n.t('the chapter') }) }
        }
        windowTitle={name ? i18n.t('Video Solutions of {name}', { name }) : i18n.t('Video Solutions')}
      >
        {name ? i18n.t('{name}: Video Solutions', { name }) : i18n.t('Video Solutions')}
      </PageTitle>
      <Loaded query={videos} skeleton={<VideosSkeleton />}>
        {({ chapter, video_question_list }) =>
          video_question_list.length === 0 ? (
            <EmptyState
              icon={<IconVideo size={26} />}
              title={i18n.t('Nothing to display!')}
              action={
                <ButtonLink to="/chapter/$id" params={{ id }} variant="default">
                  {i18n.t('Back to {name}', { name: named(chapter.name) })}
                </ButtonLink>
              }
            >
              {i18n.t('This chapter has no video solutions yet.')}
            </EmptyState>
          ) : (
            <Videos id={id} list={video_question_list} />
          )
        }
      </Loaded>
    </>
  );
}

function Videos({ id, list }: { id: string; list: Videos['video_question_list'] }) {
  const { question } = useSearch({ from: '/chapter_video_list/$id' });
  const at = list.findIndex((each) => each.id === question);
  const current = question === undefined ? list[0] : list[at];
  return (
    <div className={`grid gap-24 ${classes.columns}`}>
      <section aria-label={i18n.t('Current video')} className="grid content-start gap-16">
        {current && (
          <>
            <VideoPlayer
              address={current.video_solution_uri}
              title={i18n.t('Video solution of question {number}', { number: Math.max(0, at) + 1 })}
              isTall
            />
            <div className="max-w-[68ch] text-17 leading-reading">
              <Maths text={current.question_text} />
            </div>
          </>
        )}
      </section>
      <nav aria-label={i18n.t('Videos')} className={classes.list}>
        <p className="mb-8 text-14 text-ink-soft">{i18n.t('{count, plural, one {# video} other {# videos}}', { count: list.length })}</p>
        <ol>
          {list.map((video, place) => (
            <li key={video.id}>
              <Link
                to="/chapter_video_list/$id"
                params={{ id }}
                search={{ question: video.id }}
                className={`border border-line rounded-card bg-surface text-ink no-underline ${classes.video}`}
                aria-current={video.id === current?.id ? 'true' : undefined}
                aria-label={i18n.t('Question {place}, {topic_name}', { place: place + 1, topic_name: named(video.topic_name) })}
              >
                <IconPlayerPlay size={20} aria-hidden />
                <span className="grid gap-2 min-w-0">
                  <span className="text-12 text-ink-soft">
                    {i18n.t('Question {place} · {topic_name}', { place: place + 1, topic_name: named(video.topic_name) })}
                  </span>
                  <span className="line-clamp-2 text-14 leading-text" aria-hidden>
                    <Maths text={video.question_text} />
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </nav>
    </div>
  );
}

function VideosSkeleton() {
  return (
    <div className={`grid gap-24 ${classes.columns}`}>
      <Skeleton height="min(700px, calc(100dvh - 200px))" maw={700} radius="lg" />
      <div>
        {[1, 2, 3].map((video) => (
          <Skeleton key={video} height={72} mb={8} radius="lg" />
        ))}
      </div>
    </div>
  );
}
