import type { Answer } from '@abhyas/contract/endpoint';
import { getVideoRecordings } from '@abhyas/contract/classes/video-library';
import { clipAddress, clipTimeInWords, secondsOf } from '@abhyas/exam/classes/clip';
import { Button, Skeleton } from '@mantine/core';
import { IconMovie, IconPlayerPlay } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { i18n, named } from '../../../platform/language.ts';
import { useCall } from '../../../platform/queries.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Folders } from '../../../ui/Folders.tsx';
import { formatDate } from '../../../ui/format.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { type BackTarget, PageTitle } from '../../../ui/PageTitle.tsx';
import rows from '../../../ui/rows.module.css';
import { VideoPlayer } from '../../../ui/VideoPlayer.tsx';

type Level = Answer<typeof getVideoRecordings>;
type Video = Level['virtual_meetings'][number];

/** The field of each level, in the address and in the call. */
const levels = ['is_subject', 'is_chapter', 'is_topic', 'is_video'] as const;
type LevelName = (typeof levels)[number];
const callFields = { is_subject: 'is_subject', is_chapter: 'is_chapter', is_topic: 'is_checkpoint', is_video: 'is_data' } as const;

const searchOf = (level: LevelName, id: number) => ({ id, [level]: true }) as { id: number; is_subject?: true };

/** /video_library: recordings of classes by subject, chapter and topic; clips play between their times. */
export default function VideoLibraryPage() {
  const search = useSearch({ strict: false }) as { id?: number } & Partial<Record<LevelName, true>>;
  const level = levels.find((name) => search[name]) ?? 'is_subject';
  const id = level === 'is_subject' ? 0 : (search.id ?? 0);
  const library = useCall(getVideoRecordings, { [callFields[level]]: true, id });
  const data = library.data;
  return (
    <>
      <PageTitle {...(level === 'is_subject' ? {} : { back: backFrom(level, data?.parent_id ?? 0) })}>
        {data?.title ? i18n.t(data.title) : i18n.t('Video Library')}
      </PageTitle>
      <Loaded query={library} skeleton={<LibrarySkeleton />}>
        {({ virtual_meetings }) => {
          if (virtual_meetings.length === 0)
            return (
              <EmptyState icon={<IconMovie size={26} />} title={i18n.t('No Files To Display')}>
                {i18n.t('Recordings of your classes appear here, cut by topic.')}
              </EmptyState>
            );
          if (level === 'is_video') return <Videos key={id} videos={virtual_meetings} />;
          return <Folders label={i18n.t('Folders')} Icon={IconMovie} items={virtual_meetings.map((row) => folderOf(level, row))} />;
        }}
      </Loaded>
    </>
  );
}

function backFrom(level: LevelName, parent: number): BackTarget {
  // The recordings of a subject's whole classes are directly below the subject.
  const above: LevelName = level === 'is_chapter' ? 'is_subject' : level === 'is_topic' ? 'is_chapter' : 'is_topic';
  return { link: { to: '/video_library', search: searchOf(above, above === 'is_subject' ? 0 : parent) }, label: i18n.t('Back') };
}

function folderOf(level: Exclude<LevelName, 'is_video'>, row: Video) {
  const [id, name] = {
    is_subject: [row.subject_id, row.subject_name],
    is_chapter: [row.chapter_id, row.chapter_name],
    is_topic: [row.checkpoint_id, row.checkpoint_name],
  }[level] as [number, string];
  const below: LevelName = level === 'is_subject' ? 'is_chapter' : level === 'is_chapter' && id > 0 ? 'is_topic' : 'is_video';
  const count = row.file_count ?? 0;
  return {
    key: id,
    name: level === 'is_subject' ? i18n.t(name) : named(name),
    count: i18n.t('{count, plural, one {# File} other {# Files}}', { count }),
    link: count > 0 ? ({ to: '/video_library', search: searchOf(below, id) } as const) : null,
  };
}

/** The key of a video in a list; a class may have several clips. */
const keyOf = ({ concept_id, recording_url }: Video) => `${concept_id ?? 'whole'} ${recording_url}`;

function Videos({ videos }: { videos: readonly Video[] }) {
  const [playing, setPlaying] = useState<string | null>(null);
  return (
    <ul className={rows.list}>
      {videos.map((video, at) => {
        const isOpen = playing === keyOf(video);
        return (
          <li key={keyOf(video)}>
            <div className={rows.row}>
              <span className={rows.main}>
                {video.title}
                {video.description && <span className="block text-14 font-regular text-ink-soft">{video.description}</span>}
                <span className="block text-14 font-regular text-ink-soft tabular">
                  {[clockTimes(video), video.recorded_at && formatDate(video.recorded_at)].filter(Boolean).join(' · ')}
                </span>
              </span>
              <Play video={video} isFirst={at === 0} isOpen={isOpen} onPress={() => setPlaying(isOpen ? null : keyOf(video))} />
            </div>
            {isOpen && (
              <div className="max-w-700 px-16 pb-16">
                <VideoPlayer address={addressOf(video)} title={video.title ?? i18n.t('Recording')} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function clockTimes({ starts_at, ends_at }: Video): string {
  if (!starts_at || !ends_at) return i18n.t('Whole class');
  return `${clipTimeInWords(secondsOf(starts_at))} to ${clipTimeInWords(secondsOf(ends_at))}`;
}

function addressOf({ recording_url, starts_at, ends_at }: Video): string {
  const address = recording_url ?? '';
  return starts_at && ends_at ? clipAddress(address, secondsOf(starts_at), secondsOf(ends_at)) : address;
}

interface PlayProps {
  video: Video;
  isFirst: boolean;
  isOpen: boolean;
  onPress: () => void;
}

/** The play button of a video. A recording of a class held on this site opens on the page of the class, with its whiteboard. */
function Play({ video, isFirst, isOpen, onPress }: PlayProps) {
  const variant = isFirst ? 'filled' : 'default';
  const meeting = /^\/view_class\/(\d+)$/.exec(video.recording_url ?? '')?.[1];
  if (meeting)
    return (
      <ButtonLink
        to="/view_class/$id"
        params={{ id: meeting }}
        variant={variant}
        leftSection={<IconPlayerPlay size={18} />}
        aria-label={i18n.t('Open: {title}', { title: video.title })}
      >
        {i18n.t('Open')}
      </ButtonLink>
    );
  return (
    <Button
      variant={variant}
      leftSection={<IconPlayerPlay size={18} />}
      aria-expanded={isOpen}
      onClick={onPress}
      aria-label={`${isOpen ? i18n.t('Close') : i18n.t('Play')}: ${video.title}`}
    >
      {isOpen ? i18n.t('Close') : i18n.t('Play')}
    </Button>
  );
}

function LibrarySkeleton() {
  return (
    <div className="cards">
      {[1, 2, 3].map((each) => (
        <Skeleton key={each} height={76} radius="lg" />
      ))}
    </div>
  );
}
